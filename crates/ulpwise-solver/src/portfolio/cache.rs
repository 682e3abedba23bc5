//! What earlier answers say about a query: an unsatisfiable set stays so with more assertions, a
//! model of more is a model of less, and the model of another query may happen to fit.

use crate::confirm::check_model;
use crate::query::Query;
use crate::verdict::Verdict;
use std::collections::{BTreeMap, VecDeque};
use ulpwise_expr::{Model, Term, TermStore};

/// How many answers of each kind are kept.
const KEPT: usize = 256;

/// How many of the latest models are tried on a new query.
const TRIED: usize = 8;

/// Answers to queries over one store, each a sorted list of assertions.
#[derive(Debug, Default)]
pub(crate) struct Cache {
    exact: BTreeMap<Vec<Term>, Option<Model>>,
    unsatisfiable: VecDeque<Vec<Term>>,
    models: VecDeque<Model>,
    pub(crate) hits: u64,
}

impl Cache {
    /// The answer that follows from earlier ones. A model is evaluated before it is returned.
    pub(crate) fn find(&mut self, store: &TermStore, query: &Query<'_>) -> Option<Verdict> {
        let verdict = self.look_up(store, query);
        self.hits += u64::from(verdict.is_some());
        verdict
    }

    fn look_up(&self, store: &TermStore, query: &Query<'_>) -> Option<Verdict> {
        let key = key(query.assertions());
        match self.exact.get(&key) {
            Some(None) => return Some(Verdict::Unsat),
            Some(Some(model)) => return fitting(store, query, model),
            None => {}
        }
        if self.unsatisfiable.iter().any(|less| is_subset(less, &key)) {
            return Some(Verdict::Unsat);
        }
        self.models.iter().take(TRIED).find_map(|model| fitting(store, query, model))
    }

    /// Keeps an answer.
    pub(crate) fn keep(&mut self, query: &Query<'_>, verdict: &Verdict) {
        let key = key(query.assertions());
        match verdict {
            Verdict::Sat(model) => {
                self.models.push_front(model.clone());
                self.models.truncate(KEPT);
                self.exact.insert(key, Some(model.clone()));
            }
            Verdict::Unsat => {
                self.unsatisfiable.push_front(key.clone());
                self.unsatisfiable.truncate(KEPT);
                self.exact.insert(key, None);
            }
            Verdict::Unknown(_) => return,
        }
        if self.exact.len() > KEPT {
            self.exact.pop_first();
        }
    }
}

fn key(assertions: &[Term]) -> Vec<Term> {
    let mut key = assertions.to_vec();
    key.sort_unstable();
    key.dedup();
    key
}

/// Whether all of the first sorted list is in the second.
fn is_subset(less: &[Term], more: &[Term]) -> bool {
    less.len() <= more.len() && less.iter().all(|term| more.binary_search(term).is_ok())
}

/// The model as an answer to the query, if it is one.
fn fitting(store: &TermStore, query: &Query<'_>, model: &Model) -> Option<Verdict> {
    let mut model = model.clone();
    check_model(store, query, &mut model).is_ok().then_some(Verdict::Sat(model))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ulpwise_expr::{Sort, Value};

    #[test]
    fn answers_carry_over_to_more_and_to_less() {
        let mut store = TermStore::new();
        let [a, b, c] = ["a", "b", "c"].map(|name| store.variable(name, Sort::Bool));
        let not_a = store.not(a);
        let mut cache = Cache::default();
        cache.keep(&Query::new(&[a, not_a]), &Verdict::Unsat);
        assert_eq!(cache.find(&store, &Query::new(&[b, not_a, a])), Some(Verdict::Unsat));
        assert_eq!(cache.find(&store, &Query::new(&[a])), None);
        let mut model = Model::new();
        model.set(a, Value::Bool(true));
        model.set(b, Value::Bool(true));
        cache.keep(&Query::new(&[a, b]), &Verdict::Sat(model));
        assert!(matches!(cache.find(&store, &Query::new(&[b])), Some(Verdict::Sat(_))));
        assert_eq!(cache.find(&store, &Query::new(&[c])), None, "a model that does not fit is no answer");
        assert_eq!(cache.hits, 2);
    }
}
