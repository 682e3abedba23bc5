//! `ulpwise-expr`: terms built a second and bytes a term, beside a plain hash map; terms evaluated a second.
//!
//! The program is the benchmark `terms` of that crate. `--terms N` builds another number of terms than ten million.

use anyhow::{Context, Result, bail};
use std::process::Command;

pub(crate) fn run(arguments: &[String]) -> Result<()> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args(["bench", "-q", "-p", "ulpwise-expr", "--bench", "terms", "--"])
        .args(arguments)
        .status()
        .context("cargo cannot be started")?;
    if !status.success() {
        bail!("the benchmark failed: {status}");
    }
    Ok(())
}
