//! Random functions whose proven bounds of errors are held against quadruple precision: an adversary
//! of `accuracy` and `stability` that is kept.
//!
//! A function is made of a number alone. What `accuracy` proves is held against calls that round to
//! nearest, what `stability` proves against calls in all four modes of the processor. What is right
//! comes from the same source with every float in 113 bits, whose own roundings are 2^-60 of those of
//! doubles. A call beyond a bound is a bug of ulpwise: the function is made smaller and kept.

mod generate;
mod program;
mod trial;

use super::{FuzzOptions, pieces};
use anyhow::{Context, Result, bail};
use program::BoundedFunction;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use trial::{FunctionTrial, TrialLimits, try_function};

/// What bounds are divided by with `--pretend`: more than they are above the errors that calls have.
const PRETENDED: f64 = 1e12;

/// What `fuzz bounds` understands.
#[derive(Debug, clap::Args)]
pub(crate) struct BoundsOptions {
    #[command(flatten)]
    common: FuzzOptions,
    /// How long each of both analyses may take, in milliseconds
    #[arg(long, default_value_t = 500)]
    timeout_ms: u64,
    /// How many inputs each function gets
    #[arg(long, default_value_t = 20_000)]
    calls: u64,
    /// How many functions are tried at once
    #[arg(long, default_value_t = 1, value_parser = crate::positive)]
    jobs: usize,
    /// Take bounds for far smaller than they are: the campaign must then find errors above them
    #[arg(long)]
    pretend: bool,
    /// A folder that gets the functions with wrong bounds
    #[arg(long)]
    keep: Option<PathBuf>,
}

/// What was counted.
#[derive(Default)]
struct BoundTotals {
    functions: u64,
    bounds: u64,
    to_nearest: u64,
    relative: u64,
    any_mode: u64,
    stable: u64,
    calls: u64,
    closest: f64,
    refused: BTreeMap<String, u64>,
    wrong: Vec<String>,
}

impl BoundTotals {
    fn add(&mut self, trial: &FunctionTrial, calls: u64) {
        self.functions += 1;
        self.bounds += trial.proven.count();
        self.to_nearest += u64::from(trial.proven.absolute.is_some());
        self.relative += u64::from(trial.proven.relative.is_some());
        self.any_mode += u64::from(trial.proven.any_mode.is_some());
        self.stable += u64::from(trial.proven.is_stable);
        self.calls += if trial.proven.count() > 0 { 4 * calls } else { 0 };
        self.closest = self.closest.max(trial.closest);
        trial.refused.iter().for_each(|why| self.refuse(why));
    }

    fn refuse(&mut self, why: &str) {
        *self.refused.entry(why.to_owned()).or_default() += 1;
    }
}

/// Runs the campaign.
#[expect(clippy::print_stdout, reason = "the counts are the result of the campaign")]
pub(crate) fn run(options: &BoundsOptions) -> Result<()> {
    let start = Instant::now();
    let (next, totals) = (AtomicU64::new(0), Mutex::new(BoundTotals::default()));
    let work = || -> Result<()> {
        let folder = tempfile::tempdir().context("there is no folder for programs")?;
        loop {
            let case = next.fetch_add(1, Ordering::Relaxed);
            if case >= options.common.cases() || options.common.is_over(start) {
                return Ok(());
            }
            try_case(options, options.common.seed.wrapping_add(case), folder.path(), &totals)?;
        }
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..options.jobs).map(|_| scope.spawn(work)).collect();
        workers.into_iter().try_for_each(|worker| worker.join().expect("a worker panicked"))
    })?;
    let totals = totals.into_inner().expect("no thread panics while it counts");
    println!(
        "{} functions, {} bounds ({} to nearest, {} of them relative; {} in any mode, {} of them stable), {} native calls, \
         the closest at {:.1} % of its bound, {:.0} s",
        totals.functions,
        totals.bounds,
        totals.to_nearest,
        totals.relative,
        totals.any_mode,
        totals.stable,
        totals.calls,
        100.0 * totals.closest,
        start.elapsed().as_secs_f64()
    );
    for (why, count) in &totals.refused {
        println!("  {count} without a bound: {why}");
    }
    if totals.wrong.is_empty() {
        return Ok(());
    }
    totals.wrong.iter().for_each(|wrong| println!("{wrong}"));
    bail!("{} functions have wrong bounds", totals.wrong.len())
}

fn try_case(options: &BoundsOptions, seed: u64, folder: &Path, totals: &Mutex<BoundTotals>) -> Result<()> {
    let pretended = if options.pretend { PRETENDED } else { 1.0 };
    let timeout = Duration::from_millis(options.timeout_ms);
    let limits = TrialLimits { timeout, calls: options.calls, seed, pretended };
    let function = generate::generate(seed);
    let tried = try_function(&function, folder, limits);
    let lock = || totals.lock().expect("no thread panics while it counts");
    let trial = match tried {
        Ok(trial) => trial,
        Err(error) => {
            let why = format!("{error:#}").lines().next().unwrap_or_default().to_owned();
            lock().refuse(&why);
            return Ok(());
        }
    };
    lock().add(&trial, options.calls);
    if let Some(wrong) = trial.wrong {
        // What is only pretended needs no smaller function.
        let (smaller, wrong) = match options.pretend {
            true => (function, wrong),
            false => smallest(function, wrong, folder, limits),
        };
        let ranges: Vec<String> = smaller.ranges().iter().map(|range| format!("--range {range}")).collect();
        let report =
            format!("// seed {seed}, {}: above its bound: {wrong}\n{}", ranges.join(" "), smaller.text());
        if let Some(keep) = &options.keep {
            std::fs::create_dir_all(keep)?;
            std::fs::write(keep.join(format!("wrong-{seed}.c")), &report)?;
        }
        lock().wrong.push(report);
    }
    Ok(())
}

/// A smaller function with a wrong bound, and the call that shows it.
fn smallest(
    function: BoundedFunction,
    wrong: String,
    folder: &Path,
    limits: TrialLimits,
) -> (BoundedFunction, String) {
    let with = |body: &[pieces::SourcePiece]| BoundedFunction { body: body.to_vec(), ..function.clone() };
    let wrong_of = |function: &BoundedFunction| try_function(function, folder, limits).ok()?.wrong;
    let smaller = with(&pieces::shrink(&function.body, |body| wrong_of(&with(body)).is_some()));
    match wrong_of(&smaller) {
        Some(wrong) => (smaller, wrong),
        // It does not show every time.
        None => (function, wrong),
    }
}
