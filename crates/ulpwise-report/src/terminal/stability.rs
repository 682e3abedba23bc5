//! The verdicts of `ulpwise stability`: a line for each value, and the run that loses precision
//! under it.

use super::heading;
use crate::assumptions;
use crate::text::{count, percent, printable, steps};
use std::fmt::Write as _;
use ulpwise_finding::{
    EntryDetail, Finding, FunctionReport, LedgerEntry, LoopRun, LowerBound, Run, StabilityDetail,
    StabilityRun, UpperBound, ValueTarget, Verdict,
};

/// How many inputs of a run are shown.
const SHOWN_INPUTS: usize = 12;

/// The text for standard output.
pub(super) fn render(run: &Run, detail: &StabilityRun) -> String {
    let mut text = String::new();
    for function in &run.functions {
        for entry in &function.ledger {
            if let EntryDetail::Stability(of_entry) = &entry.detail {
                write_entry(&mut text, run, entry, of_entry);
            }
        }
        write_summary(&mut text, run, function, detail);
    }
    text
}

fn write_entry(text: &mut String, run: &Run, entry: &LedgerEntry, detail: &StabilityDetail) {
    let target = target(run, entry, detail);
    let line = |verdict: &str, what: String| format!("{target}: {}: {what}\n", heading(verdict));
    match &entry.verdict {
        Verdict::Proven(_) => {
            let is_comparison = detail.target == ValueTarget::Operation { comparison: true };
            let what = match is_comparison {
                true => "decided as true values would".to_owned(),
                false => format!("error at most {}", UpperBound(detail.bound).percent()),
            };
            text.push_str(&line("stable", what));
        }
        Verdict::Witness(finding) => {
            text.push_str(&line("unstable", finding.expression.clone().unwrap_or_default()));
            write_run(text, finding);
            for step in steps(run, finding) {
                let _ = writeln!(text, "    {step}");
            }
            let is_infinite = detail.loss.as_ref().is_some_and(|loss| loss.is_infinite);
            if let Some(other) = detail.infinite.as_ref().filter(|_| !is_infinite) {
                let _ = writeln!(text, "  {}", other.finding.expression.as_deref().unwrap_or_default());
                write_run(text, &other.finding);
            }
        }
        Verdict::Unknown(why) => {
            let bound = match detail.bound {
                bound if bound.is_finite() && bound > 0.0 => {
                    format!(" (error at most {})", UpperBound(bound).percent())
                }
                _ => String::new(),
            };
            text.push_str(&line("unknown", format!("{}{bound}", printable(why))));
        }
    }
}

/// Where and what a value is.
fn target(run: &Run, entry: &LedgerEntry, detail: &StabilityDetail) -> String {
    match &detail.target {
        ValueTarget::Returned(0) => "return".to_owned(),
        ValueTarget::Returned(part) => format!("return {part}"),
        ValueTarget::Written(name) => format!("{} on return", printable(name)),
        ValueTarget::Operation { .. } => {
            let name = printable(&run.sites[entry.site].name);
            match run.place(entry.site) {
                Some(span) if span.line > 0 => {
                    format!("{}:{}:{}: {name}", printable(&run.files[span.file].path), span.line, span.column)
                }
                _ => name,
            }
        }
    }
}

fn write_run(text: &mut String, finding: &Finding) {
    let inputs = &finding.call.inputs;
    let one = |input: &ulpwise_finding::CallInput| {
        format!("{} = {}", printable(&input.name), printable(&input.value.decimal))
    };
    let shown: Vec<String> = inputs.iter().take(SHOWN_INPUTS).map(one).collect();
    let more = if inputs.len() > SHOWN_INPUTS { ", ..." } else { "" };
    let _ = writeln!(text, "  {}{more}; rounding {}", shown.join(", "), finding.call.rounding);
}

fn write_summary(text: &mut String, run: &Run, function: &FunctionReport, detail: &StabilityRun) {
    let verdicts = function.count();
    let _ = writeln!(
        text,
        "{}: {} stable, {} unstable, {} unknown at {}, {} followed in {:.1} s",
        heading(&printable(&function.name)),
        verdicts.proven,
        verdicts.witnesses,
        verdicts.unknown,
        percent(detail.tolerance),
        count(function.paths as usize, "path", "paths"),
        function.seconds,
    );
    if detail.cut_off > 0 {
        let _ = writeln!(
            text,
            "stable means up to {} iterations of a loop: {} cut off there (--loop-bound)",
            detail.loop_bound,
            count(detail.cut_off, "path was", "paths were"),
        );
    }
    if let Some(sentence) = out_of_bounds(detail) {
        let _ = writeln!(text, "{sentence}");
    }
    if let Some(line) = assumptions::line(function) {
        let _ = writeln!(text, "{line}");
    }
    if let Some(trial) = &detail.trial {
        let _ = writeln!(
            text,
            "{} in four rounding modes: {}",
            count(trial.runs as usize, "native call", "native calls"),
            match trial.exceeded.first() {
                None => "no bound is exceeded".to_owned(),
                Some(exceeded) => format!(
                    "{} errs by {}, a bug of ulpwise",
                    printable(&run.sites[exceeded.site].name),
                    LowerBound(exceeded.seen).percent()
                ),
            }
        );
    }
    for reason in &detail.not_followed {
        let _ = writeln!(text, "not followed: {}", printable(reason));
    }
}

/// What is said of paths that access memory that the program does not have.
pub(crate) fn out_of_bounds(detail: &StabilityRun) -> Option<String> {
    let first = detail.first_out_of_bounds.as_ref()?;
    let paths = count(
        detail.out_of_bounds,
        "path that some input may take ends",
        "paths that some inputs may take end",
    );
    Some(format!(
        "stable means for inputs without a bad access to memory: {paths} at one, and what would come after is left out ({}); --len gives arrays more elements",
        printable(first)
    ))
}

/// Whether an iteration is shown: the first ones, then ever fewer, and the last.
fn is_shown(step: usize, last: usize) -> bool {
    let scale = 10usize.pow(step.ilog10());
    step == last || [1, 2, 5].iter().any(|first| step == first * scale)
}

/// The text of `ulpwise stability --iterate`.
pub fn loop_text(found: &LoopRun) -> String {
    let mut text = String::new();
    let steps = found.steps.iter().enumerate();
    for (at, states) in steps.filter(|&(at, _)| is_shown(at + 1, found.steps.len())) {
        let each = states.iter().map(|state| {
            let name = printable(&state.name);
            format!(
                "{name} in [{}, {}], error at most {}",
                LowerBound(state.low).scientific(6),
                UpperBound(state.high).scientific(6),
                UpperBound(state.error).scientific(3)
            )
        });
        let _ = writeln!(text, "step {}: {}", at + 1, each.collect::<Vec<_>>().join("; "));
    }
    if let Some(why) = &found.stopped {
        let _ = writeln!(text, "stopped: {}", printable(why));
    }
    text
}
