//! The arguments of `ulpwise capture`.

use clap::Args;
use std::ffi::OsString;
use std::path::PathBuf;
use ulpwise_driver::CaptureOptions;

/// The arguments of `ulpwise capture`.
#[derive(Debug, Args)]
pub(crate) struct CaptureArguments {
    /// The folder of the project; what is recorded is kept in its folder .ulpwise. This folder unless
    /// it is said.
    #[arg(long, value_name = "DIR", default_value = ".", hide_default_value = true)]
    pub(crate) project: PathBuf,
    /// Forget what was recorded before, as after `make clean`.
    #[arg(long)]
    pub(crate) fresh: bool,
    /// The command that builds, and its arguments.
    #[arg(last = true, required = true, value_name = "COMMAND")]
    pub(crate) command: Vec<OsString>,
}

impl CaptureArguments {
    /// What the driver is asked for.
    pub(crate) fn options(&self) -> CaptureOptions {
        let CaptureArguments { project, fresh, command } = self;
        CaptureOptions { project: project.clone(), is_fresh: *fresh, command: command.clone() }
    }
}
