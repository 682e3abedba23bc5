//! Proofs of the rules for connectives.

use super::Proof;
use super::proof::check_all;

#[test]
fn proofs_hold() {
    check_all(proofs());
}

pub(super) fn proofs() -> Vec<Proof> {
    vec![
        Proof::for_rule("bool-not-not").applies("(not (not p))").declines("(not p)"),
        Proof::for_rule("bool-de-morgan")
            .applies("(not (or (not p) (not q) (not o)))")
            .applies("(not (and (not p) (not q)))")
            .declines("(not (or (not p) q))")
            .declines("(not (not p))"),
        Proof::for_rule("bool-unit")
            .applies("(and p true)")
            .applies("(or p true)")
            .applies("(or p false q)")
            .applies("(and false p)")
            .applies("(and)")
            .applies("(or)")
            .applies("(or p)")
            .declines("(and p q)"),
        Proof::for_rule("bool-flatten")
            .applies("(and p (and q o))")
            .applies("(or (or p q) (or (not p) o))")
            .declines("(and p (or q o))")
            .declines_term(|toy| {
                let many = (0..32).map(|bit| toy.term(&format!("(= a:{} #0:{})", bit + 1, bit + 1)));
                let many: Vec<_> = many.collect();
                let (inner, p) = (toy.store.and(&many), toy.term("p"));
                toy.store.and(&[inner, p])
            }),
        Proof::for_rule("bool-order")
            .applies("(and (not p) p)")
            .applies("(or (not q) q p (not q))")
            .applies("(and p p)")
            .declines("(and p q)"),
        Proof::for_rule("bool-complement")
            .applies("(and p q (not p))")
            .applies("(or p (not p))")
            .declines("(and p (not q))"),
        Proof::for_rule("bool-absorb")
            .applies("(and p q (or p o))")
            .applies("(or p (and q p))")
            .declines("(and p (or q o))")
            .declines("(and p (and p q))"),
        Proof::for_rule("bool-resolve")
            .applies("(and p (or (not p) q o))")
            .applies("(or (not p) (and p q))")
            .applies("(and p (or (not p)))")
            .declines("(and p (or (not q) o))")
            .declines("(and p (or p o))"),
    ]
}
