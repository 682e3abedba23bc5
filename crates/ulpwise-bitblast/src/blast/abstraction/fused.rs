//! Lemmas about products plus a summand, rounded once, in every rounding mode.

use super::lemma::{Lemmas, at_most, one};
use crate::aig::Aig;
use crate::float::{FloatBits, identical, special_product};

pub(super) fn lemmas(aig: &mut Aig, [x, y, z]: [&FloatBits; 3], r: &FloatBits, lemmas: &mut Lemmas) {
    let (sign, product_nan, product_infinite) = special_product(aig, x, y);
    let signs_differ = aig.xor(sign, z.sign);
    let cancels = aig.and_all(&[product_infinite, z.infinite, signs_differ]);
    let nan = aig.or_all(&[product_nan, z.nan, cancels]);
    lemmas.begin_with("nan", aig.xnor(nan, r.nan));
    for (name, infinite, sign) in
        [("infinite-product", product_infinite, sign), ("infinite-summand", z.infinite, z.sign)]
    {
        let same_sign = aig.xnor(r.sign, sign);
        let as_it_is = aig.and(r.infinite, same_sign);
        let premise = aig.and(infinite, !nan);
        lemmas.begin_with(name, aig.implies(premise, as_it_is));
    }
    let product_zero = aig.or(x.zero, y.zero);
    let summand = identical(aig, r, z);
    let premise = aig.and_all(&[product_zero, !z.zero, !nan]);
    lemmas.begin_with("zero-product", aig.implies(premise, summand));

    let same_sign = aig.xnor(r.sign, z.sign);
    let not_below_summand = at_most(aig, z, r);
    let together = aig.and(same_sign, not_below_summand);
    let premise = aig.and(!signs_differ, !nan);
    lemmas.begin_with("same-signs", aig.implies(premise, together));

    let unit = one(aig, x.format);
    let not_above_summand = at_most(aig, r, z);
    for (factor, other, names) in [
        (y, x, ["grows", "shrinks", "less-than-summand"]),
        (x, y, ["grows-2", "shrinks-2", "less-than-summand-2"]),
    ] {
        let is_large = at_most(aig, &unit, factor);
        let is_small = at_most(aig, factor, &unit);
        // With a summand that does not pull back, the sum is no less than the product.
        let premise = aig.and_all(&[is_large, !signs_differ, !nan]);
        let not_below = at_most(aig, other, r);
        lemmas.add(names[0], aig.implies(premise, not_below));
        let premise = aig.and_all(&[is_small, z.zero, !nan]);
        let not_above = at_most(aig, r, other);
        lemmas.add(names[1], aig.implies(premise, not_above));
        // A product no larger than the summand takes something off it, and no more than all.
        let is_less = at_most(aig, other, z);
        let premise = aig.and_all(&[is_small, is_less, signs_differ, !nan]);
        let same_side = aig.or(same_sign, r.zero);
        let conclusion = aig.and(not_above_summand, same_side);
        lemmas.add(names[2], aig.implies(premise, conclusion));
    }
}
