//! What proofs take for granted, as one line and as data.

use crate::text::printable;
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use ulpwise_finding::{Assumption, FunctionReport, Run};

/// How many assumptions of all functions together are shown.
const SHOWN_CLAUSES: usize = 4;

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

/// One line for the proofs about all functions: what most of them assume first.
pub(crate) fn line_of_all(run: &Run) -> Option<String> {
    let mut numbers: BTreeMap<String, usize> = BTreeMap::new();
    for assumption in run.functions.iter().flat_map(|function| &function.assumptions) {
        *numbers.entry(assumption.to_string()).or_default() += 1;
    }
    let mut clauses: Vec<(String, usize)> = numbers.into_iter().collect();
    clauses.sort_by_key(|(_, number)| Reverse(*number));
    let mut shown: Vec<String> =
        clauses.iter().take(SHOWN_CLAUSES).map(|(clause, _)| clause.clone()).collect();
    if clauses.len() > SHOWN_CLAUSES {
        shown.push(format!("{} more (--verbose shows them by function)", clauses.len() - SHOWN_CLAUSES));
    }
    (!shown.is_empty()).then(|| printable(&format!("proofs assume: {}", shown.join(", "))))
}

/// These assumptions in one line.
pub(crate) fn sentence(assumptions: &[Assumption]) -> Option<String> {
    let clauses: Vec<String> = assumptions.iter().map(Assumption::to_string).collect();
    (!clauses.is_empty()).then(|| printable(&format!("proofs assume: {}", clauses.join(", "))))
}
