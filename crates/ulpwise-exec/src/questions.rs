//! What the executor asks a solver: whether a path can go on under a condition.

use crate::state::State;
use crate::terms::Terms;
use std::sync::Arc;
use std::time::Duration;
use ulpwise_base::Budget;
use ulpwise_expr::{Model, Term, Value, evaluate};
use ulpwise_solver::{Libm, Query, Solver, Verdict};

/// Which ways a condition leaves open.
#[derive(Debug)]
pub(crate) struct Split<'p> {
    /// The path on which it holds.
    pub(crate) holds: Option<State<'p>>,
    /// The path on which it does not.
    pub(crate) fails: Option<State<'p>>,
}

/// A solver, and what it was asked.
pub(crate) struct Questions<'s> {
    solver: &'s mut dyn Solver,
    libm: &'s Libm<'s>,
    budget: Budget,
    /// How long one question may take.
    limit: Duration,
    /// How many times the solver was asked.
    pub(crate) asked: u64,
    /// Why it did not know, each reason once.
    pub(crate) unknown: Vec<String>,
}

impl<'s> Questions<'s> {
    pub(crate) fn new(
        solver: &'s mut dyn Solver,
        libm: &'s Libm<'s>,
        budget: Budget,
        limit: Duration,
    ) -> Questions<'s> {
        Questions { solver, libm, budget, limit, asked: 0, unknown: Vec::new() }
    }

    /// Follows a condition both ways, as far as the path can go there.
    pub(crate) fn split<'p>(
        &mut self,
        terms: &mut Terms,
        mut state: State<'p>,
        condition: Term,
    ) -> Split<'p> {
        match terms.store.bool_constant(condition) {
            Some(true) => return Split { holds: Some(state), fails: None },
            Some(false) => return Split { holds: None, fails: Some(state) },
            None => {}
        }
        let opposite = terms.store.not(condition);
        // The path's own model takes one of the ways, as far as that can be evaluated.
        let way = match self.holds(terms, condition, &mut state) {
            Some(way) => way,
            None => match self.model_with(terms, &state, condition) {
                Some(model) => {
                    state.model = model;
                    true
                }
                None => match self.model_with(terms, &state, opposite) {
                    Some(model) => {
                        state.model = model;
                        false
                    }
                    None => return Split { holds: None, fails: None },
                },
            },
        };
        let (own, other) = if way { (condition, opposite) } else { (opposite, condition) };
        let elsewhere = self.model_with(terms, &state, other).map(|model| {
            let mut forked = state.fork();
            forked.model = model;
            forked.assume(other);
            forked
        });
        if elsewhere.is_some() {
            state.assume(own);
        }
        if way {
            Split { holds: Some(state), fails: elsewhere }
        } else {
            Split { holds: elsewhere, fails: Some(state) }
        }
    }

    /// The path on which a condition holds; the other way is not of interest.
    pub(crate) fn only_if<'p>(
        &mut self,
        terms: &mut Terms,
        mut state: State<'p>,
        condition: Term,
    ) -> Option<State<'p>> {
        if let Some(known) = terms.store.bool_constant(condition) {
            return known.then_some(state);
        }
        if self.holds(terms, condition, &mut state) != Some(true) {
            state.model = self.model_with(terms, &state, condition)?;
        }
        state.assume(condition);
        Some(state)
    }

    /// Whether a condition holds in every case that takes the path; `false` also if the solver does not know.
    pub(crate) fn always(&mut self, terms: &mut Terms, state: &mut State<'_>, condition: Term) -> bool {
        if let Some(known) = terms.store.bool_constant(condition) {
            return known;
        }
        if self.holds(terms, condition, state) == Some(false) {
            return false;
        }
        let opposite = terms.store.not(condition);
        matches!(self.ask(terms, state, opposite), Verdict::Unsat)
    }

    /// The value of a term in the path's model; `None` if it cannot be evaluated. Variables that the model does not know yet, for no
    /// condition is about them, get a value in it.
    pub(crate) fn value(&self, terms: &Terms, state: &mut State<'_>, term: Term) -> Option<Value> {
        let variables = terms.store.free_variables(&[term]);
        if variables.iter().any(|&variable| state.model.get(variable).is_none()) {
            Arc::make_mut(&mut state.model).complete(&terms.store, &variables);
        }
        let libm = |function, mode, arguments: &_| (self.libm)(function, mode, arguments);
        evaluate(&terms.store, term, &state.model.with_libm(&libm)).ok()
    }

    fn holds(&self, terms: &Terms, condition: Term, state: &mut State<'_>) -> Option<bool> {
        match self.value(terms, state, condition)? {
            Value::Bool(holds) => Some(holds),
            _ => None,
        }
    }

    fn model_with(&mut self, terms: &mut Terms, state: &State<'_>, condition: Term) -> Option<Arc<Model>> {
        match self.ask(terms, state, condition) {
            Verdict::Sat(mut model) => {
                let all: Vec<Term> = state.conditions.iter().copied().chain([condition]).collect();
                let variables = terms.store.free_variables(&all);
                model.complete(&terms.store, &variables);
                Some(Arc::new(model))
            }
            Verdict::Unsat => None,
            Verdict::Unknown(reason) => {
                let reason = format!("the solver does not know whether a path can be taken: {reason}");
                if !self.unknown.contains(&reason) {
                    self.unknown.push(reason);
                }
                None
            }
        }
    }

    fn ask(&mut self, terms: &mut Terms, state: &State<'_>, condition: Term) -> Verdict {
        self.asked += 1;
        let all: Vec<Term> = state.conditions.iter().copied().chain([condition]).collect();
        let query = Query::new(&all).with_libm(self.libm);
        self.solver.check(&mut terms.store, &query, &self.budget.part(self.limit))
    }
}
