//! The findings of `ulpwise check`, those together that follow from the same event.

use super::{Detail, TerminalOptions, draw as draw_message, summary, write_wrapped};
use crate::snippet::Message;
use crate::text::{call, count, ending, expression, fate, hexadecimal, hidden_calls, place, printable};
use std::fmt::Write as _;
use ulpwise_finding::{Finding, FunctionReport, LedgerKey, Run};

/// The text for standard output.
pub(super) fn render(run: &Run, options: TerminalOptions) -> String {
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

/// Bugs of ulpwise are shown at every level of detail.
fn write_bugs(text: &mut String, run: &Run, width: Option<usize>) {
    for refuted in run.functions.iter().flat_map(|function| &function.refuted) {
        let (site, property) = refuted.goal;
        let name = printable(&run.sites[site].name);
        let (property, by) = (property.id(), &refuted.by);
        let line = format!("BUG of ulpwise: {property} at {name} was called proven ({by}) and happens");
        write_wrapped(text, "", &line, width);
    }
}

/// One line for each group, for programs that read lines.
fn write_lines(text: &mut String, run: &Run, function: &FunctionReport) {
    for ((site, property), finding) in function.groups().iter().filter_map(|group| group.first().copied()) {
        let _ = writeln!(
            text,
            "{}: {}: {}: {} in {}",
            place(run, run.shown_site(site, finding)),
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
    let mut notes: Vec<String> = hidden_calls(run, goal.0, finding).into_iter().collect();
    notes.push(call(&finding.call));
    if options.detail == Detail::Verbose {
        notes.extend(hexadecimal(&finding.call).map(|values| format!("in hexadecimal: {values}")));
    }
    notes.extend(ending(finding.call.ending));
    notes.extend(fate(run, goal, finding));
    if !followers.is_empty() {
        let which = if goal == finding.trace.root { "follow from it" } else { "follow from the same event" };
        notes.push(format!("+ {} more that {which}", followers.len()));
    }
    notes.extend(finding.call.again.as_ref().map(|command| format!("reproduce with: {command}")));
    let title = expression(run, goal.0, finding);
    let site = &run.sites[goal.0];
    let message = Message {
        word: goal.1.id(),
        id: None,
        fatal: false,
        title: &title,
        place: None,
        label: &site.operation,
        notes,
    };
    draw_message(run, Some(run.shown_site(goal.0, finding)), message, options.width)
}
