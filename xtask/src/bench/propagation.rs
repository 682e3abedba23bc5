//! `ulpwise-interval`: the cost of propagation along chains, by their length.
//!
//! The program is the benchmark `propagation` of that crate.

use anyhow::{Context, Result, bail};
use std::process::Command;

pub(crate) fn run(arguments: &[String]) -> Result<()> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args(["bench", "-q", "-p", "ulpwise-interval", "--bench", "propagation", "--"])
        .args(arguments)
        .status()
        .context("cargo cannot be started")?;
    if !status.success() {
        bail!("the benchmark failed: {status}");
    }
    Ok(())
}
