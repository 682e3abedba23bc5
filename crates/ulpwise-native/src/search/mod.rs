//! Guided search: drives the inputs of a function towards exceptions at its sites.
//!
//! * `space` says which inputs there are, `sample` which are worth a try, `constants` what the
//!   program itself suggests.
//! * `goals` keeps what is not found yet and the input that came nearest to it; `line` moves one
//!   variable towards a goal, `tied` two that belong together.
//! * `seeds` keeps the inputs that reached something new, and, apart from them, those with which
//!   some result was larger or smaller than ever before; it says which are worth changing.
//! * `slowness` learns which inputs take too long.
//! * `job` puts them together: fresh inputs, changes of inputs that were kept (at random, and of
//!   seeds all around in a `sweep`), and drives towards goals (`drive`) share the effort
//!   (`shares`), as do the limits of the steps of a call.
//!
//! What holds: every witness was seen by the checks of native code (replay is the caller's); inputs
//! lie in their ranges and satisfy the assumption; with a budget of calls, a seed and a number of
//! jobs give the same result on any machine.
//!
//! Deliberately absent: conclusions from what was not found.

mod constants;
mod drive;
mod effort;
mod goals;
mod hard_points;
mod job;
mod line;
mod sample;
mod seeds;
mod shares;
mod slowness;
mod space;
mod sweep;
mod tied;

pub use effort::Effort;
pub use hard_points::hard_points;
pub use space::{Assumption, InputVariable, Space, VariableKind, VariableRange};

use crate::engine::Engine;
use crate::error::NativeError;
use crate::launch::Launcher;
use crate::options::EngineOptions;
use crate::outcome::CallEnd;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;
use ulpwise_base::{Budget, Exhausted, SharedWork};
use ulpwise_interp::Exception;
use ulpwise_ir::{FunctionId, Module, SiteId};
use ulpwise_llvm::{Instrumentation, NativeTarget, Unit};

/// How a search is done.
#[derive(Clone, Debug, Default)]
pub struct SearchOptions {
    /// Makes it reproducible.
    pub seed: u64,
    /// How many calls each job may make.
    pub calls: Option<u64>,
    /// How much CPU time each job may take, calls included. With it a result depends on the
    /// machine.
    pub cpu: Option<Duration>,
    /// When all jobs stop, whatever they have found. Its steps are calls of one job.
    pub budget: Budget,
    /// What is wanted; everything that is not on request if it is not said. A search ends when it has it.
    pub wanted: Option<BTreeSet<(SiteId, Exception)>>,
    /// Whether only the first exception of a call counts, as if the call stopped there.
    pub stop_at_exception: bool,
    /// Words of calls that are made first: seeds of an earlier search, or of another analysis.
    /// Words that are not varied or lie out of range are replaced.
    pub known: Vec<Vec<u64>>,
}

/// An input that raises an exception.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The words of the call.
    pub input: Vec<u64>,
    /// What the search had taken when it was found.
    pub effort: Effort,
}

/// What came of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Searched {
    /// Each exception with the first input that was seen to raise it.
    pub found: BTreeMap<(SiteId, Exception), Found>,
    /// The words of calls that reached something new, for another search to begin with.
    pub seeds: Vec<Vec<u64>>,
    /// Sites that were reached; of comparisons with the answers that were seen.
    pub reached: BTreeSet<(SiteId, bool)>,
    /// Some inputs whose calls did not return.
    pub ends: Vec<(Vec<u64>, CallEnd)>,
    /// What all jobs took together.
    pub effort: Effort,
    /// Why the search ended before its time, if it did.
    pub stopped: Option<Exhausted>,
}

/// What is searched.
#[derive(Clone, Copy)]
pub struct SearchSubject<'a> {
    /// The program, whose sites have the numbers of the engine's.
    pub module: &'a Module,
    /// The function.
    pub function: FunctionId,
    /// Its inputs.
    pub space: &'a Space,
}

/// Searches with one engine, whose level must be [`Instrumentation::Distances`] and whose target is
/// the function.
///
/// # Errors
/// As [`Engine::measure`].
pub fn search_with(
    engine: &mut Engine,
    target: usize,
    subject: SearchSubject<'_>,
    options: &SearchOptions,
) -> Result<Searched, NativeError> {
    job::SearchJob::new(engine, target, subject, options).run()
}

/// Searches with several engines, each in a thread and with a seed of its own.
///
/// # Errors
/// As [`Engine::start`] and [`Engine::measure`].
pub fn search(
    launcher: &Launcher,
    units: &[Unit],
    target: &NativeTarget,
    subject: SearchSubject<'_>,
    engine_options: &EngineOptions,
    options: &SearchOptions,
    jobs: usize,
) -> Result<Searched, NativeError> {
    let engine_options =
        EngineOptions { instrumentation: Instrumentation::Distances, ..engine_options.clone() };
    let work = |job: u64| -> Result<Searched, NativeError> {
        let mut engine = Engine::start(launcher, units, std::slice::from_ref(target), &engine_options)?;
        let seed = options.seed.wrapping_add(job.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        search_with(&mut engine, 0, subject, &SearchOptions { seed, ..options.clone() })
    };
    let shared = SharedWork::begin();
    let part = |job: u64| shared.part(|| work(job));
    let results: Vec<Result<Searched, NativeError>> = std::thread::scope(|scope| {
        let jobs: Vec<_> = (0..jobs.max(1) as u64).map(|job| scope.spawn(move || part(job))).collect();
        jobs.into_iter().map(|job| job.join().expect("a job panicked")).collect()
    });
    shared.end();
    let mut all = Searched::default();
    for result in results {
        all.add(result?);
    }
    Ok(all)
}

/// How many ends of calls are kept.
const KEPT_ENDS: usize = 16;

impl Searched {
    /// Adds what another job found. Of two witnesses the earlier one stays.
    pub fn add(&mut self, other: Self) {
        for (event, found) in other.found {
            match self.found.get(&event) {
                Some(known) if known.effort.calls <= found.effort.calls => {}
                _ => drop(self.found.insert(event, found)),
            }
        }
        self.seeds.extend(other.seeds);
        self.reached.extend(other.reached);
        self.ends.extend(other.ends);
        self.ends.truncate(KEPT_ENDS);
        self.effort.calls += other.effort.calls;
        self.effort.cpu += other.effort.cpu;
        self.stopped = self.stopped.or(other.stopped);
    }
}
