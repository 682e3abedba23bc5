//! For people who wait: what was found, drawn in the source, the most harmful first, and how much is proven.

mod summary;

use crate::snippet::{Drawn, Message, paint, wrap};
use crate::text::{call, count, ending, expression, fate, hexadecimal, place, printable};
use std::fmt::Write as _;
use ulpwise_finding::{Finding, FunctionReport, LedgerKey, Run};

/// How much is told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Detail {
    /// A line for each group of findings, and nothing else.
    Quiet,
    /// What a person wants to know first.
    #[default]
    Normal,
    /// Also what follows from something else, inputs in hexadecimal, and who decided what.
    Verbose,
}

/// How it is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TerminalOptions {
    /// How many groups of each function are drawn.
    pub limit: usize,
    /// How much is told.
    pub detail: Detail,
    /// How many columns there are, if it is a terminal.
    pub width: Option<usize>,
}

/// The text for standard output, with terminal styles.
pub fn terminal(run: &Run, options: TerminalOptions) -> String {
    let mut text = String::new();
    for function in &run.functions {
        if options.detail == Detail::Quiet {
            write_lines(&mut text, run, function);
        } else {
            write_function(&mut text, run, function, options);
        }
    }
    write_bugs(&mut text, run, options.width);
    if options.detail == Detail::Quiet {
        return text;
    }
    let mut say = |line: String| write_wrapped(&mut text, "", &line, options.width);
    for known in &run.stale {
        let (function, site) = (printable(&known.function), printable(&known.site));
        let property = printable(&known.property);
        say(format!("stale in the baseline: {property} at {site} in {function} was not found"));
    }
    for not_checked in &run.not_checked {
        say(format!("not checked: {}", printable(&not_checked.reason)));
    }
    if run.left > 0 {
        let left = count(run.left, "function was", "functions were");
        say(format!("stopped: {left} not looked at"));
    }
    if run.functions.len() > 1 {
        summary::write_total(&mut text, run, options.width);
    }
    text
}

fn write_function(text: &mut String, run: &Run, function: &FunctionReport, options: TerminalOptions) {
    let groups = function.groups();
    for group in groups.iter().take(options.limit) {
        let _ = writeln!(text, "{}", draw(run, group, options));
        if options.detail == Detail::Verbose {
            for &follower in &group[1..] {
                let _ = writeln!(text, "{}", draw(run, &[follower], options));
            }
        }
    }
    let hidden: usize = groups.iter().skip(options.limit).map(Vec::len).sum();
    if hidden > 0 {
        let _ = writeln!(text, "… and {hidden} more (--limit 0 shows all)");
    }
    summary::write(text, run, function, options);
}

/// A bug of ulpwise is told whatever else is.
fn write_bugs(text: &mut String, run: &Run, width: Option<usize>) {
    for refuted in run.functions.iter().flat_map(|function| &function.refuted) {
        let (site, property) = refuted.goal;
        let name = printable(&run.sites[site].name);
        let (property, by) = (property.id(), &refuted.by);
        let line = format!("BUG of ulpwise: {property} at {name} was called proven ({by}) and happens");
        write_wrapped(text, "", &line, width);
    }
}

/// A sentence in as many lines as the terminal needs.
fn write_wrapped(text: &mut String, indent: &str, sentence: &str, width: Option<usize>) {
    match width {
        None => {
            let _ = writeln!(text, "{indent}{sentence}");
        }
        Some(width) => {
            for line in wrap(sentence, width.saturating_sub(indent.len())) {
                let _ = writeln!(text, "{indent}{line}");
            }
        }
    }
}

/// One line for each group, for programs that read lines.
fn write_lines(text: &mut String, run: &Run, function: &FunctionReport) {
    for ((site, property), finding) in function.groups().iter().filter_map(|group| group.first().copied()) {
        let _ = writeln!(
            text,
            "{}: {}: {}: {} in {}",
            place(run, site),
            finding.level(property),
            property.id(),
            expression(run, site, finding),
            call(&finding.call)
        );
    }
}

/// The worst of a group, drawn, and how many follow from the same event.
fn draw(run: &Run, group: &[(LedgerKey, &Finding)], options: TerminalOptions) -> String {
    let Some((&(goal, finding), followers)) = group.split_first() else { return String::new() };
    let mut notes = vec![call(&finding.call)];
    if options.detail == Detail::Verbose {
        notes.extend(hexadecimal(&finding.call).map(|values| format!("in hexadecimal: {values}")));
    }
    notes.extend(ending(finding.call.ending));
    notes.extend(fate(run, goal, finding));
    if !followers.is_empty() {
        let which = if goal == finding.trace.root { "follow from it" } else { "follow from the same event" };
        notes.push(format!("+ {} more that {which}", followers.len()));
    }
    notes.extend(finding.call.again.as_ref().map(|command| format!("again: {command}")));
    let title = expression(run, goal.0, finding);
    let site = &run.sites[goal.0];
    let known = site.place.as_ref().filter(|place| place.line > 0);
    let message = Message {
        word: goal.1.id(),
        id: None,
        fatal: false,
        title: &title,
        place: known.map(|place| drawn(run, place)),
        label: &site.operation,
        notes,
    };
    paint(&message, options.width)
}

fn drawn(run: &Run, place: &ulpwise_finding::SourceSpan) -> Drawn {
    let file = &run.files[place.file];
    let text = place.span.clone().and_then(|span| Some((file.line(place.line)?.to_owned(), span)));
    Drawn { path: file.path.clone(), line: place.line, column: place.column, text }
}
