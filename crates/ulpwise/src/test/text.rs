//! The outcome as text for people.

use super::Outcome;
use super::findings::{Finding, Place, location_text};
use crate::render::{Block, Mark, Painter, Place as PaintedPlace, count, float_text, printable};
use std::fmt::Write as _;
use ulpwise_ir::{FloatFormat, Module, Type};
use ulpwise_symex::{FileName, InputValue, Meaning};

/// How many elements of an input are shown.
const SHOWN_ELEMENTS: usize = 16;

/// How many calls of a stack are shown.
const SHOWN_CALLS: usize = 10;

/// In a word what is known of the program now.
pub(super) fn verdict(outcome: &Outcome<'_>) -> &'static str {
    if outcome.findings.iter().any(|finding| finding.confirmed.is_ok()) {
        "fails"
    } else if outcome.is_exhaustive() && outcome.findings.is_empty() {
        "safe"
    } else {
        "unknown"
    }
}

/// The outcome as text.
pub(super) fn write(outcome: &Outcome<'_>) -> String {
    let painter = Painter::new(outcome.module);
    let mut text = String::new();
    for finding in &outcome.findings {
        text.push_str(&paint(&painter, outcome.module, finding));
        text.push('\n');
    }
    let mut line = |words: std::fmt::Arguments<'_>| writeln!(text, "{words}").expect("writing to a string");
    for met in &outcome.obstacles {
        let place = met.place.as_ref().and_then(|place| place.location);
        let place =
            place.map_or(String::new(), |place| format!(" at {}", location_text(outcome.module, place)));
        let paths = count(met.paths as usize, "path", "paths");
        line(format_args!(
            "not followed further: {}{} ({paths})",
            printable(&met.message),
            printable(&place)
        ));
    }
    for reason in &outcome.summary.missed {
        line(format_args!("missed: {}", printable(reason)));
    }
    line(format_args!("{}", paths(outcome)));
    if let Some(coverage) = &outcome.coverage {
        let ((lines, all_lines), (branches, all)) = (coverage.line_counts(), coverage.branch_counts());
        line(format_args!(
            "run natively, {} {lines} of {all_lines} lines and {branches} of {all} branches",
            count(outcome.tests.len(), "test covers", "tests cover")
        ));
    }
    line(format_args!("{}", conclusion(outcome)));
    text
}

/// How many paths ended how.
fn paths(outcome: &Outcome<'_>) -> String {
    let number = outcome.summary.paths as usize;
    let named = [
        (Meaning::Completed, "completed"),
        (Meaning::Failed, "failed"),
        (Meaning::Dropped, "dropped by the program"),
        (Meaning::Unsupported, "not supported"),
        (Meaning::CutOff, "cut off"),
    ];
    let mut parts: Vec<String> = Vec::new();
    for (meaning, word) in named {
        let ended = outcome.count(meaning);
        if ended > 0 {
            parts.push(format!("{ended} {word}"));
        }
    }
    if outcome.summary.left > 0 {
        parts.push(format!("{} left", outcome.summary.left));
    }
    let stand_for = outcome.summary.stand_for;
    if stand_for > outcome.summary.paths as f64 {
        parts.push(format!("standing for up to {stand_for} by joined branches"));
    }
    let what = if parts.is_empty() { String::new() } else { format!(": {}", parts.join(", ")) };
    format!("{}{what}", count(number, "path", "paths"))
}

fn conclusion(outcome: &Outcome<'_>) -> String {
    let confirmed = outcome.findings.iter().filter(|finding| finding.confirmed.is_ok()).count();
    let mut found = match confirmed {
        0 => "no failure found".to_owned(),
        more => count(more, "failure found", "failures found"),
    };
    if outcome.findings.len() > confirmed {
        found.push_str(&format!(", {} unconfirmed", outcome.findings.len() - confirmed));
    }
    let reach = if outcome.is_exhaustive() { "all paths explored" } else { "not all paths explored" };
    format!("{reach}; {found}")
}

fn paint(painter: &Painter<'_>, module: &Module, finding: &Finding) -> String {
    let place = finding.calls.iter().find_map(|place| place.location);
    let mut notes = stack(module, &finding.calls);
    notes.extend(inputs_text(finding.witness()).into_iter().map(|text| format!("with {text}")));
    if let Err(reason) = &finding.confirmed {
        notes.push(format!("unconfirmed: {reason}"));
    }
    if finding.paths > 1 {
        notes.push(format!("and on {}", count(finding.paths as usize - 1, "other path", "other paths")));
    }
    painter.paint(&Block {
        word: if finding.confirmed.is_ok() { "failure" } else { "unconfirmed" },
        id: Some(finding.kind),
        fatal: finding.confirmed.is_ok(),
        title: &finding.message,
        place: place.map(|location| PaintedPlace { location, mark: Mark::Token }),
        label: "",
        notes,
    })
}

fn stack(module: &Module, calls: &[Place]) -> Vec<String> {
    let mut lines = Vec::new();
    for (at, call) in calls.iter().take(SHOWN_CALLS).enumerate() {
        let place =
            call.location.map_or(String::new(), |place| format!(" at {}", location_text(module, place)));
        lines.push(format!("{} {}{place}", if at == 0 { "in" } else { "called by" }, call.function));
    }
    if calls.len() > SHOWN_CALLS {
        lines.push(format!("… and {} more calls", calls.len() - SHOWN_CALLS));
    }
    lines
}

/// All inputs with their values; the characters of an argument of `main` are one text.
pub(super) fn inputs_text(inputs: &[InputValue]) -> Vec<String> {
    let mut texts: Vec<String> = Vec::new();
    let mut arguments: Vec<(&str, Vec<u8>)> = Vec::new();
    for input in inputs {
        let argument = input.name.strip_prefix("argv").and_then(|rest| rest.split_once('['));
        match (argument, &input.elements[..]) {
            (Some((number, _)), &[bits]) if input.ty == Type::Int(8) && input.file.is_none() => {
                match arguments.last_mut().filter(|(last, _)| *last == number) {
                    Some((_, bytes)) => bytes.push(bits as u8),
                    None => arguments.push((number, vec![bits as u8])),
                }
            }
            _ => texts.push(input_text(input)),
        }
    }
    let argument = |(number, bytes): (&str, Vec<u8>)| {
        let text: Vec<u8> = bytes.into_iter().take_while(|&byte| byte != 0).collect();
        format!("argv[{number}] = \"{}\"", text.escape_ascii())
    };
    arguments.into_iter().map(argument).chain(texts).collect()
}

/// An input with its values.
fn input_text(input: &InputValue) -> String {
    if let Some(file) = &input.file {
        let bytes: Vec<u8> = input.elements.iter().map(|&bits| bits as u8).collect();
        let what = match file {
            FileName::StandardInput => "standard input".to_owned(),
            FileName::Named(name) => format!("the file {}", printable(name)),
        };
        return format!("{what} = \"{}\"", bytes.escape_ascii());
    }
    let values: Vec<String> =
        input.elements.iter().take(SHOWN_ELEMENTS).map(|&bits| element_text(input, bits)).collect();
    let more = if input.elements.len() > SHOWN_ELEMENTS { ", …" } else { "" };
    match &values[..] {
        [one] => format!("{} = {one}", input.name),
        several => format!("{} = [{}{more}]", input.name, several.join(", ")),
    }
}

/// An element as a number of its type. Words of which only the size is known are shown as floats as well, unless these would be none that
/// programs have: subnormal or NaN, as small integers are.
fn element_text(input: &InputValue, bits: u128) -> String {
    let as_float = match input.ty {
        Type::Float(format) => return float_text(format, bits),
        Type::Int(64) if !input.is_typed => Some((FloatFormat::F64, "double")),
        Type::Int(32) if !input.is_typed => Some((FloatFormat::F32, "float")),
        _ => None,
    };
    let integer = match input.ty {
        Type::Int(width @ 1..=64) => {
            let above = 128 - u32::from(width);
            format!("{}", ((bits << above) as i128) >> above)
        }
        _ => format!("{bits:#x}"),
    };
    match as_float.filter(|&(format, _)| is_ordinary(format, bits)) {
        Some((format, name)) => format!("{integer} (as {name} {})", float_text(format, bits)),
        None => integer,
    }
}

/// Whether bits are a float that is neither subnormal, nor zero, nor NaN.
fn is_ordinary(format: FloatFormat, bits: u128) -> bool {
    let value = match format {
        FloatFormat::F32 => f64::from(f32::from_bits(bits as u32)),
        _ => f64::from_bits(bits as u64),
    };
    let smallest = if format == FloatFormat::F32 { f64::from(f32::MIN_POSITIVE) } else { f64::MIN_POSITIVE };
    value.abs() >= smallest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(ty: Type, is_typed: bool, bits: u128) -> String {
        let input = InputValue { name: "x".into(), ty, is_typed, elements: vec![bits], file: None };
        element_text(&input, bits)
    }

    #[test]
    fn integers_are_shown_as_such_and_unknown_words_as_what_they_may_be() {
        assert_eq!(text(Type::Int(32), true, 0x3f80_0000), "1065353216");
        assert_eq!(text(Type::Int(32), false, 0x3f80_0000), "1065353216 (as float 1.0)");
        assert_eq!(text(Type::Int(32), false, 7), "7");
        assert_eq!(text(Type::Int(32), false, 0xffff_ffff), "-1");
        assert_eq!(text(Type::Int(64), true, u128::from(u64::MAX)), "-1");
        assert_eq!(text(Type::Int(8), false, 0x80), "-128");
    }
}
