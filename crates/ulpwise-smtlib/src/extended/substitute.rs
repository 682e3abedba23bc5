//! Substitution below nodes: what a function with parameters makes of its arguments.

use super::{Extension, NodeKind};
use ulpwise_expr::{Substitution, Term, TermStore};

impl Extension {
    /// The body of a function with terms in place of its parameters.
    pub(crate) fn substitute(
        &mut self,
        store: &mut TermStore,
        body: Term,
        replacements: &[(Term, Term)],
    ) -> Term {
        let mut changed: std::collections::BTreeMap<Term, Term> = replacements.iter().copied().collect();
        let mut substitution = Substitution::new();
        for &(from, to) in replacements {
            if store.sort(from) == store.sort(to) {
                substitution.replace(store, from, to);
            }
        }
        for node in self.reachable(store, &[body]) {
            let term = self.nodes[node].term;
            if changed.contains_key(&term) {
                continue;
            }
            let old = self.nodes[node].children.clone();
            let new: Vec<Term> = old
                .iter()
                .map(|child| match changed.get(child) {
                    Some(&to) => to,
                    None => store.substitute(&[*child], &substitution)[0],
                })
                .collect();
            if new == old {
                continue;
            }
            let (kind, sort) = (self.nodes[node].kind.clone(), self.nodes[node].sort.clone());
            let result = match kind {
                NodeKind::Equal => self.equal(store, new[0], new[1]),
                NodeKind::Ite => self.choice(store, new[0], new[1], new[2]),
                NodeKind::ForAll(bound) => self.for_all(store, &bound, new[0]),
                kind => self.apply(store, kind, new, sort),
            };
            changed.insert(term, result);
            substitution.replace(store, term, result);
        }
        match changed.get(&body) {
            Some(&result) => result,
            None => store.substitute(&[body], &substitution)[0],
        }
    }
}
