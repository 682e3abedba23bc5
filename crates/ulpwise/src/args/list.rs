//! The arguments of `ulpwise list`.

use super::{InputArguments, number};
use clap::Args;
use std::time::Duration;
use ulpwise_driver::ListOptions;

/// The arguments of `ulpwise list`.
#[derive(Debug, Args)]
pub(crate) struct ListArguments {
    #[command(flatten)]
    pub(crate) input: InputArguments,
    /// Also the functions that other files cannot call: static ones, and what libraries bring in.
    #[arg(long)]
    pub(crate) all: bool,
    /// Only functions whose name matches; * stands for any characters, ? for one.
    #[arg(long = "fn", value_name = "PATTERN")]
    pub(crate) pattern: Option<String>,
    /// Also the inputs that `ulpwise test --fn` would make for each, or why it would refuse.
    #[arg(long)]
    pub(crate) inputs: bool,
    /// As JSON, described in docs/commands/list.md.
    #[arg(long)]
    pub(crate) json: bool,
    /// How long compiling and loading may take.
    #[arg(long, value_name = "SECONDS", value_parser = number::duration, default_value = "120")]
    pub(crate) timeout: Duration,
}

impl ListArguments {
    /// What the driver is asked for.
    pub(crate) fn options(&self) -> ListOptions {
        ListOptions {
            program: self.input.program(),
            all: self.all,
            pattern: self.pattern.clone(),
            inputs: self.inputs,
            timeout: self.timeout,
        }
    }
}
