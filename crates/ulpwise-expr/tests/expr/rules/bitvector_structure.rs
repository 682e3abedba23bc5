//! Proofs of the rules for extractions, extensions and concatenations.

use super::Proof;
use super::proof::check_all;

#[test]
fn proofs_hold() {
    check_all(proofs());
}

pub(super) fn proofs() -> Vec<Proof> {
    vec![
        Proof::for_rule("bv-extract-whole")
            .at_least_width(2)
            .applies("((_ extract n-1 0) a)")
            .declines("((_ extract n-2 0) a)")
            .declines("((_ extract n-1 1) a)"),
        Proof::for_rule("bv-extract-extract")
            .at_least_width(3)
            .applies("((_ extract 1 1) ((_ extract n-1 1) a))")
            .applies("((_ extract 1 0) ((_ extract n-1 1) a))")
            .declines("((_ extract 1 0) (bvnot a))"),
        Proof::for_rule("bv-extract-concat")
            .at_least_width(2)
            .applies("((_ extract n-1 0) (concat a b))")
            .applies("((_ extract 1 0) (concat a b))")
            .applies("((_ extract n n) (concat a b))")
            .applies("((_ extract n+1 n) (concat a b))")
            .applies("((_ extract n n-1) (concat a b))")
            .applies("((_ extract n+1 1) (concat a b))")
            .declines("((_ extract 1 0) (bvnot a))"),
        Proof::for_rule("bv-extract-extend")
            .at_least_width(2)
            .applies("((_ extract 1 0) ((_ zero_extend 3) a))")
            .applies("((_ extract n+1 n) ((_ zero_extend 3) a))")
            .applies("((_ extract n+1 1) ((_ zero_extend 3) a))")
            .applies("((_ extract 1 0) ((_ sign_extend 3) a))")
            .applies("((_ extract n+1 n) ((_ sign_extend 3) a))")
            .applies("((_ extract n n-1) ((_ sign_extend 3) a))")
            .applies("((_ extract n+1 1) ((_ sign_extend 3) a))")
            .declines("((_ extract 1 0) (bvnot a))"),
        Proof::for_rule("bv-extract-low-arithmetic")
            .applies("((_ extract n-1 0) (bvadd ((_ zero_extend 3) a) ((_ sign_extend 3) b)))")
            .applies("((_ extract n-1 0) (bvsub ((_ zero_extend 3) a) #3:n+3))")
            .applies("((_ extract n-1 0) (bvmul ((_ zero_extend 3) a) ((_ zero_extend 3) b)))")
            .applies("((_ extract n-1 0) (bvneg ((_ zero_extend 3) a)))")
            .applies("((_ extract n-1 0) (bvnot (concat b a)))")
            .applies("((_ extract n 0) (bvand ((_ zero_extend 3) a) (concat b:3 d)))")
            .applies("((_ extract n 0) (bvor ((_ zero_extend 3) a) ((_ sign_extend 3) b)))")
            .applies("((_ extract n 0) (bvxor ((_ zero_extend 3) a) #5:n+3))")
            .declines("((_ extract n 1) (bvadd ((_ zero_extend 3) a) ((_ zero_extend 3) b)))")
            .declines("((_ extract n-1 0) (bvadd ((_ zero_extend 3) a) b:n+3))")
            .declines("((_ extract n-1 0) (bvudiv ((_ zero_extend 3) a) ((_ zero_extend 3) b)))"),
        Proof::for_rule("bv-extend-nothing")
            .applies("((_ zero_extend 0) a)")
            .applies("((_ sign_extend 0) a)")
            .declines("((_ zero_extend 1) a)"),
        Proof::for_rule("bv-extend-extend")
            .applies("((_ zero_extend 2) ((_ zero_extend 1) a))")
            .applies("((_ sign_extend 2) ((_ sign_extend 1) a))")
            .applies("((_ sign_extend 2) ((_ zero_extend 1) a))")
            .declines("((_ sign_extend 2) ((_ zero_extend 0) a))")
            .declines("((_ zero_extend 2) ((_ sign_extend 1) a))")
            .declines("((_ zero_extend 2) a)"),
        Proof::for_rule("bv-concat-associate")
            .applies("(concat (concat a b) d)")
            .declines("(concat a (concat b d))"),
        Proof::for_rule("bv-concat-constants")
            .applies("(concat #1 (concat #2 a))")
            .declines("(concat #1 (concat a #2))")
            .declines("(concat a (concat #2 b))"),
        Proof::for_rule("bv-concat-extracts")
            .at_least_width(2)
            .applies("(concat ((_ extract n-1 1) a) ((_ extract 0 0) a))")
            .applies("(concat ((_ extract n-1 1) a) (concat ((_ extract 0 0) a) b))")
            .declines("(concat ((_ extract 0 0) a) ((_ extract n-1 1) a))")
            .declines("(concat ((_ extract n-1 1) a) ((_ extract 0 0) b))")
            .declines("(concat a b)"),
        Proof::for_rule("bv-concat-zero-high")
            .applies("(concat #0 a)")
            .declines("(concat #1 a)")
            .declines("(concat a #0)"),
        Proof::for_rule("bv-concat-zero-extend")
            .applies("(concat ((_ zero_extend 2) a) b)")
            .declines("(concat ((_ sign_extend 2) a) b)")
            .declines("(concat a ((_ zero_extend 2) b))"),
    ]
}
