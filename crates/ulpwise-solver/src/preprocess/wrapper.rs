//! An engine behind preprocessing.

use super::preprocess;
use crate::confirm::confirmed;
use crate::portfolio::EngineStatistics;
use crate::query::Query;
use crate::solver::Solver;
use crate::verdict::{Reason, Verdict};
use ulpwise_base::Budget;
use ulpwise_expr::{Model, Term, TermStore};

/// An engine that only sees what preprocessing leaves of a query.
#[derive(Clone, Debug)]
pub struct Preprocessed<S> {
    engine: S,
    queries: u64,
    decided: u64,
}

impl<S: Solver> Preprocessed<S> {
    /// The engine behind preprocessing.
    pub fn new(engine: S) -> Preprocessed<S> {
        Preprocessed { engine, queries: 0, decided: 0 }
    }
}

impl<S: Solver> Solver for Preprocessed<S> {
    fn name(&self) -> &str {
        self.engine.name()
    }

    fn check(&mut self, store: &mut TermStore, query: &Query<'_>, budget: &Budget) -> Verdict {
        self.queries += 1;
        let simplified = match preprocess(store, query.assertions(), budget) {
            Ok(simplified) => simplified,
            Err(exhausted) => return exhausted.into(),
        };
        let assertions = &simplified.assertions;
        let verdict = match assertions.as_slice() {
            [] => Verdict::Sat(Model::new()),
            [only] if store.bool_constant(*only) == Some(false) => Verdict::Unsat,
            _ => self.engine.check(store, &query.asking(assertions), budget),
        };
        self.decided += u64::from(assertions.iter().all(|&goal| store.is_constant(goal)));
        let Verdict::Sat(mut model) = verdict else { return verdict };
        match simplified.reconstruction.extend(store, &mut model, query.libm()) {
            Ok(()) => {
                let model = restricted(&model, &store.free_variables(query.assertions()));
                confirmed(self.name(), store, query, Verdict::Sat(model))
            }
            Err(error) => {
                Verdict::Unknown(Reason::Incomplete(format!("the model cannot be completed: {error}")))
            }
        }
    }

    fn engine_statistics(&self) -> Vec<(&str, EngineStatistics)> {
        self.engine.engine_statistics()
    }

    fn take_remarks(&mut self) -> Vec<String> {
        self.engine.take_remarks()
    }

    fn statistics(&self) -> Vec<(&'static str, u64)> {
        let mut numbers = vec![("preprocessed", self.queries), ("decided-by-preprocessing", self.decided)];
        numbers.extend(self.engine.statistics());
        numbers
    }
}

/// The model without variables that preprocessing made.
pub(super) fn restricted(model: &Model, variables: &[Term]) -> Model {
    let mut result = Model::new();
    for &variable in variables {
        if let Some(value) = model.get(variable) {
            result.set(variable, value.clone());
        }
    }
    for (case, value) in model.unspecified_cases() {
        result.set_unspecified(case.clone(), value.clone());
    }
    result
}
