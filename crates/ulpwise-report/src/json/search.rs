//! The document of `ulpwise search`, docs/schema/search.schema.json.

use super::{VERSION, document};
use crate::assumptions::{AssumptionDocument, documents};
use serde::Serialize;
use serde_json::Value;
use ulpwise_finding::{SearchRun, UnconfirmedException, UnreturnedCall};

#[derive(Serialize)]
struct SearchDocument<'r> {
    format: &'static str,
    version: u32,
    function: &'r str,
    exhaustive: bool,
    inputs: Option<u64>,
    tried: u64,
    complete: bool,
    #[serde(rename = "doubt")]
    unproven: &'r Option<String>,
    stopped: &'r Option<String>,
    witnesses: Vec<Value>,
    proven: &'r [String],
    assumptions: Vec<AssumptionDocument<'r>>,
    unobserved: &'r [String],
    unconfirmed: &'r [UnconfirmedException],
    ends: &'r [UnreturnedCall],
    warnings: &'r [String],
}

/// The document of `ulpwise search`.
pub fn search_json(run: &SearchRun) -> String {
    let witnesses = run.findings.iter();
    document(&SearchDocument {
        format: "ulpwise-search",
        version: VERSION,
        function: &run.function,
        exhaustive: run.inputs.is_some(),
        inputs: run.inputs,
        tried: run.tried,
        complete: run.complete,
        unproven: &run.unproven,
        stopped: &run.stopped,
        witnesses: witnesses
            .map(|found| serde_json::from_str(&found.document).unwrap_or(Value::Null))
            .collect(),
        proven: &run.proven,
        assumptions: documents(&run.assumptions),
        unobserved: &run.unobserved,
        unconfirmed: &run.unconfirmed,
        ends: &run.ends,
        warnings: &run.warnings,
    })
}
