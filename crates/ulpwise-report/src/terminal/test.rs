//! The outcome of `ulpwise test`: failures drawn in the source, what stopped paths, and how much
//! was explored.

use super::{TerminalOptions, draw};
use crate::snippet::Message;
use crate::text::{count, location, place, printable};
use std::fmt::Write as _;
use ulpwise_finding::{EntryDetail, FailureDetail, FunctionReport, LedgerEntry, Run, TestRun};

/// How many calls of a stack are shown.
const SHOWN_CALLS: usize = 10;

/// The text for standard output.
pub(super) fn render(run: &Run, detail: &TestRun, options: TerminalOptions) -> String {
    let mut text = String::new();
    for (entry, failure) in failures(run) {
        let _ = writeln!(text, "{}", draw_failure(run, entry, failure, options));
    }
    for met in &detail.obstacles {
        let at = met.location.as_ref().map(|at| format!(" at {}", location(at)));
        let paths = count(met.paths as usize, "path", "paths");
        let (message, at) = (printable(&met.message), at.unwrap_or_default());
        let _ = writeln!(text, "not followed further: {message}{at} ({paths})");
    }
    for reason in &detail.missed {
        let _ = writeln!(text, "missed: {}", printable(reason));
    }
    let Some(function) = run.functions.first() else { return text };
    let _ = writeln!(text, "{}", paths(function, detail));
    if let Some(coverage) = &detail.coverage {
        let (lines, branches) = (coverage.lines, coverage.branches);
        let _ = writeln!(
            text,
            "run natively, {} {} of {} lines and {} of {} branches",
            count(detail.tests, "test covers", "tests cover"),
            lines.covered,
            lines.total,
            branches.covered,
            branches.total
        );
    }
    let _ = writeln!(text, "{}", conclusion(run, function));
    text
}

/// The failures of a run, confirmed or not.
pub(crate) fn failures(run: &Run) -> impl Iterator<Item = (&LedgerEntry, &FailureDetail)> {
    let entries = run.functions.iter().flat_map(|function| &function.ledger);
    entries.filter_map(|entry| match &entry.detail {
        EntryDetail::Failure(failure) => Some((entry, &**failure)),
        _ => None,
    })
}

/// How many paths ended how.
fn paths(function: &FunctionReport, detail: &TestRun) -> String {
    let ended = &detail.paths;
    let named = [
        (ended.completed, "completed"),
        (ended.failed, "failed"),
        (ended.dropped, "dropped by the program"),
        (ended.unsupported, "not supported"),
        (ended.cut_off, "cut off"),
        (ended.left, "left"),
    ];
    let some = named.into_iter().filter(|&(number, _)| number > 0);
    let mut parts: Vec<String> = some.map(|(number, word)| format!("{number} {word}")).collect();
    if ended.stand_for > function.paths as f64 {
        parts.push(format!("standing for up to {} by joined branches", ended.stand_for));
    }
    let what = if parts.is_empty() { String::new() } else { format!(": {}", parts.join(", ")) };
    format!("{}{what}", count(function.paths as usize, "path", "paths"))
}

fn conclusion(run: &Run, function: &FunctionReport) -> String {
    let confirmed = failures(run).filter(|(_, failure)| failure.unconfirmed.is_none()).count();
    let unconfirmed = failures(run).count() - confirmed;
    let unconfirmed_text = count(unconfirmed, "unconfirmed failure found", "unconfirmed failures found");
    let found = match (confirmed, unconfirmed) {
        (0, 0) => "no failure found".to_owned(),
        (0, _) => unconfirmed_text,
        (more, 0) => count(more, "failure found", "failures found"),
        (more, _) => format!("{}, {unconfirmed} unconfirmed", count(more, "failure found", "failures found")),
    };
    let reach = if function.all_paths { "all paths explored" } else { "not all paths explored" };
    format!("{reach}; {found}")
}

fn draw_failure(run: &Run, entry: &LedgerEntry, failure: &FailureDetail, options: TerminalOptions) -> String {
    let mut notes = stack(run, &failure.calls);
    notes.extend(failure.input_texts.iter().map(|text| format!("with {text}")));
    notes.extend(failure.unconfirmed.iter().map(|reason| format!("unconfirmed: {reason}")));
    if failure.paths > 1 {
        notes.push(format!("and on {}", count(failure.paths as usize - 1, "other path", "other paths")));
    }
    let is_confirmed = failure.unconfirmed.is_none();
    let message = Message {
        word: if is_confirmed { "failure" } else { "unconfirmed" },
        id: Some(&failure.kind),
        fatal: is_confirmed,
        title: &failure.message,
        place: None,
        label: "",
        notes,
    };
    draw(run, Some(entry.site), message, options.width)
}

fn stack(run: &Run, calls: &[usize]) -> Vec<String> {
    let mut lines = Vec::new();
    for (at, &call) in calls.iter().take(SHOWN_CALLS).enumerate() {
        let known = run.place(call).filter(|span| span.line > 0);
        let location = known.map_or(String::new(), |_| format!(" at {}", place(run, call)));
        let relation = if at == 0 { "in" } else { "called by" };
        lines.push(format!("{relation} {}{location}", run.sites[call].function));
    }
    if calls.len() > SHOWN_CALLS {
        lines.push(format!("… and {} more calls", calls.len() - SHOWN_CALLS));
    }
    lines
}
