//! Proofs of the rules for `ite`, and for what is lifted into it.

use super::Proof;
use super::proof::check_all;

#[test]
fn proofs_hold() {
    check_all(proofs());
}

pub(super) fn proofs() -> Vec<Proof> {
    vec![
        Proof::for_rule("ite-constant-condition")
            .applies("(ite true a b)")
            .applies("(ite false x y)")
            .declines("(ite p a b)"),
        Proof::for_rule("ite-same-branches").applies("(ite p a a)").declines("(ite p a b)"),
        Proof::for_rule("ite-negated-condition").applies("(ite (not p) x y)").declines("(ite p x y)"),
        Proof::for_rule("ite-bool-constant-branch")
            .applies("(ite p true q)")
            .applies("(ite p false q)")
            .applies("(ite p q true)")
            .applies("(ite p q false)")
            .applies("(ite p false true)")
            .declines("(ite p q o)")
            .declines("(ite p #0 #1)"),
        Proof::for_rule("ite-branch-is-condition")
            .applies("(ite p p q)")
            .applies("(ite p q p)")
            .declines("(ite p q o)"),
        Proof::for_rule("ite-same-condition")
            .applies("(ite p (ite p a b) d)")
            .applies("(ite p a (ite p b d))")
            .declines("(ite p (ite q a b) d)"),
        Proof::for_rule("ite-merge-else")
            .applies("(ite p a (ite q a b))")
            .applies("(ite p a (ite q b a))")
            .declines("(ite p a (ite q b d))"),
        Proof::for_rule("ite-merge-then")
            .applies("(ite p (ite q a b) b)")
            .applies("(ite p (ite q b a) b)")
            .declines("(ite p (ite q a b) d)"),
        Proof::for_rule("ite-equal-branches")
            .applies("(ite (= a b) a b)")
            .applies("(ite (= x y) y x)")
            .declines("(ite (= a b) a d)")
            .declines("(ite (fp.eq x y) x y)")
            .declines("(ite (= p q) p q)"),
        Proof::for_rule("lift-ite-of-constants")
            .applies("(= (ite p #0 #1) #1)")
            .applies("(bvadd (ite p #1 #0) #1)")
            .applies("((_ zero_extend 3) (ite p #1 #0))")
            .applies("(fp.add RTP (ite p 1. NaN) 1/2.)")
            .applies("(fp.lt 1. (ite p 2. -0))")
            .applies("(fp.neg (ite p 2. -0))")
            .applies("((_ to_sbv 2) RTZ (ite p NaN 1.))")
            .applies("(fp.min +0 (ite p -0 1.))")
            .applies("(fp.roundToIntegral (ite p RTP RTN) 1/2.)")
            .declines("(bvadd (ite p #1 #0) a)")
            .declines("(bvadd (ite p #1 a) #1)")
            .declines("(fp.add (ite p RNE RTZ) (ite p 1. 2.) 1.)")
            .declines("(bvadd a #1)"),
    ]
}
