//! Substitution of terms for terms.

use crate::store::{Term, TermPositions, TermStore};
use std::collections::BTreeMap;

/// Which terms to replace, by which terms of the same sort.
#[derive(Clone, Default, Debug)]
pub struct Substitution {
    replacements: BTreeMap<Term, Term>,
}

impl Substitution {
    /// The substitution that changes nothing.
    pub fn new() -> Substitution {
        Substitution::default()
    }

    /// Has `term`, a variable or any other, replaced by `replacement`.
    ///
    /// # Panics
    /// If their sorts differ.
    #[track_caller]
    pub fn replace(&mut self, store: &TermStore, term: Term, replacement: Term) {
        let (from, to) = (store.sort(term), store.sort(replacement));
        assert_eq!(from, to, "a term can only be replaced by one of its sort");
        self.replacements.insert(term, replacement);
    }

    /// Whether nothing is replaced.
    pub fn is_empty(&self) -> bool {
        self.replacements.is_empty()
    }
}

impl TermStore {
    /// The terms with all replacements made at once: what is put in is not searched for terms to
    /// replace. Every term above a replaced one is built anew, and thereby folded and rewritten.
    pub fn substitute(&mut self, roots: &[Term], substitution: &Substitution) -> Vec<Term> {
        let order = self.topological_order(roots);
        let positions = TermPositions::new(&order);
        let mut results: Vec<Term> = Vec::with_capacity(order.len());
        let mut children = Vec::new();
        for &term in &order {
            let result = if let Some(&replacement) = substitution.replacements.get(&term) {
                replacement
            } else {
                children.clear();
                children.extend(
                    self.children(term).iter().map(|&child| results[positions.position(child) as usize]),
                );
                if children == self.children(term) {
                    term
                } else {
                    self.application(self.op(term), &children)
                }
            };
            results.push(result);
        }
        roots.iter().map(|&root| results[positions.position(root) as usize]).collect()
    }
}
