//! What the executor asks a solver: whether a path can go on under a condition.
//!
//! A question that the solver does not answer within its limit loses nothing: the path goes on
//! *unverified*, with the condition added, and the driver puts it aside until everything else is
//! done. Then it is asked again, with a share of the time that is left.

use crate::decision::Decision;
use crate::path::Answers;
use crate::state::PathState;
use crate::terms::{Terms, to_u128};
use crate::tiny_domain::TinyDomains;
use crate::trail::Trail;
use std::sync::Arc;
use std::time::Duration;
use ulpwise_base::Budget;
use ulpwise_expr::{BitVector, Model, Sort, Term, Value, evaluate};
use ulpwise_solver::{Libm, Query, Reason, Solver, Verdict};

/// Which ways a condition leaves open.
#[derive(Debug)]
pub(crate) struct Split<'p> {
    /// The path on which it holds.
    pub(crate) holds: Option<PathState<'p>>,
    /// The path on which it does not.
    pub(crate) fails: Option<PathState<'p>>,
}

impl<'p> Split<'p> {
    /// One way is open.
    fn only(holds: bool, state: PathState<'p>) -> Split<'p> {
        Split::from_named(holds, Some(state), None)
    }

    /// The state of the way that is named, and that of the other.
    fn from_named(holds: bool, own: Option<PathState<'p>>, other: Option<PathState<'p>>) -> Split<'p> {
        if holds { Split { holds: own, fails: other } } else { Split { holds: other, fails: own } }
    }
}

/// A path that is still not verified, and why.
pub(crate) type Unverified<'p> = Box<(PathState<'p>, Reason)>;

/// What a solver says of a path under a condition.
pub(crate) enum QueryAnswer {
    /// Some inputs take it.
    Taken(Arc<Model>),
    /// None does.
    Closed,
    /// It did not say; why.
    Open(Reason),
}

/// A solver, and what it was asked.
pub(crate) struct Questions<'s> {
    solver: &'s mut dyn Solver,
    /// The solver that is asked first about paths that were put aside.
    resort: Option<&'s mut dyn Solver>,
    libm: &'s Libm<'s>,
    budget: Budget,
    /// How long one question may take.
    limit: Duration,
    /// The inputs that have a few values only.
    tiny: TinyDomains,
    /// How many times the solver was asked.
    pub(crate) asked: u64,
    /// What it said.
    pub(crate) answers: Answers,
}

impl<'s> Questions<'s> {
    pub(crate) fn new(
        solver: &'s mut dyn Solver,
        libm: &'s Libm<'s>,
        budget: Budget,
        limit: Duration,
    ) -> Questions<'s> {
        let (tiny, answers) = (TinyDomains::default(), Answers::default());
        Questions { solver, resort: None, libm, budget, limit, tiny, asked: 0, answers }
    }

    /// Names a solver that is asked first about paths that were put aside.
    pub(crate) fn set_resort(&mut self, solver: &'s mut dyn Solver) {
        self.resort = Some(solver);
    }

    /// Says how long one question may take from now on.
    pub(crate) fn set_limit(&mut self, limit: Duration) {
        self.limit = limit;
    }

    /// Follows a condition both ways, as far as the path can go there.
    pub(crate) fn split<'p>(
        &mut self,
        terms: &mut Terms,
        mut state: PathState<'p>,
        condition: Term,
    ) -> Split<'p> {
        if let Some(known) = terms.store.bool_constant(condition) {
            return Split::only(known, state);
        }
        let opposite = terms.store.not(condition);
        let way_of = |holds: bool| if holds { (condition, opposite) } else { (opposite, condition) };
        if let Some((holds, assumed)) = state.scripted_way() {
            state.decisions.push(Decision::Way { holds, assumed });
            if assumed {
                state.assume(way_of(holds).0);
            }
            return Split::only(holds, state);
        }
        // The path's own model takes one of the ways, as far as that can be evaluated.
        let Some(holds) = self.holds(terms, condition, &mut state) else {
            return self.split_unevaluated(terms, state, condition, opposite);
        };
        let (own, other) = way_of(holds);
        let elsewhere = self.fork_to(terms, &mut state, other, !holds);
        // A condition that follows from the others is none; but nothing follows from what may
        // contradict itself.
        let assumed = elsewhere.is_some() || !state.verified;
        state.decisions.push(Decision::Way { holds, assumed });
        if assumed {
            state.assume(own);
        }
        Split::from_named(holds, Some(state), elsewhere)
    }

    /// A copy of a path that goes the way on which a condition holds; `None` if no input takes it.
    fn fork_to<'p>(
        &mut self,
        terms: &mut Terms,
        state: &mut PathState<'p>,
        condition: Term,
        holds: bool,
    ) -> Option<PathState<'p>> {
        let answer = self.model_with(terms, state, condition);
        if matches!(answer, QueryAnswer::Closed) {
            return None;
        }
        let mut forked = state.fork();
        forked.take(answer);
        forked.decisions.push(Decision::Way { holds, assumed: true });
        forked.assume(condition);
        Some(forked)
    }

    /// Both ways of a condition that the path's own model says nothing about.
    fn split_unevaluated<'p>(
        &mut self,
        terms: &mut Terms,
        mut state: PathState<'p>,
        condition: Term,
        opposite: Term,
    ) -> Split<'p> {
        let holds = self.fork_to(terms, &mut state, condition, true);
        let fails = self.fork_to(terms, &mut state, opposite, false);
        Split { holds, fails }
    }

    /// The path on which a condition holds; the other way is not of interest.
    pub(crate) fn only_if<'p>(
        &mut self,
        terms: &mut Terms,
        mut state: PathState<'p>,
        condition: Term,
    ) -> Option<PathState<'p>> {
        if let Some(known) = terms.store.bool_constant(condition) {
            return known.then_some(state);
        }
        let scripted = state.script.as_ref().is_some_and(|script| !script.is_over());
        if !scripted && self.holds(terms, condition, &mut state) != Some(true) {
            let answer = self.model_with(terms, &state, condition);
            if matches!(answer, QueryAnswer::Closed) {
                return None;
            }
            state.take(answer);
        }
        state.assume(condition);
        Some(state)
    }

    /// Whether a condition holds in every case that takes the path; `false` also if the solver does
    /// not know.
    pub(crate) fn always(&mut self, terms: &mut Terms, state: &mut PathState<'_>, condition: Term) -> bool {
        if let Some(known) = terms.store.bool_constant(condition) {
            return known;
        }
        let always = match state.scripted_way() {
            Some((holds, _)) => holds,
            None if self.holds(terms, condition, state) == Some(false) => false,
            None => {
                let opposite = terms.store.not(condition);
                matches!(self.ask(terms, &state.conditions, opposite), Verdict::Unsat)
            }
        };
        state.decisions.push(Decision::Way { holds: always, assumed: false });
        always
    }

    /// Some value that a term of bits can have on the path, by which the path is steered; `None` if
    /// there is none that can be found.
    pub(crate) fn pick(&mut self, terms: &Terms, state: &mut PathState<'_>, term: Term) -> Option<Value> {
        let picked = match state.scripted_value() {
            Some(bits) => {
                let Sort::BitVec(width) = terms.store.sort(term) else { return None };
                BitVector::from_u128(width, bits)
            }
            None => match self.value(terms, state, term)? {
                Value::BitVec(bits) => bits,
                _ => return None,
            },
        };
        state.decisions.push(Decision::Value(to_u128(picked.unsigned())));
        Some(Value::BitVec(picked))
    }

    /// The value of a term in the path's model; `None` if it cannot be evaluated. Variables that
    /// the model does not know yet, for no condition is about them, get a value in it. A path must
    /// not be steered by it: see [`Questions::pick`].
    pub(crate) fn value(&self, terms: &Terms, state: &mut PathState<'_>, term: Term) -> Option<Value> {
        let variables = terms.store.free_variables(&[term]);
        if variables.iter().any(|&variable| state.model.get(variable).is_none()) {
            Arc::make_mut(&mut state.model).complete(&terms.store, &variables);
        }
        let libm = |function, mode, arguments: &_| (self.libm)(function, mode, arguments);
        evaluate(&terms.store, term, &state.model.with_libm(&libm)).ok()
    }

    /// Whether the model of a path satisfies all that the path assumes.
    pub(crate) fn is_satisfied(&self, terms: &Terms, state: &mut PathState<'_>) -> bool {
        let conditions = state.conditions.to_vec();
        conditions.into_iter().all(|condition| self.holds(terms, condition, state) == Some(true))
    }

    /// Asks whether an unverified path can be taken. It is verified then, or `None`; an error gives
    /// it back and says why that is unknown.
    pub(crate) fn verify<'p>(
        &mut self,
        terms: &mut Terms,
        mut state: PathState<'p>,
    ) -> Result<Option<PathState<'p>>, Unverified<'p>> {
        let truth = terms.store.bool(true);
        // What has withstood the solver once is likely to do so again: half of the time is another
        // solver's.
        if let Some(resort) = self.resort.take() {
            let limit = self.limit;
            self.limit = limit / 2;
            let usual = std::mem::replace(&mut self.solver, resort);
            let answer = self.model_with(terms, &state, truth);
            self.resort = Some(std::mem::replace(&mut self.solver, usual));
            match answer {
                QueryAnswer::Closed => return Ok(None),
                QueryAnswer::Open(_) => {}
                taken @ QueryAnswer::Taken(_) => {
                    state.take(taken);
                    return Ok(Some(state));
                }
            }
        }
        match self.model_with(terms, &state, truth) {
            QueryAnswer::Closed => Ok(None),
            QueryAnswer::Open(reason) => Err(Box::new((state, reason))),
            taken @ QueryAnswer::Taken(_) => {
                state.take(taken);
                Ok(Some(state))
            }
        }
    }

    /// Whether inputs of a path can meet a condition; the path stays as it is.
    pub(crate) fn aside(
        &mut self,
        terms: &mut Terms,
        state: &mut PathState<'_>,
        condition: Term,
        limit: Duration,
    ) -> QueryAnswer {
        if self.holds(terms, condition, state) == Some(true) {
            return QueryAnswer::Taken(Arc::clone(&state.model));
        }
        self.again(terms, &state.conditions, condition, limit)
    }

    /// Whether inputs that meet these conditions can meet one more.
    pub(crate) fn again(
        &mut self,
        terms: &mut Terms,
        conditions: &Trail<Term>,
        condition: Term,
        limit: Duration,
    ) -> QueryAnswer {
        let usual = std::mem::replace(&mut self.limit, limit);
        let answer = self.model_of(terms, conditions, condition);
        self.limit = usual;
        answer
    }

    fn holds(&self, terms: &Terms, condition: Term, state: &mut PathState<'_>) -> Option<bool> {
        match self.value(terms, state, condition)? {
            Value::Bool(holds) => Some(holds),
            _ => None,
        }
    }

    fn model_with(&mut self, terms: &mut Terms, state: &PathState<'_>, condition: Term) -> QueryAnswer {
        self.model_of(terms, &state.conditions, condition)
    }

    fn model_of(&mut self, terms: &mut Terms, conditions: &Trail<Term>, condition: Term) -> QueryAnswer {
        match self.ask(terms, conditions, condition) {
            Verdict::Sat(mut model) => {
                let mut all = conditions.to_vec();
                all.push(condition);
                let variables = terms.store.free_variables(&all);
                model.complete(&terms.store, &variables);
                QueryAnswer::Taken(Arc::new(model))
            }
            Verdict::Unsat => QueryAnswer::Closed,
            Verdict::Unknown(reason) => QueryAnswer::Open(reason),
        }
    }

    fn ask(&mut self, terms: &mut Terms, conditions: &Trail<Term>, condition: Term) -> Verdict {
        // Where a place in memory may be one of thousands, there are as many questions, each about
        // a long path.
        if let Err(exhausted) = self.budget.check(0) {
            return Verdict::Unknown(Reason::Exhausted(exhausted));
        }
        self.asked += 1;
        let mut all = conditions.to_vec();
        all.push(condition);
        let verdict = match self.tiny.decide(terms, &all, self.libm, None, &self.budget) {
            Some(verdict) => verdict,
            None => self.ask_solver(terms, &all),
        };
        match verdict {
            Verdict::Sat(_) => self.answers.sat += 1,
            Verdict::Unsat => self.answers.unsat += 1,
            Verdict::Unknown(_) => self.answers.unknown += 1,
        }
        verdict
    }

    /// Asks the solver, and tries all inputs where it does not know and these are few.
    fn ask_solver(&mut self, terms: &mut Terms, all: &[Term]) -> Verdict {
        let query = Query::new(all).with_libm(self.libm);
        let verdict = self.solver.check(&mut terms.store, &query, &self.budget.part(self.limit));
        match verdict {
            Verdict::Unknown(_) => {
                let tried = self.tiny.decide(terms, all, self.libm, Some(&mut *self.solver), &self.budget);
                tried.unwrap_or(verdict)
            }
            decided => decided,
        }
    }
}

impl PathState<'_> {
    /// Takes the model over that an answer has, or goes on without.
    fn take(&mut self, answer: QueryAnswer) {
        match answer {
            QueryAnswer::Taken(model) => {
                self.model = model;
                self.verified = true;
            }
            QueryAnswer::Closed | QueryAnswer::Open(_) => self.verified = false,
        }
    }
}
