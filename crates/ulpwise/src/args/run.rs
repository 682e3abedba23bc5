//! The arguments of `ulpwise run` and of `ulpwise replay`, which make calls.

use super::{InputArguments, RoundingArgument, number};
use clap::{ArgAction, Args};
use std::path::PathBuf;
use std::time::Duration;
use ulpwise_driver::{ReplayOptions, RunOptions};
use ulpwise_interp::{Exception, Exceptions};

/// The arguments of `ulpwise run`.
#[derive(Debug, Args)]
pub(crate) struct RunArguments {
    #[command(flatten)]
    pub(crate) input: InputArguments,
    /// The function: its name in the source, with or without path or parameter types, or the
    /// linker's.
    #[arg(long = "fn", value_name = "NAME")]
    pub(crate) function: Option<String>,
    /// Make the call of a finding of `ulpwise check` again, by its number, in a fresh program as
    /// `ulpwise replay` does. It is kept in a project's .ulpwise, or in the folder of --output.
    #[arg(long, value_name = "N", conflicts_with_all = ["function", "values", "native", "json"])]
    pub(crate) finding: Option<usize>,
    /// The --output folder of the check whose finding it is.
    #[arg(short, long, value_name = "DIR", requires = "finding")]
    pub(crate) output: Option<PathBuf>,
    /// Its arguments, separated by commas or as separate words.
    #[arg(long = "args", value_name = "VALUES", action = ArgAction::Append)]
    pub(crate) values: Vec<String>,
    /// An environment variable that the program sees; it sees no others. May be repeated.
    #[arg(long = "env", value_name = "NAME=VALUE", value_parser = number::environment_variable)]
    pub(crate) environment: Vec<(String, String)>,
    /// The rounding mode at the start.
    #[arg(long, value_enum, default_value_t = RoundingArgument::Nearest, value_name = "MODE")]
    pub(crate) rounding: RoundingArgument,
    /// Also run it as machine code, in a child process, and tell what is different.
    #[arg(long)]
    pub(crate) native: bool,
    /// A library (.so, .a) or object file (.o) that the machine code needs; may be repeated.
    #[arg(long, value_name = "FILE", requires = "native")]
    pub(crate) link: Vec<PathBuf>,
    /// Also report results that were rounded.
    #[arg(long)]
    pub(crate) inexact: bool,
    /// Also report sums and differences whose operands cancel.
    #[arg(long)]
    pub(crate) cancellation: bool,
    /// How many exceptions are drawn; 0 means all.
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub(crate) limit: usize,
    /// How long the program may run.
    #[arg(long, value_name = "SECONDS", value_parser = number::duration, default_value = "60")]
    pub(crate) timeout: Duration,
    /// How many calls may be nested.
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    pub(crate) max_depth: usize,
    /// How much memory the program may hold.
    #[arg(long, value_name = "MIB", default_value_t = 4096)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=1 << 20))]
    pub(crate) memory: u64,
    /// As JSON, described in docs/commands/run.md.
    #[arg(long)]
    pub(crate) json: bool,
}

impl RunArguments {
    /// What the driver is asked for.
    pub(crate) fn options(&self) -> RunOptions {
        RunOptions {
            program: self.input.program(),
            function: self.function.clone(),
            values: self.values.clone(),
            environment: self.environment.clone(),
            rounding: self.rounding.into(),
            native: self.native,
            links: self.link.clone(),
            on_request: Exceptions::NONE
                .with_if(self.inexact, Exception::Inexact)
                .with_if(self.cancellation, Exception::Cancellation),
            timeout: self.timeout,
            max_depth: self.max_depth,
            memory: self.memory,
        }
    }
}

/// The arguments of `ulpwise replay`.
#[derive(Debug, Args)]
pub(crate) struct ReplayArguments {
    /// A witness that `ulpwise search --witnesses` wrote.
    #[arg(value_name = "WITNESS.json")]
    pub(crate) witness: PathBuf,
    /// Flags for clang and flang instead of those of the witness, quoted as in a shell.
    #[arg(long, value_name = "FLAGS", allow_hyphen_values = true)]
    pub(crate) cflags: Option<String>,
    /// Let the witness name compiler flags and libraries by which other code can run.
    #[arg(long)]
    pub(crate) trust_config: bool,
    /// How long the call may take.
    #[arg(long, value_name = "SECONDS", value_parser = number::duration, default_value = "10")]
    pub(crate) timeout: Duration,
    /// As JSON, described in docs/commands/replay.md.
    #[arg(long)]
    pub(crate) json: bool,
}

impl ReplayArguments {
    /// What the driver is asked for.
    pub(crate) fn options(&self) -> ReplayOptions {
        ReplayOptions {
            witness: self.witness.clone(),
            cflags: self.cflags.clone(),
            trusts_witness: self.trust_config,
            timeout: self.timeout,
        }
    }
}
