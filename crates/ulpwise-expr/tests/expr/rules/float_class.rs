//! Proofs of the rules for classes, signs, NaN results and conjunctions of comparisons.

use super::Proof;
use super::proof::check_all;

#[test]
fn proofs_hold() {
    check_all(proofs());
}

pub(super) fn proofs() -> Vec<Proof> {
    let mut proofs = classes();
    proofs.extend(orders());
    proofs.extend(nan_results());
    proofs
}

fn classes() -> Vec<Proof> {
    vec![
        Proof::for_rule("fp-class-of-sign")
            .applies("(fp.isNaN (fp.neg x))")
            .applies("(fp.isNormal (fp.abs x))")
            .applies("(fp.isSubnormal (fp.neg x))")
            .applies("(fp.isZero (fp.abs x))")
            .applies("(fp.isInfinite (fp.neg x))")
            .declines("(fp.isNaN x)"),
        Proof::for_rule("fp-sign-of-neg")
            .applies("(fp.isNegative (fp.neg x))")
            .applies("(fp.isPositive (fp.neg x))")
            .declines("(fp.isNegative (fp.abs x))"),
        Proof::for_rule("fp-sign-of-abs")
            .applies("(fp.isNegative (fp.abs x))")
            .applies("(fp.isPositive (fp.abs x))")
            .declines("(fp.isNegative (fp.neg x))"),
        Proof::for_rule("fp-class-of-widened")
            .applies("(fp.isNaN (to_wide r x))")
            .applies("(fp.isInfinite (to_wide r x))")
            .applies("(fp.isZero (to_wide r x))")
            .applies("(fp.isNegative (to_wide r x))")
            .applies("(fp.isPositive (to_wide r x))")
            .declines("(fp.isZero (to_narrow r w))")
            .declines("(fp.isNaN x)"),
        Proof::for_rule("fp-class-exclusive")
            .applies("(and (fp.isNaN x) (fp.isZero x))")
            .applies("(and (fp.isNaN x) p (fp.isNegative x))")
            .applies("(and (fp.isNegative x) (fp.isPositive x))")
            .applies("(and (fp.isNormal x) (fp.isSubnormal x))")
            .applies("(and (fp.isInfinite x) (fp.isPositive x) (fp.isZero x))")
            .declines("(and (fp.isInfinite x) (fp.isPositive x))")
            .declines("(and (fp.isNaN x) (fp.isZero y))")
            .declines("(and (fp.isNaN x) p)"),
        Proof::for_rule("fp-nan-not-ordered")
            .applies("(and (fp.isNaN x) (fp.lt x y))")
            .applies("(and (fp.leq y x) p (fp.isNaN x))")
            .applies("(and (fp.eq x y) (fp.isNaN y))")
            .declines("(and (fp.isNaN x) (= x y))")
            .declines("(and (fp.isNaN x) (fp.lt y z))")
            .declines("(and p (fp.lt y z))"),
    ]
}

fn orders() -> Vec<Proof> {
    vec![
        Proof::for_rule("order-exclusive")
            .applies("(and (fp.lt x y) (fp.lt y x))")
            .applies("(and (fp.lt x y) p (fp.leq y x))")
            .applies("(and (fp.eq x y) (fp.lt x y))")
            .applies("(and (= y x) (fp.lt x y))")
            .applies("(and (bvult a b) (bvult b a))")
            .applies("(and (bvslt a b) (= a b))")
            .applies("(and (< t u) (< u t))")
            .declines("(and (fp.lt x y) (fp.leq x y))")
            .declines("(and (fp.leq x y) (fp.leq y x))")
            .declines("(and (bvult a b) (bvslt b a))")
            .declines("(and (fp.lt x y) (fp.lt y z))"),
        Proof::for_rule("order-both-ways")
            .applies("(and (fp.leq x y) (fp.leq y x))")
            .applies("(and p (fp.leq x 1.) (fp.leq 1. x))")
            .declines("(and (fp.leq x y) (fp.lt y x))")
            .declines("(and (fp.leq x y) (fp.leq y z))"),
    ]
}

fn nan_results() -> Vec<Proof> {
    vec![
        Proof::for_rule("fp-nan-of-conversion")
            .applies("(fp.isNaN (from_real r t))")
            .applies("(fp.isNaN (from_sbv r a:6))")
            .applies("(fp.isNaN (from_ubv r a:6))")
            .applies("(fp.isNaN (to_narrow r w))")
            .applies("(fp.isNaN (fp.roundToIntegral r x))")
            .declines("(fp.isNaN (from_bits a:f))"),
        Proof::for_rule("fp-nan-of-min-max")
            .applies("(fp.isNaN (fp.min x y))")
            .applies("(fp.isNaN (fp.max x y))")
            .declines("(fp.isNaN (fp.rem x y))"),
        Proof::for_rule("fp-nan-of-sqrt")
            .applies("(fp.isNaN (fp.sqrt r x))")
            .declines("(fp.isNaN (fp.neg x))"),
        Proof::for_rule("fp-nan-of-add")
            .applies("(fp.isNaN (fp.add r x y))")
            .declines("(fp.isNaN (fp.mul r x y))"),
        Proof::for_rule("fp-nan-of-mul")
            .applies("(fp.isNaN (fp.mul r x y))")
            .declines("(fp.isNaN (fp.div r x y))"),
        Proof::for_rule("fp-nan-of-div")
            .applies("(fp.isNaN (fp.div r x y))")
            .declines("(fp.isNaN (fp.add r x y))"),
        Proof::for_rule("fp-nan-of-rem")
            .applies("(fp.isNaN (fp.rem x y))")
            .applies("(fp.isNaN (fp.fmod x y))")
            .declines("(fp.isNaN (fp.min x y))"),
    ]
}
