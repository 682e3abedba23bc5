//! The arguments of `ulpwise search`.

use super::{InputArguments, number};
use clap::Args;
use std::path::PathBuf;
use std::time::Duration;
use ulpwise_driver::SearchOptions;
use ulpwise_interp::Exception;

/// The arguments of `ulpwise search`.
#[derive(Debug, Args)]
pub(crate) struct SearchArguments {
    #[command(flatten)]
    pub(crate) input: InputArguments,
    /// The function: its name in the source, with or without path or parameter types, or the
    /// linker's.
    #[arg(long = "fn", value_name = "NAME")]
    pub(crate) function: Option<String>,
    /// The values of a parameter: NAME=LOW..HIGH, both included, NAME=VALUE, or NAME=finite. May be
    /// repeated.
    #[arg(long, value_name = "RANGE", allow_hyphen_values = true)]
    pub(crate) range: Vec<String>,
    /// Only this exception: invalid, divide-by-zero, overflow, underflow or int-conversion. May be
    /// repeated.
    #[arg(long, value_name = "NAME", value_parser = number::exception)]
    pub(crate) property: Vec<Exception>,
    /// Try all inputs, if there are at most 2^32; what is not found is then proven not to exist.
    #[arg(long)]
    pub(crate) exhaustive: bool,
    /// With --exhaustive, leave out proofs that take more for granted than the language promises:
    /// the results of the mathematical library.
    #[arg(long, requires = "exhaustive")]
    pub(crate) assume_nothing: bool,
    /// How many calls the search makes in all.
    #[arg(long, value_name = "N", default_value_t = 1_000_000, conflicts_with = "exhaustive")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) calls: u64,
    /// Random seed.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// How many processes call the function at once.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::thread_count)]
    pub(crate) jobs: usize,
    /// How much CPU time a call may take.
    #[arg(long, value_name = "SECONDS", value_parser = number::duration, default_value = "0.1")]
    pub(crate) call_timeout: Duration,
    /// When to stop calling the function; what was found by then is reported.
    #[arg(long, value_name = "SECONDS", value_parser = number::duration)]
    pub(crate) timeout: Option<Duration>,
    /// A library (.so, .a) or object file (.o) that the program needs; may be repeated.
    #[arg(long, value_name = "FILE")]
    pub(crate) link: Vec<PathBuf>,
    /// Write every witness into this folder, a file each, for `ulpwise replay`.
    #[arg(long, value_name = "DIR")]
    pub(crate) witnesses: Option<PathBuf>,
    /// As JSON, described in docs/commands/search.md.
    #[arg(long)]
    pub(crate) json: bool,
}

impl SearchArguments {
    /// What the driver is asked for.
    pub(crate) fn options(&self) -> SearchOptions {
        SearchOptions {
            program: self.input.program(),
            function: self.function.clone(),
            ranges: self.range.clone(),
            properties: self.property.clone(),
            exhaustive: self.exhaustive,
            assume_nothing: self.assume_nothing,
            calls: self.calls,
            seed: self.seed,
            jobs: self.jobs,
            call_timeout: self.call_timeout,
            timeout: self.timeout,
            links: self.link.clone(),
            witnesses: self.witnesses.clone(),
        }
    }
}
