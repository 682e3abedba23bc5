//! `cargo xtask bench stability`: the three tables of the paper on software model checking of
//! precision, the programs of `corpus/stability`, and ten million native runs against the bounds
//! that are proven of them.
//!
//! All of it is Markdown, for `docs/results`.

mod programs;
mod sums;

use anyhow::Result;

/// Options of the benchmark.
#[derive(clap::Args)]
pub(crate) struct StabilityOptions {
    /// Native runs over all programs
    #[arg(long, default_value_t = 10_000_000)]
    runs: u64,
}

pub(super) fn run(options: &StabilityOptions) -> Result<()> {
    sums::reaching_targets()?;
    sums::invariants()?;
    sums::coarse_errors()?;
    programs::judge(options.runs)
}
