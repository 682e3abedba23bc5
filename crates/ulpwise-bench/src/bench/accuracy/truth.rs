//! Asks `truth.py` for the error of a routine on an input.

use super::programs::Routine;
use anyhow::{Context, Result, ensure};
use serde_json::json;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use ulpwise_driver::finding::NamedValues;

/// The decimal logarithm of the largest relative error; nothing if all results are right, or one is
/// no number.
pub(super) fn measure(
    program: &Routine,
    library: &Path,
    inputs: &[NamedValues],
    folder: &Path,
) -> Result<Option<f64>> {
    let script = folder.join("truth.py");
    std::fs::write(&script, include_str!("truth.py"))?;
    let task = json!({
        "program": program.name,
        "function": program.function,
        "library": library,
        "inputs": inputs,
    });
    let mut child = Command::new("python3")
        .arg(&script)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .context("python3 cannot be started")?;
    writeln!(child.stdin.take().context("python3 takes no input")?, "{task}")?;
    let output = child.wait_with_output()?;
    ensure!(output.status.success(), "truth.py failed on {}", program.name);
    let text = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    Ok(text.parse().ok())
}
