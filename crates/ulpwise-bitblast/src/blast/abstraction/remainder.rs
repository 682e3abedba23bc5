//! Lemmas about remainders: IEEE 754's, to nearest, and C's `fmod`.

use super::lemma::{Lemmas, at_most, exponent};
use crate::aig::Aig;
use crate::float::{FloatBits, identical, magnitude_less};

pub(super) fn lemmas(
    aig: &mut Aig,
    to_nearest: bool,
    x: &FloatBits,
    y: &FloatBits,
    r: &FloatBits,
    lemmas: &mut Lemmas,
) {
    let nan = aig.or_all(&[x.nan, y.nan, x.infinite, y.zero]);
    lemmas.begin_with("nan", aig.xnor(nan, r.nan));
    lemmas.begin_with("finite", !r.infinite);
    let same_sign = aig.xnor(r.sign, x.sign);
    let sign = if to_nearest { aig.implies(r.zero, same_sign) } else { same_sign };
    lemmas.begin_with("sign", aig.or(nan, sign));

    let no_larger = at_most(aig, r, x);
    lemmas.begin_with("at-most-dividend", aig.or(nan, no_larger));
    let below = magnitude_less(aig, r, y);
    lemmas.begin_with("below-divisor", aig.or(nan, below));

    let unchanged = identical(aig, r, x);
    let of_infinity = aig.and(y.infinite, !nan);
    lemmas.add("infinite-divisor", aig.implies(of_infinity, unchanged));
    let is_less = if to_nearest {
        // Below half the divisor for certain.
        let next = exponent(x).add_constant(aig, 1);
        let less = next.less(aig, &exponent(y));
        aig.and(less, !y.infinite)
    } else {
        magnitude_less(aig, x, y)
    };
    let premise = aig.and(is_less, !nan);
    lemmas.add("small-dividend", aig.implies(premise, unchanged));
    if to_nearest {
        // Half the divisor at most: an exponent less, unless it is the least already.
        let lower = exponent(r).less(aig, &exponent(y));
        let above_least = !exponent(y).less_constant(aig, 2);
        let premise = aig.and_all(&[above_least, !y.infinite, !nan]);
        lemmas.add("half-divisor", aig.implies(premise, lower));
    }
}
