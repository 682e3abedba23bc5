//! How a run ended, if not by returning: what it means and how it is told.

use super::outcome::Outcome;
use crate::args::RunArguments;
use crate::output::ExitStatus;
use crate::render::{Block, Mark, Painter, Place};
use ulpwise_base::Exhausted;
use ulpwise_harness::marshal::Reading;
use ulpwise_harness::names::{readable, source_name};
use ulpwise_interp::{PathEnd, Stop};
use ulpwise_ir::{Language, Location, Module};

/// How many calls of the stack are shown.
const SHOWN_CALLS: usize = 10;

/// The exit code of the command.
pub(super) fn exit_status(outcome: &Outcome<'_>) -> ExitStatus {
    match &outcome.stop {
        None if outcome.function.name == "main" && returned_failure(outcome) => ExitStatus::ProgramFailed,
        None => ExitStatus::Success,
        Some(stop) => match stop.end {
            PathEnd::Exit(0) => ExitStatus::Success,
            // The program may be fine; what it needs is not there.
            PathEnd::UnknownFunction(_) | PathEnd::UnknownVariable(_) | PathEnd::Unsupported(_) => {
                ExitStatus::BadInput
            }
            _ => ExitStatus::ProgramFailed,
        },
    }
}

/// What `main` returns is the program's exit code.
fn returned_failure(outcome: &Outcome<'_>) -> bool {
    matches!(&outcome.result, Some(Reading::Values(values)) if values.iter().any(|value| value.bits != 0))
}

/// The sentence.
pub(super) fn message(end: &PathEnd, arguments: &RunArguments) -> String {
    match end {
        PathEnd::Exhausted(Exhausted::Time) => format!(
            "the program did not end within {} s (--timeout sets how long it may run)",
            arguments.timeout.as_secs_f64()
        ),
        PathEnd::StackOverflow => {
            format!(
                "stack overflow: more than {} calls are nested (--max-depth sets how many may be)",
                arguments.max_depth
            )
        }
        PathEnd::UnknownFunction(name) => format!(
            "`{}` is called, which is neither defined in the given files nor known to ulpwise",
            readable(name)
        ),
        other => other.to_string(),
    }
}

/// The message with source line and call stack.
pub(super) fn paint(
    painter: &Painter<'_>,
    outcome: &Outcome<'_>,
    stop: &Stop,
    arguments: &RunArguments,
) -> String {
    let calls = located_calls(outcome.module, stop);
    let title = message(&stop.end, arguments);
    let fatal = stop.end != PathEnd::Exit(0);
    let place = calls.iter().find_map(|(_, location)| *location);
    let is_fortran = outcome.language() == Language::Fortran;
    let mark = if is_fortran { Mark::FortranStatement } else { Mark::Token };
    painter.paint(&Block {
        word: if fatal { "error" } else { "exit" },
        id: fatal.then(|| stop.end.id()),
        fatal,
        title: &title,
        place: place.map(|location| Place { location, mark }),
        label: "",
        notes: stack(painter, &calls),
    })
}

/// The calls under way with their places, innermost first.
fn located_calls(module: &Module, stop: &Stop) -> Vec<(String, Option<Location>)> {
    stop.calls
        .iter()
        .map(|&(function, inst)| {
            let location = module.location_of(function, inst).filter(|location| location.line > 0);
            (source_name(&module.functions[function]), location)
        })
        .collect()
}

fn stack(painter: &Painter<'_>, calls: &[(String, Option<Location>)]) -> Vec<String> {
    let mut lines = Vec::new();
    let mut shown = 0;
    // A recursion is the same call again and again.
    for same in calls.chunk_by(|a, b| a == b).take(SHOWN_CALLS) {
        let (name, location) = &same[0];
        let place = location.map_or(String::new(), |location| format!(" at {}", painter.name_of(location)));
        let relation = if shown == 0 { "in" } else { "called by" };
        let times = if same.len() > 1 { format!(" ({} times)", same.len()) } else { String::new() };
        lines.push(format!("{relation} {name}{place}{times}"));
        shown += same.len();
    }
    if calls.len() > shown {
        lines.push(format!("… and {} more calls", calls.len() - shown));
    }
    lines
}
