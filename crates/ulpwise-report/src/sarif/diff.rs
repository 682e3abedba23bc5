//! The outcome of `ulpwise diff` for code scanning: a result where the new function begins if results
//! differ, and nothing otherwise.

use super::{SCHEMA, uri};
use crate::json::document;
use crate::terminal::diff_conclusion;
use serde_json::{Value, json};
use ulpwise_finding::{DiffCase, DiffRun};

/// The id of the only rule.
const RULE: &str = "different-result";

/// The document, with a final line end.
pub fn diff_sarif(run: &DiffRun, version: &str, exit_code: u8) -> String {
    let what = "Two builds, versions or ports of a function give different results.";
    let location = |which: usize| {
        let (path, line) = run.places[which].as_ref()?;
        let region = json!({ "startLine": line });
        Some(json!({ "physicalLocation": { "artifactLocation": { "uri": uri(path) }, "region": region } }))
    };
    let result = |case: &DiffCase| {
        let locations: Vec<Value> = location(1).into_iter().collect();
        let related: Vec<Value> = location(0).into_iter().collect();
        json!({
            "ruleId": RULE,
            "ruleIndex": 0,
            "level": "warning",
            "message": { "text": sentence(run, case) },
            "locations": locations,
            "relatedLocations": related,
            "properties": { "again": case.again },
        })
    };
    let warning = |warning: &String| json!({ "level": "warning", "message": { "text": warning } });
    document(&json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "ulpwise",
                "semanticVersion": version,
                "rules": [{
                    "id": RULE,
                    "name": "DifferentResult",
                    "shortDescription": { "text": "Different result" },
                    "fullDescription": { "text": what },
                    "help": { "text": what },
                    "defaultConfiguration": { "level": "warning" },
                }],
            } },
            "columnKind": "unicodeCodePoints",
            "invocations": [{
                "executionSuccessful": exit_code <= 1,
                "exitCode": exit_code,
                "toolExecutionNotifications": run.warnings.iter().map(warning).collect::<Vec<Value>>(),
            }],
            "results": run.cases.iter().take(1).map(result).collect::<Vec<Value>>(),
            "properties": { "verdict": run.verdict.id(), "conclusion": diff_conclusion(run) },
        }],
    }))
}

/// A case in one sentence.
fn sentence(run: &DiffRun, case: &DiffCase) -> String {
    let inputs: Vec<String> = case.inputs.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    let mut parts = vec![format!("Not {}: with {}", run.criterion, inputs.join(", "))];
    if case.ends[0] != case.ends[1] {
        parts.push(format!("the old function {} and the new one {}", case.ends[0], case.ends[1]));
    }
    if let Some([old, new]) = &case.raised
        && old != new
    {
        parts.push(format!("the old one raises {old:?} and the new one {new:?}"));
    }
    let outputs =
        case.outputs.iter().map(|output| format!("{} is {} and was {}", output.name, output.new, output.old));
    parts.extend(outputs);
    format!("{}.", parts.join("; "))
}
