//! Equations substituted: many at once, none of which uses another one's variable.

use super::Pass;
use super::equations::{solutions, split};
use super::reconstruction::Reconstruction;
use std::collections::BTreeSet;
use ulpwise_base::{Budget, Exhausted};
use ulpwise_expr::{OpKind, Substitution, Term, TermStore};

/// One pass may look at this many terms for each one there is, so that equations with large common
/// terms stay cheap.
const EFFORT: usize = 16;

/// Substitutes what goals say about variables.
pub(super) fn pass(
    store: &mut TermStore,
    goals: &[Term],
    reconstruction: &mut Reconstruction,
    budget: &Budget,
) -> Result<Pass, Exhausted> {
    let parts = split_goals(store, goals);
    let goals = parts.as_deref().unwrap_or(goals);
    let mut batch = Batch::default();
    let mut effort = EFFORT * store.dag_size(goals) + 1000;
    let mut kept = Vec::new();
    for (number, &goal) in goals.iter().enumerate() {
        if number.is_multiple_of(1024) {
            budget.check(0)?;
        }
        let found = solutions(store, goal);
        let is_taken = found.into_iter().any(|(x, t)| batch.take(store, x, t, &mut effort));
        if !is_taken {
            kept.push(goal);
        }
    }
    if batch.definitions.is_empty() {
        return Ok(parts.map_or(Pass::Unchanged, Pass::Changed));
    }
    let mut substitution = Substitution::new();
    for &(variable, term) in &batch.definitions {
        substitution.replace(store, variable, term);
    }
    let changed = store.substitute(&kept, &substitution);
    reconstruction.define(batch.definitions);
    Ok(Pass::Changed(changed))
}

/// The goals with equations of concatenations in parts; `None` if there are none.
fn split_goals(store: &mut TermStore, goals: &[Term]) -> Option<Vec<Term>> {
    let mut changed = Vec::new();
    let mut is_changed = false;
    for &goal in goals {
        match split(store, goal) {
            // Without rewriting an extraction of a concatenation stays one, and splitting would go
            // on for ever.
            Some(parts) if !parts.iter().any(|&part| has_concat_side(store, part)) => {
                is_changed = true;
                changed.extend(parts);
            }
            _ => changed.push(goal),
        }
    }
    is_changed.then_some(changed)
}

fn has_concat_side(store: &TermStore, goal: Term) -> bool {
    let is_extract_of_concat = |term: Term| {
        store.kind(term) == OpKind::BvExtract && store.kind(store.child(term, 0)) == OpKind::BvConcat
    };
    store.kind(goal) == OpKind::Eq && store.children(goal).iter().any(|&side| is_extract_of_concat(side))
}

/// Definitions that can be substituted at once.
#[derive(Default)]
struct Batch {
    definitions: Vec<(Term, Term)>,
    /// The variables defined.
    defined: BTreeSet<Term>,
    /// The variables that definitions use.
    used: BTreeSet<Term>,
}

impl Batch {
    /// Adds `x = t` if that keeps definitions apart from each other.
    fn take(&mut self, store: &TermStore, x: Term, t: Term, effort: &mut usize) -> bool {
        if self.defined.contains(&x) || self.used.contains(&x) || *effort == 0 {
            return false;
        }
        let order = store.topological_order(&[t]);
        *effort = effort.saturating_sub(order.len());
        let variables = order.iter().copied().filter(|&term| store.kind(term) == OpKind::Variable);
        let variables: Vec<Term> = variables.collect();
        if variables.iter().any(|&variable| variable == x || self.defined.contains(&variable)) {
            return false;
        }
        self.used.extend(variables);
        self.defined.insert(x);
        self.definitions.push((x, t));
        true
    }
}
