//! The functions of a library in one run: loaded once, each function searched by itself, and what
//! is done is not done again.

use super::{load_program, measure};
use crate::context::RunContext;
use crate::error::DriverError;
use crate::on_large_stack;
use crate::options::AccuracyOptions;
use std::time::Instant;
use ulpwise_finding::Run;
use ulpwise_harness::glob::matches as glob_matches;
use ulpwise_harness::names::source_name;
use ulpwise_ir::{FunctionId, Module};

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
            let run = measure(&loaded, id, search, context, Instant::now());
            report(LibraryProgress { function, number: (number, all), run });
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
