//! Whether two functions give the same results.
//!
//! What holds: "different" is said only of inputs on which both were called natively and differed;
//! "same" only where every path of both was followed and compared, or all inputs were tried.

mod assumed;
mod explain;
mod library;
mod model;
mod parting;
mod revision;
mod sides;

use crate::assume_nothing::refusal;
use crate::context::RunContext;
use crate::error::DriverError;
use crate::load::{LoadLimits, check_links, launcher, load, native_links};
use crate::memory::MemoryWatch;
use crate::on_large_stack;
use crate::options::DiffOptions;
use crate::solvers::with_tools;
use assumed::{aspects, assume_along_paths, with_conditions};
use library::call_library;
use parting::Tracers;
use revision::at_revision;
use sides::make_sides;
use std::time::Duration;
use ulpwise_base::Budget;
use ulpwise_engines::SolverOptions;
use ulpwise_equivalence::{
    Case, ComparedAspects, NativePair, Pairing, ProgramSide, Proof, ProofLimits, ProofOutcome, SearchLimits,
    Searched, prove, search, simplest, try_all,
};
use ulpwise_finding::{Assumption, DiffParting, DiffRun};
use ulpwise_harness::{proof_assumptions, trial_obstacle, unseen_effect};
use ulpwise_interp::Program;
use ulpwise_llvm::Loaded;
use ulpwise_native::{EngineOptions, Instrumentation, Launcher, Optimisation, SearchSubject, hard_points};

/// How many inputs are tried before paths are followed.
const FIRST_CALLS: u64 = 60_000;

/// At most so many inputs are all tried.
const MOST_INPUTS: u64 = 1 << 20;

/// Which part of the time the first search may take, and which the whole search.
const FIRST_SHARE: u32 = 8;
const SEARCH_SHARE: u32 = 2;

/// The part of all inputs after which a search ends that finds no larger difference.
const PATIENCE: u64 = 10;

/// How many inputs that the programs suggest are tried first, for each of them.
const SUGGESTED: usize = 512;

/// How many paths of each function are followed.
const MOST_PATHS: u64 = 4000;

/// Compares two functions.
///
/// # Errors
/// A program does not load, the functions cannot be compared, an option is wrong, or ulpwise has a
/// bug.
pub fn diff(options: &DiffOptions, context: &RunContext) -> Result<DiffRun, DriverError> {
    on_large_stack(|| {
        check_links(&options.links)?;
        let mut options = options.clone();
        let mut kept = Vec::from_iter(call_library(&mut options)?);
        if let Some(name) = options.revision.clone() {
            let (program, folder) = at_revision(&options.programs[0], &name)?;
            options.programs[0] = program;
            kept.push(folder);
        }
        let old = load_side(&options, 0, context)?;
        let new = load_side(&options, 1, context)?;
        sides::take_contract(&old, &mut options)?;
        let options = &options;
        let old = with_conditions(old, options)?;
        let loaded = [&old, &new];
        let [mut first, second] = make_sides(loaded, options)?;
        assume_along_paths(&mut first, options)?;
        let sides = [&first, &second];
        let aspects = aspects(sides, options)?;
        let pairing = Pairing::new(sides).map_err(|why| sides::refusal(sides, &why))?;
        if aspects.results {
            pairing.require_outputs().map_err(|why| sides::refusal(sides, &why))?;
        }
        let program = |at: usize| {
            Program::new(&loaded[at].module, options.memory << 20).map_err(DriverError::above_memory_limit)
        };
        let programs = [program(0)?, program(1)?];
        let task =
            DiffTask { options, context, loaded, sides, aspects, programs: &programs, pairing: &pairing };
        context.progress.cancellable();
        let _memory = MemoryWatch::start(options.memory, 1, &context.cancel)?;
        let comparison = task.compare()?;
        let run = task.run(comparison);
        drop(kept);
        Ok(run)
    })
}

/// Loads one of the programs.
fn load_side(options: &DiffOptions, at: usize, context: &RunContext) -> Result<Loaded, DriverError> {
    context.progress.phase(["compiling the old program", "compiling the new program"][at]);
    let loaded = load(&options.programs[at], &options.links_of(at), LoadLimits::memory(options.memory));
    loaded.map_err(|error| match &options.prototype {
        Some(prototype) if at == 1 => {
            error.with_help(format!("the function is called by --prototype '{prototype}'"))
        }
        Some(_) | None => error,
    })
}

/// What is to be done.
struct DiffTask<'a> {
    options: &'a DiffOptions,
    context: &'a RunContext,
    loaded: [&'a Loaded; 2],
    sides: [&'a ProgramSide<'a>; 2],
    aspects: ComparedAspects,
    programs: &'a [Program<'a>; 2],
    pairing: &'a Pairing,
}

/// What came of it.
struct DiffOutcome {
    searched: Searched,
    /// The simplest input on which they differ.
    simplest: Option<Case>,
    /// Where the two computations part, on the simplest input and on that with the largest difference.
    partings: [DiffParting; 2],
    /// How that they are the same is known.
    proof: Option<String>,
    /// Why nothing is proven.
    unproven: String,
    pairs: u64,
    assumptions: Vec<Assumption>,
}

impl<'a> DiffTask<'a> {
    fn compare(&self) -> Result<DiffOutcome, DriverError> {
        let options = self.options;
        let budget =
            Budget::unlimited().with_cpu_time(options.timeout).with_cancel(self.context.cancel.clone());
        let launcher = launcher(options.memory, options.timeout, self.context)?;
        let mut pair = self.start(&launcher)?;
        let mut comparison = DiffOutcome {
            searched: Searched::default(),
            simplest: None,
            partings: Default::default(),
            proof: None,
            unproven: "nothing was tried".to_owned(),
            pairs: 0,
            assumptions: self.assumptions(),
        };
        self.context.progress.phase_within("calling both", Some(options.timeout));
        if self.trial(&mut pair, &budget, &mut comparison)? {
            return self.finish(&mut pair, comparison, &budget, &launcher);
        }
        let first = self.search(&mut pair, &self.suggested(), FIRST_CALLS, &budget, FIRST_SHARE)?;
        comparison.searched.add(first, &pair);
        if comparison.searched.differing == 0 {
            self.follow(&mut pair, &budget, &mut comparison)?;
        }
        self.finish(&mut pair, comparison, &budget, &launcher)
    }

    fn start(&self, launcher: &Launcher) -> Result<NativePair<'a>, DriverError> {
        let instrumentation = match self.aspects.exceptions {
            true => Instrumentation::Exceptions,
            false => Instrumentation::None,
        };
        let engine = |at: usize| EngineOptions {
            instrumentation,
            optimisation: Optimisation::AsCompiled,
            setup: self.options.setup.clone(),
            links: native_links(&self.loaded[at].module, &self.options.links_of(at)),
            call_limit: self.options.call_timeout,
            ..EngineOptions::default()
        };
        let engines = [engine(0), engine(1)];
        let criterion = self.options.criterion;
        let mut pair = NativePair::start(
            launcher,
            self.sides,
            self.programs,
            [&engines[0], &engines[1]],
            self.pairing,
            (criterion, self.aspects),
        )?;
        if let Some(condition) = self.condition_engine(launcher)? {
            pair.assume(condition);
        }
        Ok(pair)
    }

    /// Tries all inputs where these are few; whether that decides.
    fn trial(
        &self,
        pair: &mut NativePair<'_>,
        budget: &Budget,
        comparison: &mut DiffOutcome,
    ) -> Result<bool, DriverError> {
        let progress = |done: u64| self.context.progress.detail(format!("{done} inputs"));
        let share = budget.part(self.options.timeout / SEARCH_SHARE);
        let Some(tried) = try_all(pair, MOST_INPUTS, &share, &progress)? else { return Ok(false) };
        let is_complete = tried.is_complete;
        let count = tried.tried;
        comparison.searched.add(tried, pair);
        if comparison.searched.differing > 0 {
            return Ok(true);
        }
        if !is_complete {
            return Ok(false);
        }
        if self.aspects.exceptions && !pair.sees_all_exceptions() {
            comparison.unproven =
                format!("all {count} inputs give the same, but exceptions of some operations are not seen");
            return Ok(false);
        }
        let obstacle = self.sides.iter().zip(["old", "new"]).find_map(|(side, which)| {
            let trial = trial_obstacle(side.module, side.function).map(|obstacle| obstacle.to_string());
            let setup = &side.entry.setup;
            let unseen = || unseen_effect(side.module, side.function);
            let depends = || ulpwise_harness::depends_on(side.module, side.function, setup);
            let why = trial.or_else(unseen).or_else(depends)?;
            Some(format!("of the {which} one: {why}"))
        });
        match obstacle {
            None => comparison.proof = Some(format!("all {count} inputs were tried")),
            Some(why) => comparison.unproven = format!("all {count} inputs give the same, but {why}"),
        }
        Ok(comparison.proof.is_some())
    }

    fn search(
        &self,
        pair: &mut NativePair<'_>,
        starts: &[Vec<i128>],
        calls: u64,
        budget: &Budget,
        share: u32,
    ) -> Result<Searched, DriverError> {
        let limits = SearchLimits {
            seed: self.options.seed,
            calls: calls.min(self.options.calls),
            patience: self.options.calls / PATIENCE,
            budget: budget.part(self.options.timeout / share),
        };
        let progress = |done: u64| self.context.progress.detail(format!("{done} inputs"));
        Ok(search(pair, starts, &limits, &progress)?)
    }

    /// Inputs that the constants of the programs suggest.
    fn suggested(&self) -> Vec<Vec<i128>> {
        let mut points = Vec::new();
        for (at, side) in self.sides.iter().enumerate() {
            let subject =
                SearchSubject { module: side.module, function: side.function, space: &side.native.space };
            for words in hard_points(subject, &[], SUGGESTED, self.options.seed) {
                let values = side.native.values(&words);
                let ordinal =
                    |(input, value): (usize, &u64)| self.pairing.inputs[input].kinds[at].ordinal(*value);
                let point: Option<Vec<i128>> = values.iter().enumerate().map(ordinal).collect();
                points.extend(point);
            }
        }
        points
    }

    /// Follows the paths of both; inputs that the solver finds are called.
    fn follow(
        &self,
        pair: &mut NativePair<'_>,
        budget: &Budget,
        comparison: &mut DiffOutcome,
    ) -> Result<(), DriverError> {
        if let Some(why) = self.obstacle() {
            comparison.unproven = why;
            return Ok(());
        }
        self.context.progress.phase_within("following both", Some(self.options.timeout));
        let outcome = self.prove(budget)?;
        comparison.pairs = outcome.pairs;
        match outcome.proof {
            Proof::Same { bound: Some(bound), .. } => {
                comparison.proof = Some(format!(
                    "error forms of both, which lie at most {} apart",
                    ulpwise_finding::UpperBound(bound).scientific(2)
                ));
            }
            Proof::Same { by_equal_terms: true, bound: None } => {
                comparison.proof = Some("both compute the same terms on every path".to_owned());
            }
            Proof::Same { by_equal_terms: false, bound: None } => {
                comparison.proof =
                    Some("no inputs can make the results of any pair of paths differ".to_owned());
            }
            Proof::Unknown(why) => comparison.unproven = why.to_string(),
            Proof::Candidates => {
                let points: Vec<Vec<i128>> =
                    outcome.candidates.iter().filter_map(|values| self.point(values)).collect();
                let found = self.search(pair, &points, points.len() as u64 + 1, budget, FIRST_SHARE)?;
                comparison.searched.add(found, pair);
                comparison.unproven =
                    "the solver found inputs that may differ, and native calls of them do not".to_owned();
            }
        }
        Ok(())
    }

    fn prove(&self, budget: &Budget) -> Result<ProofOutcome, DriverError> {
        let memory = self.options.memory << 20;
        let solver_options = SolverOptions { process_memory: memory, ..SolverOptions::default() };
        let limits = ProofLimits {
            budget: budget.clone(),
            memory,
            paths: MOST_PATHS,
            loop_bound: self.options.loop_bound,
            seed: self.options.seed,
        };
        with_tools(&self.options.engine, &solver_options, |tools| {
            Ok(prove(self.sides, self.pairing, (self.options.criterion, self.aspects), tools, &limits))
        })
    }

    /// Why a proof would not hold for every call, if it would not.
    fn obstacle(&self) -> Option<String> {
        self.sides.iter().zip(["old", "new"]).find_map(|(side, which)| {
            let why = sides::open_environment(side)?;
            Some(format!("of the {which} one: {why}"))
        })
    }

    /// The inputs of a solver's model as ordinals.
    fn point(&self, values: &[u128]) -> Option<Vec<i128>> {
        let inputs = self.pairing.inputs.iter();
        inputs.zip(values).map(|(input, &bits)| input.kinds[0].ordinal(bits as u64)).collect()
    }

    /// What proofs take for granted, about both.
    fn assumptions(&self) -> Vec<Assumption> {
        let mut all: Vec<Assumption> = Vec::new();
        for side in self.sides {
            for assumption in proof_assumptions(side.module, side.function, &side.entry) {
                if !all.contains(&assumption) {
                    all.push(assumption);
                }
            }
        }
        all
    }

    /// Searches on where they differ, and makes the case simple.
    fn finish(
        &self,
        pair: &mut NativePair<'_>,
        mut comparison: DiffOutcome,
        budget: &Budget,
        launcher: &Launcher,
    ) -> Result<DiffOutcome, DriverError> {
        let options = self.options;
        if comparison.proof.is_some() {
            if options.assume_nothing
                && let Some(why) = refusal(&comparison.assumptions)
            {
                comparison.unproven = why;
                comparison.proof = None;
            }
            return Ok(comparison);
        }
        if comparison.searched.differing > 0 || budget.time_left() > Some(Duration::ZERO) {
            self.context.progress.phase_within("looking for the largest difference", Some(options.timeout));
            let starts: Vec<Vec<i128>> =
                comparison.searched.largest.iter().map(|case| case.point.clone()).collect();
            let further = self.search(pair, &starts, options.calls, budget, SEARCH_SHARE)?;
            comparison.searched.add(further, pair);
        }
        if comparison.searched.differing == 0
            && let Some(why) = &pair.undefined
        {
            comparison.unproven = format!("calls that differ do what is undefined; {why}");
        }
        let found = comparison.searched.first.iter().chain(&comparison.searched.largest);
        let differing: Vec<Case> = found.filter(|case| case.call.difference.counts).cloned().collect();
        if let Some(case) = differing.first() {
            let simple = simplest(pair, case)?;
            comparison.searched.include(&simple, pair);
            self.context.progress.phase("looking for the operations where they part");
            let mut tracers = Tracers::start(self, launcher)?;
            comparison.partings[0] = tracers.parting(self, &simple)?;
            if let Some(largest) = &comparison.searched.largest {
                comparison.partings[1] = tracers.parting(self, largest)?;
            }
            comparison.simplest = Some(simple);
        }
        Ok(comparison)
    }
}
