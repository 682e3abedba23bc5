//! Proofs of the rules for `=`.

use super::Proof;
use super::proof::check_all;

#[test]
fn proofs_hold() {
    check_all(proofs());
}

pub(super) fn proofs() -> Vec<Proof> {
    vec![
        Proof::for_rule("eq-reflexive")
            .applies("(= a a)")
            .applies("(= x x)")
            .applies("(= m m)")
            .declines("(= x y)"),
        Proof::for_rule("eq-order")
            .applies("(= #1 a)")
            .applies("(= (bvnot b) b)")
            .applies("(fp.eq 1. x)")
            .applies("(fp.eq (fp.neg y) y)")
            .declines("(= a b)")
            .declines("(= a #1)"),
        Proof::for_rule("eq-bool-constant")
            .applies("(= p true)")
            .applies("(= p false)")
            .declines("(= p q)")
            .declines("(= a #1)"),
        Proof::for_rule("eq-bool-complement")
            .applies("(= p (not p))")
            .applies("(= (not p) p)")
            .declines("(= p (not q))"),
        Proof::for_rule("eq-bool-negated-operand")
            .applies("(= (not p) q)")
            .applies("(= p (not q))")
            .declines("(= (not p) (not q))")
            .declines("(= p q)"),
        Proof::for_rule("eq-strip-injective")
            .applies("(= (not p) (not q))")
            .applies("(= (bvnot a) (bvnot b))")
            .applies("(= (bvneg a) (bvneg b))")
            .applies("(= (fp.neg x) (fp.neg y))")
            .applies("(= ((_ zero_extend 2) a) ((_ zero_extend 2) b))")
            .applies("(= ((_ sign_extend 1) a) ((_ sign_extend 1) b))")
            .declines("(= (fp.abs x) (fp.abs y))")
            .declines("(= ((_ zero_extend 2) a) ((_ sign_extend 2) b))")
            .declines("(= ((_ zero_extend 2) a) ((_ zero_extend 1) b:n+1))")
            .declines("(= (from_bits a:f) (from_bits b:f))"),
    ]
    .into_iter()
    .chain(further_proofs())
    .collect()
}

fn further_proofs() -> Vec<Proof> {
    vec![
        Proof::for_rule("eq-strip-common-operand")
            .applies("(= (bvadd a b) (bvadd a d))")
            .applies("(= (bvadd a b) (bvadd d a))")
            .applies("(= (bvadd b a) (bvadd a d))")
            .applies("(= (bvxor b a) (bvxor d a))")
            .applies("(= (concat a b) (concat a d))")
            .applies("(= (concat b a) (concat d a))")
            .declines("(= (bvadd a b) (bvadd d e))")
            .declines("(= (bvmul a b) (bvmul a d))")
            .declines("(= (bvadd a b) (bvxor a d))")
            .declines("(= (concat a b) (concat b a))"),
        Proof::for_rule("eq-inverse-constant")
            .applies("(= (bvnot a) #1)")
            .applies("(= (bvneg a) #1)")
            .applies("(= (bvadd a #3) #1)")
            .applies("(= (bvsub a #3) #1)")
            .applies("(= (bvxor a #3) #1)")
            .applies("(= (fp.neg x) 1.)")
            .applies("(= (fp.neg x) -0)")
            .applies("(= (fp.neg x) NaN)")
            .declines("(= (bvmul a #3) #1)")
            .declines("(= (bvadd a b) #1)")
            .declines("(= (fp.abs x) 1.)")
            .declines("(= (bvnot a) b)"),
        Proof::for_rule("eq-extended-constant")
            .applies("(= ((_ zero_extend 2) a) #1:n+2)")
            .applies("(= ((_ zero_extend 2) a) #min:n+2)")
            .applies("(= ((_ sign_extend 2) a) #-1:n+2)")
            .applies("(= ((_ sign_extend 2) a) #min:n+2)")
            .applies("(= ((_ sign_extend 2) a) #0:n+2)")
            .declines("(= ((_ zero_extend 2) a) b:n+2)")
            .declines("(= (bvnot a) #1)"),
        Proof::for_rule("eq-concat-constant")
            .applies("(= (concat a b:3) #-1:n+3)")
            .applies("(= (concat a b:3) #5:n+3)")
            .declines("(= (concat a b:3) d:n+3)"),
        Proof::for_rule("eq-concat-concat")
            .applies("(= (concat a b) (concat d e))")
            .declines("(= (concat a:2 b:3) (concat d:3 e:2))")
            .declines("(= (concat a b) d:n+n)"),
        Proof::for_rule("eq-ite-constant")
            .applies("(= (ite p #1 a) #1)")
            .applies("(= (ite p #0 a) #1)")
            .applies("(= (ite p a #1) #1)")
            .applies("(= (ite p a #0) #1)")
            .applies("(= (ite p NaN x) NaN)")
            .applies("(= (ite p +0 x) -0)")
            .declines("(= (ite p a b) #1)")
            .declines("(= (ite p #1 a) b)"),
        Proof::for_rule("eq-ite-branch")
            .applies("(= (ite p a b) a)")
            .applies("(= (ite p a b) b)")
            .applies("(= x (ite p x y))")
            .applies("(= y (ite p x y))")
            .declines("(= (ite p a b) d)"),
    ]
}
