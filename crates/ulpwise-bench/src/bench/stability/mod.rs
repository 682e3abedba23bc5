//! `cargo xtask bench stability`: the three tables of the paper on software model checking of
//! precision, the programs of `corpus/stability`, and ten million native runs against the bounds
//! that are proven of them.
//!
//! The tables are computed in this process. The programs are judged by `ulpwise`, built for it
//! unless a file is named. All of it is Markdown, for `docs/results`.

mod programs;
mod sums;

use anyhow::Result;
use std::path::PathBuf;

/// Options of the benchmark.
#[derive(clap::Args)]
pub(crate) struct StabilityOptions {
    /// The program under test; built in release unless it is given
    #[arg(long)]
    ulpwise: Option<PathBuf>,
    /// Native runs over all programs
    #[arg(long, default_value_t = 10_000_000)]
    runs: u64,
}

pub(super) fn run(options: &StabilityOptions) -> Result<()> {
    sums::reaching_targets()?;
    sums::invariants()?;
    sums::coarse_errors()?;
    let ulpwise = match &options.ulpwise {
        Some(file) => file.clone(),
        None => super::corpus::built()?,
    };
    programs::judge(&ulpwise, options.runs)
}
