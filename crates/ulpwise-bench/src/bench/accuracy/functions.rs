//! `cargo xtask bench accuracy-functions`: the errors that `ulpwise accuracy` finds in GSL's special
//! functions (`int gsl_sf_*_e(double, …, gsl_sf_result *)`) with their default error handler, which
//! aborts, and no ranges.
//!
//! What is reported is counted by causes: operations that make a relative error above the threshold
//! where the function says that it succeeded. Beside each function stands what mpmath says of the
//! errors that were found, where mpmath has the function (`functions_truth.py`): an error against
//! the function's definition, which the search knows nothing of.
//!
//! With `--peer FILE` the same functions are searched by another ulpwise, as long.

use super::errors;
use crate::bench::agree::signature::{self, Parameter, Signature};
use crate::bench::driven::{cpu_time, drive};
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::time::Duration;
use ulpwise_driver::finding::{Property, Run, RunDetail};
use ulpwise_driver::{LibraryOptions, accuracy_library};
use xtask::gsl::{self, Gsl};

/// Options of the benchmark.
#[derive(clap::Args)]
pub(crate) struct FunctionsOptions {
    /// Seconds of each search
    #[arg(long, default_value_t = 2.0)]
    seconds: f64,
    /// Only functions whose name contains this
    #[arg(long, default_value_t = String::new())]
    only: String,
    /// Functions of two and more doubles instead of one
    #[arg(long)]
    several: bool,
    /// Errors from here on count
    #[arg(long, default_value_t = 1e-3)]
    threshold: f64,
    /// Another ulpwise that searches the same functions as long
    #[arg(long)]
    peer: Option<PathBuf>,
}

/// What was found in a function.
#[derive(Default)]
struct FunctionErrors {
    calls: u64,
    scanned: u64,
    seconds: f64,
    /// Decimal logarithms of the largest relative error.
    largest: Option<f64>,
    causes: usize,
    regions: usize,
    /// Inputs with errors, and what is computed there.
    found: Vec<(Vec<String>, String)>,
    note: String,
}

/// The functions that are searched.
fn chosen(gsl: &Gsl, options: &FunctionsOptions) -> Result<Vec<Signature>> {
    let signatures = signature::all(gsl)?.into_iter().filter(|one| {
        let doubles = one.parameters.iter().filter(|parameter| **parameter == Parameter::Double).count();
        let has_number =
            if options.several { doubles >= 2 } else { doubles == 1 && one.parameters.len() == 2 };
        let has_result = one.parameters.last() == Some(&Parameter::Out(2));
        !one.returns_double && has_number && has_result && one.name.contains(&options.only)
    });
    Ok(signatures.collect())
}

/// Entry point of the benchmark.
#[expect(clippy::print_stdout, reason = "the table is the benchmark's result")]
pub(crate) fn run(options: &FunctionsOptions) -> Result<()> {
    let gsl = gsl::locate_or_build()?;
    let signatures = chosen(&gsl, options)?;
    ensure!(!signatures.is_empty(), "no function is left");
    let folder = tempfile::tempdir()?;
    println!(
        "| function | calls | cheap ones | CPU s | largest error | causes | regions | mpmath | peer | note |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|");
    let names: BTreeSet<String> = signatures.iter().map(|one| one.name.clone()).collect();
    let mut all: BTreeMap<String, FunctionErrors> = BTreeMap::new();
    let before = Mutex::new(cpu_time()?);
    let is_done = |name: &str| !names.contains(name);
    let library = LibraryOptions { search: search_options(&gsl, options)?, is_done: &is_done };
    let limit = Duration::try_from_secs_f64(options.seconds)?.saturating_mul(8 * names.len() as u32);
    let searched = drive(limit, |context| {
        accuracy_library(&library, context, &mut |progress| {
            let now = cpu_time().unwrap_or_default();
            let mut before = before.lock().expect("no thread panics while it counts");
            let seconds = now.saturating_sub(std::mem::replace(&mut *before, now)).as_secs_f64();
            let errors = match &progress.run {
                Ok(run) => FunctionErrors { seconds, ..tally(run, options.threshold) },
                Err(error) => {
                    FunctionErrors { seconds, note: error.to_string(), ..FunctionErrors::default() }
                }
            };
            let truth = truth(folder.path(), &progress.function, &errors.found);
            let peer = options.peer.as_ref().map(|peer| peer_error(peer, &gsl, &progress.function, options));
            print_row(&progress.function, &errors, truth.as_ref(), peer.as_ref());
            all.insert(progress.function, errors);
        })
    });
    searched.context("the library was not searched")?;
    print_totals(&all);
    Ok(())
}

fn search_options(gsl: &Gsl, options: &FunctionsOptions) -> Result<ulpwise_driver::AccuracyOptions> {
    Ok(ulpwise_driver::AccuracyOptions {
        function: Some("gsl_sf_*_e".to_owned()),
        outputs: vec!["result.val".to_owned()],
        timeout: Duration::try_from_secs_f64(options.seconds)?,
        threshold: options.threshold,
        boxes: 0,
        ..ulpwise_driver::AccuracyOptions::new([gsl.bitcode()])
    })
}

/// Counts what a run found.
fn tally(run: &Run, threshold: f64) -> FunctionErrors {
    let RunDetail::Accuracy(detail) = &run.detail else { return FunctionErrors::default() };
    let mut found = FunctionErrors {
        calls: detail.calls,
        scanned: detail.scanned,
        note: detail.not_exact.clone().unwrap_or_default(),
        ..FunctionErrors::default()
    };
    for (entry, error) in errors(run) {
        let Some(worst) = &error.worst else { continue };
        let Some(log2) = worst.error_log2 else { continue };
        if !matches!(entry.property, Property::Inaccurate | Property::NotZero) {
            continue;
        }
        let log10 = log2 * std::f64::consts::LOG10_2;
        found.largest = Some(found.largest.map_or(log10, |known: f64| known.max(log10)));
        if log10 >= threshold.log10() {
            found.causes += 1;
            found.regions += error.regions.len().max(1);
            let inputs = error.arguments.iter().filter(|input| !input.name.starts_with("result"));
            let inputs = inputs.flat_map(|input| input.values.iter().cloned());
            found.found.push((inputs.collect(), format!("{:e}", worst.computed.value)));
        }
    }
    found
}

/// How many of some errors mpmath confirms, of how many, and the largest; `None` where it does not
/// have the function.
struct TruthCount {
    confirmed: usize,
    asked: usize,
    largest: f64,
}

fn truth(folder: &Path, function: &str, found: &[(Vec<String>, String)]) -> Option<TruthCount> {
    let script = folder.join("functions_truth.py");
    std::fs::write(&script, include_str!("functions_truth.py")).ok()?;
    let mut child =
        Command::new("python3").arg(&script).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().ok()?;
    let task = json!({ "function": function, "calls": found });
    writeln!(child.stdin.take()?, "{task}").ok()?;
    let answer = child.wait_with_output().ok()?;
    let errors: Value = serde_json::from_slice(&answer.stdout).ok()?;
    let errors: Vec<f64> = errors.as_array()?.iter().filter_map(Value::as_f64).collect();
    let confirmed = errors.iter().filter(|error| **error >= 1e-3).count();
    Some(TruthCount { confirmed, asked: errors.len(), largest: errors.into_iter().fold(0.0, f64::max) })
}

/// The largest error that another ulpwise finds, as a decimal logarithm, or why it finds none.
fn peer_error(peer: &Path, gsl: &Gsl, function: &str, options: &FunctionsOptions) -> Result<f64, String> {
    let output = Command::new(peer)
        .arg("accuracy")
        .arg(gsl.bitcode())
        .args(["--fn", function, "--output", "result.val", "--boxes", "0", "--json"])
        .args(["--timeout", &options.seconds.to_string()])
        .output()
        .map_err(|error| error.to_string())?;
    let document: Value = serde_json::from_slice(&output.stdout).map_err(|_| "refused".to_owned())?;
    let findings = document["findings"].as_array().ok_or("no findings")?;
    let logs = findings.iter().filter_map(|finding| finding["worst"]["error_log2"].as_f64());
    let largest = logs.fold(f64::NEG_INFINITY, f64::max);
    if largest.is_finite() { Ok(largest * std::f64::consts::LOG10_2) } else { Err("none".to_owned()) }
}

#[expect(clippy::print_stdout, reason = "the table is the benchmark's result")]
fn print_row(
    name: &str,
    errors: &FunctionErrors,
    truth: Option<&TruthCount>,
    peer: Option<&Result<f64, String>>,
) {
    let shown = |log10: f64| format!("1e{log10:.1}");
    let truth = truth.map_or(String::new(), |truth| {
        format!("{} of {}, up to {:.1e}", truth.confirmed, truth.asked, truth.largest)
    });
    let peer = peer.map_or(String::new(), |peer| match peer {
        Ok(log10) => shown(*log10),
        Err(why) => why.clone(),
    });
    println!(
        "| {name} | {} | {} | {:.1} | {} | {} | {} | {truth} | {peer} | {} |",
        errors.calls,
        errors.scanned,
        errors.seconds,
        errors.largest.map_or_else(|| "-".to_owned(), shown),
        errors.causes,
        errors.regions,
        errors.note
    );
    let _ = std::io::stdout().flush();
}

#[expect(clippy::print_stdout, reason = "the table is the benchmark's result")]
fn print_totals(all: &BTreeMap<String, FunctionErrors>) {
    let with_errors = all.values().filter(|errors| errors.causes > 0).count();
    let causes: usize = all.values().map(|errors| errors.causes).sum();
    let regions: usize = all.values().map(|errors| errors.regions).sum();
    let refused = all.values().filter(|errors| errors.calls == 0).count();
    let calls: u64 = all.values().map(|errors| errors.calls).sum();
    let seconds: f64 = all.values().map(|errors| errors.seconds).sum();
    println!(
        "\n{} functions, {refused} refused: errors in {with_errors}, {causes} causes, {regions} regions; \
         {calls} calls, {seconds:.0} s of CPU time with compiling and confirming",
        all.len()
    );
}
