//! The verdicts as text: a line for each operation, and the run that loses precision under it.

use super::Findings;
use crate::names::source_name;
use crate::render::{count, float_text, heading, printable, shown_path, signed_value, site_name};
use std::fmt::Write as _;
use ulpwise_float::Rounding;
use ulpwise_interp::number::float::exact;
use ulpwise_ir::{SiteKind, Type};
use ulpwise_stability::{Find, Input, Target, Verdict};

/// How many inputs of a run are shown.
const SHOWN_INPUTS: usize = 12;

/// The text for standard output.
pub(super) fn write(findings: &Findings<'_>) -> String {
    let mut text = String::new();
    let (mut stable, mut unstable, mut unknown) = (0, 0, 0);
    for (&target, verdict) in &findings.stability.verdicts {
        let place = place(findings, target);
        match verdict {
            Verdict::Stable { bound, .. } => {
                stable += 1;
                let what = match is_comparison(findings, target) {
                    true => "decided as true values would".to_owned(),
                    false => format!("error at most {}", percent(*bound)),
                };
                let _ = writeln!(text, "{place}: {}: {what}", heading("stable"));
            }
            Verdict::Unstable(find) => {
                unstable += 1;
                let _ = writeln!(text, "{place}: {}: {}", heading("unstable"), loss(find));
                write_run(&mut text, findings.inputs, find);
                if let Some(other) = findings.stability.infinite.get(&target).filter(|_| !find.is_infinite())
                {
                    let _ = writeln!(text, "  {}", loss(other));
                    write_run(&mut text, findings.inputs, other);
                }
            }
            Verdict::Unknown { why, bound } => {
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

/// Where and what a target is.
pub(super) fn place(findings: &Findings<'_>, target: Target) -> String {
    match target {
        Target::Returned(0) => "return".to_owned(),
        Target::Returned(at) => format!("return {at}"),
        Target::Site(site) => {
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
pub(super) fn is_comparison(findings: &Findings<'_>, target: Target) -> bool {
    matches!(target, Target::Site(site) if matches!(findings.module.sites[site].kind, SiteKind::Compare(_)))
}

pub(super) fn loss(find: &Find) -> String {
    match (find.computed, find.truth) {
        (None, _) => "the true value decides otherwise".to_owned(),
        (Some((format, bits)), Some(truth)) if find.is_infinite() => {
            let what = if exact(format, bits).is_nan() { "no number" } else { "infinite" };
            format!("may be {what}: computed {}, true {truth:e}", float_text(format, bits))
        }
        (Some((format, bits)), Some(truth)) => {
            let error = if find.error.is_finite() {
                format!("error {}, ", percent(find.error))
            } else {
                String::new()
            };
            format!("{error}computed {}, true {truth:e}", float_text(format, bits))
        }
        (Some((format, bits)), None) => {
            format!("computed {}, and there is no true value", float_text(format, bits))
        }
    }
}

fn write_run(text: &mut String, inputs: &[Input], find: &Find) {
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
pub(super) fn value_text(input: &Input, bits: u128) -> String {
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

/// A share as people read it.
fn percent(share: f64) -> String {
    let percent = 100.0 * share;
    match percent {
        _ if percent == 0.0 => "0 %".to_owned(),
        _ if !(0.001..100_000.0).contains(&percent) => format!("{percent:.2e} %"),
        _ => {
            let digits = (2 - percent.log10().floor() as i32).clamp(0, 8) as usize;
            let text = format!("{percent:.digits$}");
            let text =
                if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
            format!("{text} %")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_read_well() {
        assert_eq!(percent(0.001), "0.1 %");
        assert_eq!(percent(1.0), "100 %");
        assert_eq!(percent(0.0), "0 %");
        assert_eq!(percent(1.1920928955078125e-7), "1.19e-5 %");
        assert_eq!(percent(0.12345), "12.3 %");
    }
}
