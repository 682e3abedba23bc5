//! Lemmas about rounded products, in every rounding mode.

use super::lemma::{Lemmas, at_most, exponent, is_finite, one};
use crate::aig::{Aig, Lit};
use crate::bits::Int;
use crate::float::{FloatBits, largest_exponent, special_product};

pub(super) fn lemmas(aig: &mut Aig, x: &FloatBits, y: &FloatBits, r: &FloatBits, lemmas: &mut Lemmas) {
    let (sign, nan, infinite) = special_product(aig, x, y);
    lemmas.begin_with("nan", aig.xnor(nan, r.nan));
    let same_sign = aig.xnor(r.sign, sign);
    lemmas.begin_with("sign", aig.or(nan, same_sign));
    let of_infinity = aig.or(nan, r.infinite);
    lemmas.begin_with("infinite", aig.implies(infinite, of_infinity));
    let zero = aig.or(x.zero, y.zero);
    let of_zero = aig.or(nan, r.zero);
    lemmas.begin_with("zero", aig.implies(zero, of_zero));

    // A factor of at least one does not shrink, one of at most one does not grow: rounding keeps to
    // representable bounds.
    let unit = one(aig, x.format);
    for (factor, other, grows, shrinks) in [(y, x, "grows", "shrinks"), (x, y, "grows-2", "shrinks-2")] {
        let large = at_most(aig, &unit, factor);
        let not_below = at_most(aig, other, r);
        let premise = aig.and(large, !nan);
        lemmas.add(grows, aig.implies(premise, not_below));
        let small = at_most(aig, factor, &unit);
        let not_above = at_most(aig, r, other);
        let premise = aig.and(small, !nan);
        lemmas.add(shrinks, aig.implies(premise, not_above));
    }
    exponents(aig, x, y, r, lemmas);
}

/// With the exponents' sum s, the magnitude lies in [2^s, 2^(s+2)), without subnormal operands;
/// with them below that.
fn exponents(aig: &mut Aig, x: &FloatBits, y: &FloatBits, r: &FloatBits, lemmas: &mut Lemmas) {
    let largest = largest_exponent(x.format);
    let sum = exponent(x).add(aig, &exponent(y)).add_constant(aig, -x.format.bias());
    let finite = [is_finite(aig, x), is_finite(aig, y)];
    let operands = aig.and_all(&finite);
    let next = sum.add_constant(aig, 1);
    let above = next.less(aig, &exponent(r));
    let subnormal = exponent(r).less(aig, &Int::constant(2));
    let bounded = aig.or(!above, subnormal);
    let overflows = !next.less_constant(aig, largest);
    let fits = aig.ite(r.infinite, overflows, bounded);
    lemmas.add("exponent-at-most", aig.implies(operands, fits));
    let normal: Lit = aig.and_all(&[operands, x.leading(), y.leading()]);
    let below = exponent(r).less(aig, &sum);
    let at_limit = !exponent(r).less_constant(aig, largest);
    let reached = aig.or_all(&[r.infinite, !below, at_limit]);
    lemmas.add("exponent-at-least", aig.implies(normal, reached));
}
