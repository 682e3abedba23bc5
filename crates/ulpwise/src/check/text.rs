//! The verdicts as text: what was found, drawn in the source, and how much is proven.

use super::accepted::Accepted;
use super::fate;
use super::work::{Checked, Findings};
use crate::args::CheckArguments;
use crate::names::source_name;
use crate::render::{Block, Painter, Place, count, heading, operation, printable, site_name};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use ulpwise_check::{Finding, Goal, Verdict, Wave, groups};
use ulpwise_host::RoundingMode;
use ulpwise_ir::{Module, SiteId};
use ulpwise_native::{CallEnd, Kind};

/// How many values of a call are shown.
const SHOWN_VALUES: usize = 12;

/// How many reasons are shown.
const SHOWN_REASONS: usize = 5;

/// The text for standard output.
pub(super) fn write(findings: &Findings<'_>, accepted: &Accepted, arguments: &CheckArguments) -> String {
    let painter = Painter::new(findings.module);
    let mut text = String::new();
    let limit = if arguments.limit == 0 { usize::MAX } else { arguments.limit };
    for checked in &findings.checked {
        write_function(&mut text, &painter, findings.module, checked, accepted, limit);
    }
    for (function, site, property) in &accepted.stale {
        let _ = writeln!(text, "stale in the baseline: {property} at {site} in {function} was not found");
    }
    for refused in &findings.refused {
        let _ = writeln!(text, "not checked: {}", printable(&refused.why));
    }
    if findings.left > 0 {
        let _ = writeln!(
            text,
            "stopped: {} not looked at",
            count(findings.left, "function was", "functions were")
        );
    }
    if findings.checked.len() > 1 {
        write_total(&mut text, findings);
    }
    text
}

fn write_function(
    text: &mut String,
    painter: &Painter<'_>,
    module: &Module,
    checked: &Checked,
    accepted: &Accepted,
    limit: usize,
) {
    let is_new = |finding: &&Finding| accepted.why(checked.function, finding.goal).is_none();
    let new: Vec<Finding> = checked.findings.iter().filter(is_new).cloned().collect();
    let groups = groups(&new);
    for group in groups.iter().take(limit) {
        let _ = writeln!(text, "{}", paint(painter, module, checked, group));
    }
    let hidden: usize = groups.iter().skip(limit).map(Vec::len).sum();
    if hidden > 0 {
        let _ = writeln!(text, "… and {hidden} more (--limit 0 shows all)");
    }
    for (goal, wave) in &checked.outcome.refuted {
        let name = site_name(module, goal.0);
        let _ = writeln!(
            text,
            "BUG of ulpwise: {} at {name} was called proven ({}) and happens",
            goal.1.id(),
            wave.id()
        );
    }
    write_summary(text, module, checked);
    match accepted.count(checked.function) {
        0 => {}
        known => {
            let _ = writeln!(
                text,
                "  {} accepted by the baseline or by comments",
                count(known, "exception is", "exceptions are")
            );
        }
    }
}

/// The worst exception of a group, drawn, and how many follow from the same event.
fn paint(painter: &Painter<'_>, module: &Module, checked: &Checked, group: &[&Finding]) -> String {
    let Some((finding, followers)) = group.split_first() else { return String::new() };
    let (site, exception) = finding.goal;
    let mut notes = Vec::new();
    if let Some(witness) = checked.outcome.ledger.witness_of(finding.goal) {
        let mut call = call_text(module, checked, &witness.words);
        if witness.rounding != RoundingMode::NearestEven {
            let _ = write!(call, ", rounding {}", rounding_text(witness.rounding));
        }
        notes.push(call);
        if witness.end != CallEnd::Returned {
            notes.push(end_text(witness.end));
        }
        notes.extend(fate::notes(module, checked, finding, witness));
    }
    if !followers.is_empty() {
        let which =
            if finding.goal == finding.trace.root { "follow from it" } else { "follow from the same event" };
        notes.push(format!("+ {} more that {which}", followers.len()));
    }
    let location = module.sites[site].location.map(|location| module.locations[location]);
    let location = location.filter(|location| location.line > 0);
    match &finding.event {
        Some(event) => {
            let operation = operation(module, event);
            let place = location.map(|location| Place { location, mark: operation.mark });
            let block = Block {
                word: exception.id(),
                id: None,
                fatal: false,
                title: &operation.expression,
                place,
                label: &operation.noun,
                notes,
            };
            painter.paint(&block)
        }
        None => {
            let title = format!("at {}", site_name(module, site));
            let block = Block {
                word: exception.id(),
                id: None,
                fatal: false,
                title: &title,
                place: None,
                label: "",
                notes,
            };
            painter.paint(&block)
        }
    }
}

fn rounding_text(mode: RoundingMode) -> &'static str {
    match mode {
        RoundingMode::NearestEven => "to nearest",
        RoundingMode::TowardNegative => "down",
        RoundingMode::TowardPositive => "up",
        RoundingMode::TowardZero => "towards zero",
    }
}

/// The call as a person would write it.
fn call_text(module: &Module, checked: &Checked, words: &[u64]) -> String {
    let name = source_name(&module.functions[checked.function]);
    let Ok(native) = &checked.inputs.native else { return name };
    let values = native.values(words);
    let mut shown: Vec<String> = native
        .names
        .iter()
        .zip(&native.space.variables)
        .zip(&values)
        .take(SHOWN_VALUES)
        .map(|((name, variable), &value)| {
            format!("{} = {}", printable(name), value_text(variable.kind, value))
        })
        .collect();
    if values.len() > SHOWN_VALUES {
        shown.push(format!("… {} more", values.len() - SHOWN_VALUES));
    }
    format!("{}({})", printable(&name), shown.join(", "))
}

/// A value as a person would write it.
pub(crate) fn value_text(kind: Kind, value: u64) -> String {
    match kind {
        Kind::Float(format) => {
            let format = ulpwise_ir::FloatFormat::ALL
                .into_iter()
                .find(|&candidate| crate::number_syntax::format_of(candidate) == format);
            format.map_or_else(|| value.to_string(), |format| crate::render::float_text(format, value.into()))
        }
        Kind::Int { bits, signed: true } => crate::render::signed_value(value.into(), bits).to_string(),
        Kind::Int { .. } => value.to_string(),
    }
}

fn end_text(end: CallEnd) -> String {
    match end {
        CallEnd::Returned => "it returned".to_owned(),
        CallEnd::TimedOut => "the call was stopped because it took too long".to_owned(),
        CallEnd::Exited(code) => format!("the call ended the program with exit code {code}"),
        CallEnd::Signal(signal) => format!("signal {signal} ended the call"),
    }
}

fn write_summary(text: &mut String, module: &Module, checked: &Checked) {
    let outcome = &checked.outcome;
    let ledger = &outcome.ledger;
    let total = ledger.count();
    let sites: BTreeSet<SiteId> = ledger.entries().map(|((site, _), _)| site).collect();
    let name = printable(&source_name(&module.functions[checked.function]));
    let _ = writeln!(
        text,
        "{}: {}; {}, {} proven absent, {} unknown",
        heading(&name),
        count(sites.len(), "operation that can raise exceptions", "operations that can raise exceptions"),
        count(total.witnesses, "exception found", "exceptions found"),
        total.proven,
        total.unknown,
    );
    if total.witnesses > 0 {
        let (sites, pairs) = ledger.locations();
        let _ = writeln!(
            text,
            "  raised at {}, {} of an input and an operation",
            count(sites, "operation", "operations"),
            count(pairs, "pair", "pairs")
        );
    }
    let mut by_wave: BTreeMap<Wave, usize> = BTreeMap::new();
    let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
    for (_, verdict) in ledger.entries() {
        match verdict {
            Verdict::Proven(wave) => *by_wave.entry(*wave).or_default() += 1,
            Verdict::Unknown(why) => *reasons.entry(why).or_default() += 1,
            Verdict::Witness(_) => {}
        }
    }
    if !by_wave.is_empty() {
        let by: Vec<String> =
            by_wave.iter().map(|(wave, number)| format!("{number} by the {} wave", wave.id())).collect();
        let _ = writeln!(text, "  proven {}", by.join(", "));
    }
    let mut reasons: Vec<(&str, usize)> = reasons.into_iter().collect();
    reasons.sort_by_key(|&(why, number)| (std::cmp::Reverse(number), why));
    for (why, number) in reasons.into_iter().take(SHOWN_REASONS) {
        let _ = writeln!(text, "  unknown {number} times: {why}");
    }
    if let Some(why) = &outcome.not_native {
        let _ = writeln!(text, "  not run natively: {why}");
    }
    if let Some(why) = &outcome.not_abstract {
        let _ = writeln!(text, "  abstract interpretation proved nothing: {why}");
    }
}

fn write_total(text: &mut String, findings: &Findings<'_>) {
    let mut locations: BTreeSet<Goal> = BTreeSet::new();
    let (mut pairs, mut proven, mut unknown) = (0, 0, 0);
    for checked in &findings.checked {
        let count = checked.outcome.ledger.count();
        pairs += count.witnesses;
        proven += count.proven;
        unknown += count.unknown;
        let entries = checked.outcome.ledger.entries();
        locations.extend(
            entries.filter(|(_, verdict)| matches!(verdict, Verdict::Witness(_))).map(|(goal, _)| goal),
        );
    }
    let _ = writeln!(
        text,
        "{} in {}: {} proven absent, {unknown} unknown; {} as seen from all functions",
        count(locations.len(), "exception at an operation", "exceptions at operations"),
        count(findings.checked.len(), "function", "functions"),
        proven,
        count(pairs, "exception", "exceptions"),
    );
}
