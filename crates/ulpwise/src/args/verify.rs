//! The arguments of `ulpwise verify`.

use clap::Args;
use std::path::PathBuf;
use ulpwise_driver::VerifyOptions;

/// The arguments of `ulpwise verify`.
#[derive(Debug, Args)]
pub(crate) struct VerifyArguments {
    /// The folder that `ulpwise check --certificates` wrote.
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
}

impl VerifyArguments {
    /// What the driver is asked for.
    pub(crate) fn options(&self) -> VerifyOptions {
        VerifyOptions { folder: self.folder.clone() }
    }
}
