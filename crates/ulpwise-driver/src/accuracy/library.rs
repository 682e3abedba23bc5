//! The functions of a library in one run: loaded once, each function searched by itself, and what
//! is done is not done again.
//!
//! What is kept lies in a folder: for each function its document and its row of the table, and the
//! table of all as a page. A function whose row is there is done.

use super::{ErrorProfile, load_program, measure_named};
use crate::context::RunContext;
use crate::error::DriverError;
use crate::on_large_stack;
use crate::options::AccuracyOptions;
use std::path::Path;
use std::time::Instant;
use ulpwise_finding::{EntryDetail, Property, Run, RunDetail};
use ulpwise_harness::glob::matches as glob_matches;
use ulpwise_harness::names::source_name;
use ulpwise_ir::{FunctionId, Module};
use ulpwise_report::axis::Axis;
use ulpwise_report::chart::Chart;
use ulpwise_report::html::{LibraryRow, library_page};
use ulpwise_report::json::{document, json};

/// Which functions of a program are searched.
pub struct LibraryOptions<'a> {
    /// How each is searched; the name of its function is a pattern in which `*` stands for any
    /// letters.
    pub search: AccuracyOptions,
    /// Whether a function of that name is left out, because it is done.
    pub is_done: &'a (dyn Fn(&str) -> bool + Sync),
}

/// What came of a function.
pub struct LibraryProgress {
    /// Its name.
    pub function: String,
    /// How many functions come before it, and how many there are.
    pub number: (usize, usize),
    /// The run, or why there is none.
    pub run: Result<Run, DriverError>,
    /// Its errors over its only input that varies.
    pub profile: Option<ErrorProfile>,
}

/// Searches all functions whose names match, one after another, and hands over what came of each.
/// Returns the names of all.
///
/// # Errors
/// The program does not load, or no function matches.
pub fn accuracy_library(
    options: &LibraryOptions<'_>,
    context: &RunContext,
    report: &mut (dyn FnMut(LibraryProgress) + Send),
) -> Result<Vec<String>, DriverError> {
    on_large_stack(move || {
        let search = &options.search;
        let loaded = load_program(search, context)?;
        let pattern = search.function.as_deref().unwrap_or("*");
        if !search.assume.is_empty() {
            return Err(DriverError::refused("--assume is about the parameters of one function")
                .with_help("name it with --fn"));
        }
        let functions = matching(&loaded.module, pattern);
        if functions.is_empty() {
            return Err(DriverError::refused(format!("no function of the program matches `{pattern}`")));
        }
        let names: Vec<String> = functions.iter().map(|(name, _)| name.clone()).collect();
        let all = functions.len();
        for (number, (function, id)) in functions.into_iter().enumerate() {
            if context.cancel.is_cancelled() {
                break;
            }
            if (options.is_done)(&function) {
                continue;
            }
            context.progress.part(number + 1, all, &function);
            let (run, profile) = match measure_named(&loaded, id, search, context, Instant::now()) {
                Ok(measured) => (Ok(measured.run), measured.profile),
                Err(error) => (Err(error), None),
            };
            report(LibraryProgress { function, number: (number, all), run, profile });
        }
        Ok(names)
    })
}

/// The functions with bodies whose names match a pattern, by name.
fn matching(module: &Module, pattern: &str) -> Vec<(String, FunctionId)> {
    let defined = module.functions.iter_enumerated().filter(|(_, function)| function.body.is_some());
    let named = defined.map(|(id, function)| (source_name(function), id));
    let mut functions: Vec<(String, FunctionId)> =
        named.filter(|(name, _)| glob_matches(pattern, name)).collect();
    functions.sort();
    functions.dedup_by(|a, b| a.0 == b.0);
    functions
}

/// Searches all functions whose names match, and keeps what comes of each in a folder; those that
/// are there already are not searched again. Returns the table.
///
/// # Errors
/// The program does not load, no function matches, or the folder cannot be written.
pub fn kept_library(
    search: &AccuracyOptions,
    folder: &Path,
    context: &RunContext,
) -> Result<Vec<LibraryRow>, DriverError> {
    let unwritable = |error: std::io::Error| DriverError::option_unwritable("-o", folder, error);
    std::fs::create_dir_all(folder).map_err(unwritable)?;
    let path = |name: &str, ending: &str| folder.join(format!("{}.{ending}", file_name(name)));
    let row = |name: &str| -> Option<LibraryRow> {
        serde_json::from_str(&std::fs::read_to_string(path(name, "row.json")).ok()?).ok()
    };
    let is_done = |name: &str| row(name).is_some();
    let options =
        LibraryOptions { search: AccuracyOptions { witnesses: None, ..search.clone() }, is_done: &is_done };
    let mut failed = None;
    let names = accuracy_library(&options, context, &mut |progress| {
        // What a cancelled search says is not all there is to say.
        if context.cancel.is_cancelled() {
            return;
        }
        let row = table_row(&progress, search.threshold);
        let text = progress.run.as_ref().map(json).unwrap_or_default();
        let written = std::fs::write(path(&progress.function, "json"), text)
            .and_then(|()| std::fs::write(path(&progress.function, "row.json"), document(&row)));
        failed = failed.take().or(written.err());
    })?;
    if let Some(error) = failed {
        return Err(unwritable(error));
    }
    let rows: Vec<LibraryRow> = names.iter().filter_map(|name| row(name)).collect();
    let title = format!("Errors of {}", search.function.as_deref().unwrap_or_default());
    std::fs::write(folder.join("index.html"), library_page(&title, &rows)).map_err(unwritable)?;
    Ok(rows)
}

/// A name that is one of a file, too.
fn file_name(function: &str) -> String {
    let plain = |character: char| {
        if character.is_ascii_alphanumeric() || character == '_' { character } else { '-' }
    };
    function.chars().map(plain).collect()
}

/// The row of a function.
fn table_row(progress: &LibraryProgress, threshold: f64) -> LibraryRow {
    let mut row = LibraryRow { function: progress.function.clone(), ..LibraryRow::default() };
    let run = match &progress.run {
        Ok(run) => run,
        Err(error) => return LibraryRow { note: error.to_string(), ..row },
    };
    let RunDetail::Accuracy(detail) = &run.detail else { return row };
    row.calls = detail.calls;
    let why = detail.same_steps.as_ref().map(|why| format!("against the same steps without rounding: {why}"));
    row.note = detail.not_exact.clone().or(why).unwrap_or_default();
    let mut largest = f64::NEG_INFINITY;
    for entry in run.functions.iter().flat_map(|function| &function.ledger) {
        let EntryDetail::Accuracy(error) = &entry.detail else { continue };
        let Some((worst, log2)) = error.worst.as_ref().and_then(|worst| Some((worst, worst.error_log2?)))
        else {
            continue;
        };
        if matches!(entry.property, Property::Inaccurate | Property::NotZero) && log2 > largest {
            largest = log2;
            row.largest = Some(worst.error.clone());
        }
        row.causes += usize::from(!error.regions.is_empty());
        row.regions += error.regions.len();
    }
    row.chart = progress.profile.as_ref().filter(|profile| !profile.points.is_empty()).map(|profile| {
        let chart = Chart {
            title: format!("relative error of {}", progress.function),
            subtitle: format!(
                "the largest of each part of the range, as scanned; confirmed above {threshold:e}"
            ),
            across: profile.input.clone(),
            axis: Axis::between(profile.range.0, profile.range.1),
            lines: Vec::new(),
            dots: profile.points.clone(),
            mark: None,
            strips: Vec::new(),
        };
        chart.svg()
    });
    row
}
