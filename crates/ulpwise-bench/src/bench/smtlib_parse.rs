//! `cargo xtask bench smtlib-parse`: our reader beside z3's on the same files in the same run. A
//! third of z3's speed is asked for on the largest file.
//!
//! z3 reads a script whose questions are taken out; the time it needs for an empty script is taken
//! off. Ours includes the making of the store. All files together are one script with a `reset`
//! after each. Each figure is the best of several.

use anyhow::{Context, Result, anyhow, ensure};
use std::hint::black_box;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};
use ulpwise_expr::TermStore;
use ulpwise_smtlib::read_script;
use ulpwise_testkit::material::{peer, smtlib_files};

/// How often each figure is taken.
const RUNS: usize = 7;

/// The speed that is asked for, as a fraction of z3's.
const TARGET: f64 = 1.0 / 3.0;

/// Entry point of the benchmark.
#[expect(clippy::print_stdout, reason = "the table is the benchmark's result")]
pub(super) fn run() -> Result<()> {
    let z3 = peer("z3").context("z3 is missing")?;
    let files = smtlib_files();
    let scripts = files.iter().map(|file| without_questions(file)).collect::<Result<Vec<String>>>()?;
    let largest = scripts.iter().max_by_key(|script| script.len()).context("there are no SMT-LIB files")?;
    let all: String = scripts.iter().flat_map(|script| [script.as_str(), "(reset)\n"]).collect();
    let folder = tempfile::tempdir()?;
    let start_up = best(|| read_by_z3(&z3, folder.path(), "(exit)\n"))?;
    println!("z3 needs {:.1} ms for nothing, which is taken off", start_up.as_secs_f64() * 1e3);
    println!("{:<24}{:>10}{:>12}{:>12}{:>10}", "script", "bytes", "z3", "ulpwise", "ratio");
    let ratio_of = |name: &str, script: &str| -> Result<f64> {
        let theirs = best(|| read_by_z3(&z3, folder.path(), script))?.saturating_sub(start_up);
        let ours = best(|| read_by_us(script))?;
        let ratio = theirs.as_secs_f64() / ours.as_secs_f64();
        let [theirs, ours] = [theirs, ours].map(|time| format!("{:.2} ms", time.as_secs_f64() * 1e3));
        println!("{name:<24}{:>10}{theirs:>12}{ours:>12}{ratio:>8.1} x", script.len());
        Ok(ratio)
    };
    let ratio = ratio_of("the largest file", largest)?;
    ratio_of(&format!("all {} files", files.len()), &all)?;
    ensure!(
        ratio >= TARGET,
        "the largest file is read at {ratio:.2} of z3's speed, and a third is asked for"
    );
    Ok(())
}

fn best(mut measure: impl FnMut() -> Result<Duration>) -> Result<Duration> {
    let times = (0..RUNS).map(|_| measure()).collect::<Result<Vec<_>>>()?;
    times.into_iter().min().context("at least one run")
}

/// A script with nothing to answer and no end.
fn without_questions(file: &Path) -> Result<String> {
    let bytes = std::fs::read(file).with_context(|| format!("{} cannot be read", file.display()))?;
    let text = String::from_utf8_lossy(&bytes);
    let mut script = String::new();
    for line in text.lines().filter(|line| !matches!(line.trim(), "(check-sat)" | "(exit)")) {
        script.push_str(line);
        script.push('\n');
    }
    Ok(script)
}

fn read_by_us(script: &str) -> Result<Duration> {
    let start = Instant::now();
    let mut store = TermStore::new();
    let commands = read_script(&mut store, script.as_bytes()).map_err(|error| anyhow!("{error}"))?;
    black_box(commands.len());
    Ok(start.elapsed())
}

fn read_by_z3(z3: &Path, folder: &Path, script: &str) -> Result<Duration> {
    let file = folder.join("script.smt2");
    std::fs::write(&file, script)?;
    let start = Instant::now();
    let output = Command::new(z3).arg(&file).output().context("z3 does not start")?;
    let time = start.elapsed();
    let answer = String::from_utf8_lossy(&output.stdout);
    ensure!(answer.is_empty(), "z3 has something to say: {answer}");
    Ok(time)
}
