//! Verdicts: cheap before dear. Forms over all inputs at once, then a look for runs that lose
//! precision, then branch and prune, then a longer look.

use crate::error::StabilityError;
use crate::event::{StabilityEvent, Stage};
use crate::execute::{Exploration, ExploreOptions, Path, explore};
use crate::graph::NodeId;
use crate::inputs::StabilityInput;
use crate::options::StabilityOptions;
use crate::prove::{ProofEffort, bounds_at_once, prove};
use crate::search::{SearchEffort, UnstableRun, search};
use crate::target::{StabilityTarget, measured};
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};
use ulpwise_interp::{PathEnd, Program};
use ulpwise_symex::EntryPoint;

/// How many regions of a value linear reasoning may leave open before it is not tried any more.
const LINEAR_FAILURES: usize = 12;

/// What is known of a target.
#[derive(Clone, Debug, PartialEq)]
pub enum StabilityVerdict {
    /// Every run keeps the relative error below this bound, which is tolerated; a comparison always
    /// goes the way that true values would.
    Stable {
        /// The bound.
        bound: f64,
        /// How many regions of inputs were looked at.
        regions: usize,
    },
    /// This run does not.
    Unstable(Box<UnstableRun>),
    /// Undecided.
    Unknown {
        /// Why, as a sentence.
        why: String,
        /// A bound that holds, and is not tolerated; infinite if there is none.
        bound: f64,
    },
}

/// All verdicts on a function.
#[derive(Clone, Debug, Default)]
pub struct StabilityResult {
    /// The verdicts.
    pub verdicts: BTreeMap<StabilityTarget, StabilityVerdict>,
    /// Of unstable values, runs in which they are infinite or no number while the true value is
    /// one.
    pub infinite: BTreeMap<StabilityTarget, UnstableRun>,
    /// How many paths were followed to their end.
    pub paths: usize,
    /// How many were cut off at the bound of loops.
    pub cut_off: usize,
    /// That bound.
    pub loop_bound: u32,
    /// How many of the paths end where they access memory that the program does not have: nothing
    /// after that is looked at.
    pub strayed: usize,
    /// The first such access, in words.
    pub stray: Option<String>,
    /// Why others could not be followed.
    pub missed: Vec<String>,
    /// How many operations the paths have.
    pub nodes: usize,
}

impl StabilityResult {
    /// The bounds that were proven.
    pub fn bounds(&self) -> BTreeMap<StabilityTarget, f64> {
        let bound = |(&target, verdict): (&StabilityTarget, &StabilityVerdict)| match verdict {
            StabilityVerdict::Stable { bound, .. } => Some((target, *bound)),
            _ => None,
        };
        self.verdicts.iter().filter_map(bound).collect()
    }
}

/// Confirms that a run that loses precision is one of the program's own.
pub type Confirm<'c> = dyn FnMut(StabilityTarget, &UnstableRun) -> Result<(), StabilityError> + 'c;

/// Gives verdicts on what a function computes.
///
/// # Errors
/// The program could not be brought to its first instruction.
pub fn analyze(
    program: &Program<'_>,
    entry: &EntryPoint,
    inputs: &[StabilityInput],
    options: &StabilityOptions,
    confirm: &mut Confirm<'_>,
) -> Result<StabilityResult, PathEnd> {
    let explore_options = ExploreOptions {
        budget: options.budget.clone(),
        progress_sink: options.progress_sink.clone(),
        ..options.explore.clone()
    };
    let explored = explore(program, entry, inputs, &options.model, &explore_options)?;
    Ok(judge(&explored, options, confirm))
}

/// Gives verdicts on what the paths of a function compute.
pub fn judge(
    explored: &Exploration,
    options: &StabilityOptions,
    confirm: &mut Confirm<'_>,
) -> StabilityResult {
    let mut judge = Judge {
        explored,
        options,
        paths: explored.paths.iter().chain(&explored.unfinished).collect(),
        bounds: BTreeMap::new(),
        found: BTreeMap::new(),
        infinite: BTreeMap::new(),
        refused: BTreeMap::new(),
        regions: BTreeMap::new(),
        gave_up: BTreeSet::new(),
        hints: BTreeMap::new(),
    };
    judge.begin(Stage::Forms);
    judge.look_at_once();
    judge.begin(Stage::Runs);
    judge.search(options.tries / 8, options.seed, confirm);
    judge.begin(Stage::Lines);
    judge.look_at_lines();
    judge.begin(Stage::Regions);
    judge.branch_and_prune();
    judge.begin(Stage::MoreRuns);
    judge.search(options.tries, options.seed.wrapping_add(1), confirm);
    judge.begin(Stage::Reals);
    judge.ask_reals(confirm);
    judge.begin(Stage::Exact);
    judge.ask_exactly(confirm);
    judge.begin(Stage::Infinities);
    judge.look_for_infinities(confirm);
    judge.settle()
}

/// How long runs are confirmed after the time is over.
const CLOSING: Duration = Duration::from_millis(500);

/// What is said of a run that was not confirmed for lack of time.
const UNCONFIRMED: &str = "there was no time to confirm a run that loses precision";

/// A value of a target on a path, with what is known to bound its error.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ValueBound {
    /// The number of the path.
    pub(crate) path: usize,
    pub(crate) node: NodeId,
    pub(crate) bound: f64,
}

/// What is found out, step by step.
pub(crate) struct Judge<'a> {
    pub(crate) explored: &'a Exploration,
    pub(crate) options: &'a StabilityOptions,
    pub(crate) paths: Vec<&'a Path>,
    /// The values of each target on each path, with what is known to bound them.
    pub(crate) bounds: BTreeMap<StabilityTarget, Vec<ValueBound>>,
    pub(crate) found: BTreeMap<StabilityTarget, UnstableRun>,
    /// Runs in which values are infinite or no numbers.
    pub(crate) infinite: BTreeMap<StabilityTarget, UnstableRun>,
    /// Targets with a run that could not be confirmed, and why.
    refused: BTreeMap<StabilityTarget, String>,
    regions: BTreeMap<StabilityTarget, usize>,
    /// Targets for which there were too many regions.
    gave_up: BTreeSet<StabilityTarget>,
    /// Inputs of each path that may lose precision.
    hints: BTreeMap<usize, Vec<Vec<i128>>>,
}

impl Judge<'_> {
    /// Another way of deciding is tried.
    fn begin(&self, stage: Stage) {
        self.options.progress_sink.emit(|| StabilityEvent::Stage(stage));
        self.tell_decided();
    }

    /// Reports how much is decided.
    pub(crate) fn tell_decided(&self) {
        self.options.progress_sink.emit(|| {
            let all = self.bounds.len();
            StabilityEvent::Decided { decided: all - self.open().len(), all, found: self.found.len() }
        });
    }

    /// Bounds by one look at each path.
    fn look_at_once(&mut self) {
        let graph = &self.explored.graph;
        for (number, path) in self.paths.iter().enumerate() {
            let wanted = |target: &StabilityTarget| {
                self.options.only.as_ref().is_none_or(|only| only.contains(target))
            };
            let values: BTreeSet<(StabilityTarget, NodeId)> =
                measured(graph, path).into_iter().filter(|(target, _)| wanted(target)).collect();
            let values: Vec<(StabilityTarget, NodeId)> = values.into_iter().collect();
            let nodes: Vec<NodeId> = values.iter().map(|&(_, node)| node).collect();
            let bounds = bounds_at_once(graph, path, &nodes, &self.options.model);
            for ((target, node), bound) in values.into_iter().zip(bounds) {
                self.bounds.entry(target).or_default().push(ValueBound { path: number, node, bound });
            }
        }
    }

    pub(crate) fn is_open(&self, target: StabilityTarget) -> bool {
        let tolerance = self.options.tolerance;
        !self.found.contains_key(&target)
            && self
                .bounds
                .get(&target)
                .is_some_and(|values| values.iter().any(|value| value.bound > tolerance))
    }

    fn open(&self) -> Vec<StabilityTarget> {
        self.bounds.keys().copied().filter(|&target| self.is_open(target)).collect()
    }

    /// Looks for runs that lose precision, on all paths.
    fn search(&mut self, tries: usize, seed: u64, confirm: &mut Confirm<'_>) {
        let options = self.options;
        for (number, open) in self.open_by_path() {
            if options.budget.check(0).is_err() {
                break;
            }
            let path = self.paths[number];
            // A run on an earlier path may have settled some.
            let suspects: BTreeSet<StabilityTarget> =
                open.into_iter().map(|(target, _)| target).filter(|&target| self.is_open(target)).collect();
            let suspects: Vec<StabilityTarget> = suspects.into_iter().collect();
            if suspects.is_empty() {
                continue;
            }
            let effort = SearchEffort {
                budget: options.budget.clone(),
                // Inputs of a long path are tried as much as those of a short one, but not as
                // often.
                tries: (tries * 64 / (64 + path.visits.len())).max(128),
                seed: seed.wrapping_add(number as u64),
                modes: options.modes.clone(),
                hints: self.hints.get(&number).cloned().unwrap_or_default(),
                infinite: false,
            };
            let found = search(&self.explored.graph, path, &suspects, options.tolerance, &effort);
            // Of thousands of runs as many are confirmed as there is time for, and some in any case.
            let mut over: Option<Instant> = None;
            for (target, find) in found {
                if options.budget.check(0).is_err()
                    && over.get_or_insert_with(Instant::now).elapsed() > CLOSING
                {
                    self.refused.entry(target).or_insert_with(|| UNCONFIRMED.to_owned());
                } else {
                    self.keep(target, find, confirm);
                }
            }
            self.tell_decided();
        }
    }

    /// The values whose bound is not tolerated, of targets without a run, with their paths.
    pub(crate) fn open_values(&self) -> Vec<(StabilityTarget, NodeId, usize)> {
        let of = |target: StabilityTarget| {
            let values = self.bounds[&target].iter();
            let open = values.filter(|value| value.bound > self.options.tolerance);
            open.map(move |value| (target, value.node, value.path))
        };
        self.open().into_iter().flat_map(of).collect()
    }

    /// The same, by the numbers of the paths. Paths are many: a loop over them asks once.
    pub(crate) fn open_by_path(&self) -> BTreeMap<usize, Vec<(StabilityTarget, NodeId)>> {
        let mut by_path: BTreeMap<usize, Vec<(StabilityTarget, NodeId)>> = BTreeMap::new();
        for (target, node, number) in self.open_values() {
            by_path.entry(number).or_default().push((target, node));
        }
        by_path
    }

    /// A bound of a value on a path, if it is better than what is known.
    pub(crate) fn improve(&mut self, target: StabilityTarget, number: usize, node: NodeId, bound: f64) {
        for value in self.bounds.entry(target).or_default() {
            if value.path == number && value.node == node {
                value.bound = value.bound.min(bound);
            }
        }
    }

    /// Tells a run if it is one of the program's own.
    pub(crate) fn keep(&mut self, target: StabilityTarget, find: UnstableRun, confirm: &mut Confirm<'_>) {
        match confirm(target, &find) {
            Ok(()) => {
                self.found.insert(target, find);
            }
            Err(why) => {
                self.refused.entry(target).or_insert_with(|| why.to_string());
            }
        }
    }

    /// Cuts the inputs of paths into parts where one look did not do.
    fn branch_and_prune(&mut self) {
        let options = self.options;
        for target in self.open() {
            let mut values = self.bounds[&target].clone();
            for ValueBound { path: number, node, bound } in &mut values {
                if *bound <= options.tolerance || self.gave_up.contains(&target) {
                    continue;
                }
                let share = options.budget.time_left().map_or(Duration::from_secs(10), |left| left / 4);
                let effort = ProofEffort {
                    budget: options.budget.part(share),
                    regions: options.regions,
                    modes: options.all_modes.clone(),
                    linear: if options.linear { LINEAR_FAILURES } else { 0 },
                };
                let (graph, path) = (&self.explored.graph, self.paths[*number]);
                let proven = prove(graph, path, *node, options.tolerance, &options.model, &effort);
                *self.regions.entry(target).or_default() += proven.regions;
                if proven.bound <= options.tolerance {
                    *bound = proven.bound;
                } else {
                    // One value that stays open is enough.
                    self.gave_up.insert(target);
                    self.hints.entry(*number).or_default().extend(proven.open);
                }
            }
            self.bounds.insert(target, values);
            self.tell_decided();
        }
    }

    fn settle(mut self) -> StabilityResult {
        let explored = self.explored;
        let mut verdicts = BTreeMap::new();
        for (&target, values) in &self.bounds {
            let bound = values.iter().map(|value| value.bound).fold(0.0, f64::max);
            let verdict = match self.found.remove(&target) {
                Some(find) => StabilityVerdict::Unstable(Box::new(find)),
                None if bound > self.options.tolerance => {
                    StabilityVerdict::Unknown { why: self.why(target), bound }
                }
                None if !explored.missed.is_empty() => {
                    let reason = explored.missed.iter().next().map_or("", String::as_str);
                    StabilityVerdict::Unknown {
                        why: format!("not every path could be followed: {reason}"),
                        bound,
                    }
                }
                None if let Some(why) = &explored.beyond => {
                    StabilityVerdict::Unknown { why: why.clone(), bound }
                }
                None => StabilityVerdict::Stable {
                    bound,
                    regions: self.regions.get(&target).copied().unwrap_or(1),
                },
            };
            verdicts.insert(target, verdict);
        }
        StabilityResult {
            verdicts,
            infinite: self.infinite,
            paths: explored.paths.len(),
            cut_off: explored.cut_off,
            loop_bound: self.options.explore.loop_bound,
            strayed: explored.strayed,
            stray: explored.stray.clone(),
            missed: explored.missed.iter().cloned().collect(),
            nodes: explored.graph.len(),
        }
    }

    /// The functions that are not followed and that a target depends on, on some path.
    fn unfollowed_functions(&self, target: StabilityTarget) -> BTreeSet<&str> {
        let values = self.paths.iter().flat_map(|path| target.nodes(path));
        self.explored.graph.unfollowed_functions(values)
    }

    fn why(&self, target: StabilityTarget) -> String {
        if let Some(why) = self.refused.get(&target) {
            return format!("a run that loses precision was computed, but {why}");
        }
        let functions = self.unfollowed_functions(target);
        if !functions.is_empty() {
            let names: Vec<&str> = functions.into_iter().collect();
            return format!(
                "it depends on results of {}, which error forms do not follow: no bound holds, and more time \
                 finds none",
                names.join(", ")
            );
        }
        if self.options.budget.check(0).is_err() {
            return "the time is over".to_owned();
        }
        match self.regions.get(&target) {
            Some(regions) => format!(
                "the bound is not tolerated after {regions} regions of inputs, and no run was found that loses precision"
            ),
            None => "the bound is not tolerated, and no run was found that loses precision".to_owned(),
        }
    }
}
