//! `ulpwise-interval`: random points of every libm function, and all single-precision arguments of some, against the enclosures.
//!
//! The program is the benchmark `enclosures` of that crate.

use anyhow::{Context, Result, bail};
use std::process::Command;

pub(crate) fn run(arguments: &[String]) -> Result<()> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args(["bench", "-q", "-p", "ulpwise-interval", "--bench", "enclosures", "--"])
        .args(arguments)
        .status()
        .context("cargo cannot be started")?;
    if !status.success() {
        bail!("a result lies outside of its enclosure: {status}");
    }
    Ok(())
}
