//! Benchmarks that are programs of other crates, so that xtask does not need what they measure.

use anyhow::{Context, Result, bail};
use std::process::Command;

/// Runs the benchmark of a crate, with cargo's options for building it.
pub(super) fn run(package: &str, benchmark: &str, options: &[&str], arguments: &[String]) -> Result<()> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args(["bench", "-q", "-p", package, "--bench", benchmark])
        .args(options)
        .arg("--")
        .args(arguments)
        .status()
        .context("cargo cannot be started")?;
    if !status.success() {
        bail!("the benchmark {benchmark} of {package} failed: {status}");
    }
    Ok(())
}
