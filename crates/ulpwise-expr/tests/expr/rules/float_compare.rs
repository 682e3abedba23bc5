//! Proofs of the rules for comparisons of floats.

use super::Proof;
use super::proof::check_all;

#[test]
fn proofs_hold() {
    check_all(proofs());
}

pub(super) fn proofs() -> Vec<Proof> {
    let mut proofs = comparisons();
    proofs.extend(equalities());
    proofs.extend(widened());
    proofs
}

fn comparisons() -> Vec<Proof> {
    vec![
        Proof::for_rule("fp-compare-same")
            .applies("(fp.lt x x)")
            .applies("(fp.leq x x)")
            .applies("(fp.eq x x)")
            .declines("(fp.lt x y)"),
        Proof::for_rule("fp-compare-nan")
            .applies("(fp.lt x NaN)")
            .applies("(fp.leq NaN x)")
            .applies("(fp.eq x NaN)")
            .declines("(fp.lt x 1.)"),
        Proof::for_rule("fp-compare-minus-zero")
            .applies("(fp.lt x -0)")
            .applies("(fp.leq -0 x)")
            .applies("(fp.eq x -0)")
            .declines("(fp.lt x +0)")
            .declines("(fp.lt x y)"),
        Proof::for_rule("fp-compare-infinity")
            .applies("(fp.lt x -oo)")
            .applies("(fp.lt -oo x)")
            .applies("(fp.lt x +oo)")
            .applies("(fp.lt +oo x)")
            .applies("(fp.leq x -oo)")
            .applies("(fp.leq -oo x)")
            .applies("(fp.leq x +oo)")
            .applies("(fp.leq +oo x)")
            .declines("(fp.lt x 1.)")
            .declines("(fp.leq x y)"),
        Proof::for_rule("fp-compare-negations")
            .applies("(fp.lt (fp.neg x) (fp.neg y))")
            .applies("(fp.leq (fp.neg x) (fp.neg y))")
            .applies("(fp.eq (fp.neg x) (fp.neg y))")
            .applies("(fp.lt (fp.neg x) 1.)")
            .applies("(fp.leq 1. (fp.neg x))")
            .applies("(fp.eq (fp.neg x) +0)")
            .declines("(fp.lt (fp.neg x) y)")
            .declines("(fp.lt x 1.)"),
        Proof::for_rule("fp-compare-abs-zero")
            .applies("(fp.lt (fp.abs x) +0)")
            .applies("(fp.leq (fp.abs x) +0)")
            .applies("(fp.lt -0 (fp.abs x))")
            .applies("(fp.leq +0 (fp.abs x))")
            .declines("(fp.lt (fp.abs x) 1.)")
            .declines("(fp.lt x +0)"),
    ]
}

fn equalities() -> Vec<Proof> {
    vec![
        Proof::for_rule("fp-eq-zero")
            .applies("(fp.eq x +0)")
            .applies("(fp.eq x -0)")
            .declines("(fp.eq x 1.)")
            .declines("(fp.eq x y)"),
        Proof::for_rule("fp-eq-constant")
            .applies("(fp.eq x 1.)")
            .applies("(fp.eq x -oo)")
            .declines("(fp.eq x -0)")
            .declines("(fp.eq x NaN)")
            .declines("(fp.eq x y)"),
        Proof::for_rule("fp-identical-nan")
            .applies("(= x NaN)")
            .applies("(= NaN x)")
            .declines("(= x 1.)")
            .declines("(= x y)"),
    ]
}

fn widened() -> Vec<Proof> {
    vec![
        Proof::for_rule("fp-compare-widened")
            .applies("(fp.lt (to_wide r x) (to_wide s y))")
            .applies("(fp.leq (to_wide r x) (to_wide r y))")
            .applies("(fp.eq (to_wide r x) (to_wide r y))")
            .applies("(= (to_wide r x) (to_wide r y))")
            .declines("(fp.lt (to_wide r x) w)")
            .declines("(fp.lt (to_narrow r w) (to_narrow r v))"),
        Proof::for_rule("fp-less-widened-constant")
            .applies("(fp.lt (to_wide r x) 1w)")
            .applies("(fp.lt (to_wide r x) 1/3w)")
            .applies("(fp.lt (to_wide r x) -1/3w)")
            .applies("(fp.leq (to_wide r x) 1/3w)")
            .applies("(fp.leq (to_wide r x) -1/1000w)")
            .applies("(fp.lt (to_wide r x) 100w)")
            .applies("(fp.lt (to_wide r x) -100w)")
            .applies("(fp.lt 1w (to_wide r x))")
            .applies("(fp.lt 1/3w (to_wide r x))")
            .applies("(fp.leq -1/3w (to_wide r x))")
            .applies("(fp.leq 1/1000w (to_wide r x))")
            .applies("(fp.lt 100w (to_wide r x))")
            .applies("(fp.leq -100w (to_wide r x))")
            .declines("(fp.lt (to_narrow r w) 1.)")
            .declines("(fp.lt (to_wide r x) w)"),
        Proof::for_rule("fp-equal-widened-constant")
            .applies("(= (to_wide r x) 1w)")
            .applies("(= (to_wide r x) 1/3w)")
            .applies("(= (to_wide r x) 100w)")
            .applies("(fp.eq (to_wide r x) 0w)")
            .applies("(fp.eq (to_wide r x) 1/3w)")
            .declines("(= (to_narrow r w) 1.)")
            .declines("(= (to_wide r x) w)"),
    ]
}
