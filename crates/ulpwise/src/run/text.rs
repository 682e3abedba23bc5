//! The outcome as text: what the program printed, its result, what it wrote, the exceptions it raised.

use super::ending;
use super::outcome::Outcome;
use crate::args::RunArguments;
use crate::render::{
    Block, Mark, Painter, Place, count, heading, operation, printable, scalar_text, short_scalar, site_name,
};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use ulpwise_float::Flags;
use ulpwise_harness::marshal::{ArgumentObject, ReadValue, Reading};
use ulpwise_harness::names::source_name;
use ulpwise_harness::ownership::is_library_file;
use ulpwise_interp::{Event, Exception, PathEnd};
use ulpwise_ir::{Language, Location, Module};

/// How many scalars of a result or an output are shown.
const SHOWN_VALUES: usize = 32;

/// How much of an argument is repeated.
const SHOWN_ARGUMENT: usize = 60;

/// The text for standard output, and the one for standard error.
pub(super) fn write(outcome: &Outcome<'_>, arguments: &RunArguments) -> (String, String) {
    let painter = Painter::new(outcome.module);
    let mut text = printed(outcome);
    let _ = writeln!(text, "{}", heading(&echo(outcome)));
    if let Some(result) = &outcome.result {
        write_values(&mut text, outcome, "result", result, |_| true);
    }
    for (object, reading) in &outcome.objects {
        write_output(&mut text, outcome, object, reading);
    }
    text.push_str(&exceptions(&painter, outcome, arguments));
    match &outcome.stop {
        None => (text, String::new()),
        Some(stop) => {
            let ending = ending::paint(&painter, outcome, stop, arguments);
            // Leaving by exit(0) is no error.
            if stop.end == PathEnd::Exit(0) { (text + &ending, String::new()) } else { (text, ending) }
        }
    }
}

/// What the program printed, each line marked so that it cannot be taken for ours.
fn printed(outcome: &Outcome<'_>) -> String {
    if outcome.printed.is_empty() {
        return String::new();
    }
    let mut text = "printed:\n".to_owned();
    for line in String::from_utf8_lossy(&outcome.printed).lines() {
        let _ = writeln!(text, "  | {}", printable(line));
    }
    if outcome.dropped > 0 {
        let _ = writeln!(text, "  … and {} more bytes", outcome.dropped);
    }
    text
}

/// The call as it was made.
fn echo(outcome: &Outcome<'_>) -> String {
    let arguments: Vec<String> = outcome
        .declaration
        .parameters
        .iter()
        .zip(&outcome.values)
        .map(|(parameter, value)| {
            let mut value = value.to_string();
            if let Some((cut, _)) = value.char_indices().nth(SHOWN_ARGUMENT) {
                value.truncate(cut);
                value.push('…');
            }
            if parameter.name.is_empty() { value } else { format!("{} = {value}", parameter.name) }
        })
        .collect();
    printable(&format!("{}({})", source_name(outcome.function), arguments.join(", ")))
}

/// What an output holds now, where that is not what it held before.
fn write_output(text: &mut String, outcome: &Outcome<'_>, object: &ArgumentObject, reading: &Reading) {
    let name = match (&object.count, outcome.language()) {
        (None, Language::C | Language::Cpp) if is_scalar(reading) => {
            format!("*{}", object.name)
        }
        _ => object.name.clone(),
    };
    let blank = object.blank;
    write_values(text, outcome, &name, reading, |value| blank || value.before != Some(value.bits));
}

fn is_scalar(reading: &Reading) -> bool {
    matches!(reading, Reading::Values(values) if values.len() == 1 && values[0].path.is_empty())
}

fn write_values(
    text: &mut String,
    outcome: &Outcome<'_>,
    name: &str,
    reading: &Reading,
    wanted: impl Fn(&ReadValue) -> bool,
) {
    let values = match reading {
        Reading::Values(values) => values,
        Reading::Bytes(bytes) => {
            let _ = writeln!(text, "{name}: {} of no known type", count(bytes.len(), "byte", "bytes"));
            return;
        }
    };
    let wanted: Vec<&ReadValue> = values.iter().filter(|value| wanted(value)).collect();
    let (module, language, memory) = (outcome.module, outcome.language(), &outcome.memory);
    for value in wanted.iter().take(SHOWN_VALUES) {
        let full = scalar_text(module, language, value, memory);
        let was = match value.before {
            Some(before) if before != value.bits => {
                format!(", was {}", short_scalar(module, language, value, before, memory))
            }
            _ => String::new(),
        };
        let _ = writeln!(text, "{}: {full}{was}", printable(&format!("{name}{}", value.path)));
    }
    if wanted.len() > SHOWN_VALUES {
        let _ = writeln!(text, "… and {} more of {name}", wanted.len() - SHOWN_VALUES);
    }
}

/// The exceptions, drawn, and a line that counts them.
fn exceptions(painter: &Painter<'_>, outcome: &Outcome<'_>, arguments: &RunArguments) -> String {
    let mut text = String::new();
    let limit = if arguments.limit == 0 { usize::MAX } else { arguments.limit };
    for event in outcome.events.iter().take(limit) {
        let _ = write!(text, "\n{}", paint(painter, outcome, event));
    }
    let _ = writeln!(text, "\n{}", summary(outcome));
    let hidden = outcome.events.len().saturating_sub(limit);
    if hidden > 0 {
        let _ = writeln!(text, "… {hidden} of them not shown (--limit 0 shows all)");
    }
    text
}

fn paint(painter: &Painter<'_>, outcome: &Outcome<'_>, event: &Event) -> String {
    let module = outcome.module;
    let site = &module.sites[event.site];
    let operation = operation(module, event);
    let location = site.location.and_then(|location| module.locations.get(location)).copied();
    let own = location.filter(|location| location.line > 0);
    let mut notes = vec![in_function(outcome, event)];
    let outer = location.and_then(|location| location.inlined_at).map(|outer| module.locations[outer]);
    if let Some(outer) = outer.filter(|outer| !is_library_file(module, outer.file)) {
        notes.push(format!("inlined into {}", painter.name_of(outer)));
    }
    let mut place = own.map(|location| Place { location, mark: operation.mark });
    // Inside of a library the user wants to see the own call of it.
    if own.is_none_or(|location| is_library_file(module, location.file))
        && let Some(location) = users_call(module, event)
    {
        if let Some(own) = own {
            notes.push(format!("in the library at {}", painter.name_of(own)));
        }
        place = Some(Place { location, mark: Mark::Token });
    }
    if event.exception == Exception::Underflow && !event.flags.contains(Flags::UNDERFLOW) {
        notes.push("the result is exact, so the IEEE underflow flag is not raised".to_owned());
    }
    painter.paint(&Block {
        word: event.exception.id(),
        id: None,
        fatal: false,
        title: &operation.expression,
        place,
        label: &operation.noun,
        notes,
    })
}

/// The innermost call outside of libraries that led to the event.
fn users_call(module: &Module, event: &Event) -> Option<Location> {
    let calls = event.calls.iter().filter_map(|&(function, inst)| module.location_of(function, inst));
    calls.into_iter().find(|location| location.line > 0 && !is_library_file(module, location.file))
}

fn in_function(outcome: &Outcome<'_>, event: &Event) -> String {
    let site = site_name(outcome.module, event.site);
    match event.count {
        1 => format!("at site {site}"),
        times => format!("at site {site}, {times} times; the first is shown"),
    }
}

/// One line that counts what was found, and claims no more than is known.
fn summary(outcome: &Outcome<'_>) -> String {
    let instructions = format!("{} run", count(outcome.steps as usize, "instruction", "instructions"));
    let stopped = if outcome.stop.is_some() { " until it stopped" } else { "" };
    if outcome.events.is_empty() {
        let own = outcome.module.sites_of(outcome.id).count();
        return format!(
            "no exceptions raised{stopped} ({instructions}; {} itself has {})",
            source_name(outcome.function),
            count(own, "floating-point site", "floating-point sites")
        );
    }
    let sites: BTreeSet<_> = outcome.events.iter().map(|event| event.site).collect();
    let kinds: Vec<String> = Exception::ALL
        .into_iter()
        .map(|exception| {
            (outcome.events.iter().filter(|event| event.exception == exception).count(), exception.id())
        })
        .filter(|(number, _)| *number > 0)
        .map(|(number, id)| format!("{number} {id}"))
        .collect();
    format!(
        "{} at {}{stopped}: {} ({instructions})",
        count(outcome.events.len(), "exception", "exceptions"),
        count(sites.len(), "site", "sites"),
        kinds.join(", ")
    )
}
