//! `cargo xtask bench unsat-certificates`: which `unsat` answers on the SMT-LIB files have a
//! certificate that the checker accepts, by family, and why the others have none.

use super::{Problem, built_ulpwise, problems};
use anyhow::{Context, Result, ensure};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

/// What is asked.
#[derive(clap::Args)]
pub(crate) struct UnsatCertificatesOptions {
    /// Seconds for each file, answer and certificate together
    #[arg(long, default_value_t = 60)]
    seconds: u32,
    /// Only files whose name has this in it
    #[arg(long, default_value = "")]
    only: String,
}

/// What became of the files of a family.
#[derive(Default)]
struct FamilyCounts {
    by_steps: u64,
    by_clauses: u64,
    not_at_all: Vec<String>,
    unanswered: u64,
    seconds: f64,
}

/// Entry point of the benchmark.
#[expect(clippy::print_stdout, reason = "the result of a developer's benchmark")]
pub(crate) fn run(options: &UnsatCertificatesOptions) -> Result<()> {
    let ulpwise = built_ulpwise()?;
    let chosen = problems(|name| name.contains(&options.only), 1)?;
    let mut families: BTreeMap<String, FamilyCounts> = BTreeMap::new();
    for problem in chosen.iter().filter(|problem| problem.status != "sat") {
        let start = Instant::now();
        let counts = families.entry(problem.family.clone()).or_default();
        let (answer, remark) = certified(&ulpwise, problem, options.seconds)?;
        match (answer.as_str(), remark) {
            ("sat", _) => {}
            ("unsat", Some(remark)) if remark.contains("certified by steps") => counts.by_steps += 1,
            ("unsat", Some(remark)) if remark.contains("certified by clauses") => counts.by_clauses += 1,
            ("unsat", remark) => {
                counts.not_at_all.push(format!("{}: {}", problem.name, remark.unwrap_or_default()));
            }
            _ => counts.unanswered += 1,
        }
        counts.seconds += start.elapsed().as_secs_f64();
    }
    println!("family: by steps in the query, by clauses with LRAT, without; not answered; seconds");
    for (family, counts) in &families {
        let FamilyCounts { by_steps, by_clauses, not_at_all, unanswered, seconds } = counts;
        println!("{family}: {by_steps}, {by_clauses}, {}; {unanswered}; {seconds:.1}", not_at_all.len());
        for without in not_at_all {
            println!("  {without}");
        }
    }
    Ok(())
}

/// The answer to a file, and what is said of its certificate.
fn certified(ulpwise: &Path, problem: &Problem, seconds: u32) -> Result<(String, Option<String>)> {
    let folder = tempfile::tempdir().context("a folder for certificates")?;
    let output = Command::new(ulpwise)
        .args(["solve", "--timeout", &seconds.to_string(), "--certificates"])
        .arg(folder.path())
        .arg(&problem.path)
        .output()
        .context("ulpwise cannot be started")?;
    let answers = String::from_utf8_lossy(&output.stdout);
    let answer = answers.lines().next().unwrap_or_default().to_owned();
    if answer == "unsat" && output.status.success() {
        let written = std::fs::read_dir(folder.path())?.count();
        let remark = answers.lines().find(|line| line.contains("certified")).map(str::to_owned);
        let has_files = remark.as_ref().is_some_and(|remark| remark.contains("certified by"));
        ensure!(has_files == (written > 0), "{}: {written} files, {remark:?}", problem.name);
        return Ok((answer, remark));
    }
    Ok((answer, None))
}
