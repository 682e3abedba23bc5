//! The verdicts as JSON, described in docs/commands/stability.md.

use super::Findings;
use super::text::{is_comparison, mode_name, value_text};
use super::way;
use crate::json::document;
use crate::output::ExitStatus;
use crate::render::float_text;
use serde_json::{Value, json};
use ulpwise_stability::{StabilityTarget, StabilityVerdict, TraceStep, TrueValue, UnstableRun};

/// The document.
pub(super) fn write(findings: &Findings<'_>, status: ExitStatus) -> String {
    let verdicts: Vec<Value> = findings
        .stability
        .verdicts
        .iter()
        .map(|(&target, verdict)| entry(findings, target, verdict))
        .collect();
    document(&json!({
        "format": "ulpwise-stability",
        "version": 1,
        "function": findings.module.functions[findings.function].name,
        "tolerance": findings.arguments.tolerance,
        "verdicts": verdicts,
        "paths": findings.stability.paths,
        "cut_off": findings.stability.cut_off,
        "loop_bound": findings.stability.loop_bound,
        "out_of_bounds": {"paths": findings.stability.strayed, "first": findings.stability.stray},
        "not_followed": findings.stability.missed,
        "trial": findings.trial.as_ref().map(|trial| json!({
            "runs": trial.runs,
            "closest": trial.closest,
            "exceeded": trial.exceeded.iter().map(|exceeded| json!({
                "site": findings.module.site_name(exceeded.site),
                "seen": exceeded.seen.is_finite().then_some(exceeded.seen),
                "bound": exceeded.bound,
                "inputs": exceeded.inputs.iter().map(|bits| format!("{bits:#x}")).collect::<Vec<_>>(),
                "rounding": mode_name(exceeded.rounding),
            })).collect::<Vec<_>>(),
        })),
        "seconds": findings.seconds,
        "exit_code": status.code(),
        "warnings": findings.warnings,
    }))
}

fn entry(findings: &Findings<'_>, target: StabilityTarget, verdict: &StabilityVerdict) -> Value {
    let mut entry = match target {
        StabilityTarget::Returned(at) => json!({"at": "return", "number": at}),
        StabilityTarget::Written(input) => json!({"at": "output", "name": &*findings.inputs[input].name}),
        StabilityTarget::Site(site) => {
            let location =
                findings.module.sites[site].location.map(|location| findings.module.locations[location]);
            json!({
                "at": "operation",
                "site": findings.module.site_name(site),
                "comparison": is_comparison(findings, target),
                "line": location.map(|location| location.line),
                "column": location.map(|location| location.column),
            })
        }
    };
    let told = match verdict {
        StabilityVerdict::Stable { bound, regions } => {
            json!({"verdict": "stable", "bound": bound, "regions": regions})
        }
        StabilityVerdict::Unstable(find) => {
            let infinite = findings.stability.infinite.get(&target).map(|find| run(findings, find));
            json!({"verdict": "unstable", "run": run(findings, find), "infinite": infinite})
        }
        StabilityVerdict::Unknown { why, bound } => {
            json!({"verdict": "unknown", "reason": why, "bound": bound.is_finite().then_some(bound)})
        }
    };
    if let (Some(entry), Value::Object(told)) = (entry.as_object_mut(), told) {
        entry.extend(told);
    }
    entry
}

fn run(findings: &Findings<'_>, find: &UnstableRun) -> Value {
    let inputs: Vec<Value> = findings
        .inputs
        .iter()
        .zip(&find.inputs)
        .map(|(input, &bits)| json!({"name": &*input.name, "value": value_text(input, bits), "bits": format!("{bits:#x}")}))
        .collect();
    json!({
        "inputs": inputs,
        "rounding": mode_name(find.rounding),
        "error": find.error.is_finite().then_some(find.error),
        "computed": find.computed.map(|(format, bits)| float_text(format, bits)),
        "true": find.truth.map(TrueValue::nearest),
        "trace": find.trace.iter().map(|step| trace_step(findings, step)).collect::<Vec<_>>(),
    })
}

fn trace_step(findings: &Findings<'_>, step: &TraceStep) -> Value {
    let module = findings.module;
    let location = module.sites[step.site].location.map(|location| module.locations[location]);
    json!({
        "site": module.site_name(step.site),
        "line": location.map(|location| location.line),
        "column": location.map(|location| location.column),
        "expression": way::expression(module, step),
        "bits": format!("{:#x}", step.result),
        "true": step.truth.map(TrueValue::nearest),
        "error": step.error.filter(|error| error.is_finite()),
        "passes": step.passes,
        "skipped": step.skipped,
    })
}
