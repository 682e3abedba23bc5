//! `cargo xtask bench schedule`: order and lengths of the portfolio's turns, computed from
//! measurements of the single engines.
//!
//! The measurements are those that `cargo xtask bench smtlib --solvers search,real,… --record FILE`
//! keeps. The plan that is printed has the least PAR-2 that was found over all files; how much of
//! that is fitted to these files is reported by cross-validation: for each family the plan that is
//! best on all the others, tried on it.

mod learn;
mod simulate;

use super::record::{Key, Record};
use super::{Problem, problems};
use anyhow::{Context, Result, ensure};
use learn::learn;
use simulate::{EngineRun, Engines, FileRuns, Plan};
use std::collections::BTreeSet;
use std::path::PathBuf;

/// Options of the benchmark.
#[derive(clap::Args)]
pub(crate) struct ScheduleOptions {
    /// Measurements of single engines, by `bench smtlib`
    #[arg(long, default_value = "target/bench-smtlib.tsv")]
    record: PathBuf,
    /// Seconds of processor time that these measurements had
    #[arg(long, default_value_t = 2)]
    measured: u64,
    /// Seconds of processor time for which the plan is made
    #[arg(long, default_value_t = 24)]
    limit: u64,
    /// One to six engines that get time slices
    #[arg(long, value_delimiter = ',', default_value = "search,real,interval,bitblast")]
    engines: Vec<String>,
    /// Another plan to compare with, as A:MS,B:MS,…
    #[arg(long)]
    plan: Option<String>,
}

/// Entry point of the benchmark.
pub(in crate::bench) fn run(options: &ScheduleOptions) -> Result<()> {
    ensure!(!options.engines.is_empty() && options.engines.len() <= 6, "name one to six engines");
    let problems = problems(|_| true, 1)?;
    let record = Record::open(&options.record)?;
    let files: Vec<FileRuns> =
        problems.iter().filter_map(|problem| runs(problem, options, &record)).collect();
    ensure!(
        !files.is_empty(),
        "no file was measured with all of these engines: {}",
        options.engines.join(", ")
    );
    let plan = options.plan.as_deref().map(|text| given_plan(text, &options.engines)).transpose()?;
    report(&files, options, plan.as_ref());
    Ok(())
}

/// How the engines did on a file; `None` if one was not measured.
fn runs(problem: &Problem, options: &ScheduleOptions, record: &Record) -> Option<FileRuns> {
    let run = |solver: &String| {
        let key = Key { solver: solver.clone(), file: problem.name.clone(), cpu_s: options.measured };
        let measured = record.get(&key)?;
        Some(match measured.answer.as_str() {
            "sat" | "unsat" => EngineRun::Solved(measured.cpu_s),
            "unknown" => EngineRun::GaveUp(measured.cpu_s),
            _ => EngineRun::Open,
        })
    };
    let runs: Option<Vec<EngineRun>> = options.engines.iter().map(run).collect();
    Some(FileRuns { family: problem.family.clone(), runs: runs? })
}

fn given_plan(text: &str, engines: &[String]) -> Result<Plan> {
    let turn = |turn: &str| -> Result<(usize, f64)> {
        let (name, length) = turn.split_once(':').with_context(|| format!("{turn} is no ENGINE:MS"))?;
        let engine = engines.iter().position(|known| known == name);
        Ok((
            engine.with_context(|| format!("{name} is none of the engines"))?,
            length.parse::<f64>()? / 1000.0,
        ))
    };
    text.split(',').map(turn).collect()
}

#[expect(clippy::print_stdout, reason = "the plan is the benchmark's result")]
fn report(files: &[FileRuns], options: &ScheduleOptions, given: Option<&Plan>) {
    let engines = Engines { count: options.engines.len(), limit_s: options.limit as f64 };
    let all: Vec<&FileRuns> = files.iter().collect();
    let best = learn(engines, &all);
    let families: BTreeSet<&str> = files.iter().map(|file| file.family.as_str()).collect();
    println!(
        "{:<38}{:>6}{:>12}{:>12}{:>12}{:>12}",
        "PAR-2, s", "files", "best plan", "left out", "given", "best engine"
    );
    let mut sums = [0.0; 4];
    for family in &families {
        let (inside, outside): (Vec<&FileRuns>, Vec<&FileRuns>) =
            files.iter().partition(|file| file.family == *family);
        let others = learn(engines, &outside);
        let columns = [
            engines.par2(&best, &inside),
            engines.par2(&others, &inside),
            given.map_or(f64::NAN, |plan| engines.par2(plan, &inside)),
            engines.virtual_best(&inside),
        ];
        print_row(family, inside.len(), &columns);
        for (sum, column) in sums.iter_mut().zip(columns) {
            *sum += column;
        }
    }
    print_row("all", files.len(), &sums);
    println!(
        "best plan: on all files; left out: on all other families; best engine: the fastest for each file, in hindsight"
    );
    for (engine, name) in options.engines.iter().enumerate() {
        let alone = vec![(engine, options.limit as f64)];
        println!("{name} alone: PAR-2 {:.1} s", engines.par2(&alone, &all));
    }
    let turns: Vec<String> = best
        .iter()
        .map(|&(engine, length)| format!("(\"{}\", {:.0})", options.engines[engine], 1000.0 * length))
        .collect();
    println!("plan, in milliseconds: [{}]", turns.join(", "));
}

#[expect(clippy::print_stdout, reason = "the plan is the benchmark's result")]
fn print_row(name: &str, files: usize, columns: &[f64; 4]) {
    let [best, others, given, virtual_best] = columns;
    println!("{name:<38}{files:>6}{best:>12.1}{others:>12.1}{given:>12.1}{virtual_best:>12.1}");
}
