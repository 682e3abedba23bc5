//! Benchmarks, campaigns and fuzzers, started as `cargo xtask bench NAME` and
//! `cargo xtask fuzz TARGET`.
//!
//! Each measures beside a peer or a baseline in the same run, or looks for a wrong answer in great
//! numbers. Nothing here is part of what a user runs: a task may fetch, write to the user's cache
//! folder, and take hours.

mod bench;
mod engines;
mod erfa;
mod fuzz;
mod meschach;
mod mutations;

use clap::Parser;
use std::path::PathBuf;
use std::process::ExitCode;

/// Benchmarks, campaigns and fuzzers of ulpwise.
#[derive(Parser)]
#[command(bin_name = "cargo xtask")]
enum Campaign {
    /// Speed against a peer in the same run, and long campaigns
    #[command(subcommand)]
    Bench(bench::Benchmark),
    /// Damaged input in great numbers; nothing may crash or hang
    #[command(subcommand)]
    Fuzz(fuzz::FuzzTarget),
}

/// A number of things, at least one.
fn positive(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|number| *number > 0).ok_or_else(|| "a number above 0 is needed".to_owned())
}

/// The repository's root.
fn repository() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

#[expect(clippy::print_stderr, reason = "the one place that reports what went wrong")]
fn main() -> ExitCode {
    // Workers of the loader and of the native engine are this program, started again.
    if let Some(code) = ulpwise_driver::child() {
        return code;
    }
    let done = match Campaign::parse() {
        Campaign::Bench(benchmark) => bench::run(&benchmark),
        Campaign::Fuzz(target) => fuzz::run(&target),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        Campaign::command().debug_assert();
    }

    #[test]
    fn options_are_understood_or_refused() {
        let is_understood = |line: &str| Campaign::try_parse_from(line.split_whitespace()).is_ok();
        for good in [
            "x bench smtlib --solvers interval,z3 --only griggio --cpu 5",
            "x bench enclosures points 10 --seed 3",
            "x bench corpus --gsl cubic",
            "x fuzz solver --engine interval --peer z3 --seed 2",
        ] {
            assert!(is_understood(good), "{good}");
        }
        for bad in
            ["x bench smtlib --cpu x", "x bench gsl --every 0", "x bench what", "x fuzz bitcode --sed 1", "x"]
        {
            assert!(!is_understood(bad), "{bad}");
        }
    }
}
