//! Exceptions that are searched for along all paths: side queries at each operation, which fork
//! nothing.
//!
//! Where an operation is carried out on terms, the solver is asked whether the inputs of the path
//! can raise an exception there that is still looked for. Inputs that do are a *candidate*. A
//! question without an answer is put aside and asked again when no path is open, with a share of
//! the time that is left; what stays open then is an *undecided query*, and the exception cannot be
//! ruled out at that site.
//!
//! What holds: if all paths were followed to their end, an exception that has neither a candidate
//! nor an undecided query is raised by no input.

use crate::executor::Executor;
use crate::inputs::{InputValue, SymbolicInput};
use crate::questions::QueryAnswer;
use crate::state::PathState;
use crate::terms::{Performed, Signs};
use crate::trail::Trail;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;
use ulpwise_expr::Term;
use ulpwise_interp::Exception;
use ulpwise_ir::{FunctionId, SiteId};

/// An exception at a site.
pub type ExceptionGoal = (SiteId, Exception);

/// How many questions are put aside; more are undecided at once.
const MOST_DEFERRED: usize = 20_000;

/// The least that a side question may take, and the most, while paths are open.
const LEAST_LIMIT: Duration = Duration::from_millis(50);
const MOST_LIMIT: Duration = Duration::from_secs(2);

/// Which part of the time that is left side questions may take, were each open goal asked about as
/// often.
const SHARE: u32 = 4;

/// What is looked for, by all threads of an exploration. The thread that finds something closes it.
#[derive(Debug, Default)]
pub struct Goals {
    open: RwLock<BTreeSet<ExceptionGoal>>,
    /// If only the first exception of a path counts: of the operations of these functions.
    only_first_of: Option<BTreeSet<FunctionId>>,
}

impl Goals {
    /// These are looked for.
    pub fn new(open: BTreeSet<ExceptionGoal>) -> Goals {
        Goals { open: RwLock::new(open), only_first_of: None }
    }

    /// The same, where only the first exception of a path counts that operations of some functions
    /// raise: what others do, to see whether an assumption holds say, is not looked at.
    #[must_use]
    pub fn only_first_of(self, functions: BTreeSet<FunctionId>) -> Goals {
        Goals { only_first_of: Some(functions), ..self }
    }

    /// Whether a goal is still looked for.
    pub fn is_open(&self, goal: ExceptionGoal) -> bool {
        self.open.read().unwrap_or_else(PoisonError::into_inner).contains(&goal)
    }

    /// Stops looking for a goal; whether it was looked for.
    pub fn close(&self, goal: ExceptionGoal) -> bool {
        self.open.write().unwrap_or_else(PoisonError::into_inner).remove(&goal)
    }

    /// Those that are still looked for.
    pub(crate) fn open(&self) -> Vec<ExceptionGoal> {
        self.open.read().unwrap_or_else(PoisonError::into_inner).iter().copied().collect()
    }

    /// How many are left.
    pub fn len(&self) -> usize {
        self.open.read().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// Whether nothing is looked for any more.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Inputs that raise an exception at a site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GoalCandidate {
    /// The exception and where.
    pub goal: ExceptionGoal,
    /// The inputs.
    pub inputs: Vec<InputValue>,
}

/// Why an exception cannot be ruled out, for each one of them.
pub type UndecidedQueries = BTreeMap<ExceptionGoal, String>;

/// A question that was put aside.
#[derive(Debug)]
struct Deferred {
    goal: ExceptionGoal,
    conditions: Trail<Term>,
    case: Term,
    inputs: Vec<SymbolicInput>,
}

/// What one thread has seen of the goals.
#[derive(Debug, Default)]
pub(crate) struct Lookout {
    goals: Option<Arc<Goals>>,
    /// Candidates that were not yet reported.
    candidates: Vec<GoalCandidate>,
    deferred: Vec<Deferred>,
    undecided: UndecidedQueries,
    /// What has to hold besides for operations that are carried out on the way to a join.
    pub(crate) guard: Option<Term>,
}

impl Lookout {
    pub(crate) fn new(goals: Option<Arc<Goals>>) -> Lookout {
        Lookout { goals, ..Lookout::default() }
    }

    /// Whether anything is looked for at all.
    pub(crate) fn is_watching(&self) -> bool {
        self.goals.is_some()
    }

    fn only_first(&self) -> bool {
        self.goals.as_ref().is_some_and(|goals| goals.only_first_of.is_some())
    }

    /// Whether an exception that a function raises may be the first that counts.
    fn counts(&self, function: FunctionId) -> bool {
        let functions = self.goals.as_ref().and_then(|goals| goals.only_first_of.as_ref());
        functions.is_none_or(|functions| functions.contains(&function))
    }

    /// Whether a question waits for an answer.
    pub(crate) fn has_deferred(&self) -> bool {
        !self.deferred.is_empty()
    }

    /// Candidates since the last time.
    pub(crate) fn take_candidates(&mut self) -> Vec<GoalCandidate> {
        std::mem::take(&mut self.candidates)
    }

    /// What cannot be ruled out, queries included that were not asked again.
    pub(crate) fn settle(&mut self, why: &str) -> UndecidedQueries {
        for deferred in std::mem::take(&mut self.deferred) {
            self.undecided.entry(deferred.goal).or_insert_with(|| why.to_owned());
        }
        let undecided = std::mem::take(&mut self.undecided);
        let is_open = |goal: &ExceptionGoal| self.goals.as_ref().is_some_and(|goals| goals.is_open(*goal));
        undecided.into_iter().filter(|(goal, _)| is_open(goal)).collect()
    }

    fn add_candidate(&mut self, goal: ExceptionGoal, inputs: Vec<InputValue>) {
        if self.goals.as_ref().is_some_and(|goals| goals.close(goal)) {
            self.candidates.push(GoalCandidate { goal, inputs });
        }
    }

    fn leave_undecided(&mut self, goal: ExceptionGoal, why: impl Into<String>) {
        self.undecided.entry(goal).or_insert_with(|| why.into());
    }

    fn is_open(&self, goal: ExceptionGoal) -> bool {
        self.goals.as_ref().is_some_and(|goals| goals.is_open(goal))
    }

    /// Whether a path has done something that is looked for, and that was not reported yet.
    pub(crate) fn is_owed(&self, state: &PathState<'_>) -> bool {
        state.interpreter.events().iter().any(|event| self.is_open((event.site, event.exception)))
    }
}

impl<'p> Executor<'p, '_> {
    /// Asks about the goals at an operation that is about to be carried out on terms.
    pub(crate) fn look(&mut self, state: &mut PathState<'p>, site: SiteId, performed: &Performed) {
        if !self.lookout.only_first() {
            self.look_here(state, site, performed);
        } else if self.is_counted(site) && self.first_event(state).is_none() {
            self.look_here(state, site, performed);
            self.go_untroubled(state, performed);
        }
    }

    fn is_counted(&self, site: SiteId) -> bool {
        self.lookout.counts(self.program.module().sites[site].function)
    }

    /// The first exception of the call under way that operations on known values raised, and that
    /// counts.
    fn first_event(&self, state: &PathState<'p>) -> Option<ExceptionGoal> {
        let own = state.interpreter.events().iter().skip(state.events_before);
        own.map(|event| (event.site, event.exception)).find(|&(site, _)| self.is_counted(site))
    }

    /// From here on only inputs are of interest for which the operation raises nothing.
    fn go_untroubled(&mut self, state: &mut PathState<'p>, performed: &Performed) {
        for exception in Exception::ALL.into_iter().filter(|exception| !exception.is_on_request()) {
            for case in self.terms.signs(exception, performed).cases {
                let case = self.guarded(case);
                if self.terms.store.bool_constant(case) != Some(false) {
                    let not = self.terms.store.not(case);
                    state.untroubled.push(not);
                }
            }
        }
    }

    /// A condition where it is met, if the operation is carried out only on the way to a join.
    pub(crate) fn guarded(&mut self, case: Term) -> Term {
        match self.lookout.guard {
            Some(guard) => self.terms.store.and(&[guard, case]),
            None => case,
        }
    }

    /// A condition where nothing was raised before, if that is required.
    fn first(&mut self, state: &PathState<'p>, case: Term) -> Term {
        let mut all = state.untroubled.to_vec();
        all.push(case);
        self.terms.store.and(&all)
    }

    fn look_here(&mut self, state: &mut PathState<'p>, site: SiteId, performed: &Performed) {
        // What a path that is taken again comes by was asked when it was first taken.
        if !self.lookout.is_watching() || state.script.as_ref().is_some_and(|script| !script.is_over()) {
            return;
        }
        for exception in Exception::ALL {
            let goal = (site, exception);
            // Once the time is over, the path is not followed to its end, and nothing is ruled out.
            if !self.lookout.is_open(goal) || self.options.budget.check(0).is_err() {
                continue;
            }
            let Signs { cases, complete } = self.terms.signs(exception, performed);
            for case in cases {
                let case = self.guarded(case);
                let case = self.first(state, case);
                self.ask_aside(state, goal, case);
            }
            if !complete {
                self.lookout
                    .leave_undecided(goal, "it is not known for which arguments the library raises it");
            }
        }
    }

    /// Asks whether a path can go on so that a goal is met; the path itself stays as it is.
    fn ask_aside(&mut self, state: &mut PathState<'p>, goal: ExceptionGoal, case: Term) {
        if !self.lookout.is_open(goal) || self.terms.store.bool_constant(case) == Some(false) {
            return;
        }
        let limit = self.aside_limit();
        match self.questions.aside(&mut self.terms, state, case, limit) {
            QueryAnswer::Taken(model) => {
                let inputs = state.inputs.iter().map(|input| input.value(&model)).collect();
                self.lookout.add_candidate(goal, inputs);
            }
            QueryAnswer::Closed => {}
            QueryAnswer::Open(_) if self.lookout.deferred.len() < MOST_DEFERRED => {
                let (conditions, inputs) = (state.conditions.clone(), state.inputs.clone());
                self.lookout.deferred.push(Deferred { goal, conditions, case, inputs });
            }
            QueryAnswer::Open(reason) => self.lookout.leave_undecided(goal, reason.to_string()),
        }
    }

    fn aside_limit(&self) -> Duration {
        let open = self.lookout.goals.as_ref().map_or(1, |goals| goals.len().max(1)) as u32;
        let share = self.options.budget.time_left().map(|left| left / (open * SHARE));
        share.unwrap_or(MOST_LIMIT).clamp(LEAST_LIMIT, MOST_LIMIT)
    }

    /// Asks the question again that was put aside first, with its share of the time that is left.
    pub(crate) fn ask_deferred(&mut self) {
        if self.lookout.deferred.is_empty() {
            return;
        }
        let others = self.lookout.deferred.len() as u32;
        let Deferred { goal, conditions, case, inputs } = self.lookout.deferred.remove(0);
        if !self.lookout.is_open(goal) {
            return;
        }
        let limit = match self.options.budget.time_left() {
            Some(left) => left / others,
            None => self.options.question_limit,
        };
        match self.questions.again(&mut self.terms, &conditions, case, limit) {
            QueryAnswer::Taken(model) => {
                let inputs = inputs.iter().map(|input| input.value(&model)).collect();
                self.lookout.add_candidate(goal, inputs);
            }
            QueryAnswer::Closed => {}
            QueryAnswer::Open(reason) => self.lookout.leave_undecided(goal, reason.to_string()),
        }
    }

    /// Sights what operations on known values raised along a path that some inputs take.
    pub(crate) fn look_back(&mut self, state: &mut PathState<'p>) {
        if !self.lookout.is_watching() {
            return;
        }
        let all = state.interpreter.events().iter().map(|event| (event.site, event.exception));
        let events: Vec<ExceptionGoal> = match self.lookout.only_first() {
            true => self.first_event(state).into_iter().collect(),
            false => all.collect(),
        };
        for goal in events {
            if self.lookout.only_first() {
                let truth = self.terms.store.bool(true);
                let case = self.first(state, truth);
                self.ask_aside(state, goal, case);
            } else if self.lookout.is_open(goal) {
                let inputs = state.inputs.iter().map(|input| input.value(&state.model)).collect();
                self.lookout.add_candidate(goal, inputs);
            }
        }
    }
}
