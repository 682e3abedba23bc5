//! `cargo xtask bench gsl`: `ulpwise check` on GSL's scalar special functions, and what came of it,
//! beside a sampler.
//!
//! Each function gets the same time; what the store has kept is then counted. Afterwards a sampler gets as much CPU time on each function: what it
//! triggers must not have been called proven, and its divisions by zero and invalid operations are
//! the measure for ours.
//!
//! The aims, for all 489 functions in 60 minutes on two cores: 6,000 distinct pairs of site and
//! exception on arithmetic and 300 on calls of libm; 2,000 distinct sites that raise the first
//! exception of a call, 500 of these with plain inputs; half of the whole ledger decided; more
//! divisions by zero and invalid operations than the sampler; no proof refuted.

mod sampler;
mod tally;
mod worst;

use super::agree::signature::{self, Signature};
use super::driven::drive;
use anyhow::{Context, Result, ensure};
use std::path::PathBuf;
use std::time::{Duration, Instant};
use ulpwise_driver::{CheckOptions, stored_functions};
use xtask::gsl::{self, Gsl};

/// Options of the benchmark.
#[derive(clap::Args)]
pub(crate) struct GslOptions {
    /// Seconds for each function
    #[arg(long, default_value_t = 10.0)]
    seconds: f64,
    /// Seconds for all together; 0 means no limit and no further time slices
    #[arg(long, default_value_t = 3540.0)]
    total: f64,
    /// How many at once
    #[arg(long, default_value_t = 2, value_parser = crate::positive)]
    jobs: usize,
    /// Only every n-th function
    #[arg(long, default_value_t = 1, value_parser = crate::positive)]
    every: usize,
    /// Only functions whose name contains this
    #[arg(long, default_value_t = String::new())]
    only: String,
    /// Folder of the database, which a later run resumes
    #[arg(long, default_value = "target/bench-gsl")]
    output: PathBuf,
    /// Seconds of CPU time of the sampler for each function; as --seconds unless it is given, 0 for
    /// none
    #[arg(long)]
    sampler: Option<f64>,
}

/// Entry point of the benchmark.
#[expect(clippy::print_stdout, reason = "the table is the benchmark's result")]
pub(super) fn run(options: &GslOptions) -> Result<()> {
    let gsl = gsl::locate_or_build()?;
    let signatures = signature::all(&gsl)?.into_iter().filter(|one| one.name.contains(&options.only));
    let signatures: Vec<Signature> = signatures.step_by(options.every).collect();
    ensure!(!signatures.is_empty(), "no function is left");
    let start = Instant::now();
    check(&gsl, &signatures, options)?;
    let elapsed = start.elapsed();
    let module = super::loading::load(&gsl.bitcode())?;
    let stored = stored_functions(&options.output).context("nothing was kept")?;
    let tally = tally::Tally::count(&stored, &module, &signatures, options.seconds);
    println!(
        "functions {}, {} s each, {} s for all, {} jobs",
        signatures.len(),
        options.seconds,
        options.total,
        options.jobs
    );
    println!("seconds by the clock {:.0}", elapsed.as_secs_f64());
    print!("{tally}");
    let (worst, count) = worst::list(&stored, &signatures, &options.output)?;
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

/// Checks the functions; verdicts are kept in the folder of the output.
fn check(gsl: &Gsl, signatures: &[Signature], options: &GslOptions) -> Result<()> {
    let (each, total) =
        (Duration::try_from_secs_f64(options.seconds)?, Duration::try_from_secs_f64(options.total)?);
    let asked = CheckOptions {
        functions: signatures.iter().map(|signature| signature.name.clone()).collect(),
        setup: vec!["gsl_set_error_handler_off".to_owned()],
        timeout: each,
        total: Some(total).filter(|total| !total.is_zero()),
        jobs: Some(options.jobs),
        store: Some(options.output.clone()),
        ..CheckOptions::new([gsl.bitcode()])
    };
    // Without a time for all, each function has its own, and as much again to start and to end.
    let limit = asked.total.unwrap_or(each.saturating_mul(2 * signatures.len() as u32));
    let checked = drive(limit, |context| ulpwise_driver::check(&asked, context))?;
    ensure!(!checked.run.contradicts_itself(), "what was called proven happens");
    Ok(())
}
