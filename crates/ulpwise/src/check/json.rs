//! The verdicts as JSON, described in docs/commands/check.md.

use super::accepted::{Accepted, Why};
use super::fate;
use super::work::{Checked, Findings, Work};
use crate::json::document;
use crate::output::ExitStatus;
use serde_json::{Value, json};
use ulpwise_check::{Goal, Verdict};
use ulpwise_ir::Module;

/// The document.
pub(super) fn write(
    findings: &Findings<'_>,
    accepted: &Accepted,
    warnings: &[String],
    work: &Work<'_>,
    status: ExitStatus,
) -> String {
    let functions: Vec<Value> =
        findings.checked.iter().map(|checked| function(findings.module, checked, accepted, work)).collect();
    let refused: Vec<Value> = findings
        .refused
        .iter()
        .map(|refused| json!({"function": findings.module.functions[refused.function].name, "reason": refused.why}))
        .collect();
    let stale: Vec<Value> = accepted
        .stale
        .iter()
        .map(|(function, site, property)| json!({"function": function, "site": site, "property": property}))
        .collect();
    document(&json!({
        "format": "ulpwise-check",
        "version": 1,
        "functions": functions,
        "not_checked": refused,
        "stale": stale,
        "left": findings.left,
        "exit_code": status.code(),
        "warnings": warnings,
    }))
}

fn function(module: &Module, checked: &Checked, accepted: &Accepted, work: &Work<'_>) -> Value {
    let outcome = &checked.outcome;
    let entries: Vec<Value> = outcome
        .ledger
        .entries()
        .map(|(goal, verdict)| entry(module, checked, goal, verdict, accepted, work))
        .collect();
    let count = outcome.ledger.count();
    let (locations, pairs) = outcome.ledger.locations();
    json!({
        "function": module.functions[checked.function].name,
        "witnesses": count.witnesses,
        "proven": count.proven,
        "unknown": count.unknown,
        "locations": locations,
        "inputs_to_locations": pairs,
        "all_paths": outcome.all_paths,
        "paths": outcome.paths,
        "questions": {
            "sat": outcome.answers.sat,
            "unsat": outcome.answers.unsat,
            "unknown": outcome.answers.unknown,
        },
        "not_native": outcome.not_native,
        "not_abstract": outcome.not_abstract,
        "refuted": outcome.refuted.iter().map(|((site, exception), wave)| {
            json!({"site": module.site_name(*site), "property": exception.id(), "wave": wave.id()})
        }).collect::<Vec<_>>(),
        "seconds": checked.seconds,
        "ledger": entries,
    })
}

fn entry(
    module: &Module,
    checked: &Checked,
    goal: Goal,
    verdict: &Verdict,
    accepted: &Accepted,
    work: &Work<'_>,
) -> Value {
    let (site, exception) = goal;
    let place = module.sites[site].location.map(|location| {
        let location = module.locations[location];
        json!({
            "file": module.files[location.file].path().to_string_lossy(),
            "line": location.line,
            "column": location.column,
        })
    });
    let mut value = json!({
        "site": module.site_name(site),
        "place": place,
        "property": exception.id(),
    });
    let more = match verdict {
        Verdict::Witness(found) => {
            let witness = work.witness(checked, goal, found);
            let witness = witness.and_then(|witness| serde_json::from_str(&witness.write()).ok());
            let mut fields = json!({
                "verdict": "witness",
                "wave": found.wave.id(),
                "first": found.is_first(goal),
                "accepted": accepted.why(checked.function, goal).map(|why| match why {
                    Why::Baseline => "baseline".to_owned(),
                    Why::Comment(reason) => format!("comment: {reason}"),
                }),
                "witness": witness.unwrap_or(Value::Null),
            });
            let finding = checked.findings.iter().enumerate().find(|(_, finding)| finding.goal == goal);
            if let Some((place, finding)) = finding {
                extend(&mut fields, fate::fields(module, checked, place + 1, finding, found));
            }
            fields
        }
        Verdict::Proven(wave) => json!({"verdict": "proven", "wave": wave.id()}),
        Verdict::Unknown(why) => json!({"verdict": "unknown", "reason": why}),
    };
    extend(&mut value, more);
    value
}

/// Adds the fields of one object to another.
fn extend(value: &mut Value, more: Value) {
    if let (Value::Object(value), Value::Object(more)) = (value, more) {
        value.extend(more);
    }
}
