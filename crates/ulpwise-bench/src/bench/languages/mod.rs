//! `cargo xtask bench languages`: `ulpwise check` with its default options on functions that use
//! Boost.Math, Eigen, glm, LAPACK and crates, on the libm crate itself, and what native calls say of
//! its proofs.
//!
//! The aims, 10 s a function: every function taken; of Boost.Math 60 % decided, of Eigen and glm
//! 70 %, of the libm crate 64 %; no proof refuted by five million native calls a function
//! (`--refute 5000000`).

mod libraries;
mod refute;
mod tally;

use super::driven::drive;
use anyhow::{Context, Result, ensure};
use libraries::Library;
use refute::{Refutation, Sampling};
use std::path::Path;
use std::time::{Duration, Instant};
use tally::Tally;

/// Options of the benchmark.
#[derive(clap::Args)]
pub(crate) struct LanguagesOptions {
    /// Seconds for each function
    #[arg(long, default_value_t = 10.0)]
    seconds: f64,
    /// How many functions at once
    #[arg(long, default_value_t = 2, value_parser = crate::positive)]
    jobs: usize,
    /// Only these libraries, separated by commas: boost, eigen, glm, libm, lapack, statrs, geo
    #[arg(long, default_value_t = String::new())]
    only: String,
    /// Only functions whose name matches this pattern
    #[arg(long)]
    function: Option<String>,
    /// How many native calls each function gets against its proofs; 0 for none
    #[arg(long, default_value_t = 0)]
    refute: u64,
    /// How many seconds these calls may take for each function
    #[arg(long, default_value_t = 120.0)]
    refute_seconds: f64,
    /// Random seed of these calls
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Entry point of the benchmark.
#[expect(clippy::print_stdout, reason = "the table is the benchmark's result")]
pub(super) fn run(options: &LanguagesOptions) -> Result<()> {
    let libraries = libraries::chosen(&options.only)?;
    let folder = tempfile::tempdir()?;
    let (mut rows, mut wrong) = (Vec::new(), Vec::new());
    for library in libraries {
        let measured = measure(library, options, folder.path());
        let (row, details) = match measured {
            Ok(Measured { tally, refutation, seconds }) => {
                wrong.extend(refutation.refuted.iter().cloned());
                let calls = calls_cell(&refutation);
                (format!("| {} | {} | {seconds:.0} | {calls} |", library.name, tally.row()), tally.details())
            }
            Err(error) => (format!("| {} | | | | | | | | refused |", library.name), format!("{error:#}\n")),
        };
        print!("{}:\n{details}", library.name);
        rows.push(row);
    }
    println!("\n{} s a function, {} at once\n", options.seconds, options.jobs);
    println!("| library | functions | taken | found | proven | unknown | decided | seconds | native calls |");
    println!("|---|--:|--:|--:|--:|--:|--:|--:|---|");
    rows.iter().for_each(|row| println!("{row}"));
    wrong.iter().for_each(|wrong| println!("refuted: {wrong}"));
    ensure!(wrong.is_empty(), "{} proofs are refuted", wrong.len());
    Ok(())
}

/// What came of a library.
struct Measured {
    tally: Tally,
    refutation: Refutation,
    seconds: f64,
}

fn measure(library: Library, options: &LanguagesOptions, folder: &Path) -> Result<Measured> {
    let mut asked = library.options(folder)?;
    asked.timeout = Duration::try_from_secs_f64(options.seconds)?;
    asked.jobs = Some(options.jobs);
    if let Some(pattern) = &options.function {
        asked.functions = vec![pattern.clone()];
    }
    let start = Instant::now();
    // How many functions there are is not known yet; each has its own limit.
    let limit = asked.timeout.saturating_mul(200);
    let checked = drive(limit, |context| ulpwise_driver::check(&asked, context))?;
    ensure!(!checked.run.contradicts_itself(), "what was called proven happens");
    let (tally, seconds) = (Tally::count(&checked.run), start.elapsed().as_secs_f64());
    let mut refutation = Refutation::default();
    if options.refute > 0 {
        let limit = Duration::try_from_secs_f64(options.refute_seconds)?;
        let sampling = Sampling { calls: options.refute, limit, seed: options.seed };
        refutation = refute::hold_against_calls(&asked, &checked.run, sampling)
            .with_context(|| format!("proofs about {} cannot be tried", library.name))?;
    }
    Ok(Measured { tally, refutation, seconds })
}

/// What is said about native calls.
fn calls_cell(refutation: &Refutation) -> String {
    let Refutation { functions, calls, fewest, proofs, left_out, refuted } = refutation;
    if *functions == 0 {
        return format!("none, {left_out} functions cannot be called");
    }
    format!(
        "{proofs} proofs of {functions} functions, {calls} calls (at least {fewest} each), {left_out} not callable: {} refuted",
        refuted.len()
    )
}
