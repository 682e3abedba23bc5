//! `cargo xtask bench diff`: the largest differences between two builds of GSL's special functions of one
//! argument, `-O0` and `-O3 -march=x86-64-v3 -ffp-contract=fast`, as `ulpwise diff` finds them.
//!
//! With `--cost` the pairs of `corpus/diff` are compared instead, and the CPU time of each is held
//! against that of one `ulpwise check` of the old function.

use super::agree::signature::{self, Parameter, Signature};
use super::driven::{cpu_time, drive};
use anyhow::{Context, Result, ensure};
use std::path::Path;
use std::time::Duration;
use ulpwise_driver::finding::{DiffCase, DiffRun, DiffVerdict};
use ulpwise_driver::{CheckOptions, DiffOptions, ProgramFiles, check, diff};
use xtask::gsl;

/// Options of the benchmark.
#[derive(clap::Args)]
pub(crate) struct DiffBenchOptions {
    /// Seconds of each comparison
    #[arg(long, default_value_t = 5.0)]
    seconds: f64,
    /// Only functions whose name contains this
    #[arg(long, default_value_t = String::new())]
    only: String,
    /// Every so many-th function
    #[arg(long, default_value_t = 1)]
    step: usize,
    /// The flags of the new build
    #[arg(long, default_value = "-O3 -march=x86-64-v3 -ffp-contract=fast", allow_hyphen_values = true)]
    flags: String,
    /// CPU time beside one check, on the pairs of the corpus
    #[arg(long)]
    cost: bool,
}

/// Entry point of the benchmark.
pub(super) fn run(options: &DiffBenchOptions) -> Result<()> {
    if options.cost { cost(options) } else { builds(options) }
}

#[expect(clippy::print_stdout, reason = "the table is the benchmark's result")]
fn builds(options: &DiffBenchOptions) -> Result<()> {
    let gsl = gsl::locate_or_build()?;
    let new = gsl.bitcode_with(&options.flags)?;
    let is_chosen = |one: &Signature| {
        one.returns_double && one.parameters == [Parameter::Double] && one.name.contains(&options.only)
    };
    let signatures = signature::all(&gsl)?.into_iter().filter(is_chosen).step_by(options.step.max(1));
    println!("| function | verdict | of inputs | ulps | relative | absolute | at | CPU s |");
    println!("|---|---|---:|---:|---:|---:|---|---:|");
    let (mut counts, mut total) = ([0_usize; 3], 0.0);
    for signature in signatures {
        let asked = DiffOptions {
            programs: [ProgramFiles::new([gsl.bitcode()]), ProgramFiles::new([new.clone()])],
            functions: [Some(signature.name.clone()), Some(signature.name.clone())],
            timeout: Duration::try_from_secs_f64(options.seconds)?,
            ..DiffOptions::default()
        };
        let before = cpu_time()?;
        let compared = drive(asked.timeout.saturating_mul(4), |context| diff(&asked, context));
        let seconds = cpu_time()?.saturating_sub(before).as_secs_f64();
        total += seconds;
        let name = &signature.name;
        match compared {
            Ok(run) => {
                counts[match run.verdict {
                    DiffVerdict::Different => 0,
                    DiffVerdict::Same(_) => 1,
                    DiffVerdict::Unknown(_) => 2,
                }] += 1;
                println!("| {name} | {} | {} | {seconds:.1} |", run.verdict.id(), largest(&run));
            }
            Err(error) => println!("| {name} | refused: {error:#} | | | | | | {seconds:.1} |"),
        }
    }
    let [different, same, unknown] = counts;
    println!("{different} different, {same} same, {unknown} unknown, {total:.0} s of CPU time");
    ensure!(different + same + unknown > 0, "no function was compared");
    Ok(())
}

/// The cells of a row that are about the largest difference.
fn largest(run: &DiffRun) -> String {
    let share = format!("{}/{}", run.differing, run.tried);
    let all = run.cases.iter().rev().chain(&run.tolerated);
    let Some(case) = all.max_by(|first, second| ulps(first).total_cmp(&ulps(second))) else {
        return format!("{share} | | | | ");
    };
    let inputs: Vec<String> = case.inputs.iter().map(|(_, value)| value.clone()).collect();
    match case.outputs.first() {
        Some(output) => format!(
            "{share} | {:.4e} | {:.2e} | {:.2e} | {}",
            output.ulps,
            output.relative,
            output.absolute,
            inputs.join(", ")
        ),
        None => format!("{share} | {} and {} | | | {}", case.ends[0], case.ends[1], inputs.join(", ")),
    }
}

fn ulps(case: &DiffCase) -> f64 {
    case.outputs.iter().map(|output| output.ulps).fold(0.0, f64::max)
}

/// What a comparison costs beside a check of the old function.
#[expect(clippy::print_stdout, reason = "the table is the benchmark's result")]
fn cost(options: &DiffBenchOptions) -> Result<()> {
    println!("| pair | verdict | diff, CPU s | check, CPU s | ratio |");
    println!("|---|---|---:|---:|---:|");
    let (mut of_diff, mut of_check, mut ratios) = (0.0, 0.0, Vec::new());
    let timeout = Duration::try_from_secs_f64(options.seconds)?;
    for file in ["refactorings.c", "formulas.c"] {
        let path = crate::repository().join("corpus/diff").join(file);
        for (name, functions) in pairs(&path)? {
            if !name.contains(&options.only) {
                continue;
            }
            let asked = DiffOptions {
                programs: [ProgramFiles::new([path.clone()]), ProgramFiles::new([path.clone()])],
                functions: functions.clone().map(Some),
                timeout,
                ..DiffOptions::default()
            };
            let begun = cpu_time()?;
            let run = drive(timeout.saturating_mul(4), |context| diff(&asked, context))?;
            let compared = cpu_time()?.saturating_sub(begun).as_secs_f64();
            let checked = check_time(&path, &functions[0], timeout)?;
            let ratio = compared / checked.max(0.01);
            println!("| {name} | {} | {compared:.2} | {checked:.2} | {ratio:.2} |", run.verdict.id());
            of_diff += compared;
            of_check += checked;
            ratios.push(ratio);
        }
    }
    ratios.sort_by(f64::total_cmp);
    let median = ratios.get(ratios.len() / 2).context("no pair was compared")?;
    println!("{of_diff:.1} s beside {of_check:.1} s: {:.2} times, median {median:.2}", of_diff / of_check);
    Ok(())
}

fn check_time(file: &Path, function: &str, timeout: Duration) -> Result<f64> {
    let asked = CheckOptions {
        functions: vec![function.to_owned()],
        timeout,
        ..CheckOptions::new([file.to_owned()])
    };
    let begun = cpu_time()?;
    drive(timeout.saturating_mul(4), |context| check(&asked, context))?;
    Ok(cpu_time()?.saturating_sub(begun).as_secs_f64())
}

/// The pairs that a file states without options, with both functions.
fn pairs(file: &Path) -> Result<Vec<(String, [String; 2])>> {
    let text = std::fs::read_to_string(file)?;
    let mut found = Vec::new();
    for line in text.lines() {
        let Some(words) = line.strip_prefix("/* pair ") else { continue };
        let words: Vec<&str> = words.trim_end_matches("*/").split_whitespace().collect();
        if let [name, "same" | "different"] = words[..] {
            found.push((name.to_owned(), [format!("{name}_old"), format!("{name}_new")]));
        }
    }
    ensure!(!found.is_empty(), "{} states no pairs", file.display());
    Ok(found)
}
