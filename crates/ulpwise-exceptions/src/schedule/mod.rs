//! The schedule of the analyses: cheap before dear, and the time that is left goes where verdicts
//! may still come from.
//!
//! First the analysis that proves at once; then native code for a moment, for most exceptions need
//! no solver, and a first look at the paths, for small functions have few. Then both again with
//! more of the time: the paths with most of it if the first look brought a verdict or little is
//! open, else with little. What is left after that is native code's, which finds by luck what
//! solvers do not find by reason.

mod again;
mod inside;
mod more;
mod second_opinion;

use crate::unknown::Unknown;
pub use again::{PathSilence, prove_along_paths};
use inside::first_space;
pub use more::{KnownVerdicts, SearchSlice, Wanted, search_on};
use ulpwise_finding::UnknownCause;

use crate::analysis::abstraction::{AbstractProofs, ProofBudgets, proven};
use crate::analysis::native::NativeAnalysis;
use crate::analysis::symbolic::{ExploredPaths, PathLimits, PathSearch, explore};
use crate::influence::influential;
use crate::ledger::{Analysis, Goal, GoalVerdict, Ledger, Witness};
use crate::rank::has_plain_inputs;
use crate::rerun::{Judge, Rerun};
use crate::session::Session;
use crate::shrink::shrink;
use crate::simple::plain_space;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;
use ulpwise_base::{Budget, WorkInstant};
use ulpwise_float::Rounding;
use ulpwise_harness::{Dependence, HiddenState, Inputs, NativeInputs, trial_obstacle};
use ulpwise_host::RoundingMode;
use ulpwise_interp::Exception;
use ulpwise_ir::{FunctionId, Module, SiteId};
use ulpwise_native::{NativeError, Space};
use ulpwise_symex::{Answers, EntryPoint, EntryState, Given, Tools};

/// How long all of it may take where the budget does not say.
const DEFAULT_TIME: Duration = Duration::from_secs(60);

/// A part of the time that is left, and at most so much.
type Share = (u32, Duration);

/// What abstract interpretation gets, and what of it may go to its second, precise look.
const ABSTRACT: Share = (2, Duration::from_secs(30));
const PRECISE: Share = (2, Duration::from_secs(20));

/// What the first search and the first look at the paths get: enough for what is easy.
const FIRST_SEARCH: Share = (10, Duration::from_millis(500));
const FIRST_LOOK: Share = (8, Duration::from_secs(5));

/// Which part of the time that is left the second search gets.
const SECOND_SEARCH: Share = (4, Duration::from_secs(600));

/// What searches for root exceptions get, of plain inputs and of all.
const ROOT_SEARCH: Share = (5, Duration::from_secs(10));

/// So few open entries are worth a long look at the paths even where the first look brought
/// nothing.
const FEW: usize = 16;

/// From this round on, searches vary all inputs.
const FULL_ROUND: u64 = 2;

/// Which part of the time is kept for what comes after the analyses: witnesses are made simpler in
/// half of it, and ranked in the other.
const KEPT: u32 = 4;

/// How long witnesses are made simpler, at least and at most.
const SHRINKING: (Duration, Duration) = (Duration::from_millis(300), Duration::from_secs(3));

/// How long calls are looked at that may have left their arrays, at least and at most.
const STRAYING: (Duration, Duration) = (Duration::from_millis(300), Duration::from_secs(2));

/// The least that a search is worth starting for.
const LEAST_SEARCH: Duration = Duration::from_millis(200);

/// How many calls are confirmed between two looks at the clock, where they take no time; calls that
/// are stopped take as long as they may, and are made one by one.
const CONFIRMED_AT_ONCE: usize = 16;
const NO_TIME: Duration = Duration::from_millis(50);

/// Parts of calls that are as large as the time allows that the last one took.
struct PacedCalls<'c> {
    rest: &'c [Vec<u64>],
    size: usize,
    begun: WorkInstant,
}

impl<'c> PacedCalls<'c> {
    fn new(calls: &'c [Vec<u64>]) -> Self {
        Self { rest: calls, size: 0, begun: WorkInstant::now() }
    }
}

impl<'c> Iterator for PacedCalls<'c> {
    type Item = &'c [Vec<u64>];

    fn next(&mut self) -> Option<&'c [Vec<u64>]> {
        let is_quick = self.begun.elapsed() < NO_TIME;
        self.size = if is_quick { (2 * self.size).clamp(1, CONFIRMED_AT_ONCE) } else { 1 };
        self.begun = WorkInstant::now();
        let (part, rest) = self.rest.split_at(self.size.min(self.rest.len()));
        self.rest = rest;
        (!part.is_empty()).then_some(part)
    }
}

/// What is checked.
pub struct CheckSubject<'a> {
    /// The program.
    pub module: &'a Module,
    /// Where it is entered: the function, or one that calls it where assumptions hold.
    pub inputs: &'a Inputs,
    /// The function whose sites count.
    pub function: FunctionId,
}

/// How it is checked.
#[derive(Clone, Debug)]
pub struct AnalysisOptions {
    /// Which exceptions are of interest.
    pub wanted: Vec<Exception>,
    /// When all analyses stop. Some of the time is left for ranking the witnesses.
    pub budget: Budget,
    /// The rounding mode in which calls begin. Trials of all inputs are made in the default
    /// environment only, for they run optimised code.
    pub rounding: Rounding,
    /// Which analyses work.
    pub analyses: BTreeSet<Analysis>,
    /// How paths are followed.
    pub paths: PathLimits,
    /// The random seed.
    pub seed: u64,
    /// The values of inputs that native search begins with, found elsewhere.
    pub first_inputs: Vec<Vec<u64>>,
    /// How many processes or threads work at once.
    pub jobs: usize,
    /// Whether only the first exception of a call counts, as if the call stopped there.
    pub stop_at_exception: bool,
}

impl AnalysisOptions {
    /// The ledger of a function before any analysis.
    pub fn ledger(&self, module: &Module, function: FunctionId) -> Ledger {
        let ledger = Ledger::new(module, function, &self.wanted);
        if self.stop_at_exception { ledger.stopping_at_exceptions() } else { ledger }
    }
}

/// What a check came to.
#[derive(Debug)]
pub struct CheckOutcome {
    /// The verdicts.
    pub ledger: Ledger,
    /// Whether every path was followed, as long as something open lay before it.
    pub all_paths: bool,
    /// How many paths were followed.
    pub paths: u64,
    /// What the solver said when it was asked.
    pub answers: Answers,
    /// Why there is no native analysis, if there is none.
    pub not_native: Option<String>,
    /// Why the abstract analysis proved nothing, if it did not come to its end.
    pub not_abstract: Option<String>,
    /// What was called proven and then seen to happen: bugs of ulpwise.
    pub refuted: Vec<(Goal, Analysis)>,
}

impl CheckOutcome {
    /// Before any analysis.
    fn new(ledger: Ledger) -> CheckOutcome {
        CheckOutcome {
            ledger,
            all_paths: false,
            paths: 0,
            answers: Answers::default(),
            not_native: None,
            not_abstract: None,
            refuted: Vec::new(),
        }
    }

    /// Takes over what was found out for other circumstances, another rounding mode say.
    pub fn merge(&mut self, other: CheckOutcome) {
        self.ledger.merge(&other.ledger);
        self.all_paths &= other.all_paths;
        self.paths += other.paths;
        self.answers.add(other.answers);
        self.not_abstract = self.not_abstract.take().or(other.not_abstract);
        self.refuted.extend(other.refuted);
    }
}

/// Receives how far a check is.
pub trait Observer {
    /// An analysis begins.
    fn analysis(&mut self, _: Analysis, _: &Ledger) {}
}

impl Observer for () {}

/// Gives every site of a function and every exception a verdict.
///
/// # Errors
/// The program cannot be run natively.
pub fn check(
    subject: &CheckSubject<'_>,
    session: &mut Session<'_>,
    rerun: Rerun<'_>,
    tools: Tools<'_>,
    options: &AnalysisOptions,
    observer: &mut dyn Observer,
) -> Result<CheckOutcome, NativeError> {
    let outcome = CheckOutcome::new(options.ledger(subject.module, subject.function));
    let mut check = ScheduledCheck::new(subject, session, rerun, tools, options, observer, outcome);
    match check.run() {
        // What was found until then counts.
        Ok(()) | Err(NativeError::Stopped(_)) => Ok(check.outcome),
        Err(error) => Err(error),
    }
}

/// A check under way.
struct ScheduledCheck<'c, 'a, 's> {
    subject: &'c CheckSubject<'a>,
    session: &'c mut Session<'s>,
    /// Says whether a call may be a witness.
    rerun: Rerun<'c>,
    tools: Tools<'c>,
    options: &'c AnalysisOptions,
    /// When the analyses stop.
    budget: Budget,
    observer: &'c mut dyn Observer,
    outcome: CheckOutcome,
    /// What the first searches vary.
    influential: Option<Space>,
    /// The inputs with which each search begins.
    seeds: BTreeSet<Vec<u64>>,
    /// What a call depends on besides its inputs, once it is computed; or why that is not known.
    hidden: Option<Result<HiddenState, Dependence>>,
    /// When the check began.
    begun: WorkInstant,
    /// Which assumption about the length of an array a call may exceed.
    exceeded: Option<String>,
}

impl<'c, 'a, 's> ScheduledCheck<'c, 'a, 's> {
    /// Begins with what is known; some of the time is kept for what comes after.
    fn new(
        subject: &'c CheckSubject<'a>,
        session: &'c mut Session<'s>,
        rerun: Rerun<'c>,
        tools: Tools<'c>,
        options: &'c AnalysisOptions,
        observer: &'c mut dyn Observer,
        outcome: CheckOutcome,
    ) -> Self {
        session.set_rounding(RoundingMode::from_exact(options.rounding).unwrap_or_default());
        let rerun = Rerun { rounding: options.rounding, ..rerun };
        let time = options.budget.time_left().unwrap_or(DEFAULT_TIME);
        let budget = options.budget.part(time - time / KEPT);
        ScheduledCheck {
            subject,
            session,
            rerun,
            tools,
            options,
            budget,
            observer,
            outcome,
            influential: None,
            seeds: BTreeSet::new(),
            hidden: None,
            begun: WorkInstant::now(),
            exceeded: None,
        }
    }

    /// Why following all inputs of the function proves nothing, if it does not.
    fn depends_on(&mut self) -> Option<String> {
        match self.hidden_state() {
            Ok(state) => state.reason(self.subject.module),
            Err(why) => Some(why.to_string()),
        }
    }

    /// What a call depends on besides its inputs.
    fn hidden_state(&mut self) -> Result<HiddenState, Dependence> {
        let CheckSubject { module, function, inputs } = *self.subject;
        let hidden = || HiddenState::new(module, function, &inputs.entry.setup);
        self.hidden.get_or_insert_with(hidden).clone()
    }

    fn run(&mut self) -> Result<(), NativeError> {
        if let Err(why) = &self.subject.inputs.native {
            self.outcome.not_native = Some(why.to_string());
        }
        if self.begins(Analysis::Abstract) {
            self.prove_at_once();
        }
        let is_default = self.options.rounding == Rounding::NearestEven && !self.session.program.flushes;
        if is_default && self.begins(Analysis::Exhaustive) {
            self.try_all()?;
        }
        if self.begins(Analysis::Native) {
            self.enter_first_inputs()?;
            self.search(self.share(FIRST_SEARCH), 0)?;
        }
        let before = self.outcome.ledger.count();
        if self.begins(Analysis::Symbolic) {
            self.follow_paths(self.share(FIRST_LOOK))?;
        }
        let paths_pay = self.outcome.ledger.count() != before;
        if self.begins(Analysis::Native) {
            self.search(self.share(SECOND_SEARCH), 1)?;
        }
        if self.goes_on() {
            self.search_root_exceptions()?;
        }
        if self.begins(Analysis::Symbolic) {
            // The rest is for native search, unless the function cannot be called.
            let whole = self.time_left();
            let few = self.outcome.ledger.open().count() <= FEW;
            self.follow_paths(match self.outcome.not_native {
                Some(_) => whole,
                None if paths_pay || few => whole * 3 / 4,
                None => whole / 4,
            })?;
        }
        let mut round = 2;
        while self.outcome.not_native.is_none()
            && self.time_left() > LEAST_SEARCH
            && self.begins(Analysis::Native)
        {
            let before = self.outcome.ledger.count();
            self.search((self.time_left() / 2).max(LEAST_SEARCH), round)?;
            round += 1;
            // Nothing in half of the time that was left: the other half would bring little.
            if self.outcome.ledger.count() == before {
                break;
            }
        }
        self.take_second_opinion()?;
        self.shrink()?;
        self.withdraw_strayed();
        Ok(())
    }

    /// Withdraws witnesses whose calls raise the exception only after they left an array of an
    /// argument: they exceed what is assumed of it, and what native code finds there is chance.
    fn withdraw_strayed(&mut self) {
        let CheckSubject { inputs: Inputs { native: Ok(inputs), entry }, .. } = self.subject else { return };
        if entry.lengths.is_empty() {
            return;
        }
        let judge = self.judge();
        let (least, most) = STRAYING;
        let left = self.options.budget.time_left().unwrap_or(DEFAULT_TIME);
        let budget = self.options.budget.clone().with_time((left / 2).clamp(least, most));
        let mut reruns = BTreeMap::new();
        let mut strayed = Vec::new();
        for (goal, witness) in self.outcome.ledger.witnesses() {
            if budget.check(0).is_err() {
                break;
            }
            let call = || judge.rerun.call_within(judge.function, inputs, &witness.words, &budget);
            let reran = reruns.entry(&witness.words).or_insert_with(call);
            let exceeded = reran.stray.as_ref().and_then(|fault| entry.exceeded_length(fault));
            if let Some(why) = exceeded.filter(|_| reran.strays_before(goal)) {
                strayed.push((goal, why));
            }
        }
        for (goal, why) in strayed {
            self.outcome.ledger.withdraw_witness(goal, &Unknown::new(UnknownCause::Length, why));
        }
    }

    /// Decides about calls that contradict a proof.
    fn judge(&self) -> Judge<'c> {
        Judge { rerun: self.rerun, function: self.subject.inputs.entry.function }
    }

    /// Makes the witnesses simpler, in half of the time that is left.
    fn shrink(&mut self) -> Result<(), NativeError> {
        let Ok(inputs) = &self.subject.inputs.native else { return Ok(()) };
        let (inside, inputs) = self.stay_inside(inputs)?;
        let (least, most) = SHRINKING;
        let half = self.options.budget.time_left().unwrap_or(DEFAULT_TIME) / 2;
        let budget = self.options.budget.clone().with_time(half.clamp(least, most));
        let enters = self.options.analyses.contains(&Analysis::Native);
        let judge = self.judge();
        let ledger = &mut self.outcome.ledger;
        let refuted = shrink(self.session, &inputs, ledger, &budget, enters, judge, &inside)?;
        self.outcome.refuted.extend(refuted);
        Ok(())
    }

    /// Whether an analysis has anything to do.
    fn begins(&mut self, analysis: Analysis) -> bool {
        let begins = self.options.analyses.contains(&analysis) && self.goes_on();
        if begins {
            self.observer.analysis(analysis, &self.outcome.ledger);
        }
        begins
    }

    /// Whether there is something to decide, and time for it.
    fn goes_on(&self) -> bool {
        !self.outcome.ledger.is_decided() && self.budget.check(0).is_ok()
    }

    /// A share of the time that is left.
    fn share(&self, (part, most): Share) -> Duration {
        (self.time_left() / part).min(most)
    }

    fn time_left(&self) -> Duration {
        self.budget.time_left().unwrap_or(DEFAULT_TIME)
    }

    fn native<'n>(
        &self,
        inputs: &'n NativeInputs,
        space: &'n Space,
        round: u64,
        stop_at_exception: bool,
    ) -> NativeAnalysis<'n>
    where
        'c: 'n,
    {
        let seed = self.options.seed.wrapping_add(round.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let function = self.subject.inputs.entry.function;
        let AnalysisOptions { jobs, .. } = *self.options;
        NativeAnalysis { module: self.subject.module, function, inputs, space, seed, jobs, stop_at_exception }
    }

    /// Makes calls that are said to raise something, and enters what they do raise.
    fn confirm(&mut self, calls: &[Vec<u64>], analysis: Analysis) -> Result<(), NativeError> {
        let judge = self.judge();
        let Ok(inputs) = &self.subject.inputs.native else { return Ok(()) };
        for part in PacedCalls::new(calls) {
            if self.options.budget.check(0).is_err() {
                break;
            }
            let refuted = self.session.enter(inputs, part, analysis, &mut self.outcome.ledger, judge)?;
            self.outcome.refuted.extend(refuted);
        }
        Ok(())
    }

    /// Makes the calls that were found elsewhere, as far as their inputs are in range here.
    fn enter_first_inputs(&mut self) -> Result<(), NativeError> {
        let Ok(inputs) = &self.subject.inputs.native else { return Ok(()) };
        let variables = &inputs.space.variables;
        let mut calls = Vec::new();
        for values in &self.options.first_inputs {
            let mut admitted = variables.iter().zip(values);
            let mut call = Vec::new();
            if values.len() == variables.len()
                && admitted.all(|(variable, &value)| variable.range.admits(variable.kind, value))
                && inputs.space.push(values, &mut call)
            {
                calls.push(call);
            }
        }
        self.seeds.extend(calls.iter().cloned());
        self.confirm(&calls, Analysis::Native)
    }

    fn prove_at_once(&mut self) {
        let [first, precise] = [ABSTRACT, PRECISE].map(|share| self.budget.part(self.share(share)));
        let budgets = ProofBudgets { coarse: &first, precise: &precise };
        let ledger = &mut self.outcome.ledger;
        match proven(self.subject.module, &self.subject.inputs.entry, self.options.rounding, budgets, ledger)
        {
            Ok(AbstractProofs { goals, left_arguments }) => {
                goals.into_iter().for_each(|goal| ledger.prove(goal, Analysis::Abstract));
                self.exceeded = exceeded_length(&self.subject.inputs.entry, &left_arguments);
                if let Some(why) = &self.exceeded {
                    let why = Unknown::new(UnknownCause::Length, why);
                    let open: Vec<Goal> = ledger.open().collect();
                    open.into_iter().for_each(|goal| ledger.explain(goal, &why));
                }
            }
            Err(why) => self.outcome.not_abstract = Some(why.to_string()),
        }
    }

    fn try_all(&mut self) -> Result<(), NativeError> {
        let limit = self.time_left() / 2;
        let Ok(inputs) = &self.subject.inputs.native else { return Ok(()) };
        let native = self.native(inputs, &inputs.space, 0, false);
        let tried = match native.try_all(&self.session.program, limit, &self.budget) {
            // Other analyses need no code of this kind.
            Ok(None) | Err(NativeError::Stopped(_)) => return Ok(()),
            Ok(Some(tried)) => tried,
            Err(error) => return Err(error),
        };
        self.confirm(&tried.calls, Analysis::Exhaustive)?;
        let obstacle = trial_obstacle(self.subject.module, self.subject.function);
        if tried.complete && obstacle.is_none() && self.depends_on().is_none() {
            let open: Vec<Goal> = self.outcome.ledger.open().collect();
            // What was raised and is still open was raised after something else; what is looked for
            // on request is not tried.
            let is_proven = |goal: &Goal| {
                !goal.1.is_on_request() && !tried.unobserved.contains(&goal.0) && !tried.raised.contains(goal)
            };
            for goal in open.into_iter().filter(is_proven) {
                self.outcome.ledger.prove(goal, Analysis::Exhaustive);
            }
        }
        Ok(())
    }

    fn search(&mut self, limit: Duration, round: u64) -> Result<(), NativeError> {
        if let (0, Ok(inputs)) = (round, &self.subject.inputs.native) {
            self.influential = Some(influential(self.session, inputs, &self.budget)?);
        }
        let Some(inputs) = self.subject.inputs.native.as_ref().ok() else { return Ok(()) };
        let space = match &self.influential {
            Some(influential) if round < FULL_ROUND => first_space(inputs, influential.clone()),
            _ => inputs.space.clone(),
        };
        let native = self.native(inputs, &space, round, self.options.stop_at_exception);
        let wanted = self.outcome.ledger.open().collect();
        let calls = native.search(self.session, wanted, &mut self.seeds, &self.budget, limit)?;
        self.confirm(&calls, Analysis::Native)?;
        let open: Vec<Goal> = self.outcome.ledger.open().collect();
        if round == 0 {
            let why = self.exceeded.clone();
            let why = why.map_or_else(
                || Unknown::new(UnknownCause::Time, "a search found no input that raises it"),
                |why| Unknown::new(UnknownCause::Length, why),
            );
            for goal in open {
                self.outcome.ledger.explain(goal, &why);
            }
        }
        Ok(())
    }

    /// Searches for calls that begin with an exception at sites of which none is known: where
    /// trouble begins is what people look for. First among the inputs that they would think of,
    /// then among all.
    fn search_root_exceptions(&mut self) -> Result<(), NativeError> {
        let Ok(inputs) = &self.subject.inputs.native else { return Ok(()) };
        let plain = plain_space(self.influential.as_ref().unwrap_or(&inputs.space));
        for (space, is_plain) in [(plain.as_ref(), true), (Some(&inputs.space), false)] {
            let Some(space) = space else { continue };
            let ledger = &self.outcome.ledger;
            let is_known = |site: SiteId| {
                let is_good = |first: &Witness| !is_plain || has_plain_inputs(inputs, first);
                ledger.root_witness_at(site).is_some_and(is_good)
            };
            let goals = ledger.entries().filter(|(_, verdict)| !matches!(verdict, GoalVerdict::Proven(_)));
            let wanted: BTreeSet<Goal> =
                goals.map(|(goal, _)| goal).filter(|(site, _)| !is_known(*site)).collect();
            if wanted.is_empty() || !self.options.analyses.contains(&Analysis::Native) {
                continue;
            }
            let native = self.native(inputs, space, if is_plain { 100 } else { 101 }, true);
            let limit = self.share(ROOT_SEARCH);
            let calls = native.search(self.session, wanted, &mut self.seeds, &self.budget, limit)?;
            self.confirm(&calls, Analysis::Native)?;
        }
        Ok(())
    }

    fn follow_paths(&mut self, limit: Duration) -> Result<(), NativeError> {
        let open: Vec<Goal> = self.outcome.ledger.open().collect();
        let explored = self.explore(limit, EntryState::First, open);
        let ExploredPaths { candidates, mut incomplete, unfollowed, exceeded, undecided, paths, answers } =
            explored;
        match incomplete {
            // No path leaves an array: that abstract states do means nothing.
            None => self.exceeded = None,
            Some(_) => {
                self.exceeded = exceeded.or(self.exceeded.take());
                let exceeded = self.exceeded.as_ref();
                incomplete = exceeded.map(|why| Unknown::new(UnknownCause::Length, why)).or(incomplete);
            }
        }
        self.outcome.paths = self.outcome.paths.max(paths);
        self.outcome.answers.add(answers);
        self.outcome.all_paths = incomplete.is_none();
        let mut calls = Vec::new();
        if let Ok(inputs) = &self.subject.inputs.native {
            calls.extend(candidates.values().filter_map(|values| inputs.words(values)));
        }
        self.seeds.extend(calls.iter().cloned());
        self.confirm(&calls, Analysis::Symbolic)?;
        let open: Vec<Goal> = self.outcome.ledger.open().collect();
        let mut silent = Vec::new();
        let unconfirmed = |why: &str| Unknown::new(UnknownCause::Unconfirmed, why);
        for goal in open {
            let incomplete = incomplete.as_ref().filter(|_| unfollowed.contains(&goal));
            let why = match (incomplete, undecided.get(&goal)) {
                _ if candidates.contains_key(&goal) => match &self.outcome.not_native {
                    Some(_) => unconfirmed("inputs were found, but the function cannot be run on them"),
                    None => unconfirmed("inputs were found, but native code raises nothing on them"),
                },
                (_, Some(undecided)) => {
                    Unknown::new(UnknownCause::Solver, format!("the solver does not know: {undecided}"))
                }
                (Some(incomplete), None) => incomplete.clone(),
                (None, None) => {
                    silent.push(goal);
                    continue;
                }
            };
            self.outcome.ledger.explain(goal, &why);
        }
        if !silent.is_empty() {
            self.prove_in_any_state(limit, silent);
        }
        Ok(())
    }

    fn explore(&mut self, limit: Duration, state: EntryState, goals: Vec<Goal>) -> ExploredPaths {
        let budget = self.budget.part(limit);
        let AnalysisOptions { seed, jobs, .. } = *self.options;
        let calls_may_fail = matches!(state, EntryState::Any(_));
        let entry = EntryPoint { state, calls_may_fail, ..self.subject.inputs.entry.clone() };
        let search =
            PathSearch { limits: &self.options.paths, rounding: self.options.rounding, budget, seed, jobs };
        explore(self.subject.module, &entry, self.tools, search, goals, &self.outcome.ledger)
    }

    /// Proves what no path from the program's first state raises, if no other state leads to it
    /// either. Witnesses are looked for in the first state alone: in another one there are none.
    fn prove_in_any_state(&mut self, limit: Duration, silent: Vec<Goal>) {
        let (why, refuted) = match self.hidden_state() {
            Err(why) => (Some(why.to_string()), None),
            Ok(state) => {
                let why = state.reason(self.subject.module);
                let needs_more = why.is_some();
                let explored =
                    needs_more.then(|| self.explore(limit, EntryState::Any(state.variables), silent.clone()));
                (why, explored)
            }
        };
        for goal in silent {
            let holds = refuted.as_ref().is_some_and(|explored| explored.rules_out(goal));
            match &why {
                Some(why) if !holds => {
                    self.outcome.ledger.explain(goal, &Unknown::new(UnknownCause::Environment, why));
                }
                _ => self.outcome.ledger.prove(goal, Analysis::Symbolic),
            }
        }
    }
}

/// Which assumption about a length is exceeded where these arguments are accessed beyond it, in
/// words.
fn exceeded_length(entry: &EntryPoint, left_arguments: &BTreeSet<u32>) -> Option<String> {
    left_arguments.iter().find_map(|&argument| {
        let (Given::Part(object, _) | Given::AddressOf(object)) = *entry.given.get(argument as usize)? else {
            return None;
        };
        let length = entry.lengths.iter().find(|length| length.object == Some(object))?;
        Some(length.exceeded("may access"))
    })
}
