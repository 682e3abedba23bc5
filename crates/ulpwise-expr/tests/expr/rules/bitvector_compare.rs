//! Proofs of the rules for comparisons of bit-vectors.

use super::Proof;
use super::proof::check_all;

#[test]
fn proofs_hold() {
    check_all(proofs());
}

pub(super) fn proofs() -> Vec<Proof> {
    vec![
        Proof::for_rule("bv-less-same").applies("(bvult a a)").applies("(bvslt a a)").declines("(bvult a b)"),
        Proof::for_rule("bv-less-than-bound")
            .at_least_width(3)
            .applies("(bvult a #0)")
            .applies("(bvult a #1)")
            .applies("(bvult a #-1)")
            .applies("(bvslt a #min)")
            .applies("(bvslt a #max)")
            .declines("(bvult a #3)")
            .declines("(bvslt a #0)")
            .declines("(bvult #0 a)"),
        Proof::for_rule("bv-greater-than-bound")
            .at_least_width(3)
            .applies("(bvult #0 a)")
            .applies("(bvult #-1 a)")
            .applies("(bvslt #min a)")
            .applies("(bvslt #max a)")
            .declines("(bvult #3 a)")
            .declines("(bvslt #0 a)")
            .declines("(bvult a #0)"),
        Proof::for_rule("bv-ult-zero-extend")
            .applies("(bvult ((_ zero_extend 2) a) ((_ zero_extend 2) b))")
            .declines("(bvult ((_ zero_extend 2) a) ((_ zero_extend 1) b:n+1))")
            .declines("(bvult ((_ sign_extend 2) a) ((_ sign_extend 2) b))")
            .declines("(bvult ((_ zero_extend 2) a) b:n+2)"),
        Proof::for_rule("bv-slt-extend")
            .applies("(bvslt ((_ zero_extend 2) a) ((_ zero_extend 2) b))")
            .applies("(bvslt ((_ sign_extend 2) a) ((_ sign_extend 2) b))")
            .applies("(bvslt ((_ sign_extend 0) a) ((_ sign_extend 0) b))")
            .declines("(bvslt ((_ zero_extend 0) a) ((_ zero_extend 0) b))")
            .declines("(bvslt ((_ zero_extend 2) a) ((_ sign_extend 2) b))"),
        Proof::for_rule("bv-less-extend-constant")
            .applies("(bvult ((_ zero_extend 2) a) #1:n+2)")
            .applies("(bvult ((_ zero_extend 2) a) #max:n+2)")
            .applies("(bvult #1:n+2 ((_ zero_extend 2) a))")
            .applies("(bvult #max:n+2 ((_ zero_extend 2) a))")
            .applies("(bvslt ((_ zero_extend 2) a) #1:n+2)")
            .applies("(bvslt ((_ zero_extend 2) a) #-1:n+2)")
            .applies("(bvslt ((_ zero_extend 2) a) #max:n+2)")
            .applies("(bvslt #-1:n+2 ((_ zero_extend 2) a))")
            .applies("(bvslt #max:n+2 ((_ zero_extend 2) a))")
            .applies("(bvslt ((_ sign_extend 2) a) #0:n+2)")
            .applies("(bvslt ((_ sign_extend 2) a) #-1:n+2)")
            .applies("(bvslt ((_ sign_extend 2) a) #max:n+2)")
            .applies("(bvslt ((_ sign_extend 2) a) #min:n+2)")
            .applies("(bvslt #min:n+2 ((_ sign_extend 2) a))")
            .applies("(bvslt #max:n+2 ((_ sign_extend 2) a))")
            .applies("(bvult ((_ zero_extend 0) a) #1)")
            .declines("(bvslt ((_ zero_extend 0) a) #1)")
            .declines("(bvult ((_ sign_extend 2) a) #1:n+2)")
            .declines("(bvult a #1)")
            .declines("(bvult ((_ zero_extend 2) a) b:n+2)"),
        Proof::for_rule("bv-less-concat-prefix")
            .applies("(bvult (concat a b) (concat a d))")
            .applies("(bvslt (concat a b) (concat a d))")
            .declines("(bvult (concat b a) (concat d a))")
            .declines("(bvult (concat a b) d:n+n)"),
        Proof::for_rule("bv-less-concat-suffix")
            .applies("(bvult (concat b a) (concat d a))")
            .applies("(bvslt (concat b a) (concat d a))")
            .declines("(bvult (concat a b) (concat a d))"),
    ]
}
