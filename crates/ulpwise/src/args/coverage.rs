//! The arguments of `ulpwise coverage`.

use super::{InputArguments, number};
use clap::Args;
use std::path::PathBuf;
use std::time::Duration;
use ulpwise_driver::CoverageOptions;

/// The arguments of `ulpwise coverage`.
#[derive(Debug, Args)]
pub(crate) struct CoverageArguments {
    #[command(flatten)]
    pub(crate) input: InputArguments,
    /// The function of --call: its name in the source, with or without path or parameter types, or
    /// the linker's.
    #[arg(long = "fn", value_name = "NAME", requires = "call")]
    pub(crate) function: Option<String>,
    /// A call: its numbers with commas between them, _ for zeros behind a pointer. May be repeated.
    #[arg(long, value_name = "VALUES", allow_hyphen_values = true, required_unless_present = "witnesses")]
    pub(crate) call: Vec<String>,
    /// The call of a witness, or those of all witnesses in a folder. May be repeated.
    #[arg(long, value_name = "PATH")]
    pub(crate) witnesses: Vec<PathBuf>,
    /// Write the counts as a tracefile of lcov's, for genhtml and other programs.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// How much CPU time a call may take.
    #[arg(long, value_name = "SECONDS", value_parser = number::duration, default_value = "1")]
    pub(crate) call_timeout: Duration,
    /// A library (.so, .a) or object file (.o) that the program needs; may be repeated.
    #[arg(long, value_name = "FILE")]
    pub(crate) link: Vec<PathBuf>,
    /// As JSON, described in docs/commands/coverage.md.
    #[arg(long)]
    pub(crate) json: bool,
}

impl CoverageArguments {
    /// What the driver is asked for.
    pub(crate) fn options(&self) -> CoverageOptions {
        CoverageOptions {
            program: self.input.program(),
            function: self.function.clone(),
            calls: self.call.clone(),
            witnesses: self.witnesses.clone(),
            call_timeout: self.call_timeout,
            links: self.link.clone(),
        }
    }
}
