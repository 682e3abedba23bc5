//! Rules for negation, conjunction and disjunction.
//!
//! The two connectives are dual, and most rules serve both: the *neutral* value of `and` is true,
//! that of `or` false, and the opposite value decides.

use super::{Application, Rule};
use crate::op::{Op, OpKind};
use crate::store::{Term, TermStore};

const AND_OR: &[OpKind] = &[OpKind::And, OpKind::Or];

pub(super) const RULES: &[Rule] = &[
    Rule { name: "bool-not-not", law: "(not (not a)) = a", kinds: &[OpKind::Not], rewrite: not_not },
    Rule {
        name: "bool-de-morgan",
        law: "(not (or (not a) (not b) ...)) = (and a b ...), and with and, or exchanged",
        kinds: &[OpKind::Not],
        rewrite: de_morgan,
    },
    Rule {
        name: "bool-unit",
        law: "(and a true) = a, (and a false) = false, (and a) = a, (and) = true; dually or",
        kinds: AND_OR,
        rewrite: unit,
    },
    Rule {
        name: "bool-flatten",
        law: "(and a (and b c)) = (and a b c), for up to 32 conjuncts; dually or",
        kinds: AND_OR,
        rewrite: flatten,
    },
    Rule { name: "bool-order", law: "(and b a a) = (and a b); dually or", kinds: AND_OR, rewrite: order },
    Rule {
        name: "bool-complement",
        law: "(and a (not a)) = false; dually or",
        kinds: AND_OR,
        rewrite: complement,
    },
    Rule { name: "bool-absorb", law: "(and a (or a b)) = a; dually or", kinds: AND_OR, rewrite: absorb },
    Rule {
        name: "bool-resolve",
        law: "(and a (or (not a) b)) = (and a b); dually or",
        kinds: AND_OR,
        rewrite: resolve,
    },
];

/// Conjunctions are flattened up to this size, so that a long chain of additions to one does not
/// take quadratic memory.
const MAX_FLATTENED: usize = 32;

/// The value that does not matter among the operands.
fn neutral(op: Op) -> bool {
    op == Op::And
}

fn dual(op: Op) -> Op {
    if op == Op::And { Op::Or } else { Op::And }
}

fn not_not(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [operand] = application.operands();
    store.operand(operand, OpKind::Not)
}

fn de_morgan(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [operand] = application.operands();
    let op = store.op(operand);
    if !matches!(op, Op::And | Op::Or) {
        return None;
    }
    let children = store.children(operand).iter();
    let positive: Option<Vec<Term>> = children.map(|&child| store.operand(child, OpKind::Not)).collect();
    positive.map(|positive| store.application(dual(op), &positive))
}

fn unit(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let neutral = neutral(application.op);
    let constants = || application.children.iter().filter_map(|&child| store.bool_constant(child));
    if constants().any(|value| value != neutral) {
        return Some(store.bool(!neutral));
    }
    if constants().next().is_none() && application.children.len() > 1 {
        return None;
    }
    let kept = application.children.iter().copied().filter(|&child| store.bool_constant(child).is_none());
    let kept: Vec<Term> = kept.collect();
    Some(match *kept {
        [] => store.bool(neutral),
        [only] => only,
        _ => store.application(application.op, &kept),
    })
}

fn flatten(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let kind = application.op.kind();
    let is_nested = |&child: &Term| store.kind(child) == kind;
    if !application.children.iter().any(is_nested) {
        return None;
    }
    let mut flat = Vec::new();
    for &child in application.children {
        if is_nested(&child) {
            flat.extend_from_slice(store.children(child));
        } else {
            flat.push(child);
        }
    }
    (flat.len() <= MAX_FLATTENED).then(|| store.application(application.op, &flat))
}

fn order(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    if application.children.windows(2).all(|pair| pair[0] < pair[1]) {
        return None;
    }
    let mut ordered = application.children.to_vec();
    ordered.sort_unstable();
    ordered.dedup();
    Some(store.application(application.op, &ordered))
}

/// Whether `term` is among the operands, which [`order`] has put in order.
fn contains(application: &Application<'_>, term: Term) -> bool {
    application.children.binary_search(&term).is_ok()
}

fn complement(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let negated = application.children.iter().filter_map(|&child| store.operand(child, OpKind::Not));
    let clash = negated.into_iter().any(|operand| contains(application, operand));
    clash.then(|| store.bool(!neutral(application.op)))
}

fn absorb(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let dual = dual(application.op).kind();
    let is_absorbed = |&child: &Term| {
        store.kind(child) == dual && store.children(child).iter().any(|&inner| contains(application, inner))
    };
    if !application.children.iter().any(is_absorbed) {
        return None;
    }
    let kept: Vec<Term> = application.children.iter().copied().filter(|child| !is_absorbed(child)).collect();
    Some(store.application(application.op, &kept))
}

fn resolve(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let dual = dual(application.op);
    let negated = application.children.iter().filter_map(|&child| store.operand(child, OpKind::Not));
    let mut negated: Vec<Term> = negated.collect();
    negated.sort_unstable();
    let mut changed = false;
    let mut kept = Vec::with_capacity(application.children.len());
    for &child in application.children {
        let inner = if store.kind(child) == dual.kind() { store.children(child) } else { &[] };
        let is_refuted = |&inner: &Term| match store.operand(inner, OpKind::Not) {
            Some(operand) => contains(application, operand),
            None => negated.binary_search(&inner).is_ok(),
        };
        if inner.iter().any(is_refuted) {
            let left: Vec<Term> = inner.iter().copied().filter(|inner| !is_refuted(inner)).collect();
            kept.push(store.application(dual, &left));
            changed = true;
        } else {
            kept.push(child);
        }
    }
    changed.then(|| store.application(application.op, &kept))
}
