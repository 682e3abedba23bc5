//! `ulpwise-float`: speed against rustc_apfloat, ten million cases of each operation against the processor and MPFR.
//!
//! The program is the benchmark `floats` of `ulpwise-testkit`, which has the oracles; so xtask itself does not need MPFR.
//! `--cases N` runs another number of cases, `--cases 0` only the speed.

use anyhow::{Context, Result, bail};
use std::process::Command;

pub(crate) fn run(arguments: &[String]) -> Result<()> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args(["bench", "-q", "-p", "ulpwise-testkit", "--features", "mpfr", "--bench", "floats", "--"])
        .args(arguments)
        .status()
        .context("cargo cannot be started")?;
    if !status.success() {
        bail!("the benchmark failed: {status}");
    }
    Ok(())
}
