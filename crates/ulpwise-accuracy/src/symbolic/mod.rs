//! Symbolic execution towards inaccuracy: inputs that take a path and make its sums lose digits,
//! cancel, or first the one and then the other.
//!
//! What native search meets by luck at best, an equation that guards a way or an exact relation
//! between inputs, a solver meets by solving. What is found here are places to start from: whether
//! an error is large, and how large it can be made, only calls say.
//!
//! What holds: rounds of one seed are the same as long as no time limit cuts one short.

mod concrete;
mod partition;

use crate::domain::{InputDomain, InputPoint};
use crate::event::AccuracyEvent;
use crate::search::ErrorSearchOptions;
use partition::Partition;
use std::thread;
use std::time::Duration;
use ulpwise_base::{Budget, ProgressSink, SharedWork};
use ulpwise_harness::NativeInputs;
use ulpwise_interp::Program;
use ulpwise_ir::Module;
use ulpwise_symex::{
    Answers, CheckOptions, Combination, EntryPoint, Meaning, Observer, Path, SymexOptions, Tools,
    explore_in_parallel,
};

/// How many rounds a job makes at most.
const MOST_ROUNDS: u32 = 12;

/// How many paths a round follows at most.
const MOST_PATHS: u64 = 200;

/// How many points to start from a job gives at most.
const MOST_POINTS: usize = 128;

/// How many bytes the paths of a round may take.
const MEMORY: u64 = 2 << 30;

/// Which part of the time that is left one round may take.
const SHARE: u32 = 3;

/// The least time that is worth a round.
const LEAST_TIME: Duration = Duration::from_millis(20);

/// How paths are followed towards inaccuracy.
#[derive(Clone, Copy)]
pub struct PathSearch<'a> {
    /// The program.
    pub module: &'a Module,
    /// Where a call begins.
    pub entry: &'a EntryPoint,
    /// The names of inputs.
    pub inputs: &'a NativeInputs,
    /// Solvers.
    pub tools: Tools<'a>,
    /// What is looked for.
    pub checks: CheckOptions,
    /// How long all rounds may take.
    pub time: Duration,
}

/// What following paths came to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PathsFollowed {
    /// Places to start from.
    pub points: Vec<InputPoint>,
    /// In how many rounds.
    pub rounds: u64,
    /// How many paths were followed to their end.
    pub paths: u64,
    /// How many combinations of checks inputs were found for.
    pub combinations: u64,
    /// What the solver said.
    pub answers: Answers,
    /// Why some path could not be followed, if one could not.
    pub obstacle: Option<String>,
}

impl PathsFollowed {
    fn merge(&mut self, other: PathsFollowed) {
        for point in other.points {
            if !self.points.contains(&point) {
                self.points.push(point);
            }
        }
        self.rounds += other.rounds;
        self.paths += other.paths;
        self.combinations += other.combinations;
        self.answers.add(other.answers);
        self.obstacle = self.obstacle.take().or(other.obstacle);
    }
}

/// Follows paths with several jobs, each with a partition of its own; the values of inputs that are
/// not symbolic are those of points that are given.
pub(crate) fn follow(
    force: &PathSearch<'_>,
    domain: &InputDomain,
    bases: &[InputPoint],
    options: &ErrorSearchOptions,
) -> PathsFollowed {
    let budget = options.budget.part(force.time);
    let work = &SharedWork::begin();
    let results: Vec<PathsFollowed> = thread::scope(|scope| {
        let start = |job: usize| {
            let budget = budget.clone();
            let (seed, progress_sink) = (options.seed.wrapping_add(job as u64), &options.progress_sink);
            let job = PathJob { force, domain, bases, budget, seed, job, progress_sink };
            scope.spawn(move || work.part(|| job.run()))
        };
        let jobs: Vec<_> = (0..options.jobs.max(1)).map(start).collect();
        jobs.into_iter().map(|job| job.join().expect("a job panicked")).collect()
    });
    work.end();
    let mut all = PathsFollowed::default();
    for result in results {
        all.merge(result);
    }
    all
}

struct PathJob<'a> {
    force: &'a PathSearch<'a>,
    domain: &'a InputDomain,
    bases: &'a [InputPoint],
    budget: Budget,
    seed: u64,
    job: usize,
    progress_sink: &'a ProgressSink<AccuracyEvent>,
}

impl PathJob<'_> {
    fn run(self) -> PathsFollowed {
        let mut found = PathsFollowed::default();
        let program = match Program::new(self.force.module, MEMORY) {
            Ok(program) => program,
            Err(error) => return PathsFollowed { obstacle: Some(error.to_string()), ..found },
        };
        let names = &self.force.inputs.names;
        let inputs: Vec<(usize, &str)> =
            self.domain.varied.iter().map(|&at| (at, names[at].as_str())).collect();
        if inputs.is_empty() || self.bases.is_empty() {
            return found;
        }
        let mut partition = Partition::new(&inputs, self.job == 0, self.seed);
        for round in 0..MOST_ROUNDS {
            let left = self.budget.time_left().unwrap_or(Duration::from_secs(60));
            if left < LEAST_TIME || self.budget.check(0).is_err() {
                break;
            }
            let base = &self.bases[(round as usize + self.job) % self.bases.len()];
            let (of_round, complete) = self.round(&program, base, &partition, left / SHARE);
            let is_decided = complete && of_round.answers.unknown == 0;
            let is_fruitless = of_round.combinations == 0;
            found.merge(of_round);
            if found.points.len() >= MOST_POINTS || (is_decided && partition.is_whole()) {
                break;
            }
            partition.next(!is_decided && is_fruitless);
        }
        found.points.truncate(MOST_POINTS);
        found
    }

    /// One exploration; whether all paths were followed.
    fn round(
        &self,
        program: &Program<'_>,
        base: &InputPoint,
        partition: &Partition,
        time: Duration,
    ) -> (PathsFollowed, bool) {
        let PathSearch { entry, inputs, tools, checks, .. } = *self.force;
        let entry = concrete::entry(entry, inputs, self.domain, base, partition.symbolic());
        let budget = self.budget.part(time.max(LEAST_TIME));
        let options = SymexOptions {
            run: ulpwise_interp::InterpOptions {
                memory_limit: MEMORY,
                budget: budget.clone(),
                ..ulpwise_interp::InterpOptions::default()
            },
            budget,
            memory_limit: MEMORY,
            max_paths: MOST_PATHS,
            seed: self.seed,
            checks: Some(checks),
            ..SymexOptions::default()
        };
        let mut notes = PathNotes::new(self.progress_sink);
        let summary = explore_in_parallel(program, tools, &options, 1, &entry, &mut notes);
        let summary = match summary {
            Ok(summary) => summary,
            Err(end) => {
                let obstacle = Some(end.to_string());
                return (PathsFollowed { obstacle, rounds: 1, ..PathsFollowed::default() }, true);
            }
        };
        let mut points: Vec<InputPoint> = Vec::new();
        let combined = notes.combinations.iter().map(|combination| &combination.inputs);
        // A way that some inputs take is worth a try, whatever its sums do.
        for values in combined.chain(notes.ends.iter().map(|path| &path.inputs)) {
            let point = concrete::point(inputs, self.domain, base, values);
            if !points.contains(&point) {
                points.push(point);
            }
        }
        self.progress_sink.emit(|| AccuracyEvent::Starts(points.len()));
        let followed = PathsFollowed {
            points,
            rounds: 1,
            paths: summary.paths,
            combinations: notes.combinations.len() as u64,
            answers: summary.answers,
            obstacle: notes.obstacle,
        };
        (followed, summary.left == 0 && summary.missed.is_empty())
    }
}

/// What is noted while paths are followed.
struct PathNotes<'w> {
    combinations: Vec<Combination>,
    ends: Vec<Path>,
    obstacle: Option<String>,
    progress_sink: &'w ProgressSink<AccuracyEvent>,
}

impl<'w> PathNotes<'w> {
    fn new(progress_sink: &'w ProgressSink<AccuracyEvent>) -> Self {
        Self { combinations: Vec::new(), ends: Vec::new(), obstacle: None, progress_sink }
    }
}

impl Observer for PathNotes<'_> {
    fn path(&mut self, path: Path) {
        self.progress_sink.emit(|| AccuracyEvent::PathEnded);
        match path.end.meaning() {
            Meaning::Completed => self.ends.push(path),
            Meaning::Unsupported | Meaning::CutOff if self.obstacle.is_none() => {
                self.obstacle = Some(path.end.id().to_owned());
            }
            _ => {}
        }
    }

    fn inaccurate(&mut self, combination: Combination) {
        self.combinations.push(combination);
    }
}
