//! Lemmas about rounded square roots, in every rounding mode.

use super::lemma::{Lemmas, at_most, exponent, one};
use crate::aig::Aig;
use crate::float::FloatBits;

pub(super) fn lemmas(aig: &mut Aig, x: &FloatBits, r: &FloatBits, lemmas: &mut Lemmas) {
    let negative = aig.and(x.sign, !x.zero);
    let nan = aig.or(x.nan, negative);
    lemmas.begin_with("nan", aig.xnor(nan, r.nan));
    let same_sign = aig.xnor(r.sign, x.sign);
    lemmas.begin_with("sign", aig.or(nan, same_sign));
    let same_infinity = aig.xnor(r.infinite, x.infinite);
    lemmas.begin_with("infinite", aig.or(nan, same_infinity));
    let same_zero = aig.xnor(r.zero, x.zero);
    lemmas.begin_with("zero", aig.or(nan, same_zero));

    // The root lies between the number and one.
    let unit = one(aig, x.format);
    for (name, small, large) in [("between-1", x, &unit), ("between-2", &unit, x)] {
        let premise = at_most(aig, small, large);
        let premise = aig.and(premise, !nan);
        let bounds = [at_most(aig, small, r), at_most(aig, r, large)];
        let between = aig.and_all(&bounds);
        lemmas.add(name, aig.implies(premise, between));
    }
    // Half the exponent, rounded down; a root just below a power of two may be rounded up to it.
    let bias = x.format.bias();
    let half = exponent(x).add_constant(aig, -bias).half().add_constant(aig, bias);
    let below = exponent(r).less(aig, &half);
    let next = half.add_constant(aig, 1);
    let above = next.less(aig, &exponent(r));
    let special = aig.or(nan, x.infinite);
    let ordinary = aig.and(x.leading(), !special);
    let near = aig.and(!below, !above);
    lemmas.add("exponent", aig.implies(ordinary, near));
}
