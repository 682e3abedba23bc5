//! Proofs of the rules for real arithmetic.

use super::Proof;
use super::proof::check_all;

#[test]
fn proofs_hold() {
    check_all(proofs());
}

pub(super) fn proofs() -> Vec<Proof> {
    vec![
        Proof::for_rule("real-neg-neg").applies("(- (- t))").declines("(- t)"),
        Proof::for_rule("real-order")
            .applies("(+ 1 t)")
            .applies("(* (- t) t)")
            .declines("(+ t 1)")
            .declines("(* t u)"),
        Proof::for_rule("real-constants-together")
            .applies("(+ (+ t 1/2) 3)")
            .applies("(* (* t 1/2) 3)")
            .declines("(+ (* t 1/2) 3)")
            .declines("(+ (+ t u) 3)"),
        Proof::for_rule("real-add-zero").applies("(+ t 0)").declines("(+ t 1)").declines("(+ t u)"),
        Proof::for_rule("real-add-negation")
            .applies("(+ t (- t))")
            .applies("(+ (- t) t)")
            .declines("(+ t (- u))"),
        Proof::for_rule("real-mul-constant")
            .applies("(* t 0)")
            .applies("(* t 1)")
            .applies("(* t -1)")
            .declines("(* t 2)")
            .declines("(* t u)"),
        Proof::for_rule("real-div-constant")
            .applies("(/ t 3)")
            .applies("(/ t -1/2)")
            .declines("(/ t 0)")
            .declines("(/ t u)"),
        Proof::for_rule("real-less-same").applies("(< t t)").declines("(< t u)"),
        Proof::for_rule("real-less-negations")
            .applies("(< (- t) (- u))")
            .applies("(< (- t) 1)")
            .applies("(< 1 (- t))")
            .declines("(< (- t) u)")
            .declines("(< t 1)"),
    ]
}
