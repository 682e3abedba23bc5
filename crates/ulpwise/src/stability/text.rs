//! The verdicts as text: a line for each operation, and the run that loses precision under it.

use super::Findings;
use crate::render::{count, float_text, heading, percent, printable, shown_path, signed_value, site_name};
use std::fmt::Write as _;
use ulpwise_finding::Run;
use ulpwise_float::Rounding;
use ulpwise_harness::names::source_name;
use ulpwise_interp::number::float::exact;
use ulpwise_ir::{FloatFormat, SiteKind, Type};
use ulpwise_report::text::steps;
use ulpwise_stability::{StabilityInput, StabilityTarget, StabilityVerdict, TrueValue, UnstableRun};

/// How many inputs of a run are shown.
const SHOWN_INPUTS: usize = 12;

/// The text for standard output; the run has the same verdicts in the same order.
pub(super) fn write(findings: &Findings<'_>, run: &Run) -> String {
    let mut text = String::new();
    let (mut stable, mut unstable, mut unknown) = (0, 0, 0);
    let ledger = run.functions.iter().flat_map(|function| &function.ledger);
    for ((&target, verdict), entry) in findings.stability.verdicts.iter().zip(ledger) {
        let place = place(findings, target);
        match verdict {
            StabilityVerdict::Stable { bound, .. } => {
                stable += 1;
                let what = match is_comparison(findings, target) {
                    true => "decided as true values would".to_owned(),
                    false => format!("error at most {}", percent(*bound)),
                };
                let _ = writeln!(text, "{place}: {}: {what}", heading("stable"));
            }
            StabilityVerdict::Unstable(find) => {
                unstable += 1;
                let _ = writeln!(text, "{place}: {}: {}", heading("unstable"), loss(find));
                write_run(&mut text, findings.inputs, find);
                for step in entry.verdict.finding().map_or_else(Vec::new, |finding| steps(run, finding)) {
                    let _ = writeln!(text, "    {step}");
                }
                if let Some(other) = findings.stability.infinite.get(&target).filter(|_| !find.is_infinite())
                {
                    let _ = writeln!(text, "  {}", loss(other));
                    write_run(&mut text, findings.inputs, other);
                }
            }
            StabilityVerdict::Unknown { why, bound } => {
                unknown += 1;
                let bound = if bound.is_finite() && *bound > 0.0 {
                    format!(" (error at most {})", percent(*bound))
                } else {
                    String::new()
                };
                let _ = writeln!(text, "{place}: {}: {}{bound}", heading("unknown"), printable(why));
            }
        }
    }
    let name = source_name(&findings.module.functions[findings.function]);
    let _ = writeln!(
        text,
        "{}: {stable} stable, {unstable} unstable, {unknown} unknown at {}, {} followed in {:.1} s",
        heading(&printable(&name)),
        percent(findings.arguments.tolerance),
        count(findings.stability.paths, "path", "paths"),
        findings.seconds,
    );
    if findings.stability.cut_off > 0 {
        let _ = writeln!(
            text,
            "stable means up to {} turns of a loop: {} cut off there (--loop-bound)",
            findings.stability.loop_bound,
            count(findings.stability.cut_off, "path was", "paths were"),
        );
    }
    if let Some(sentence) = strayed(findings) {
        let _ = writeln!(text, "{sentence}");
    }
    if let Some(trial) = &findings.trial {
        let _ = writeln!(
            text,
            "{} in four rounding modes: {}",
            count(trial.runs as usize, "native call", "native calls"),
            match trial.exceeded.first() {
                None => "no bound is exceeded".to_owned(),
                Some(exceeded) => format!(
                    "{} errs by {}, a bug of ulpwise",
                    site_name(findings.module, exceeded.site),
                    percent(exceeded.seen)
                ),
            }
        );
    }
    for reason in &findings.stability.missed {
        let _ = writeln!(text, "not followed: {}", printable(reason));
    }
    text
}

/// What is said of paths that access memory that the program does not have.
pub(super) fn strayed(findings: &Findings<'_>) -> Option<String> {
    let first = findings.stability.stray.as_ref()?;
    Some(format!(
        "stable means for inputs without a bad access to memory: {} at one, and what would come after is left out ({}); --len gives arrays more elements",
        count(
            findings.stability.strayed,
            "path that some input may take ends",
            "paths that some inputs may take end"
        ),
        printable(first)
    ))
}

/// Where and what a target is.
pub(super) fn place(findings: &Findings<'_>, target: StabilityTarget) -> String {
    match target {
        StabilityTarget::Returned(0) => "return".to_owned(),
        StabilityTarget::Returned(at) => format!("return {at}"),
        StabilityTarget::Written(input) => format!("{} on return", printable(&findings.inputs[input].name)),
        StabilityTarget::Site(site) => {
            let name = site_name(findings.module, site);
            match findings.module.sites[site].location.map(|location| findings.module.locations[location]) {
                Some(location) if location.line > 0 => {
                    let path = shown_path(&findings.module.files[location.file]);
                    format!("{}:{}:{}: {name}", printable(&path), location.line, location.column)
                }
                _ => name,
            }
        }
    }
}

/// Whether a target is a comparison.
pub(super) fn is_comparison(findings: &Findings<'_>, target: StabilityTarget) -> bool {
    matches!(target, StabilityTarget::Site(site) if matches!(findings.module.sites[site].kind, SiteKind::Compare(_)))
}

pub(super) fn loss(find: &UnstableRun) -> String {
    match (find.computed, find.truth) {
        (None, _) => "the true value decides otherwise".to_owned(),
        (Some((format, bits)), Some(truth)) if find.is_infinite() => {
            let what = if exact(format, bits).is_nan() { "no number" } else { "infinite" };
            format!("may be {what}: computed {}, true {}", float_text(format, bits), true_text(truth))
        }
        (Some((format, bits)), Some(truth)) => {
            let error = if find.error.is_finite() {
                format!("error {}, ", percent(find.error))
            } else {
                String::new()
            };
            format!("{error}computed {}, true {}", float_text(format, bits), true_text(truth))
        }
        (Some((format, bits)), None) => {
            format!("computed {}, and there is no true value", float_text(format, bits))
        }
    }
}

/// A true value, as near as a double comes to it.
pub(super) fn true_text(truth: TrueValue) -> String {
    match truth.nearest() {
        0.0 if !truth.is_zero() => "nearer to 0 than any double".to_owned(),
        near if near.is_infinite() => "beyond all doubles".to_owned(),
        near => float_text(FloatFormat::F64, near.to_bits().into()),
    }
}

fn write_run(text: &mut String, inputs: &[StabilityInput], find: &UnstableRun) {
    let shown = inputs
        .iter()
        .zip(&find.inputs)
        .take(SHOWN_INPUTS)
        .map(|(input, &bits)| format!("{} = {}", printable(&input.name), value_text(input, bits)));
    let shown: Vec<String> = shown.collect();
    let more = if inputs.len() > SHOWN_INPUTS { ", ..." } else { "" };
    let _ = writeln!(text, "  {}{more}; rounding {}", shown.join(", "), mode_name(find.rounding));
}

/// The value of an input.
pub(super) fn value_text(input: &StabilityInput, bits: u128) -> String {
    match input.ty {
        Type::Float(format) => float_text(format, bits),
        ty if input.signed => signed_value(bits, ty.bits().into()).to_string(),
        _ => bits.to_string(),
    }
}

/// The name of a rounding mode on the command line.
pub(super) fn mode_name(mode: Rounding) -> &'static str {
    match mode {
        Rounding::NearestEven => "nearest",
        Rounding::NearestAway => "away",
        Rounding::TowardPositive => "up",
        Rounding::TowardNegative => "down",
        Rounding::TowardZero => "zero",
    }
}
