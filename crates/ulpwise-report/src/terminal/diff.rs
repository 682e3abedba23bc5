//! The outcome of `ulpwise diff`.

use super::heading;
use crate::assumptions;
use crate::text::{count, printable};
use std::fmt::Write as _;
use ulpwise_finding::{DiffCase, DiffOutput, DiffRun, DiffVerdict};

/// The outcome as text.
pub fn diff_text(run: &DiffRun) -> String {
    let mut text = String::new();
    let _ = writeln!(text, "old  {}", printable(&run.functions[0]));
    let _ = writeln!(text, "new  {}\n", printable(&run.functions[1]));
    let _ = writeln!(text, "{}", heading(&conclusion(run)));
    for case in run.cases.iter().chain(&run.tolerated) {
        write_case(&mut text, case);
    }
    if !run.explanation.is_empty() {
        text.push('\n');
    }
    for sentence in &run.explanation {
        let _ = writeln!(text, "  {}", printable(sentence));
    }
    if let Some(sentence) = assumptions::sentence(&run.assumptions) {
        let _ = writeln!(text, "{sentence}");
    }
    text
}

/// The verdict in one line.
pub(crate) fn conclusion(run: &DiffRun) -> String {
    let criterion = &run.criterion;
    let tried = count(run.tried as usize, "input", "inputs");
    match &run.verdict {
        DiffVerdict::Different => {
            format!("different: not {criterion} on {} of {tried} tried", run.differing)
        }
        DiffVerdict::Same(how) => format!("same: {criterion}, proven: {}", printable(how)),
        DiffVerdict::Unknown(why) => {
            format!("unknown: {criterion} on all {tried} tried, not proven: {}", printable(why))
        }
    }
}

fn write_case(text: &mut String, case: &DiffCase) {
    let inputs: Vec<String> = case.inputs.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    let what = match case.role {
        "simplest" => "simplest input",
        _ => "largest difference found",
    };
    let _ = writeln!(text, "\n  {what}: {}", inputs.join(", "));
    if case.ends[0] != case.ends[1] {
        let _ = writeln!(text, "    old {}, new {}", case.ends[0], case.ends[1]);
    }
    if let Some([old, new]) = case.raised.as_ref().filter(|[old, new]| old != new) {
        let ids = |ids: &[&str]| if ids.is_empty() { "none".to_owned() } else { ids.join(" and ") };
        let _ = writeln!(text, "    exceptions: old {}, new {}", ids(old), ids(new));
    }
    for output in &case.outputs {
        let _ =
            writeln!(text, "    {}: old {}, new {}{}", output.name, output.old, output.new, distance(output));
        match &output.exact {
            [Some(old), Some(new)] if old == new => {
                let _ = writeln!(text, "      exact result: {old}");
            }
            [Some(old), Some(new)] => {
                let _ = writeln!(text, "      exact results: old {old}, new {new}");
            }
            [Some(_), None] | [None, Some(_)] | [None, None] => {}
        }
    }
    for (which, operation) in ["old", "new"].into_iter().zip(&case.parting) {
        if let Some(operation) = operation {
            let _ = writeln!(text, "    {which}: first apart in {}", printable(operation));
        }
    }
    if let Some(again) = &case.again {
        let _ = writeln!(text, "    reproduce with: {}", printable(again));
    }
}

/// How far two results are apart, if that can be said.
fn distance(output: &DiffOutput) -> String {
    if output.absolute == 0.0 {
        return " (the sign of zero)".to_owned();
    }
    if !output.ulps.is_finite() {
        return String::new();
    }
    let relative = if output.relative.is_finite() && output.relative > 0.0 {
        format!(", relative {:.3e}", output.relative)
    } else {
        String::new()
    };
    let ulps = output.ulps;
    let ulps = if ulps < 1e6 { format!("{ulps}") } else { format!("{ulps:.3e}") };
    format!(
        " ({ulps} ulp{}, absolute {:.3e}{relative})",
        if output.ulps == 1.0 { "" } else { "s" },
        output.absolute
    )
}
