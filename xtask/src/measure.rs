//! `cargo xtask bench …` and `cargo xtask fuzz …`: started in the crate `ulpwise-bench`, which
//! links LLVM and every engine.

use anyhow::{Context, Result, bail};
use std::process::Command;

/// Builds the crate in release and runs its task with these arguments.
pub(crate) fn run(task: &str, arguments: &[String]) -> Result<()> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(["run", "--release", "-q", "-p", "ulpwise-bench", "--", task]).args(arguments);
    let status = command.status().context("cargo cannot be started")?;
    if !status.success() {
        bail!("ended with {status}");
    }
    Ok(())
}
