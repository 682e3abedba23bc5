//! The symbolic analysis: every path, and at each operation the question whether some input of the
//! path raises what is open there.

use crate::ledger::{Goal, Ledger};
use crate::unknown::Unknown;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use ulpwise_base::Budget;
use ulpwise_externals::{Exceptions, effects};
use ulpwise_finding::UnknownCause;
use ulpwise_float::Rounding;
use ulpwise_interp::{PathEnd, Program};
use ulpwise_ir::{Inst, Module};
use ulpwise_symex::{
    Answers, End, EntryPoint, GoalCandidate, Goals, InputValue, LeftPlaces, Meaning, Observer, Path, Summary,
    SymexOptions, Tools, UndecidedQueries, explore_in_parallel, goals_after,
};

/// How paths are followed.
#[derive(Clone, Debug)]
pub struct PathLimits {
    /// Forks of a path at one branch of one call.
    pub loop_bound: Option<u32>,
    /// How many bytes all paths may take together.
    pub memory: u64,
    /// How many calls may be nested.
    pub max_depth: usize,
}

impl Default for PathLimits {
    fn default() -> Self {
        Self { loop_bound: None, memory: 4 << 30, max_depth: 10_000 }
    }
}

/// How paths are followed this time.
pub(crate) struct PathSearch<'a> {
    pub(crate) limits: &'a PathLimits,
    /// The rounding mode in which calls begin.
    pub(crate) rounding: Rounding,
    pub(crate) budget: Budget,
    pub(crate) seed: u64,
    pub(crate) jobs: usize,
}

/// What the paths came to.
#[derive(Debug, Default)]
pub(crate) struct ExploredPaths {
    /// Inputs that are said to raise something.
    pub(crate) candidates: BTreeMap<Goal, Vec<InputValue>>,
    /// Why silence is no proof for some goals, if it is none.
    pub(crate) incomplete: Option<Unknown>,
    /// The goals that an execution may come to where a path was not followed.
    pub(crate) unfollowed: BTreeSet<Goal>,
    /// Which assumption about a length a path exceeds, if one does.
    pub(crate) exceeded: Option<String>,
    /// What cannot be ruled out because the solver did not decide.
    pub(crate) undecided: UndecidedQueries,
    /// How many paths were followed.
    pub(crate) paths: u64,
    /// What the solver said.
    pub(crate) answers: Answers,
}

impl ExploredPaths {
    /// Nothing was followed.
    fn none(incomplete: Unknown, goals: impl IntoIterator<Item = Goal>) -> ExploredPaths {
        let unfollowed = goals.into_iter().collect();
        ExploredPaths { incomplete: Some(incomplete), unfollowed, ..ExploredPaths::default() }
    }

    /// Whether no input raises a goal: all executions that reach it were followed there.
    pub(crate) fn rules_out(&self, goal: Goal) -> bool {
        !self.candidates.contains_key(&goal)
            && !self.undecided.contains_key(&goal)
            && !self.unfollowed.contains(&goal)
    }
}

/// Follows the paths of a function as long as one of these goals lies before them.
pub(crate) fn explore(
    module: &Module,
    entry: &EntryPoint,
    tools: Tools<'_>,
    search: PathSearch<'_>,
    goals: Vec<Goal>,
    ledger: &Ledger,
) -> ExploredPaths {
    let PathSearch { limits, rounding, budget, seed, jobs } = search;
    let program = match Program::new(module, limits.memory) {
        Ok(program) => program,
        Err(error) => {
            return ExploredPaths::none(Unknown::new(UnknownCause::Memory, error.to_string()), goals);
        }
    };
    let wanted: Exceptions = goals.iter().map(|&(_, exception)| exception).collect();
    let on_request = wanted.intersect(Exceptions::ON_REQUEST);
    let all = goals.clone();
    let goals = Goals::new(goals.into_iter().collect());
    let own = || ledger.entries().map(|((site, _), _)| module.sites[site].function).collect();
    let goals = Arc::new(if ledger.stops_at_exception() { goals.only_first_of(own()) } else { goals });
    let options = SymexOptions {
        run: ulpwise_interp::InterpOptions {
            memory_limit: limits.memory,
            max_depth: limits.max_depth,
            rounding,
            on_request,
            budget: budget.clone(),
            ..ulpwise_interp::InterpOptions::default()
        },
        budget,
        loop_bound: limits.loop_bound,
        memory_limit: limits.memory,
        seed,
        goals: Some(goals),
        ..SymexOptions::default()
    };
    let mut notes = Notes {
        module,
        entry,
        candidates: BTreeMap::new(),
        obstacle: None,
        places: LeftPlaces::default(),
        exceeded: None,
    };
    let summary = explore_in_parallel(&program, tools, &options, jobs, entry, &mut notes);
    let Notes { candidates, obstacle, mut places, exceeded, .. } = notes;
    match summary {
        Ok(summary) => {
            let length = exceeded.as_ref().map(|why| Unknown::new(UnknownCause::Length, why));
            let incomplete = length.or(obstacle).or_else(|| unfollowed(&summary));
            places.extend(&summary.places);
            // Where the time ended with nothing left but questions, those are undecided.
            let unfollowed = goals_after(&program, &places, all);
            let (paths, answers, undecided) = (summary.paths, summary.answers, summary.undecided);
            ExploredPaths { candidates, incomplete, unfollowed, exceeded, undecided, paths, answers }
        }
        Err(end) => ExploredPaths::none(Unknown::path_end(&end), all),
    }
}

/// Why paths were not followed, if some were not.
fn unfollowed(summary: &Summary) -> Option<Unknown> {
    // Where paths are left, time or memory for them ended.
    let cause = match summary.left {
        0 => UnknownCause::Solver,
        1 => UnknownCause::Time,
        2.. => UnknownCause::Paths,
    };
    let missed = summary.missed.first().map(|why| Unknown::new(cause, why));
    let left = || Unknown::new(cause, "not all paths were followed in the time");
    missed.or_else(|| (summary.left > 0).then(left))
}

/// What is noted while paths are followed.
struct Notes<'e> {
    candidates: BTreeMap<Goal, Vec<InputValue>>,
    /// What kept a path from being followed.
    obstacle: Option<Unknown>,
    /// Where that was.
    places: LeftPlaces,
    /// Which assumption about a length a path exceeded.
    exceeded: Option<String>,
    module: &'e Module,
    entry: &'e EntryPoint,
}

impl Notes<'_> {
    /// Whether the program may catch what a path ends with: a throw that leaves every function is
    /// caught by none, but what a library function throws by itself is not followed.
    fn may_be_caught(&self, path: &Path) -> bool {
        let inst = path.calls.first().and_then(|&(function, inst)| {
            self.module.functions[function].body.as_ref()?.insts.get(inst).copied()
        });
        match inst {
            Some(Inst::Unwind { .. }) => false,
            Some(Inst::Call { callee, .. }) => {
                let name = &self.module.functions[callee].name;
                effects(name).is_none_or(|effects| effects.may_throw)
            }
            // fail-closed: what ends a path elsewhere is not known not to be caught.
            _ => self.module.may_catch(),
        }
    }
}

impl Observer for Notes<'_> {
    fn path(&mut self, path: Path) {
        let may_go_on = match &path.end {
            End::Stopped(PathEnd::Raised(_)) => self.may_be_caught(&path),
            End::Stopped(end) => goes_on_natively(end),
            End::Returned(_) | End::Dropped | End::CutOff(_) => false,
        };
        let comes_to_its_end = match path.end.meaning() {
            Meaning::Completed | Meaning::Dropped | Meaning::Failed => true,
            Meaning::Unsupported | Meaning::CutOff => false,
        };
        let is_followed = comes_to_its_end && !may_go_on;
        if let (End::Stopped(PathEnd::Memory(fault)), None) = (&path.end, &self.exceeded) {
            self.exceeded = self.entry.exceeded_length(fault);
        }
        if !is_followed {
            // Of the calls before the one that counts the place says nothing.
            let is_only_call = self.entry.assumptions.is_empty() && self.entry.setup.is_empty();
            self.places.add(is_only_call.then(|| path.calls.clone()));
        }
        if !is_followed && self.obstacle.is_none() {
            self.obstacle = Some(match &path.end {
                End::Stopped(end) => Unknown::path_end(end),
                End::CutOff(limit) => Unknown::cut_off(*limit),
                end => Unknown::new(UnknownCause::Unsupported, end.id()),
            });
        }
    }

    fn candidate(&mut self, candidate: GoalCandidate) {
        self.candidates.insert(candidate.goal, candidate.inputs);
    }
}

/// Whether the executor ends a path where compiled code goes on with some value: then what comes is
/// not seen.
fn goes_on_natively(end: &PathEnd) -> bool {
    match end {
        // The processor or the program itself ends the call there.
        PathEnd::Exit(_)
        | PathEnd::Abort
        | PathEnd::AssertionFailed(_)
        | PathEnd::Raised(_)
        | PathEnd::IntDivideByZero
        | PathEnd::IntDivisionOverflow => false,
        // Beyond an object lies another one, more often than not.
        PathEnd::Memory(fault) => !fault.is_at_null(),
        PathEnd::UninitialisedRead
        | PathEnd::OverflowingShift
        | PathEnd::IntConversion
        | PathEnd::SignedOverflow
        | PathEnd::BadIndirectCall(_)
        | PathEnd::Unreachable
        | PathEnd::StackOverflow
        | PathEnd::OutOfMemory
        | PathEnd::UnknownFunction(_)
        | PathEnd::UnknownVariable(_)
        | PathEnd::Unsupported(_)
        | PathEnd::Marked
        | PathEnd::Exhausted(_) => true,
    }
}
