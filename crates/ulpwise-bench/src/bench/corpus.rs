//! `cargo xtask bench corpus`: every program of the corpus under its specification, with the time
//! that it takes.
//!
//! Each runs under the limit that its specification states, in a process of its own, one after the
//! other. The table is Markdown, for `docs/results`. With `--gsl`, the programs of `corpus/gsl`
//! instead, which call the GNU Scientific Library: it is fetched and compiled as for other
//! benchmarks, and no part of it is in the repository.

use anyhow::{Context, Result, anyhow, ensure};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use ulpwise_corpus::{Bench, CorpusLibrary, CorpusProgram, arguments, complaints, programs_in, root};
use xtask::gsl;

/// Random inputs on which correct programs that call a library are run natively; the others are by
/// `cargo test`.
const NATIVE_RUNS: u64 = 500;

/// Linux counts CPU time for programs in hundredths of a second, whatever it does inside.
const TICKS_PER_SECOND: u64 = 100;

/// Options of the benchmark.
#[derive(clap::Args)]
pub(crate) struct CorpusOptions {
    /// The programs that call the GNU Scientific Library instead
    #[arg(long)]
    gsl: bool,
    /// Only programs whose name contains one of these
    names: Vec<String>,
}

#[expect(clippy::print_stdout, reason = "the table is the benchmark's result")]
pub(super) fn run(options: &CorpusOptions) -> Result<()> {
    let CorpusOptions { gsl, names } = options;
    let mut programs = if *gsl { programs_with_gsl()? } else { own_programs()? };
    programs.retain(|program| names.is_empty() || names.iter().any(|name| program.name.contains(name)));
    let ulpwise = built()?;
    println!(
        "| program | expected | verdict | paths | questions | wall s | CPU s |\n|---|---|---|--:|--:|--:|--:|"
    );
    let (mut wrong, mut total) = (Vec::new(), Duration::ZERO);
    for program in &programs {
        let ran = ran(&ulpwise, program)?;
        total += ran.cpu;
        println!("{}", row(program, &ran));
        if !ran.complaints.is_empty() {
            wrong.push(format!("{}: {}", program.name, ran.complaints.join("; ")));
        }
    }
    let right = programs.len() - wrong.len();
    println!("\n{right} of {} right; {:.0} s of CPU time", programs.len(), total.as_secs_f64());
    ensure!(wrong.is_empty(), "{} programs are judged wrong:\n{}", wrong.len(), wrong.join("\n"));
    Ok(())
}

fn own_programs() -> Result<Vec<CorpusProgram>> {
    let mut programs = Vec::new();
    for folder in ["semantics", "algorithms"] {
        programs.extend(programs_in(folder)?);
    }
    Ok(programs)
}

/// The programs that call GSL. Their specifications are checked natively here, for GSL is not there
/// in every clone.
fn programs_with_gsl() -> Result<Vec<CorpusProgram>> {
    let gsl = gsl::locate_or_build()?;
    let library = CorpusLibrary { sources: gsl.sources(), include: gsl.include() };
    let programs = programs_in("gsl")?;
    let programs: Vec<CorpusProgram> =
        programs.into_iter().map(|program| program.linked_with(&library)).collect();
    let bench = Bench::new()?;
    for program in &programs {
        let checked = bench.check(program, NATIVE_RUNS, 1);
        checked.map_err(|error| anyhow!("the specification of {} is wrong: {error}", program.name))?;
    }
    Ok(programs)
}

/// Builds ulpwise for speed, and returns its file.
pub(super) fn built() -> Result<std::path::PathBuf> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args(["build", "-q", "--release", "-p", "ulpwise"])
        .current_dir(root())
        .status()
        .context("cargo cannot be started")?;
    ensure!(status.success(), "ulpwise cannot be built");
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), Into::into);
    Ok(target.join("release/ulpwise"))
}

/// A run of `ulpwise test`.
struct Ran {
    reported: serde_json::Value,
    complaints: Vec<String>,
    wall: Duration,
    cpu: Duration,
}

fn ran(ulpwise: &std::path::Path, program: &CorpusProgram) -> Result<Ran> {
    let (started, cpu) = (Instant::now(), children_cpu()?);
    let mut command = Command::new(ulpwise);
    command.args(arguments(program, program.seconds)).current_dir(root()).stdin(Stdio::null());
    let output = command.output().context("ulpwise cannot be started")?;
    let (wall, cpu) = (started.elapsed(), children_cpu()?.saturating_sub(cpu));
    let printed = String::from_utf8_lossy(&output.stdout);
    let complaints = complaints(program, &printed);
    let reported = serde_json::from_str(&printed).unwrap_or_default();
    Ok(Ran { reported, complaints, wall, cpu })
}

/// CPU time of all processes that were started and have ended.
fn children_cpu() -> Result<Duration> {
    let stat = std::fs::read_to_string("/proc/self/stat")?;
    // After the name, which may hold anything, come state and numbers: user and system time of
    // children are the 16th and 17th field.
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let ticks = |at: usize| fields.get(at).and_then(|field| field.parse::<u64>().ok());
    let ticks = ticks(13).zip(ticks(14)).context("/proc/self/stat has another form")?;
    Ok(Duration::from_millis((ticks.0 + ticks.1) * 1000 / TICKS_PER_SECOND))
}

fn row(program: &CorpusProgram, ran: &Ran) -> String {
    let expected = if program.failures().is_empty() { "correct" } else { "fails" };
    let verdict = if ran.complaints.is_empty() { "right" } else { "**wrong**" };
    let paths: u64 =
        ["completed", "failed", "dropped"].iter().filter_map(|key| ran.reported["paths"][key].as_u64()).sum();
    format!(
        "| {} | {expected} | {verdict} | {paths} | {} | {:.1} | {:.1} |",
        program.name,
        ran.reported["questions"].as_u64().unwrap_or(0),
        ran.wall.as_secs_f64(),
        ran.cpu.as_secs_f64()
    )
}
