//! Hand-written queries with known answers: every operator has one that can hold and one that
//! cannot.
//!
//! A case is the assertions of a script; the variables are declared for all of them:
//!
//! | names | sort |
//! |---|---|
//! | `p q` | Bool |
//! | `r s` | RoundingMode |
//! | `k`, `i j`, `u v`, `a b c`, `w` | bit-vectors of 1, 2, 4, 8 and 64 bits |
//! | `f g h`, `o`, `t` | floats (3,4), half precision, bfloat16 |
//! | `x y z`, `d e`, `l` | single, double, x87's double-extended precision |
//! | `m n`, `mem` | arrays of 2 bits to 4 bits, 64 bits to 8 bits |
//! | `ra rb` | reals |
//!
//! Small cases are checked by enumeration, and `cargo xtask fuzz solver` asks other solvers about
//! all of them.

mod array;
mod bit_vector;
mod convert;
mod core;
mod float;
mod libm;
mod open;
mod real;

use ulpwise_expr::{Term, TermStore};
use ulpwise_smtlib::{Command, read_script};

const DECLARATIONS: &str = "
(declare-const p Bool) (declare-const q Bool) (declare-const r RoundingMode) (declare-const s RoundingMode)
(declare-const k (_ BitVec 1)) (declare-const i (_ BitVec 2)) (declare-const j (_ BitVec 2))
(declare-const u (_ BitVec 4)) (declare-const v (_ BitVec 4)) (declare-const a (_ BitVec 8))
(declare-const b (_ BitVec 8)) (declare-const c (_ BitVec 8)) (declare-const w (_ BitVec 64))
(declare-const f (_ FloatingPoint 3 4)) (declare-const g (_ FloatingPoint 3 4)) (declare-const h (_ FloatingPoint 3 4))
(declare-const o Float16) (declare-const t (_ FloatingPoint 8 8)) (declare-const x Float32)
(declare-const y Float32) (declare-const z Float32) (declare-const d Float64) (declare-const e Float64)
(declare-const l (_ FloatingPoint 15 64)) (declare-const m (Array (_ BitVec 2) (_ BitVec 4)))
(declare-const n (Array (_ BitVec 2) (_ BitVec 4))) (declare-const mem (Array (_ BitVec 64) (_ BitVec 8)))
(declare-const ra Real) (declare-const rb Real)
";

/// A query with its answer.
#[derive(Clone, Copy, Debug)]
pub struct ConformanceCase {
    /// The terms to assert, in SMT-LIB.
    pub text: &'static str,
    /// The answer.
    pub is_sat: bool,
}

const fn sat(text: &'static str) -> ConformanceCase {
    ConformanceCase { text, is_sat: true }
}

const fn unsat(text: &'static str) -> ConformanceCase {
    ConformanceCase { text, is_sat: false }
}

/// All cases.
pub fn all_cases() -> impl Iterator<Item = ConformanceCase> {
    let families = [
        core::CASES,
        bit_vector::CASES,
        float::CASES,
        convert::CASES,
        open::CASES,
        array::CASES,
        real::CASES,
        libm::CASES,
    ];
    families.into_iter().flatten().copied()
}

impl ConformanceCase {
    /// Builds the assertions in a store.
    ///
    /// # Panics
    /// If the text is none.
    pub fn read(&self, store: &mut TermStore) -> Vec<Term> {
        let script = format!("{DECLARATIONS}(assert (and true {}))", self.text);
        let commands = read_script(store, script.as_bytes());
        let commands = commands.unwrap_or_else(|error| panic!("{}: {error}", self.text));
        let asserted = commands.iter().find_map(|command| match command {
            Command::Assert { term, .. } => Some(*term),
            _ => None,
        });
        let root = asserted.expect("the script asserts a term");
        let is_conjunction = store.op(root) == ulpwise_expr::Op::And;
        if is_conjunction { store.children(root).to_vec() } else { vec![root] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::queries::{Decision, decide};
    use std::collections::BTreeSet;
    use ulpwise_expr::OpKind;

    #[test]
    fn every_operator_has_a_case_that_can_hold_and_one_that_cannot() {
        let mut met: BTreeSet<(OpKind, bool)> = BTreeSet::new();
        for case in all_cases() {
            let mut store = TermStore::without_rewrites();
            let assertions = case.read(&mut store);
            let order = store.topological_order(&assertions);
            met.extend(order.iter().map(|&term| (store.kind(term), case.is_sat)));
        }
        let all = OpKind::ALL.iter().flat_map(|&kind| [(kind, true), (kind, false)]);
        let missing: Vec<(OpKind, bool)> = all.filter(|entry| !met.contains(entry)).collect();
        assert_eq!(missing, []);
    }

    #[test]
    fn small_cases_are_as_enumeration_has_it() {
        let (mut decided, mut wrong) = (0, Vec::new());
        for case in all_cases() {
            let mut store = TermStore::without_rewrites();
            let assertions = case.read(&mut store);
            let is_sat = match decide(&store, &assertions, 70_000) {
                Decision::Sat(_) => true,
                Decision::Unsat => false,
                Decision::TooMany => continue,
            };
            decided += 1;
            if is_sat != case.is_sat {
                wrong.push(case.text);
            }
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
        assert!(decided > 100, "only {decided} cases are small");
    }
}
