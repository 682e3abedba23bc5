//! Queries of the kind that exception checking asks: which engine decides them, and in what time.
//!
//! Two sets: the scripts in the tests of `ulpwise-real`, whose statuses are known, and random
//! systems of polynomials with a planted solution. A wrong answer makes the benchmark fail.

use anyhow::{Context, Result, bail, ensure};
use std::time::{Duration, Instant};
use ulpwise_base::Budget;
use ulpwise_engines::{EngineChoice, SolverOptions, host_libm};
use ulpwise_expr::{Term, TermStore};
use ulpwise_smtlib::{CheckSatAnswer, ScriptSource, Session};
use ulpwise_solver::{Query, Verdict};
use ulpwise_testkit::planted_system;

const ENGINES: [&str; 6] = ["ariadne", "search", "real", "interval", "bitblast", "portfolio"];

/// How an engine did on a query: the seconds to its answer, if it had one.
type Cells = [Option<f64>; ENGINES.len()];

/// `[SECONDS] [SYSTEMS]`: the limit for each engine and query, and how many planted systems of each
/// kind.
#[expect(clippy::print_stdout, reason = "a benchmark prints what it measures")]
pub(super) fn run(seconds: f64, systems: u64) -> Result<()> {
    let limit = Duration::from_secs_f64(seconds);
    println!("{:<34} {:<6} {}", "query", "answer", ENGINES.map(|name| format!("{name:>11}")).concat());
    let mut groups = vec![("scripts", scripts(limit)?)];
    for (name, is_plain) in [("plain systems", true), ("rounded systems", false)] {
        let mut rows = Vec::new();
        for seed in 0..systems {
            let cells = each_engine(|engine| planted(engine, seed, is_plain, limit))?;
            println!("{:<34} {:<6} {}", format!("{name} {seed}"), "sat", text(&cells));
            rows.push(cells);
        }
        groups.push((name, rows));
    }
    for (name, rows) in groups {
        print_sums(name, &rows, seconds);
    }
    Ok(())
}

/// The seconds of each engine.
fn each_engine(mut ask: impl FnMut(&str) -> Result<Option<f64>>) -> Result<Cells> {
    let mut cells = [None; ENGINES.len()];
    for (cell, engine) in cells.iter_mut().zip(ENGINES) {
        *cell = ask(engine)?;
    }
    Ok(cells)
}

fn text(cells: &Cells) -> String {
    let cell =
        |seconds: &Option<f64>| seconds.map_or("-".to_owned(), |seconds| format!("{:.1} ms", 1e3 * seconds));
    cells.iter().map(|seconds| format!("{:>11}", cell(seconds))).collect()
}

/// How many queries each engine decides, and PAR-2: the seconds it takes, twice the limit where it
/// does not decide.
#[expect(clippy::print_stdout, reason = "a benchmark prints what it measures")]
fn print_sums(name: &str, rows: &[Cells], limit: f64) {
    println!("\n{name}: {} queries, {limit} s each; none wrong", rows.len());
    for (column, engine) in ENGINES.iter().enumerate() {
        let decided = rows.iter().filter(|row| row[column].is_some()).count();
        let others =
            |row: &&Cells| (0..ENGINES.len() - 1).all(|other| other == column || row[other].is_none());
        let alone = rows.iter().filter(others).filter(|row| row[column].is_some()).count();
        let score: f64 = rows.iter().map(|row| row[column].unwrap_or(2.0 * limit)).sum();
        println!(
            "  {engine:<10} decides {decided:>3}, {alone:>3} of them as the only single engine, PAR-2 {score:>8.2} s"
        );
    }
}

/// All engines on the scripts.
#[expect(clippy::print_stdout, reason = "a benchmark prints what it measures")]
fn scripts(limit: Duration) -> Result<Vec<Cells>> {
    let folder = crate::repository().join("crates/ulpwise-real/tests/queries");
    let entries =
        std::fs::read_dir(&folder).with_context(|| format!("{} cannot be read", folder.display()))?;
    let mut files = entries.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    files.sort();
    let mut rows = Vec::new();
    for file in files {
        let script = std::fs::read_to_string(&file)?;
        let name = file.file_stem().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let status = if script.contains(":status sat") { "sat" } else { "unsat" };
        let cells = each_engine(|engine| of_script(engine, &script, status, limit).context(name.clone()))?;
        println!("{name:<34} {status:<6} {}", text(&cells));
        rows.push(cells);
    }
    Ok(rows)
}

/// The seconds to the answer of an engine to a script with one query.
fn of_script(engine: &str, script: &str, status: &str, limit: Duration) -> Result<Option<f64>> {
    let mut result = Ok(None);
    let mut ask = |store: &mut TermStore, assertions: &[Term], _: &Budget| {
        result = timed(engine, store, assertions, status, limit);
        CheckSatAnswer::Unknown("it was measured".to_owned())
    };
    let mut output = Vec::new();
    Session::new(&mut ask, Budget::unlimited())
        .run(&mut ScriptSource::new(script.as_bytes()), &mut output)?;
    let output = String::from_utf8_lossy(&output);
    ensure!(!output.contains("error"), "the script is wrong: {output}");
    result
}

fn planted(engine: &str, seed: u64, is_plain: bool, limit: Duration) -> Result<Option<f64>> {
    let mut system = planted_system(seed, is_plain);
    timed(engine, &mut system.store, &system.assertions, "sat", limit).with_context(|| format!("seed {seed}"))
}

/// The seconds to an answer, if there was one.
fn timed(
    engine: &str,
    store: &mut TermStore,
    assertions: &[Term],
    status: &str,
    limit: Duration,
) -> Result<Option<f64>> {
    let mut solver =
        EngineChoice::from_name(engine).map_err(anyhow::Error::msg)?.make(&SolverOptions::default());
    let query = Query::new(assertions).with_libm(&host_libm);
    let start = Instant::now();
    let verdict = solver.check(store, &query, &Budget::unlimited().with_time(limit));
    let seconds = start.elapsed().as_secs_f64();
    match verdict {
        Verdict::Unknown(_) => Ok(None),
        decided if decided.word() == status => Ok(Some(seconds)),
        _ => bail!("{engine} answers wrongly"),
    }
}
