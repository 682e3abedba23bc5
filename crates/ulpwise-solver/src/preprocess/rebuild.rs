//! Terms built anew from the bottom.

use ulpwise_base::{Budget, Exhausted};
use ulpwise_expr::{Term, TermStore};

/// How many terms are built between two looks at the budget.
const LOOK_EVERY: usize = 4096;

/// What the terms below some roots became.
pub(super) struct Rebuilt {
    order: Vec<Term>,
    results: Vec<Term>,
}

impl Rebuilt {
    /// What a term below the roots became.
    pub(super) fn term(&self, term: Term) -> Term {
        self.order.binary_search(&term).map_or(term, |position| self.results[position])
    }
}

/// Builds everything below the roots anew. `change` sees each term with its new children, children
/// first, and says what it becomes; `None` for the same operator on the new children.
pub(super) fn rebuild(
    store: &mut TermStore,
    roots: &[Term],
    budget: &Budget,
    mut change: impl FnMut(&mut TermStore, Term, &[Term]) -> Option<Term>,
) -> Result<Rebuilt, Exhausted> {
    let order = store.topological_order(roots);
    let mut rebuilt = Rebuilt { results: Vec::with_capacity(order.len()), order };
    let mut children = Vec::new();
    for position in 0..rebuilt.order.len() {
        if position.is_multiple_of(LOOK_EVERY) {
            budget.check(0)?;
        }
        let term = rebuilt.order[position];
        children.clear();
        children.extend(store.children(term).iter().map(|&child| rebuilt.term(child)));
        let result = match change(store, term, &children) {
            Some(result) => result,
            None if children == store.children(term) => term,
            None => store.application(store.op(term), &children),
        };
        rebuilt.results.push(result);
    }
    Ok(rebuilt)
}
