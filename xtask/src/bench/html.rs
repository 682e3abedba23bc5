//! `cargo xtask bench html`: how long Chromium takes to open the page of a large run, to filter and to sort it.
//!
//! The run is made up, with as many functions as are asked for (3000: seven thousand findings, as the whole of GSL has); or a page that `ulpwise check --html` wrote is
//! measured. The aim: it opens in under three seconds, and answers every filter in under half a second. `./x test` installs Chromium and what drives it.
//!
//! Options: `--functions N`, or `--page FILE`; `--output FILE` for the page that is made (`target/bench-html.html`).

use crate::process::capture;
use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;
use std::path::{Path, PathBuf};
use ulpwise_finding::sample_of_library;
use ulpwise_report::html::html;

/// What drives the browser, from the root.
const DRIVER: &str = "crates/ulpwise-report/tests/browser/check.mjs";

/// How long the page may take to open, and to answer, in milliseconds.
const OPENS_IN: u64 = 3000;
const ANSWERS_IN: u64 = 500;

/// Entry point of the benchmark.
#[expect(clippy::print_stdout, reason = "the table is the benchmark's result")]
pub(super) fn run(arguments: &[String]) -> Result<()> {
    let (mut functions, mut page, mut output) = (3000, None, PathBuf::from("target/bench-html.html"));
    let mut rest = arguments.iter();
    while let Some(option) = rest.next() {
        let value = rest.next().with_context(|| format!("{option} needs a value"))?;
        match option.as_str() {
            "--functions" => functions = value.parse()?,
            "--page" => page = Some(PathBuf::from(value)),
            "--output" => output = value.into(),
            _ => bail!("unknown option {option}"),
        }
    }
    let file = match page {
        Some(file) => file,
        None => {
            std::fs::write(&output, html(&sample_of_library(functions)))?;
            output
        }
    };
    let file = file.canonicalize().with_context(|| file.display().to_string())?;
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().context("the repository has a root")?;
    let said = capture(root, "node", [Path::new(DRIVER), Path::new("measure"), &file])?;
    let measured: Value = serde_json::from_str(&said).with_context(|| said.clone())?;
    println!("{} findings, {:.1} MB", measured["findings"], measured["bytes"].as_f64().unwrap_or(0.0) / 1e6);
    let times = measured["milliseconds"].as_object().context("the driver tells milliseconds")?;
    for (what, time) in times {
        println!("{time:>7} ms  {what}");
    }
    for (what, time) in times {
        let limit = if what.starts_with("opened") { OPENS_IN } else { ANSWERS_IN };
        // Without scripts all of the page is there at once, which only readers of paper want.
        let counts = what != "opened without scripts";
        ensure!(!counts || time.as_u64().is_some_and(|time| time < limit), "{what} takes {time} ms");
    }
    Ok(())
}
