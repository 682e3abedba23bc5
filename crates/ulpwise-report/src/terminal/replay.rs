//! What came of a replay, in a line or two.

use crate::text::{percent, printable};
use std::fmt::Write as _;
use ulpwise_finding::{LowerBound, ReplayReport, ReplayedInstability};

/// The text of a replay.
pub fn replay_text(report: &ReplayReport) -> String {
    let mut text = String::new();
    for note in &report.notes {
        let _ = writeln!(text, "note: {}", printable(note));
    }
    let what = format!("{} at {}", report.property, printable(&report.site));
    if report.is_replayed() {
        let measured = report.instability.map(instability_text).unwrap_or_default();
        let _ = writeln!(text, "replayed: {what}, with the same bits{measured}");
    }
    for difference in &report.differences {
        let _ = writeln!(text, "not replayed: {what}: {}", printable(difference));
    }
    text
}

/// How far a value is from the exact one, as the end of a sentence.
fn instability_text(measured: ReplayedInstability) -> String {
    if measured.is_comparison {
        return "; true values would decide otherwise".to_owned();
    }
    let error = match measured.error.is_finite() {
        true => format!("error {}", LowerBound(measured.error).percent()),
        false => "no share of the true value says how far it is from that".to_owned(),
    };
    format!("; {error}, {} is tolerated", percent(measured.tolerance))
}
