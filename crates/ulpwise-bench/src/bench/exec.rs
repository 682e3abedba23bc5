//! `cargo xtask bench exec`: the symbolic executor. Its speed on code without inputs beside the
//! interpreter's, of which half is asked for; forks a second and bytes a path; the million paths of
//! twenty branches, joined; and two threads beside one.
//!
//! Times are by the clock: on a machine that does other things too, the ratio of two threads to one
//! is too low.

use anyhow::{Context, Result, anyhow, ensure};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
use ulpwise_engines::{EngineChoice, SolverOptions, host_libm};
use ulpwise_interp::{Interpreter, Program};
use ulpwise_ir::Module;
use ulpwise_symex::{
    EntryPoint, Path as FollowedPath, SearchStrategy, Summary, SymexOptions, Tools, explore_in_parallel,
};

/// Programs without inputs: the interpreter's own benchmarks.
const CONCRETE: [(&str, &str, u64); 3] = [
    ("dense double loop", include_str!("interpreter/dense.c"), 2_000_000),
    ("branchy integer loop", include_str!("interpreter/branchy.c"), 2_000_000),
    ("memory-heavy", include_str!("interpreter/memory.c"), 60),
];

/// Independent branches on as many inputs.
const BRANCHES: &str = include_str!("exec/branches.c");

/// How many branches are followed path by path.
const FOLLOWED: u32 = 14;

/// How many are joined.
const JOINED: u32 = 20;

/// How often each figure is taken.
const RUNS: usize = 3;

/// The part of the interpreter's speed that is asked for, and how much faster two threads are to be
/// than one.
const LEAST_SPEED: f64 = 0.5;
const LEAST_GAIN: f64 = 1.6;

/// Entry point of the benchmark.
#[expect(clippy::print_stdout, reason = "the table is the benchmark's result")]
pub(super) fn run() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let mut slowest = f64::INFINITY;
    println!("{:<24}{:>14}{:>12}{:>9}", "without inputs", "interpreter", "executor", "ratio");
    for (name, source, turns) in CONCRETE {
        let module = compile(folder.path(), source, &[&format!("-DTURNS={turns}")])?;
        let interpreter = best(|| interpret(&module))?;
        let executor = best(|| Ok(explore(&module, &SymexOptions::default(), 1)?.time))?;
        let ratio = interpreter.as_secs_f64() / executor.as_secs_f64();
        slowest = slowest.min(ratio);
        let (interpreter, executor) = (interpreter.as_secs_f64(), executor.as_secs_f64());
        println!("{name:<24}{interpreter:>12.3} s{executor:>10.3} s{ratio:>9.2}");
    }

    let followed = compile(folder.path(), BRANCHES, &[&format!("-DBRANCHES={FOLLOWED}")])?;
    let plain = SymexOptions { merge: false, ..SymexOptions::default() };
    let open = open_paths(&followed, &plain)?;
    let one = explore(&followed, &plain, 1)?;
    let paths = one.summary.paths;
    ensure!(paths == 1 << FOLLOWED && one.summary.missed.is_empty(), "{paths} paths of 2^{FOLLOWED}");
    println!("\n2^{FOLLOWED} paths, each by itself: {:.2} s", one.time.as_secs_f64());
    println!("  {:.0} forks a second", one.summary.forks as f64 / one.time.as_secs_f64());
    println!("  {open:.0} bytes a path that is open");
    let single = best(|| Ok(explore(&followed, &plain, 1)?.time))?;
    let before = cpu_seconds();
    let double = best(|| Ok(explore(&followed, &plain, 2)?.time))?;
    let cpu = (cpu_seconds() - before) / RUNS as f64;
    let gain = single.as_secs_f64() / double.as_secs_f64();
    println!("  one thread: {:.2} s", single.as_secs_f64());
    println!("  two threads: {:.2} s, {gain:.2} times as fast; {cpu:.2} s of CPU time", double.as_secs_f64());

    let joined = compile(folder.path(), BRANCHES, &[&format!("-DBRANCHES={JOINED}")])?;
    let all = explore(&joined, &SymexOptions::default(), 1)?;
    ensure!(all.summary.missed.is_empty(), "not all paths of {JOINED} branches: {:?}", all.summary);
    let stand_for = all.summary.stand_for;
    ensure!(stand_for >= f64::from(1 << JOINED), "joined paths stand for {stand_for} only");
    println!(
        "\n{JOINED} branches, joined: {} paths stand for {stand_for}, {:.2} s",
        all.summary.paths,
        all.time.as_secs_f64()
    );

    ensure!(
        slowest >= LEAST_SPEED,
        "{slowest:.2} of the interpreter's speed, and {LEAST_SPEED} is asked for"
    );
    ensure!(gain >= LEAST_GAIN, "two threads are {gain:.2} times as fast, and {LEAST_GAIN} is asked for");
    Ok(())
}

fn best(mut measure: impl FnMut() -> Result<Duration>) -> Result<Duration> {
    let times = (0..RUNS).map(|_| measure()).collect::<Result<Vec<_>>>()?;
    times.into_iter().min().context("at least one run")
}

fn compile(folder: &Path, source: &str, flags: &[&str]) -> Result<Module> {
    let file = folder.join("program.c");
    std::fs::write(&file, source)?;
    let input = ulpwise_llvm::ProgramInput {
        files: vec![file],
        cflags: flags.join(" "),
        ..ulpwise_llvm::ProgramInput::default()
    };
    let loaded = ulpwise_llvm::load_in_process(&input, &ulpwise_llvm::LoadOptions::default());
    Ok(loaded.map_err(|error| anyhow!("{error}"))?.module)
}

fn interpret(module: &Module) -> Result<Duration> {
    let program = Program::new(module, 1 << 30).map_err(|error| anyhow!("{error}"))?;
    let main = module.function_named("main").context("the program has a main")?;
    let mut interpreter = Interpreter::new(&program, ulpwise_interp::InterpOptions::default());
    let start = Instant::now();
    interpreter.call(main, &[]).map_err(|stop| anyhow!("{}", stop.end))?;
    Ok(start.elapsed())
}

struct Explored {
    summary: Summary,
    time: Duration,
}

fn explore(module: &Module, options: &SymexOptions, jobs: usize) -> Result<Explored> {
    explore_with(module, options, jobs, &mut |_| {})
}

fn explore_with(
    module: &Module,
    options: &SymexOptions,
    jobs: usize,
    on_path: &mut dyn FnMut(FollowedPath),
) -> Result<Explored> {
    let program = Program::new(module, 1 << 30).map_err(|error| anyhow!("{error}"))?;
    let entry = EntryPoint::new(module.function_named("main").context("the program has a main")?, Vec::new());
    let choice = EngineChoice::from_name("portfolio").map_err(|error| anyhow!("{error}"))?;
    let answers = (jobs > 1).then(Arc::default);
    let engine_options = SolverOptions { answers, ..SolverOptions::default() };
    let solver = || choice.make(&engine_options);
    let tools = Tools { solver: &solver, resort: None, libm: &host_libm };
    let start = Instant::now();
    let mut observer = |path: FollowedPath| on_path(path);
    let summary = explore_in_parallel(&program, tools, options, jobs, &entry, &mut observer);
    let summary = summary.map_err(|end| anyhow!("{end}"))?;
    Ok(Explored { summary, time: start.elapsed() })
}

/// How many bytes a path takes while it is open: breadth first, nearly all of them are when the
/// first ends.
fn open_paths(module: &Module, options: &SymexOptions) -> Result<f64> {
    let options = SymexOptions { search: SearchStrategy::BreadthFirst, max_paths: 1, ..options.clone() };
    let before = resident_bytes();
    let mut most = 0;
    let explored = explore_with(module, &options, 1, &mut |_| most = most.max(resident_bytes()))?;
    Ok(most.saturating_sub(before) as f64 / explored.summary.left.max(1) as f64)
}

/// The CPU time of this process so far.
fn cpu_seconds() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

fn resident_bytes() -> u64 {
    let text = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages = text.split_whitespace().nth(1).and_then(|pages| pages.parse::<u64>().ok());
    pages.unwrap_or(0) * 4096
}
