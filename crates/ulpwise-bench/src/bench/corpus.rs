//! `cargo xtask bench corpus`: every program of the corpus under its specification, with the time
//! that it takes. With `--shapes`, the programs of `corpus/shapes` instead.
//!
//! Each runs under the limit that its specification states, one after the other. The table is Markdown, for `docs/results`. With `--gsl`, the programs of `corpus/gsl`
//! instead, which call the GNU Scientific Library: it is fetched and compiled as for other
//! benchmarks, and no part of it is in the repository.

use super::driven::{cpu_time, drive};
use anyhow::{Result, anyhow, ensure};
use std::path::PathBuf;
use std::time::{Duration, Instant};
use ulpwise_corpus::{Bench, CorpusLibrary, CorpusProgram, ObservedTest, programs_in};
use ulpwise_driver::finding::{EntryDetail, FailureDetail, Run, RunDetail, TestRun};
use ulpwise_driver::{ProgramFiles, TestOptions};
use xtask::gsl;

/// Random inputs on which correct programs that call a library are run natively; the others are by
/// `cargo test`.
const NATIVE_RUNS: u64 = 500;

/// Options of the benchmark.
#[derive(clap::Args)]
pub(crate) struct CorpusOptions {
    /// The programs that call the GNU Scientific Library instead
    #[arg(long)]
    gsl: bool,
    /// The programs of shapes that are hard for symbolic execution instead
    #[arg(long, conflicts_with = "gsl")]
    shapes: bool,
    /// Only programs whose name contains one of these
    names: Vec<String>,
}

#[expect(clippy::print_stdout, reason = "the table is the benchmark's result")]
pub(super) fn run(options: &CorpusOptions) -> Result<()> {
    let CorpusOptions { gsl, shapes, names } = options;
    let mut programs = match (*gsl, *shapes) {
        (true, _) => programs_with_gsl()?,
        (false, true) => programs_in("shapes")?,
        (false, false) => own_programs()?,
    };
    programs.retain(|program| names.is_empty() || names.iter().any(|name| program.name.contains(name)));
    println!(
        "| program | expected | verdict | paths | questions | wall s | CPU s |\n|---|---|---|--:|--:|--:|--:|"
    );
    let (mut wrong, mut total) = (Vec::new(), Duration::ZERO);
    for program in &programs {
        let tested = test(program)?;
        total += tested.cpu;
        println!("{}", row(program, &tested));
        if !tested.complaints.is_empty() {
            wrong.push(format!("{}: {}", program.name, tested.complaints.join("; ")));
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

/// What a test of a program gave.
struct TestedProgram {
    paths: u64,
    questions: u64,
    complaints: Vec<String>,
    wall: Duration,
    cpu: Duration,
}

fn test(program: &CorpusProgram) -> Result<TestedProgram> {
    let options = test_options(program);
    let (started, cpu) = (Instant::now(), cpu_time()?);
    let run = drive(options.timeout, |context| ulpwise_driver::test(&options, context));
    let (wall, cpu) = (started.elapsed(), cpu_time()?.saturating_sub(cpu));
    let (paths, questions, complaints) = match &run {
        Ok(run @ Run { detail: RunDetail::Test(detail), .. }) => {
            let ended = &detail.paths;
            let paths = ended.completed + ended.failed + ended.dropped;
            (paths, detail.questions, observe(run, detail).complaints(program))
        }
        Ok(_) => (0, 0, vec!["no paths were followed".to_owned()]),
        Err(error) => (0, 0, vec![format!("{error:#}")]),
    };
    Ok(TestedProgram { paths, questions, complaints, wall, cpu })
}

fn test_options(program: &CorpusProgram) -> TestOptions {
    let own = program.source.clone();
    let files = std::iter::once(own).chain(program.sources.iter().map(PathBuf::from));
    let flags = program.flags.trim().to_owned();
    let (cflags, rustflags) = if program.is_rust() { (String::new(), flags) } else { (flags, String::new()) };
    TestOptions {
        program: ProgramFiles { cflags, rustflags, ..ProgramFiles::new(files) },
        timeout: Duration::from_secs(program.seconds),
        coverage: true,
        ..TestOptions::default()
    }
}

/// What a run has to say that specifications speak of.
fn observe(run: &Run, detail: &TestRun) -> ObservedTest {
    let entries = run.functions.iter().flat_map(|function| &function.ledger);
    let line = |failure: &FailureDetail| {
        let known = failure.calls.iter().find_map(|&call| run.place(call));
        known.map_or(0, |span| u64::from(span.line))
    };
    let failures = entries.filter_map(|entry| match &entry.detail {
        EntryDetail::Failure(failure) => Some((line(failure), failure.kind.clone())),
        _ => None,
    });
    let obstacles = detail.obstacles.iter().map(|obstacle| {
        let line = obstacle.location.as_ref().map_or(0, |location| location.line);
        (obstacle.message.clone(), u64::from(line))
    });
    let branches = detail.coverage.map(|coverage| coverage.branches);
    ObservedTest {
        failures: failures.collect(),
        exhaustive: run.functions.first().is_some_and(|function| function.all_paths),
        obstacles: obstacles.collect(),
        unfinished: format!("{:?} {:?}", detail.missed, detail.paths),
        branches: branches.map(|branches| (branches.covered as u64, branches.total as u64)),
    }
}

fn row(program: &CorpusProgram, tested: &TestedProgram) -> String {
    let expected = if program.failures().is_empty() { "correct" } else { "fails" };
    let TestedProgram { paths, questions, complaints, wall, cpu } = tested;
    let verdict = if complaints.is_empty() { "right" } else { "**wrong**" };
    format!(
        "| {} | {expected} | {verdict} | {paths} | {questions} | {:.1} | {:.1} |",
        program.name,
        wall.as_secs_f64(),
        cpu.as_secs_f64()
    )
}
