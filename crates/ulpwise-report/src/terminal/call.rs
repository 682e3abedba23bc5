//! The outcome of `ulpwise run`: what the program printed, its result, what it wrote, the
//! exceptions it raised, and how it ended.

use super::{TerminalOptions, draw, heading};
use crate::snippet::Message;
use crate::text::{count, location, place, printable};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use ulpwise_finding::{
    CallEnd, CallRun, EntryDetail, EventDetail, LedgerEntry, NativeComparison, Property, ReadScalar,
    ReadValues, Run, StackFrame,
};

/// How many scalars of a result or an output are shown.
const SHOWN_VALUES: usize = 32;

/// How much of an argument is repeated.
const SHOWN_ARGUMENT: usize = 60;

/// How many calls of a stack are shown.
const SHOWN_CALLS: usize = 10;

/// The order in which exceptions are counted: the flags of IEEE 754 first.
const ORDER: [Property; 7] = [
    Property::Invalid,
    Property::DivideByZero,
    Property::Overflow,
    Property::Underflow,
    Property::Inexact,
    Property::IntConversion,
    Property::Cancellation,
];

/// The text for standard output, and how the call ended for standard error.
pub(super) fn render(run: &Run, detail: &CallRun, options: TerminalOptions) -> (String, String) {
    let mut text = printed(detail);
    let _ = writeln!(text, "{}", heading(&echo(run, detail)));
    if let Some(result) = &detail.result {
        write_values(&mut text, "result", result, |_| true);
    }
    for object in &detail.outputs {
        write_values(&mut text, &object.shown_name, &object.values, |value| value.is_new);
    }
    write_exceptions(&mut text, run, detail, options);
    let mut ending = detail.end.as_ref().map(|end| draw_end(run, end, options)).unwrap_or_default();
    if detail.end.as_ref().is_some_and(|end| !end.is_fatal) {
        text.push_str(&std::mem::take(&mut ending));
    }
    for line in detail.native.iter().flat_map(native_lines) {
        let _ = writeln!(text, "{line}");
    }
    (text, ending)
}

/// What the program printed, each line marked so that it cannot be taken for ours.
fn printed(detail: &CallRun) -> String {
    if detail.printed.is_empty() {
        return String::new();
    }
    let mut text = "printed:\n".to_owned();
    for line in detail.printed.lines() {
        let _ = writeln!(text, "  | {}", printable(line));
    }
    if detail.dropped > 0 {
        let _ = writeln!(text, "  … and {} more bytes", detail.dropped);
    }
    text
}

/// The call as it was made.
fn echo(run: &Run, detail: &CallRun) -> String {
    let argument = |(name, value): &(String, String)| {
        let mut value = value.clone();
        if let Some((cut, _)) = value.char_indices().nth(SHOWN_ARGUMENT) {
            value.truncate(cut);
            value.push('…');
        }
        if name.is_empty() { value } else { format!("{name} = {value}") }
    };
    let arguments: Vec<String> = detail.arguments.iter().map(argument).collect();
    printable(&format!("{}({})", function_name(run), arguments.join(", ")))
}

fn function_name(run: &Run) -> &str {
    run.functions.first().map_or("", |function| &function.name)
}

fn write_values(text: &mut String, name: &str, values: &ReadValues, is_shown: fn(&ReadScalar) -> bool) {
    let scalars = match values {
        ReadValues::Scalars(scalars) => scalars,
        ReadValues::Bytes(bytes) => {
            let _ = writeln!(text, "{name}: {} of no known type", count(bytes.len(), "byte", "bytes"));
            return;
        }
    };
    let shown: Vec<&ReadScalar> = scalars.iter().filter(|scalar| is_shown(scalar)).collect();
    for scalar in shown.iter().take(SHOWN_VALUES) {
        let was = scalar.before.as_ref().map(|before| format!(", was {before}")).unwrap_or_default();
        let _ = writeln!(text, "{}: {}{was}", printable(&format!("{name}{}", scalar.path)), scalar.full);
    }
    if shown.len() > SHOWN_VALUES {
        let _ = writeln!(text, "… and {} more of {name}", shown.len() - SHOWN_VALUES);
    }
}

/// The exceptions of a run, in the order of their first occurrence.
pub(crate) fn events(run: &Run) -> impl Iterator<Item = (&LedgerEntry, &EventDetail)> {
    let entries = run.functions.iter().flat_map(|function| &function.ledger);
    entries.filter_map(|entry| match &entry.detail {
        EntryDetail::Event(event) => Some((entry, &**event)),
        _ => None,
    })
}

/// The exceptions, drawn, and a line that counts them.
fn write_exceptions(text: &mut String, run: &Run, detail: &CallRun, options: TerminalOptions) {
    for (entry, event) in events(run).take(options.limit) {
        let _ = write!(text, "\n{}", draw_event(run, entry, event, options));
    }
    let _ = writeln!(text, "\n{}", summary(run, detail));
    let hidden = events(run).count().saturating_sub(options.limit);
    if hidden > 0 {
        let _ = writeln!(text, "… {hidden} of them not shown (--limit 0 shows all)");
    }
}

fn draw_event(run: &Run, entry: &LedgerEntry, event: &EventDetail, options: TerminalOptions) -> String {
    let site = &run.sites[entry.site];
    let name = printable(&site.name);
    let mut notes = vec![match event.count {
        1 => format!("at site {name}"),
        times => format!("at site {name}, {times} times; the first is shown"),
    }];
    if let Some(outer) = event.inlined_into.as_ref().filter(|_| event.is_inlined_into_own) {
        notes.push(format!("inlined into {}", location(outer)));
    }
    // Inside of a library the user wants to see the own call of it.
    if event.users_call.is_some() && site.place.as_ref().is_some_and(|place| place.line > 0) {
        notes.push(format!("in the library at {}", place(run, entry.site)));
    }
    if entry.property == Property::Underflow && !event.flags.contains(&Property::Underflow.id()) {
        notes.push("the result is exact, so the IEEE underflow flag is not raised".to_owned());
    }
    let expression = entry.verdict.finding().and_then(|finding| finding.expression.as_deref());
    let message = Message {
        word: entry.property.id(),
        id: None,
        fatal: false,
        title: expression.unwrap_or_default(),
        place: None,
        label: &site.operation,
        notes,
    };
    draw(run, Some(event.users_call.unwrap_or(entry.site)), message, options.width)
}

/// One line that counts what was found, and claims no more than is known.
fn summary(run: &Run, detail: &CallRun) -> String {
    let instructions = format!("{} run", count(detail.instructions as usize, "instruction", "instructions"));
    let stopped = if detail.end.is_some() { " until it stopped" } else { "" };
    let raised: Vec<&LedgerEntry> = events(run).map(|(entry, _)| entry).collect();
    if raised.is_empty() {
        return format!(
            "no exceptions raised{stopped} ({instructions}; {} itself has {})",
            function_name(run),
            count(detail.own_sites, "floating-point site", "floating-point sites")
        );
    }
    let sites: BTreeSet<usize> = raised.iter().map(|entry| entry.site).collect();
    let kinds: Vec<String> = ORDER
        .into_iter()
        .map(|property| (raised.iter().filter(|entry| entry.property == property).count(), property.id()))
        .filter(|(number, _)| *number > 0)
        .map(|(number, id)| format!("{number} {id}"))
        .collect();
    format!(
        "{} at {}{stopped}: {} ({instructions})",
        count(raised.len(), "exception", "exceptions"),
        count(sites.len(), "site", "sites"),
        kinds.join(", ")
    )
}

/// How the call ended, with the source line and the calls under way.
fn draw_end(run: &Run, end: &CallEnd, options: TerminalOptions) -> String {
    let message = Message {
        word: if end.is_fatal { "error" } else { "exit" },
        id: end.is_fatal.then_some(&*end.kind),
        fatal: end.is_fatal,
        title: &end.advice,
        place: None,
        label: "",
        notes: stack(&end.calls),
    };
    draw(run, end.site, message, options.width)
}

fn stack(calls: &[StackFrame]) -> Vec<String> {
    let mut lines = Vec::new();
    let mut shown = 0;
    // A recursion is the same call again and again.
    for same in calls.chunk_by(|a, b| a == b).take(SHOWN_CALLS) {
        let known = same[0].location.as_ref().filter(|location| location.line > 0);
        let at = known.map_or(String::new(), |known| format!(" at {}", location(known)));
        let relation = if shown == 0 { "in" } else { "called by" };
        let times = if same.len() > 1 { format!(" ({} times)", same.len()) } else { String::new() };
        lines.push(format!("{relation} {}{at}{times}", same[0].function));
        shown += same.len();
    }
    if calls.len() > shown {
        lines.push(format!("… and {} more calls", calls.len() - shown));
    }
    lines
}

/// What is said of the same call natively.
fn native_lines(native: &NativeComparison) -> Vec<String> {
    match native {
        NativeComparison::NotMade(reason) => vec![format!("natively: not run, {reason}")],
        NativeComparison::Made { differences, stopped, .. } if differences.is_empty() => match stopped {
            Some(how) => vec![format!("natively: {how} too, after the same exceptions")],
            None => vec!["natively: the same result and the same exceptions".to_owned()],
        },
        NativeComparison::Made { differences, .. } => {
            differences.iter().map(|difference| format!("natively: {}", printable(difference))).collect()
        }
    }
}
