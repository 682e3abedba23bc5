//! Proofs of the rules for arrays.

use super::Proof;
use super::proof::check_all;

#[test]
fn proofs_hold() {
    check_all(proofs());
}

pub(super) fn proofs() -> Vec<Proof> {
    vec![
        Proof::for_rule("array-select-constant").applies("(select (const k) i)").declines("(select m i)"),
        Proof::for_rule("array-select-store")
            .applies("(select (store m i k) i)")
            .applies("(select (store m #0:1 k) #1:1)")
            .applies("(select (store (store m #0:1 k) #1:1 l) #0:1)")
            .applies("(select (store m i k) (bvadd i #1:1))")
            .applies("(select (store (store m j l) (bvadd i #1:1) k) i)")
            .declines("(select (store m i k) j)")
            .declines("(select (store m i k) #0:1)")
            .declines("(select (store m i k) (bvadd j #1:1))")
            .declines("(select m i)"),
        Proof::for_rule("array-store-store")
            .applies("(store (store m i k) i l)")
            .declines("(store (store m i k) j l)")
            .declines("(store m i k)"),
        Proof::for_rule("array-store-selected")
            .applies("(store m i (select m i))")
            .declines("(store m i (select m j))")
            .declines("(store (store m j k) i (select m i))"),
        Proof::for_rule("array-store-constant")
            .applies("(store (const k) i k)")
            .declines("(store (const k) i l)")
            .declines("(store m i k)"),
    ]
}
