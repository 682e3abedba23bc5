//! Goals: the terms that are to hold, as a list without conjunctions.

use std::collections::HashSet;
use ulpwise_expr::{OpKind, Term, TermStore};

/// The conjuncts of some terms, ascending, each once, those that are true left out; `None` if one
/// is false. Negated disjunctions are conjunctions too. Each term is looked at once: conjunctions
/// share parts, and may be exponentially large without that.
pub(super) fn flatten(store: &mut TermStore, goals: &[Term]) -> Option<Vec<Term>> {
    let mut found = Vec::new();
    let mut open = goals.to_vec();
    let mut seen = HashSet::new();
    while let Some(goal) = open.pop() {
        if !seen.insert(goal) {
            continue;
        }
        match (store.bool_constant(goal), store.kind(goal)) {
            (Some(true), _) => {}
            (Some(false), _) => return None,
            (None, OpKind::And) => open.extend_from_slice(store.children(goal)),
            (None, OpKind::Not) => {
                let operand = store.child(goal, 0);
                match (store.bool_constant(operand), store.kind(operand)) {
                    (Some(false), _) => {}
                    (Some(true), _) => return None,
                    (None, OpKind::Not) => open.push(store.child(operand, 0)),
                    (None, OpKind::Or) => {
                        for disjunct in store.children(operand).to_vec() {
                            open.push(store.not(disjunct));
                        }
                    }
                    (None, _) => found.push(goal),
                }
            }
            (None, OpKind::Or) if store.children(goal).is_empty() => return None,
            (None, OpKind::Or) if store.children(goal).len() == 1 => open.push(store.child(goal, 0)),
            (None, _) => found.push(goal),
        }
    }
    found.sort_unstable();
    Some(found)
}

/// The term that a goal is about, and whether it has to be true.
pub(super) fn literal(store: &TermStore, goal: Term) -> (Term, bool) {
    if store.kind(goal) == OpKind::Not { (store.child(goal, 0), false) } else { (goal, true) }
}
