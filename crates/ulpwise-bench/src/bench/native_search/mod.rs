//! `cargo xtask bench native-search`: exceptions that guided search finds in GSL's functions,
//! beside a sampler in the same run.
//!
//! Each of the 231 scalar functions that take a double and write a result with its error gets the
//! same CPU time from both (calls, and choosing them); what is counted are distinct pairs of site
//! and exception over all functions. Every input is called once more, in code that is not
//! optimised, and is reported only if it raises the same exception at the same site there. Both
//! draw finite numbers only, unless `--infinities` lets the search try infinities and NaN too.
//!
//! The aim: 1.25 times the sampler's pairs at 1 s and at 4 s, and 1.5 times its divide-by-zero and
//! invalid.

pub(super) mod baseline;
mod curve;
mod replay;
mod undefined;

use self::baseline::Drawing;
use super::agree::UNTOUCHED;
use super::agree::interpreted::Interpreted;
use super::agree::signature::{self, Parameter, Signature};
use super::native_agree::overflows::Overflows;
use super::native_agree::{gsl_engine_options, target_of};
use anyhow::{Context, Result, ensure};
use curve::Sites;
use replay::{Replay, Replayed};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use ulpwise_float::Format;
use ulpwise_interp::{Exception, Program};
use ulpwise_ir::{Module, SiteId};
use ulpwise_llvm::{LoadOptions, ProgramInput, bitcode};
use ulpwise_native::{
    Engine, EngineOptions, Found, InputVariable, Instrumentation, Launcher, NativeTarget, SearchOptions,
    SearchSubject, Space, Unit, VariableKind, VariableRange, search_with,
};
use undefined::Undefined;
use xtask::gsl;

/// How long a call of the search may take: what a long call raises, it mostly raises early. The
/// sampler is better off with its own, longer limit.
const SEARCH_CALL_LIMIT: Duration = Duration::from_millis(5);

/// When the curve is printed.
const TIMES: [f64; 6] = [0.01, 0.1, 0.3, 1.0, 4.0, 10.0];

/// Where the aims are, in seconds.
const AIMS: [f64; 2] = [1.0, 4.0];

/// Options of the benchmark.
#[derive(clap::Args)]
pub(crate) struct NativeSearchOptions {
    /// Seconds for each function and searcher
    #[arg(long, default_value_t = 1.0)]
    seconds: f64,
    /// Only every n-th function
    #[arg(long, default_value_t = 1, value_parser = crate::positive)]
    every: usize,
    /// Only functions whose name contains one of these, separated by commas
    #[arg(long, default_value_t = String::new())]
    only: String,
    /// Random seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many at once
    #[arg(long, default_value_t = 1, value_parser = crate::positive)]
    jobs: usize,
    /// The search tries infinities and NaN too
    #[arg(long)]
    infinities: bool,
    /// Leave the sampler out
    #[arg(long)]
    alone: bool,
    /// Write what the search found to this file, a line each
    #[arg(long)]
    pairs: Option<PathBuf>,
}

/// Pairs of site and exception, each with the input that raises it.
type Witnesses = BTreeMap<(SiteId, Exception), Found>;

/// Entry point of the benchmark.
pub(super) fn run(options: &NativeSearchOptions) -> Result<()> {
    let gsl = gsl::locate_or_build()?;
    let module = super::loading::load(&gsl.bitcode())?;
    let program = Program::new(&module, 1 << 30).map_err(|error| anyhow::anyhow!("{error}"))?;
    let signatures = signature::all(&gsl)?.into_iter().filter(|signature| {
        let has = |wanted: fn(&Parameter) -> bool| signature.parameters.iter().any(wanted);
        has(|parameter| matches!(parameter, Parameter::Double))
            && has(|parameter| matches!(parameter, Parameter::Out(_)))
            && options.only.split(',').any(|part| signature.name.contains(part))
    });
    let signatures: Vec<Signature> = signatures.step_by(options.every).collect();
    ensure!(!signatures.is_empty(), "no function is left");
    let input = ProgramInput { files: vec![gsl.bitcode()], ..ProgramInput::default() };
    let units = bitcode(&input, &LoadOptions::default())?;
    let start = Instant::now();
    let library = GslSubject { gsl: &gsl, units: &units, program: &program };
    let [guided, sampled] = campaign(options, &library, &signatures)?;
    if let Some(path) = &options.pairs {
        std::fs::write(path, guided.pairs.lines(&module))
            .with_context(|| format!("writing {}", path.display()))?;
    }
    report(options, &module, signatures.len(), &guided, &sampled, start.elapsed())
}

/// GSL in all its forms.
struct GslSubject<'a> {
    gsl: &'a gsl::Gsl,
    units: &'a [Unit],
    program: &'a Program<'a>,
}

/// Runs both on every function; the search comes first in the answer.
fn campaign(
    options: &NativeSearchOptions,
    library: &GslSubject<'_>,
    signatures: &[Signature],
) -> Result<[Replayed; 2]> {
    let GslSubject { gsl, units, program } = *library;
    let module = program.module();
    let launcher = Launcher::this_program()?;
    let targets: Vec<NativeTarget> = signatures.iter().map(target_of).collect();
    let next = AtomicUsize::new(0);
    let outcomes = Mutex::new([Replayed::default(), Replayed::default()]);
    let work = || -> Result<()> {
        let start =
            |engine_options: EngineOptions| Engine::start(&launcher, units, &targets, &engine_options);
        let measuring = EngineOptions {
            instrumentation: Instrumentation::Distances,
            call_limit: SEARCH_CALL_LIMIT,
            ..limited()
        };
        let mut measuring = start(measuring)?;
        let mut checking = start(limited())?;
        let undefined = Undefined {
            overflows: Overflows::new(gsl, &targets),
            interpreted: Interpreted::new(program, signatures)?,
        };
        let mut replay = Replay::new(start, undefined, module)?;
        loop {
            let target = next.fetch_add(1, Ordering::Relaxed);
            let Some(signature) = signatures.get(target) else { return Ok(()) };
            let limit = Duration::from_secs_f64(options.seconds);
            let seed = options.seed ^ ((target as u64) << 32);
            let function = module.function_named(&signature.name).context("a function of the module")?;
            let space = space_of(signature, options.infinities);
            let subject = SearchSubject { module, function, space: &space };
            let search = SearchOptions { seed, cpu: Some(limit), ..SearchOptions::default() };
            let searched = search_with(&mut measuring, target, subject, &search)?;
            let drawing = Drawing { untouched: UNTOUCHED, seed, limit, mutates: false };
            let (sampled, sampled_calls) = match options.alone {
                true => (Witnesses::new(), 0),
                false => baseline::sample(&mut checking, target, signature, drawing)?,
            };
            let calls = [searched.effort.calls, sampled_calls];
            let guided = searched.found;
            tell_progress(target + 1, signatures, [&guided, &sampled], calls);
            let [guided, sampled] = [guided, sampled].map(|found| replay.replay(target, signature, &found));
            let mut outcomes = outcomes.lock().expect("no thread panics while it counts");
            outcomes[0].add(guided?);
            outcomes[1].add(sampled?);
        }
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..options.jobs).map(|_| scope.spawn(work)).collect();
        workers.into_iter().try_for_each(|worker| worker.join().expect("a worker panicked"))
    })?;
    Ok(outcomes.into_inner().expect("no thread panics while it counts"))
}

/// A line about a function that both had their time on: the whole takes long.
#[expect(clippy::print_stderr, reason = "progress is not the result")]
fn tell_progress(number: usize, signatures: &[Signature], found: [&Witnesses; 2], calls: [u64; 2]) {
    let pairs = found.map(|found| {
        let pairs = found.keys().filter(|(_, exception)| !exception.is_on_request());
        pairs.copied().collect::<BTreeSet<_>>()
    });
    let [guided, sampled] = &pairs;
    let thousands = calls.map(|calls| calls / 1000);
    eprintln!(
        "{number}/{}: {}: guided {} ({} alone, {} thousand calls), sampler {} ({} alone, {} thousand calls)",
        signatures.len(),
        signatures[number - 1].name,
        guided.len(),
        guided.difference(sampled).count(),
        thousands[0],
        sampled.len(),
        sampled.difference(guided).count(),
        thousands[1],
    );
}

/// How GSL is run; the sampler has this limit for a call.
fn limited() -> EngineOptions {
    EngineOptions { call_limit: Duration::from_millis(15), ..gsl_engine_options(true) }
}

/// Everything a function may be called with; results are written to buffers that stay as they are.
fn space_of(signature: &Signature, infinities: bool) -> Space {
    let (mut template, mut variables) = (Vec::new(), Vec::new());
    for parameter in &signature.parameters {
        let kind = match *parameter {
            Parameter::Out(words) => {
                template.extend(std::iter::repeat_n(UNTOUCHED, words));
                continue;
            }
            Parameter::Double => VariableKind::Float(Format::F64),
            Parameter::Int => VariableKind::Int { bits: 32, signed: true },
            Parameter::Unsigned | Parameter::Mode => VariableKind::Int { bits: 32, signed: false },
        };
        let range = match parameter {
            Parameter::Mode => VariableRange { low: 0, high: 2, nan: false },
            _ if infinities => VariableRange::all(kind),
            _ => VariableRange::finite(kind),
        };
        variables.push(InputVariable { word: template.len(), shift: 0, kind, range });
        template.push(0);
    }
    Space { template, variables, assumption: None }
}

#[expect(clippy::print_stdout, reason = "the table is the benchmark's result")]
fn report(
    options: &NativeSearchOptions,
    module: &Module,
    functions: usize,
    guided: &Replayed,
    sampled: &Replayed,
    elapsed: Duration,
) -> Result<()> {
    println!("functions {functions}, {} s of CPU time each, seed {}", options.seconds, options.seed);
    for (who, outcome) in [("guided", guided), ("sampler", sampled)] {
        println!("{who}: {} witnesses, all replayed", outcome.replayed);
        for (reason, count) in &outcome.undefined {
            println!("  left out: {count}, undefined in C ({reason})");
        }
        for line in &outcome.unexplained {
            println!("  left out, for no reason that is known: {line}");
        }
    }
    let mut missed = Vec::new();
    for sites in [Sites::Arithmetic, Sites::All] {
        println!("{sites:?} sites");
        println!(
            "{:>6} {:<9}{:>9}{:>10}{:>16}{:>9}{:>8}{:>8}",
            "s", "", "overflow", "underflow", "divide-by-zero", "invalid", "all", "ratio"
        );
        for &time in TIMES.iter().filter(|&&time| time <= options.seconds) {
            let limit = Duration::from_secs_f64(time);
            let [ours, theirs] = [guided, sampled].map(|outcome| outcome.pairs.by(module, sites, limit));
            let sum = |counts: [usize; 4]| counts.iter().sum::<usize>();
            let ratio = |ours: usize, theirs: usize| ours as f64 / theirs.max(1) as f64;
            for (who, counts) in [("guided", ours), ("sampler", theirs)] {
                let [overflow, underflow, zero, invalid] = counts;
                let all = sum(counts);
                print!("{time:>6} {who:<9}{overflow:>9}{underflow:>10}{zero:>16}{invalid:>9}{all:>8}");
                println!(
                    "{}",
                    if who == "guided" { format!("{:>8.2}", ratio(all, sum(theirs))) } else { String::new() }
                );
            }
            if sites == Sites::Arithmetic && AIMS.contains(&time) {
                let shares = [
                    ("pairs", ratio(sum(ours), sum(theirs)), 1.25),
                    ("divide-by-zero", ratio(ours[2], theirs[2]), 1.5),
                    ("invalid", ratio(ours[3], theirs[3]), 1.5),
                ];
                let below = shares.into_iter().filter(|(_, ratio, aim)| ratio < aim);
                missed.extend(
                    below.map(|(what, ratio, aim)| format!("{what} at {time} s: {ratio:.2} of {aim}")),
                );
            }
        }
    }
    println!("seconds by the clock {:>8.1}", elapsed.as_secs_f64());
    if options.alone {
        return Ok(());
    }
    ensure!(missed.is_empty(), "aims that are missed: {}", missed.join("; "));
    Ok(())
}
