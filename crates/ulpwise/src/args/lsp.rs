//! The arguments of `ulpwise lsp`.

use super::number;
use clap::Args;
use std::time::Duration;

/// The arguments of `ulpwise lsp`.
#[derive(Debug, Args)]
pub(crate) struct LspArguments {
    /// How long one function may take when a file is saved.
    #[arg(long, value_name = "SECONDS", value_parser = number::duration, default_value = "2")]
    pub(crate) timeout: Duration,
    /// How long all functions of a file may take together.
    #[arg(long, value_name = "SECONDS", value_parser = number::duration, default_value = "20")]
    pub(crate) total: Duration,
    /// Over standard input and output, as always; editors add it.
    #[arg(long, hide = true)]
    pub(crate) stdio: bool,
}
