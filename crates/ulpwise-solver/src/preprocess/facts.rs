//! What is asserted, used everywhere else.
//!
//! A goal, and what its comparison says about the same two operands, is replaced by its truth value
//! where it stands inside of another goal. This is no circle: a fact is replaced only inside of
//! goals that contain it, hence contain all that its own goal is made of. If facts of two goals
//! were used in each other, each would contain the other.

use super::Pass;
use super::goals::literal;
use super::rebuild::rebuild;
use std::collections::BTreeMap;
use ulpwise_base::{Budget, Exhausted};
use ulpwise_expr::{Op, OpKind, Term, TermStore};

/// Uses every goal in the others.
pub(super) fn pass(store: &mut TermStore, goals: &[Term], budget: &Budget) -> Result<Pass, Exhausted> {
    let mut facts: BTreeMap<Term, bool> = BTreeMap::new();
    for &goal in goals {
        let (atom, value) = literal(store, goal);
        if facts.insert(atom, value).is_some_and(|other| other != value) {
            return Ok(Pass::Changed(vec![store.bool(false)]));
        }
    }
    for &goal in goals {
        let (atom, value) = literal(store, goal);
        for (derived, truth) in consequences(store, atom, value) {
            match facts.get(&derived) {
                Some(&known) if known != truth => return Ok(Pass::Changed(vec![store.bool(false)])),
                Some(_) => {}
                None => {
                    facts.insert(derived, truth);
                }
            }
        }
    }
    let constants = [store.bool(false), store.bool(true)];
    let roots: Vec<Term> = goals.iter().map(|&goal| literal(store, goal).0).collect();
    let rebuilt = rebuild(store, &roots, budget, |store, term, children| {
        let old = store.children(term).to_vec();
        let children: Vec<Term> = old
            .iter()
            .zip(children)
            .map(|(child, &new)| facts.get(child).map_or(new, |&value| constants[usize::from(value)]))
            .collect();
        (children != old).then(|| store.application(store.op(term), &children))
    })?;
    let changed: Vec<Term> = goals
        .iter()
        .map(|&goal| {
            let (atom, value) = literal(store, goal);
            let new = rebuilt.term(atom);
            if value { new } else { store.not(new) }
        })
        .collect();
    Ok(if changed == goals { Pass::Unchanged } else { Pass::Changed(changed) })
}

/// Other comparisons of the same operands that a comparison decides.
pub(super) fn consequences(store: &mut TermStore, atom: Term, value: bool) -> Vec<(Term, bool)> {
    let (kind, op) = (store.kind(atom), store.op(atom));
    let &[a, b] = store.children(atom) else { return Vec::new() };
    let decided: &[(Op, bool, bool)] = match (kind, value) {
        // Operator, whether with exchanged operands, truth value.
        (OpKind::FpLt, true) => &[
            (Op::FpLt, true, false),
            (Op::FpLeq, true, false),
            (Op::FpLeq, false, true),
            (Op::FpEq, false, false),
            (Op::Eq, false, false),
        ],
        (OpKind::FpLeq, true) => &[(Op::FpLt, true, false)],
        (OpKind::FpLeq, false) => &[(Op::FpLt, false, false), (Op::FpEq, false, false)],
        (OpKind::FpEq, true) => &[
            (Op::FpLt, false, false),
            (Op::FpLt, true, false),
            (Op::FpLeq, false, true),
            (Op::FpLeq, true, true),
        ],
        (OpKind::BvUlt | OpKind::BvSlt, true) => &[(op, true, false), (Op::Eq, false, false)],
        _ => return Vec::new(),
    };
    let mut found = Vec::new();
    for &(op, is_exchanged, truth) in decided {
        let operands = if is_exchanged { [b, a] } else { [a, b] };
        let term = store.application(op, &operands);
        // What the builder made something else of may no longer contain both operands.
        let is_plain = store.op(term) == op && {
            let children = store.children(term);
            children == operands || (op.kind().is_commutative() && children == [operands[1], operands[0]])
        };
        if is_plain && a != b {
            found.push((term, truth));
        }
    }
    found
}
