//! `cargo xtask bench html`: how long Chromium takes to open the page of a large run, to filter and
//! to sort it.
//!
//! The run is made up, with as many functions as are asked for (3000: seven thousand findings, as
//! the whole of GSL has); or a page that `ulpwise check --html` wrote is measured. The aim: it
//! opens in under three seconds, and answers every filter in under half a second. `./x test`
//! installs Chromium and what drives it.

use anyhow::{Context, Result, ensure};
use serde_json::Value;
use std::path::{Path, PathBuf};
use ulpwise_finding::sample_of_library;
use ulpwise_report::html::html;
use xtask::process::capture;

/// What drives the browser, from the root.
const DRIVER: &str = "crates/ulpwise-report/tests/browser/check.mjs";

/// How long the page may take to open, and to answer, in milliseconds.
const OPENS_IN: u64 = 3000;
const ANSWERS_IN: u64 = 500;

/// Options of the benchmark.
#[derive(clap::Args)]
pub(crate) struct HtmlOptions {
    /// Functions of the run that is made up
    #[arg(long, default_value_t = 3000)]
    functions: usize,
    /// Measure this page instead
    #[arg(long)]
    page: Option<PathBuf>,
    /// Where the page of the run is written
    #[arg(long, default_value = "target/bench-html.html")]
    output: PathBuf,
}

/// Entry point of the benchmark.
#[expect(clippy::print_stdout, reason = "the table is the benchmark's result")]
pub(super) fn run(options: &HtmlOptions) -> Result<()> {
    let HtmlOptions { functions, page, output } = options;
    let file = match page {
        Some(file) => file,
        None => {
            std::fs::write(output, html(&sample_of_library(*functions)))?;
            output
        }
    };
    let file = file.canonicalize().with_context(|| file.display().to_string())?;
    let root = crate::repository();
    let said = capture(&root, "node", [Path::new(DRIVER), Path::new("measure"), &file])?;
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
