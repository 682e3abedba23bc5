//! The findings of `ulpwise check`, each root cause once, the most harmful first.
//!
//! Errors and warnings are drawn; notes are counted, and drawn on request.

use super::{Detail, TerminalOptions, draw as draw_message, summary, write_wrapped};
use crate::snippet::Message;
use crate::text::{call, count, ending, expression, fate, hexadecimal, hidden_calls, place, printable};
use std::fmt::Write as _;
use ulpwise_finding::{Level, RootCause, Run, Symptom, root_causes};

/// How many functions are named that come to the same root cause.
const SHOWN_FUNCTIONS: usize = 3;

/// The text for standard output.
pub(super) fn render(run: &Run, options: TerminalOptions) -> String {
    let mut text = String::new();
    let causes = root_causes(run);
    let (notes, worse): (Vec<&RootCause>, Vec<&RootCause>) =
        causes.iter().partition(|cause| cause.level() == Level::Note && !options.shows_notes());
    if options.detail == Detail::Quiet {
        for cause in worse {
            write_line(&mut text, run, cause);
        }
        write_bugs(&mut text, run, options.width);
        return text;
    }
    for cause in worse.iter().take(options.limit) {
        let _ = writeln!(text, "{}", draw(run, cause, options));
    }
    write_bugs(&mut text, run, options.width);
    let mut say = |line: String| write_wrapped(&mut text, "", &line, options.width);
    let hidden = worse.len().saturating_sub(options.limit);
    if hidden > 0 {
        say(format!("… and {hidden} more (--limit 0 shows all)"));
    }
    if !notes.is_empty() {
        say(hidden_notes(&notes));
    }
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
    if !(notes.is_empty() && worse.is_empty()) && run.functions.len() > 1 {
        text.push('\n');
    }
    match &run.functions[..] {
        [function] => summary::write(&mut text, run, function, options),
        _ => summary::write_all(&mut text, run, options),
    }
    text
}

/// How many notes there are that are not shown, and of which kind.
fn hidden_notes(notes: &[&RootCause<'_>]) -> String {
    let exact = notes.iter().filter(|cause| cause.is_exact()).count();
    let kinds = match notes.len() - exact {
        0 => "results that are exact and merely below the smallest normal number".to_owned(),
        others if exact > 0 => {
            let others = count(others, "other", "others");
            format!("{exact} exact results below the smallest normal number, {others}")
        }
        _ => "no harm was seen".to_owned(),
    };
    let sentence = count(notes.len(), "note is not shown", "notes are not shown");
    format!("{sentence}: {kinds} (--notes shows them)")
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

/// One line for each root cause, for programs that read lines.
fn write_line(text: &mut String, run: &Run, cause: &RootCause<'_>) {
    let Symptom { goal: (site, property), finding, .. } = cause.worst();
    let _ = writeln!(
        text,
        "{}: {}: {}: {} in {}",
        place(run, run.shown_site(site, finding)),
        cause.level(),
        property.id(),
        expression(run, site, finding),
        call(&finding.call)
    );
}

/// A root cause by its worst symptom; if all is wanted, with the others of the same function.
fn draw(run: &Run, cause: &RootCause<'_>, options: TerminalOptions) -> String {
    let worst = cause.worst();
    let mut text = draw_symptom(run, cause, worst, true, options);
    if options.detail == Detail::Verbose {
        let own = cause.symptoms[1..].iter().filter(|symptom| symptom.function == worst.function);
        for &symptom in own {
            text.push('\n');
            text.push_str(&draw_symptom(run, cause, symptom, false, options));
        }
    }
    text
}

fn draw_symptom(
    run: &Run,
    cause: &RootCause<'_>,
    Symptom { goal, finding, .. }: Symptom<'_>,
    is_first: bool,
    options: TerminalOptions,
) -> String {
    let mut notes: Vec<String> = hidden_calls(run, goal.0, finding).into_iter().collect();
    notes.push(call(&finding.call));
    if options.detail == Detail::Verbose {
        notes.extend(hexadecimal(&finding.call).map(|values| format!("in hexadecimal: {values}")));
    }
    notes.extend(ending(finding.call.ending));
    if finding.is_exact {
        notes.push("no digit is lost: the result is exact, and subnormal".to_owned());
    }
    notes.extend(fate(run, goal, finding));
    if is_first && cause.others() > 0 {
        let which = if goal == finding.trace.root { "follow from it" } else { "follow from the same event" };
        notes.push(format!("+ {} more that {which}", cause.others()));
    }
    notes.extend(is_first.then(|| other_functions(run, cause)).flatten());
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

/// Which other functions come to it.
fn other_functions(run: &Run, cause: &RootCause<'_>) -> Option<String> {
    let functions = cause.functions();
    let (_, others) = functions.split_first()?;
    if others.is_empty() {
        return None;
    }
    let mut named: Vec<String> =
        others.iter().take(SHOWN_FUNCTIONS).map(|&one| printable(&run.functions[one].name)).collect();
    if others.len() > SHOWN_FUNCTIONS {
        named.push(format!("{} more functions", others.len() - SHOWN_FUNCTIONS));
    }
    Some(format!("also in {}", named.join(", ")))
}
