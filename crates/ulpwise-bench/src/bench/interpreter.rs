//! `cargo xtask bench interpreter`: our interpreter beside `lli -force-interpreter` on the same
//! three programs in the same run. The target is ten times its speed.
//!
//! Both run the program's `main` from the same bitcode; the time to load is measured by a run with
//! no iterations and taken off. Each figure is the best of three.

use anyhow::{Context, Result, ensure};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};
use ulpwise_interp::{InterpOptions, Interpreter, Program};
use xtask::process::llvm_tool;

/// The programs: what they stress, their source, and how often their loop turns.
const PROGRAMS: [(&str, &str, u64); 3] = [
    ("dense double loop", include_str!("interpreter/dense.c"), 2_000_000),
    ("branchy integer loop", include_str!("interpreter/branchy.c"), 2_000_000),
    ("memory-heavy", include_str!("interpreter/memory.c"), 60),
];

/// How often each figure is taken.
const RUNS: usize = 3;

/// The speed that is asked for, as a multiple of lli's.
const TARGET: f64 = 10.0;

/// Entry point of the benchmark.
#[expect(clippy::print_stdout, reason = "the table is the benchmark's result")]
pub(super) fn run() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let mut table = String::new();
    let mut slowest = f64::INFINITY;
    for (name, source, turns) in PROGRAMS {
        let empty = compile(folder.path(), source, 0)?;
        let full = compile(folder.path(), source, turns)?;
        let ours = best(|| interpret(&full))?;
        let lli = best(|| lli(&full))?.saturating_sub(best(|| lli(&empty))?);
        let steps = steps(&full)?;
        let ratio = lli.as_secs_f64() / ours.as_secs_f64();
        slowest = slowest.min(ratio);
        let rate = steps as f64 / ours.as_secs_f64() / 1e6;
        writeln!(
            table,
            "{name:<22}{:>9.3} s{:>9.3} s{rate:>10.0} M/s{ratio:>9.1} x",
            lli.as_secs_f64(),
            ours.as_secs_f64()
        )?;
    }
    println!("{:<22}{:>11}{:>11}{:>14}{:>11}", "program", "lli", "ulpwise", "instructions", "ratio");
    print!("{table}");
    ensure!(slowest >= TARGET, "the slowest ratio is {slowest:.1}, and {TARGET} is asked for");
    Ok(())
}

fn best(mut measure: impl FnMut() -> Result<Duration>) -> Result<Duration> {
    let times = (0..RUNS).map(|_| measure()).collect::<Result<Vec<_>>>()?;
    times.into_iter().min().context("at least one run")
}

/// The bitcode of a program, after the passes that both run on.
fn compile(folder: &Path, source: &str, turns: u64) -> Result<PathBuf> {
    let c_file = folder.join("program.c");
    std::fs::write(&c_file, source)?;
    let raw = folder.join("raw.bc");
    let bitcode = folder.join(format!("program_{turns}.bc"));
    let turns = format!("-DTURNS={turns}");
    let flags =
        ["-O0", "-g", "-ffp-contract=off", "-Xclang", "-disable-O0-optnone", "-emit-llvm", "-c", &turns];
    let built = Command::new(llvm_tool("clang")).args(flags).arg(&c_file).arg("-o").arg(&raw).status()?;
    ensure!(built.success(), "clang refused a benchmark program");
    let promoted =
        Command::new(llvm_tool("opt")).arg("-passes=mem2reg").arg(&raw).arg("-o").arg(&bitcode).status()?;
    ensure!(promoted.success(), "opt refused a benchmark program");
    Ok(bitcode)
}

fn lli(bitcode: &Path) -> Result<Duration> {
    let start = Instant::now();
    let ended = Command::new(llvm_tool("lli")).arg("-force-interpreter").arg(bitcode).status()?;
    let time = start.elapsed();
    ensure!(ended.code() == Some(0), "lli ended with {ended}");
    Ok(time)
}

fn interpret(bitcode: &Path) -> Result<Duration> {
    Ok(run_main(bitcode)?.0)
}

fn steps(bitcode: &Path) -> Result<u64> {
    Ok(run_main(bitcode)?.1)
}

/// Runs `main` and returns the time, without loading, and the number of instructions.
fn run_main(bitcode: &Path) -> Result<(Duration, u64)> {
    let module = super::loading::load(bitcode)?;
    let program = Program::new(&module, 1 << 30).map_err(|error| anyhow::anyhow!("{error}"))?;
    let main = module.function_named("main").context("the program has a main")?;
    let mut interpreter = Interpreter::new(&program, InterpOptions::default());
    let start = Instant::now();
    let returned = interpreter.call(main, &[]).map_err(|stop| anyhow::anyhow!("{}", stop.end))?;
    let time = start.elapsed();
    ensure!(returned == [0], "the program's own check failed");
    Ok((time, interpreter.machine.steps))
}
