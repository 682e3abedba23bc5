//! `cargo xtask bench gsl`: `ulpwise check` on GSL's scalar special functions, and what came of it, beside a sampler.
//!
//! The command itself runs, as a user would run it, with the same time for each function; its database is then counted. Afterwards a sampler gets as much CPU time on each
//! function: what it triggers must not have been called proven, and its divisions by zero and invalid operations are the measure for ours.
//!
//! The aims, for all 489 functions in 60 minutes on two cores: 6,000 distinct pairs of site and exception on arithmetic and 300 on calls of libm; 2,000 distinct sites that raise
//! the first exception of a call, 500 of these with plain inputs; half of the whole ledger decided; more divisions by zero and invalid operations than the sampler; no proof refuted.
//!
//! Options: `--seconds S` for each function (10), `--total S` for all together (3540, which leaves a minute to start and to write; 0 means no limit and no more turns), `--jobs N` (2), `--every N` only every N-th function, `--only SUBSTRING`, `--output DIR` for the database, which a run that
//! was ended goes on with (`target/bench-gsl`), `--sampler S` seconds of CPU time for each function (as `--seconds`; 0 leaves it out).

mod sampler;
mod tally;
mod worst;

use super::agree::signature::{self, Signature};
use super::corpus::built;
use crate::gsl;
use anyhow::{Context, Result, bail, ensure};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

struct Options {
    seconds: f64,
    total: f64,
    jobs: usize,
    every: usize,
    only: String,
    output: PathBuf,
    sampler: Option<f64>,
}

fn parse(arguments: &[String]) -> Result<Options> {
    let mut options = Options {
        seconds: 10.0,
        total: 3540.0,
        jobs: 2,
        every: 1,
        only: String::new(),
        output: "target/bench-gsl".into(),
        sampler: None,
    };
    let mut rest = arguments.iter();
    while let Some(option) = rest.next() {
        let value = rest.next().with_context(|| format!("{option} needs a value"))?;
        match option.as_str() {
            "--seconds" => options.seconds = value.parse()?,
            "--total" => options.total = value.parse()?,
            "--jobs" => options.jobs = value.parse()?,
            "--every" => options.every = value.parse()?,
            "--only" => options.only.clone_from(value),
            "--output" => options.output = value.into(),
            "--sampler" => options.sampler = Some(value.parse()?),
            _ => bail!("unknown option {option}"),
        }
    }
    ensure!(options.jobs > 0 && options.every > 0, "--jobs and --every must be at least 1");
    Ok(options)
}

/// Entry point of the benchmark.
#[expect(clippy::print_stdout, reason = "the table is the benchmark's result")]
pub(super) fn run(arguments: &[String]) -> Result<()> {
    let options = parse(arguments)?;
    let gsl = gsl::locate_or_build()?;
    let signatures = signature::all(&gsl)?.into_iter().filter(|one| one.name.contains(&options.only));
    let signatures: Vec<Signature> = signatures.step_by(options.every).collect();
    ensure!(!signatures.is_empty(), "no function is left");
    let ulpwise = built()?;
    let start = Instant::now();
    let mut command = Command::new(ulpwise);
    command.arg("check").arg(gsl.bitcode()).args(["--setup", "gsl_set_error_handler_off", "--limit", "1"]);
    command.arg("--timeout").arg(options.seconds.to_string()).arg("--jobs").arg(options.jobs.to_string());
    if options.total > 0.0 {
        command.arg("--total").arg(options.total.to_string());
    }
    command.arg("-o").arg(&options.output).stdin(Stdio::null()).stdout(Stdio::null());
    for signature in &signatures {
        command.arg("--fn").arg(&signature.name);
    }
    let status = command.status().context("ulpwise cannot be started")?;
    // Exceptions are found; a bug or bad input is something else.
    ensure!(matches!(status.code(), Some(0 | 1)), "ulpwise check ended with {status}");
    let elapsed = start.elapsed();
    let module = super::loading::load(&gsl.bitcode())?;
    let tally =
        tally::Tally::read(&options.output.join("check.sqlite"), &module, &signatures, options.seconds)?;
    println!(
        "functions {}, {} s each, {} s for all, {} jobs",
        signatures.len(),
        options.seconds,
        options.total,
        options.jobs
    );
    println!("seconds by the clock {:.0}", elapsed.as_secs_f64());
    print!("{tally}");
    let (worst, count) = worst::list(&options.output.join("check.sqlite"), &signatures, &options.output)?;
    println!("the worst {count} of {} that a maintainer should look at:", worst::SHOWN);
    print!("{worst}");
    let limit = Duration::from_secs_f64(options.sampler.unwrap_or(options.seconds));
    if limit.is_zero() {
        return Ok(());
    }
    let sampled = sampler::sample(&gsl, &module, &signatures, (limit, options.jobs), &options.output)?;
    let scarce = |pairs: &std::collections::BTreeSet<(String, String)>| {
        pairs.iter().filter(|(_, property)| matches!(property.as_str(), "divide-by-zero" | "invalid")).count()
    };
    let (ours, theirs) = (scarce(&tally.pairs), scarce(&sampled.pairs));
    println!(
        "divide-by-zero and invalid: {ours}, a sampler with {:.1} s a function: {theirs}",
        limit.as_secs_f64()
    );
    println!("all pairs: {}, the sampler's: {}", tally.pairs.len(), sampled.pairs.len());
    let refuted: Vec<_> = sampled.seen.iter().filter(|entry| tally.proven.contains(*entry)).collect();
    println!("proofs that the sampler refutes: {}", refuted.len());
    for (function, site, property) in refuted.iter().take(20) {
        println!("  {function}: {property} at {site}");
    }
    ensure!(refuted.is_empty(), "what was called proven happens");
    ensure!(ours > theirs, "the sampler finds more divisions by zero and invalid operations");
    Ok(())
}
