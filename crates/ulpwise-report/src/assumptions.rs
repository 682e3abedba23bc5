//! What proofs take for granted, as one line and as data.

use crate::text::printable;
use serde::Serialize;
use ulpwise_finding::{Assumption, FunctionReport};

/// An assumption in JSON and SARIF.
#[derive(Serialize)]
pub(crate) struct AssumptionDocument<'r> {
    id: &'static str,
    names: Vec<&'r str>,
    number: Option<u64>,
    text: String,
}

/// The assumptions of a function's proofs.
pub(crate) fn documents(assumptions: &[Assumption]) -> Vec<AssumptionDocument<'_>> {
    let document = |assumption| AssumptionDocument {
        id: Assumption::id(assumption),
        names: assumption.names(),
        number: assumption.number(),
        text: assumption.to_string(),
    };
    assumptions.iter().map(document).collect()
}

/// One line for a reader, if the proofs about a function assume something.
pub(crate) fn line(function: &FunctionReport) -> Option<String> {
    sentence(&function.assumptions)
}

/// These assumptions in one line.
pub(crate) fn sentence(assumptions: &[Assumption]) -> Option<String> {
    let clauses: Vec<String> = assumptions.iter().map(Assumption::to_string).collect();
    (!clauses.is_empty()).then(|| printable(&format!("proofs assume: {}", clauses.join(", "))))
}
