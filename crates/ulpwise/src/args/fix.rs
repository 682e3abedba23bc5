//! The arguments of `ulpwise fix`.

use super::{InputArguments, TargetArguments, number};
use clap::Args;
use std::time::Duration;
use ulpwise_fix::FixOptions;

/// The arguments of `ulpwise fix`.
#[derive(Debug, Args)]
pub(crate) struct FixArguments {
    #[command(flatten)]
    pub(crate) input: InputArguments,
    #[command(flatten)]
    pub(crate) target: TargetArguments,
    /// Only the expression in this line of the source.
    #[arg(long, value_name = "N")]
    pub(crate) line: Option<usize>,
    /// Make the change: write the best patch into the file.
    #[arg(long)]
    pub(crate) apply: bool,
    /// Print why a patch means the same: the identities, with their conditions.
    #[arg(long)]
    pub(crate) explain: bool,
    /// How long each analysis may take, of the function as it is and of each patch.
    #[arg(long, value_name = "SECONDS", value_parser = number::duration, default_value = "2")]
    pub(crate) timeout: Duration,
    /// How many patches of an expression are judged at most.
    #[arg(long, value_name = "N", default_value_t = 3)]
    pub(crate) patches: usize,
    /// Into how many boxes inputs may be cut to prove a bound on the error; 0 proves none.
    #[arg(long, value_name = "N", default_value_t = 300)]
    pub(crate) boxes: usize,
    /// Random seed.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// How much memory each process may take.
    #[arg(long, value_name = "MIB", default_value_t = 4096)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=1 << 20))]
    pub(crate) memory: u64,
    /// As JSON, described in docs/commands/fix.md.
    #[arg(long)]
    pub(crate) json: bool,
}

impl FixArguments {
    /// What is asked for.
    pub(crate) fn options(&self) -> FixOptions {
        FixOptions {
            program: self.input.program(),
            function: self.target.function.clone(),
            line: self.line,
            domain: self.target.domain.domain(),
            analysis_time: self.timeout,
            patches: self.patches,
            boxes: self.boxes,
            seed: self.seed,
            memory: self.memory,
        }
    }
}
