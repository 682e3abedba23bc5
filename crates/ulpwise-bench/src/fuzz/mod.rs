//! `cargo xtask fuzz TARGET`: damaged input and random queries in great numbers, reproducible by
//! seed.

mod bitcode;
mod bounds;
mod certificates;
mod damage;
mod libc;
mod pieces;
mod programs;
mod smtlib;
mod solver;

use crate::mutations::{self, MutationsOptions};
use anyhow::Result;
use std::time::{Duration, Instant};

/// What is fuzzed.
#[derive(clap::Subcommand)]
pub(crate) enum FuzzTarget {
    /// Damaged bitcode
    Bitcode(FuzzOptions),
    /// Random functions: bounds of errors that are proven of them against quadruple precision
    Bounds(bounds::BoundsOptions),
    /// Damaged certificates of proofs, against calls that refute them
    Certificates(FuzzOptions),
    /// Models of library functions against the library
    Libc(libc::LibcOptions),
    /// Deliberate faults in a copy of the tree: tests and fuzzers must catch them; an hour
    Mutations(MutationsOptions),
    /// Random programs in four languages: what is proven of them against native calls
    Programs(programs::ProgramsOptions),
    /// Damaged SMT-LIB scripts
    Smtlib(FuzzOptions),
    /// Random queries to one engine and to other solvers
    Solver(solver::SolverOptions),
}

/// What every target understands.
#[derive(Debug, clap::Args)]
pub(crate) struct FuzzOptions {
    /// How many cases to try; 3000, or with --seconds as many as there is time for, unless it is
    /// given
    #[arg(long)]
    cases: Option<u64>,
    /// Case `i` is made from this number plus `i` alone
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// When to stop even if cases are left
    #[arg(long)]
    seconds: Option<u64>,
}

impl FuzzOptions {
    fn cases(&self) -> u64 {
        self.cases.unwrap_or(if self.seconds.is_some() { u64::MAX } else { 3000 })
    }

    /// Whether the time is up for what began at `start`.
    fn is_over(&self, start: Instant) -> bool {
        self.seconds.is_some_and(|seconds| start.elapsed() >= Duration::from_secs(seconds))
    }
}

/// Runs a target.
pub(crate) fn run(target: &FuzzTarget) -> Result<()> {
    match target {
        FuzzTarget::Bitcode(options) => bitcode::run(options),
        FuzzTarget::Bounds(options) => bounds::run(options),
        FuzzTarget::Certificates(options) => certificates::run(options),
        FuzzTarget::Libc(options) => libc::run(options),
        FuzzTarget::Mutations(options) => mutations::run(options),
        FuzzTarget::Programs(options) => programs::run(options),
        FuzzTarget::Smtlib(options) => smtlib::run(options),
        FuzzTarget::Solver(options) => solver::run(options),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_in_seconds_leaves_the_number_of_cases_open() {
        let cases = |cases, seconds| FuzzOptions { cases, seed: 1, seconds }.cases();
        assert_eq!([cases(None, None), cases(None, Some(9)), cases(Some(5), Some(9))], [3000, u64::MAX, 5]);
    }
}
