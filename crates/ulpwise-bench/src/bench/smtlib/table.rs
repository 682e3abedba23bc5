//! The table of results, and what is wrong in them.

use super::Problem;
use super::measure::Measured;
use super::options::SmtlibOptions;
use super::record::{Key, Record};
use anyhow::{Result, ensure};
use std::collections::BTreeSet;

/// Sums over some files.
#[derive(Default)]
struct Sums {
    files: usize,
    sat: usize,
    unsat: usize,
    /// Processor time where solved, twice the limit where not.
    par2: f64,
    peak_mib: f64,
    times: Vec<f64>,
}

impl Sums {
    fn add(&mut self, run: &Measured, limit: u64) {
        self.files += 1;
        self.sat += usize::from(run.answer == "sat");
        self.unsat += usize::from(run.answer == "unsat");
        self.par2 += if run.is_solved() { run.cpu_s } else { 2.0 * limit as f64 };
        self.peak_mib = self.peak_mib.max(run.peak_mib);
        self.times.push(if run.is_solved() { run.cpu_s } else { f64::INFINITY });
    }

    fn median(&mut self) -> f64 {
        self.times.sort_by(f64::total_cmp);
        self.times.get(self.times.len() / 2).copied().unwrap_or(0.0)
    }
}

/// Prints the table by family and what each solver solves alone.
///
/// # Errors
/// If one of our answers contradicts the published one or that of a peer.
#[expect(clippy::print_stdout, reason = "the table is the benchmark's result")]
pub(super) fn print(problems: &[Problem], options: &SmtlibOptions, record: &Record) -> Result<()> {
    let families: BTreeSet<&str> = problems.iter().map(|problem| problem.family.as_str()).collect();
    println!(
        "{:<38}{:<12}{:>6}{:>8}{:>6}{:>7}{:>10}{:>9}{:>9}",
        "family", "solver", "files", "solved", "sat", "unsat", "PAR-2 s", "median", "peak MiB"
    );
    for family in families.into_iter().map(Some).chain([None]) {
        for solver in &options.solvers {
            let mut sums = Sums::default();
            for problem in
                problems.iter().filter(|problem| family.is_none_or(|family| problem.family == family))
            {
                if let Some(run) = run(record, options, solver, problem) {
                    sums.add(run, options.cpu);
                }
            }
            let (solved, median) = (sums.sat + sums.unsat, sums.median());
            println!(
                "{:<38}{solver:<12}{:>6}{solved:>8}{:>6}{:>7}{:>10.1}{median:>9.2}{:>9.0}",
                family.unwrap_or("all"),
                sums.files,
                sums.sat,
                sums.unsat,
                sums.par2,
                sums.peak_mib
            );
        }
    }
    print_alone(problems, options, record);
    let wrong = wrong_answers(problems, options, record);
    ensure!(wrong.is_empty(), "answers that contradict each other:\n{}", wrong.join("\n"));
    println!("no answer contradicts a published one or another solver's");
    Ok(())
}

fn run<'r>(
    record: &'r Record,
    options: &SmtlibOptions,
    solver: &str,
    problem: &Problem,
) -> Option<&'r Measured> {
    record.get(&Key { solver: solver.to_owned(), file: problem.name.clone(), cpu_s: options.cpu })
}

#[expect(clippy::print_stdout, reason = "the table is the benchmark's result")]
fn print_alone(problems: &[Problem], options: &SmtlibOptions, record: &Record) {
    for solver in &options.solvers {
        let solves = |solver: &str, problem: &Problem| {
            run(record, options, solver, problem).is_some_and(Measured::is_solved)
        };
        let alone: Vec<&str> = problems
            .iter()
            .filter(|problem| {
                let others = options.solvers.iter().filter(|other| *other != solver);
                solves(solver, problem) && !others.clone().any(|other| solves(other, problem))
            })
            .map(|problem| problem.name.as_str())
            .collect();
        println!("solved by {solver} alone: {}", alone.len());
        for name in alone {
            println!("  {name}");
        }
    }
}

/// One line for each file on which a solver contradicts the published answer or another solver.
fn wrong_answers(problems: &[Problem], options: &SmtlibOptions, record: &Record) -> Vec<String> {
    let mut wrong = Vec::new();
    for problem in problems {
        let answers: Vec<(&str, &str)> = options
            .solvers
            .iter()
            .filter_map(|solver| Some((solver.as_str(), run(record, options, solver, problem)?)))
            .filter(|(_, run)| run.is_solved())
            .map(|(solver, run)| (solver, run.answer.as_str()))
            .chain((problem.status != "unknown").then_some(("published", problem.status.as_str())))
            .collect();
        let distinct: BTreeSet<&str> = answers.iter().map(|(_, answer)| *answer).collect();
        if distinct.len() > 1 {
            let reported: Vec<String> =
                answers.iter().map(|(solver, answer)| format!("{solver}: {answer}")).collect();
            wrong.push(format!("  {}: {}", problem.name, reported.join(", ")));
        }
    }
    wrong
}
