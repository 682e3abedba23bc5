//! An engine behind preprocessing that keeps what it learnt along a growing list of assertions.
//!
//! A query that has little to do with the one before is preprocessed as a whole and decided by an
//! engine of its own. From the second query on that repeats most of the assertions before it, as
//! one path of a program asks them, assertions are simplified one by one (see `path`), and one
//! engine is kept: it sees the same terms again, and a few more. A model that was found is tried on
//! the next query first: of a branch and its negation it satisfies one.

use super::path::Path;
use super::reconstruction::Reconstruction;
use super::wrapper::{Preprocessed, restricted};
use crate::confirm::confirmed;
use crate::query::Query;
use crate::solver::Solver;
use crate::verdict::{Reason, Verdict};
use std::collections::VecDeque;
use ulpwise_base::Budget;
use ulpwise_expr::{Model, TermStore};

/// How many models are kept to be tried.
const MODELS: usize = 3;

/// An engine behind preprocessing, for queries that follow one another.
pub struct Growing<S> {
    make_for_one: Box<dyn Fn() -> S + Send>,
    make_for_many: Box<dyn Fn() -> S + Send>,
    name: String,
    path: Path,
    /// The engine for queries along the path, once there was one.
    kept: Option<S>,
    /// Models of earlier queries, the latest last.
    models: VecDeque<Model>,
    alone: u64,
    along: u64,
    answered_by_models: u64,
    statistics_of_last: Vec<(&'static str, u64)>,
}

impl<S> std::fmt::Debug for Growing<S> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Growing({}, {} queries alone, {} along a path)", self.name, self.alone, self.along)
    }
}

impl<S: Solver> Growing<S> {
    /// Makes engines for a single query each by the first function, and the one for queries along a
    /// path by the second.
    pub fn new(
        make_for_one: impl Fn() -> S + Send + 'static,
        make_for_many: impl Fn() -> S + Send + 'static,
    ) -> Growing<S> {
        Growing {
            name: make_for_one().name().to_owned(),
            make_for_one: Box::new(make_for_one),
            make_for_many: Box::new(make_for_many),
            path: Path::default(),
            kept: None,
            models: VecDeque::new(),
            alone: 0,
            along: 0,
            answered_by_models: 0,
            statistics_of_last: Vec::new(),
        }
    }

    /// Whether a query goes on where the last one was: at least half of its assertions are those
    /// from the last one's first on.
    fn goes_on(&self, query: &Query<'_>) -> bool {
        let common = self.path.common_prefix(query.assertions());
        common > 0 && 2 * common >= query.assertions().len()
    }

    fn check_alone(&mut self, store: &mut TermStore, query: &Query<'_>, budget: &Budget) -> Verdict {
        self.alone += 1;
        let mut engine = Preprocessed::new((self.make_for_one)());
        let verdict = engine.check(store, query, budget);
        self.statistics_of_last = engine.statistics();
        verdict
    }

    fn check_along(&mut self, store: &mut TermStore, query: &Query<'_>, budget: &Budget) -> Verdict {
        self.along += 1;
        for model in self.models.iter().rev() {
            let tried = confirmed(&self.name, store, query, Verdict::Sat(model.clone()));
            if tried.is_decided() {
                self.answered_by_models += 1;
                return tried;
            }
        }
        let goals = self.path.goals();
        if goals.iter().any(|&goal| store.bool_constant(goal) == Some(false)) {
            return Verdict::Unsat;
        }
        let engine = self.kept.get_or_insert_with(&self.make_for_many);
        let verdict = engine.check(store, &query.asking(&goals), budget);
        let mut model = match verdict {
            Verdict::Sat(model) => model,
            // What one assertion at a time leaves may go when all of them are looked at.
            Verdict::Unknown(Reason::Unsupported(_)) => return self.check_alone(store, query, budget),
            Verdict::Unsat | Verdict::Unknown(_) => return verdict,
        };
        let mut reconstruction = Reconstruction::new();
        reconstruction.define(self.path.definitions());
        match reconstruction.extend(store, &mut model, query.libm()) {
            Ok(()) => {
                let model = restricted(&model, &store.free_variables(query.assertions()));
                confirmed(&self.name, store, query, Verdict::Sat(model))
            }
            Err(error) => {
                Verdict::Unknown(Reason::Incomplete(format!("the model cannot be completed: {error}")))
            }
        }
    }
}

impl<S: Solver> Solver for Growing<S> {
    fn name(&self) -> &str {
        &self.name
    }

    fn check(&mut self, store: &mut TermStore, query: &Query<'_>, budget: &Budget) -> Verdict {
        let goes_on = self.goes_on(query);
        if let Err(exhausted) = self.path.set(store, query.assertions(), budget) {
            return exhausted.into();
        }
        let verdict = if goes_on {
            self.check_along(store, query, budget)
        } else {
            self.check_alone(store, query, budget)
        };
        if let Verdict::Sat(model) = &verdict
            && !self.models.contains(model)
        {
            self.models.push_back(model.clone());
            if self.models.len() > MODELS {
                self.models.pop_front();
            }
        }
        verdict
    }

    fn statistics(&self) -> Vec<(&'static str, u64)> {
        let mut numbers = vec![
            ("queries-alone", self.alone),
            ("queries-along-a-path", self.along),
            ("answered-by-earlier-models", self.answered_by_models),
        ];
        numbers.extend(match &self.kept {
            Some(engine) => engine.statistics(),
            None => self.statistics_of_last.clone(),
        });
        numbers
    }
}
