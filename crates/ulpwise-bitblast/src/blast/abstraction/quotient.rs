//! Lemmas about rounded quotients, in every rounding mode.

use super::lemma::{Lemmas, at_most, exponent, is_finite, one};
use crate::aig::Aig;
use crate::bits::Int;
use crate::float::{FloatBits, largest_exponent};

pub(super) fn lemmas(aig: &mut Aig, x: &FloatBits, y: &FloatBits, r: &FloatBits, lemmas: &mut Lemmas) {
    let both = [aig.and(x.infinite, y.infinite), aig.and(x.zero, y.zero)];
    let nan = aig.or_all(&[x.nan, y.nan, both[0], both[1]]);
    lemmas.begin_with("nan", aig.xnor(nan, r.nan));
    let sign = aig.xor(x.sign, y.sign);
    let same_sign = aig.xnor(r.sign, sign);
    lemmas.begin_with("sign", aig.or(nan, same_sign));
    let infinite = aig.or(x.infinite, y.zero);
    let of_infinity = aig.or(nan, r.infinite);
    lemmas.begin_with("infinite", aig.implies(infinite, of_infinity));
    let zero = aig.or(x.zero, y.infinite);
    let of_zero = aig.or(nan, r.zero);
    lemmas.begin_with("zero", aig.implies(zero, of_zero));

    let unit = one(aig, x.format);
    let mut ordered = |name, small: [&FloatBits; 2], then: [&FloatBits; 2]| {
        let premise = at_most(aig, small[0], small[1]);
        let premise = aig.and(premise, !nan);
        let conclusion = at_most(aig, then[0], then[1]);
        lemmas.add(name, aig.implies(premise, conclusion));
    };
    ordered("divisor-at-least-one", [&unit, y], [r, x]);
    ordered("divisor-at-most-one", [y, &unit], [x, r]);
    ordered("at-least-one", [y, x], [&unit, r]);
    ordered("at-most-one", [x, y], [r, &unit]);
    exponents(aig, x, y, r, lemmas);
}

/// With the exponents' difference d, the magnitude lies in (2^(d-1), 2^(d+1)).
fn exponents(aig: &mut Aig, x: &FloatBits, y: &FloatBits, r: &FloatBits, lemmas: &mut Lemmas) {
    let largest = largest_exponent(x.format);
    let difference = exponent(x).subtract(aig, &exponent(y)).add_constant(aig, x.format.bias());
    let finite = [is_finite(aig, x), is_finite(aig, y)];
    let operands = aig.and_all(&[finite[0], finite[1], !x.zero, !y.zero]);

    let above = difference.less(aig, &exponent(r));
    let subnormal = exponent(r).less(aig, &Int::constant(2));
    let bounded = aig.or(!above, subnormal);
    let overflows = !difference.less_constant(aig, largest);
    let fits = aig.ite(r.infinite, overflows, bounded);
    let premise = aig.and(operands, y.leading());
    lemmas.add("exponent-at-most", aig.implies(premise, fits));

    let least = difference.add_constant(aig, -1);
    let below = exponent(r).less(aig, &least);
    let at_limit = !exponent(r).less_constant(aig, largest);
    let reached = aig.or_all(&[r.infinite, !below, at_limit]);
    let premise = aig.and(operands, x.leading());
    lemmas.add("exponent-at-least", aig.implies(premise, reached));
}
