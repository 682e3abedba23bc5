//! `cargo xtask bench smtlib`: our engines and the peers on the same SMT-LIB files, in the same
//! run, under the same limit of processor time.
//!
//! Every answer is compared with the published one, and where there is none with those of the
//! others. What was measured is kept in a file, line by line, so that a long run can be stopped and
//! taken up again: what is in the file is not measured again.

mod cactus;
pub(super) mod certificates;
mod measure;
mod options;
mod record;
pub(super) mod schedule;
mod table;

use anyhow::{Context, Result, bail, ensure};
use measure::{Limits, measure};
pub(super) use options::SmtlibOptions;
use record::{Key, Record};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use ulpwise_testkit::material::{peer, smtlib_folder};

/// A file of the benchmark.
#[derive(Clone, Debug)]
struct Problem {
    /// Below the folder of all files, as `FILES.tsv` has it.
    name: String,
    path: PathBuf,
    family: String,
    /// `sat`, `unsat`, or `unknown` where nothing is published.
    status: String,
}

/// Entry point of the benchmark.
pub(super) fn run(options: &SmtlibOptions) -> Result<()> {
    let problems = problems(|name| options.chooses(name), options.every)?;
    ensure!(!problems.is_empty(), "no file is chosen");
    let record = Record::open(&options.record)?;
    let record = if options.no_measure { record } else { measured(&problems, options, record)? };
    table::print(&problems, options, &record)?;
    cactus::write(&problems, options, &record)
}

/// The record with what was missing in it.
fn measured(problems: &[Problem], options: &SmtlibOptions, record: Record) -> Result<Record> {
    let ulpwise = built_ulpwise()?;
    let record = Mutex::new(record);
    let pairs: Vec<(&Problem, &str)> = problems
        .iter()
        .flat_map(|problem| options.solvers.iter().map(move |solver| (problem, solver.as_str())))
        .collect();
    let next = AtomicUsize::new(0);
    let work = || -> Result<()> {
        while let Some(&(problem, solver)) = pairs.get(next.fetch_add(1, Ordering::Relaxed)) {
            let key = Key { solver: solver.to_owned(), file: problem.name.clone(), cpu_s: options.cpu };
            if record.lock().expect("no thread panics").get(&key).is_some() {
                continue;
            }
            let measured = measure(command(&ulpwise, solver, &problem.path)?, Limits { cpu_s: options.cpu })?;
            record.lock().expect("no thread panics").add(key, measured)?;
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..options.jobs).map(|_| scope.spawn(work)).collect();
        threads.into_iter().try_for_each(|thread| thread.join().expect("no thread panics"))
    })?;
    Ok(record.into_inner().expect("no thread panics"))
}

/// The files that the options choose, in the order of `FILES.tsv`.
fn problems(chooses: impl Fn(&str) -> bool, every: usize) -> Result<Vec<Problem>> {
    let folder = smtlib_folder().context("ULPWISE_MATERIAL names no folder with SMT-LIB files")?;
    let list = folder.join("FILES.tsv");
    let text =
        std::fs::read_to_string(&list).with_context(|| format!("{} cannot be read", list.display()))?;
    let mut problems = Vec::new();
    for line in text.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [name, _, status, _, family, ..] = fields[..] else { bail!("a line of FILES.tsv reads {line}") };
        if chooses(name) {
            let [family, status] = [family, status].map(str::to_owned);
            problems.push(Problem { name: name.to_owned(), path: folder.join(name), family, status });
        }
    }
    problems.sort_by(|a, b| (&a.family, &a.name).cmp(&(&b.family, &b.name)));
    Ok(sampled(problems, every))
}

/// Every n-th file, counted through all families, so that each has its share.
fn sampled(problems: Vec<Problem>, every: usize) -> Vec<Problem> {
    problems.into_iter().step_by(every).collect()
}

/// The program under test, built as users have it.
pub(super) fn built_ulpwise() -> Result<PathBuf> {
    let root = crate::repository();
    let status = Command::new(env!("CARGO"))
        .args(["build", "--release", "--quiet", "-p", "ulpwise"])
        .current_dir(&root)
        .status()
        .context("cargo cannot be started")?;
    ensure!(status.success(), "ulpwise does not build");
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    Ok(target.join("release").join("ulpwise"))
}

/// How a solver is called: a peer by its name, everything else is the name of one of our engines.
fn command(ulpwise: &Path, solver: &str, file: &Path) -> Result<Vec<PathBuf>> {
    Ok(match solver {
        "bitwuzla" | "cvc5" => vec![
            peer(&format!("{solver}-smt2")).with_context(|| format!("{solver} is missing"))?,
            file.to_owned(),
        ],
        "z3" => vec![peer("z3").context("z3 is missing")?, file.to_owned()],
        engine => vec![ulpwise.to_owned(), "solve".into(), "--engine".into(), engine.into(), file.to_owned()],
    })
}
