//! Answers that portfolios over different stores share, as the threads of an exploration have them.
//!
//! Terms of different stores are compared by their form: operators and constants in the order in
//! which they are reached, variables by the order in which they come up. The whole form is the key,
//! not a hash of it, so that no answer is another question's. A model is evaluated before it is
//! returned, as every model is.

use crate::confirm::check_model;
use crate::query::Query;
use crate::verdict::Verdict;
use std::collections::HashMap;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use ulpwise_expr::{Model, OpKind, Term, TermStore, Value};

/// Parts of the table, each with a lock of its own.
const SHARDS: usize = 16;

/// How many answers a part keeps; then it begins anew.
const KEPT: usize = 1024;

/// Queries with more terms are not shared: there are few of them, and looking for them costs.
const MAX_TERMS: usize = 4096;

/// Answers to queries over any store.
#[derive(Debug, Default)]
pub struct SharedAnswers {
    shards: [Mutex<HashMap<Vec<u8>, SharedAnswer>>; SHARDS],
    hits: AtomicU64,
}

#[derive(Clone, Debug)]
enum SharedAnswer {
    Unsat,
    /// The values of the variables, in the order in which they come up.
    Sat(Vec<Value>),
}

/// A query by its form, and its variables in the order in which they come up there.
pub(super) struct CanonicalForm {
    key: Vec<u8>,
    variables: Vec<Term>,
}

impl SharedAnswers {
    /// How many questions others had answered.
    pub fn hits(&self) -> u64 {
        self.hits.load(Ordering::Relaxed)
    }

    fn shard(&self, key: &[u8]) -> MutexGuard<'_, HashMap<Vec<u8>, SharedAnswer>> {
        let mut hasher = DefaultHasher::new();
        key.hash(&mut hasher);
        let shard = &self.shards[hasher.finish() as usize % SHARDS];
        shard.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The answer that another portfolio found.
    pub(super) fn find(&self, store: &TermStore, query: &Query<'_>, form: &CanonicalForm) -> Option<Verdict> {
        let answer = self.shard(&form.key).get(&form.key).cloned()?;
        let verdict = match answer {
            SharedAnswer::Unsat => Verdict::Unsat,
            SharedAnswer::Sat(values) => {
                let mut model = Model::new();
                for (&variable, value) in form.variables.iter().zip(values) {
                    model.set(variable, value);
                }
                check_model(store, query, &mut model).ok()?;
                Verdict::Sat(model)
            }
        };
        self.hits.fetch_add(1, Ordering::Relaxed);
        Some(verdict)
    }

    /// Keeps an answer for others.
    pub(super) fn keep(&self, form: CanonicalForm, verdict: &Verdict) {
        let answer = match verdict {
            Verdict::Unsat => SharedAnswer::Unsat,
            // What a model chose where a value is left open is not a value of a variable.
            Verdict::Sat(model) if model.unspecified_cases().len() == 0 => {
                let values = form.variables.iter().map(|&variable| model.get(variable).cloned());
                match values.collect() {
                    Some(values) => SharedAnswer::Sat(values),
                    None => return,
                }
            }
            Verdict::Sat(_) | Verdict::Unknown(_) => return,
        };
        let mut shard = self.shard(&form.key);
        if shard.len() >= KEPT {
            shard.clear();
        }
        shard.insert(form.key, answer);
    }
}

impl CanonicalForm {
    /// The form of a query; `None` if it is too large.
    pub(super) fn new(store: &TermStore, assertions: &[Term]) -> Option<CanonicalForm> {
        // In which order assertions stand depends on the store; that of their own forms does not.
        let mut ordered: Vec<(Vec<u8>, Term)> = Vec::new();
        let mut terms = 0;
        for &assertion in assertions {
            let own = CanonicalWriter::default().write(store, assertion, &mut terms)?;
            ordered.push((own.key, assertion));
        }
        ordered.sort();
        let mut writer = CanonicalWriter::default();
        let mut terms = 0;
        for (_, assertion) in ordered {
            writer = writer.write(store, assertion, &mut terms)?;
        }
        Some(CanonicalForm { key: writer.key, variables: writer.variables })
    }
}

/// Writes forms.
#[derive(Default)]
struct CanonicalWriter {
    key: Vec<u8>,
    numbers: HashMap<Term, u32>,
    variables: Vec<Term>,
}

/// Takes down all that is hashed.
struct Recorder<'w>(&'w mut Vec<u8>);

impl Hasher for Recorder<'_> {
    fn finish(&self) -> u64 {
        0
    }

    fn write(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }
}

impl CanonicalWriter {
    /// Adds a term, operands first.
    fn write(mut self, store: &TermStore, root: Term, count: &mut usize) -> Option<CanonicalWriter> {
        let mut open = vec![(root, 0)];
        while let Some((term, next)) = open.pop() {
            if self.numbers.contains_key(&term) {
                continue;
            }
            if let Some(&child) = store.children(term).get(next) {
                open.push((term, next + 1));
                open.push((child, 0));
                continue;
            }
            *count += 1;
            if *count > MAX_TERMS {
                return None;
            }
            self.describe(store, term);
            let number = self.numbers.len() as u32;
            self.numbers.insert(term, number);
        }
        let number = self.numbers[&root];
        number.hash(&mut Recorder(&mut self.key));
        Some(self)
    }

    fn describe(&mut self, store: &TermStore, term: Term) {
        let kind = store.kind(term);
        let mut recorder = Recorder(&mut self.key);
        kind.hash(&mut recorder);
        store.sort(term).hash(&mut recorder);
        match kind {
            OpKind::Variable => self.variables.push(term),
            OpKind::Constant => store.constant(term).hash(&mut recorder),
            _ => {
                store.op(term).hash(&mut recorder);
                let children = store.children(term);
                children.len().hash(&mut recorder);
                for child in children {
                    self.numbers[child].hash(&mut recorder);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ulpwise_expr::Sort;

    /// `x + y < c` and `y < x`, with these names.
    fn query(store: &mut TermStore, names: [&str; 2], bound: u64) -> (Vec<Term>, [Term; 2]) {
        let [x, y] = names.map(|name| store.variable(name, Sort::BitVec(8)));
        let bound = store.bv(8, bound);
        let sum = store.bv_add(x, y);
        (vec![store.bv_ult(sum, bound), store.bv_ult(y, x)], [x, y])
    }

    #[test]
    fn an_answer_is_found_from_another_store_under_other_names_and_in_another_order() {
        let answers = SharedAnswers::default();
        let mut store = TermStore::new();
        let (assertions, [x, y]) = query(&mut store, ["x", "y"], 9);
        let mut model = Model::new();
        model.set(x, Value::BitVec(ulpwise_expr::BitVector::from_u64(8, 5)));
        model.set(y, Value::BitVec(ulpwise_expr::BitVector::from_u64(8, 1)));
        let form = CanonicalForm::new(&store, &assertions).expect("it is small");
        answers.keep(form, &Verdict::Sat(model));

        let mut other = TermStore::new();
        other.variable("unrelated", Sort::Bool);
        let (mut assertions, [u, v]) = query(&mut other, ["u", "v"], 9);
        assertions.reverse();
        let form = CanonicalForm::new(&other, &assertions).expect("it is small");
        let found = answers.find(&other, &Query::new(&assertions), &form);
        let Some(Verdict::Sat(model)) = found else { panic!("{found:?}") };
        assert!(model.get(u).is_some() && model.get(v).is_some());
        assert_eq!(answers.hits(), 1);

        let (assertions, _) = query(&mut other, ["u", "v"], 10);
        let form = CanonicalForm::new(&other, &assertions).expect("it is small");
        assert!(answers.find(&other, &Query::new(&assertions), &form).is_none(), "another constant");
        let same = other.bv_ult(u, u);
        let different = other.bv_ult(u, v);
        let keys =
            [same, different].map(|term| CanonicalForm::new(&other, &[term]).expect("it is small").key);
        assert_ne!(keys[0], keys[1]);
    }
}
