//! The document of `ulpwise diff`, docs/schema/diff.schema.json.

use super::{FiniteOrText, VERSION, document};
use crate::assumptions::{AssumptionDocument, documents};
use serde::Serialize;
use ulpwise_finding::{DiffCase, DiffRun, DiffVerdict};

#[derive(Serialize)]
struct DiffDocument<'r> {
    format: &'static str,
    version: u32,
    old: &'r str,
    new: &'r str,
    criterion: &'r str,
    verdict: &'static str,
    reason: Option<&'r str>,
    cases: Vec<CaseDocument<'r>>,
    tolerated: Option<CaseDocument<'r>>,
    explanation: &'r [String],
    tried: u64,
    differing: u64,
    pairs: u64,
    assumptions: Vec<AssumptionDocument<'r>>,
    warnings: &'r [String],
}

#[derive(Serialize)]
struct CaseDocument<'r> {
    role: &'static str,
    inputs: Vec<InputDocument<'r>>,
    ends: &'r [String; 2],
    exceptions: Option<&'r [Vec<&'static str>; 2]>,
    outputs: Vec<OutputDocument<'r>>,
    first_apart: &'r [Option<String>; 2],
    again: Option<&'r str>,
}

#[derive(Serialize)]
struct InputDocument<'r> {
    name: &'r str,
    value: &'r str,
}

#[derive(Serialize)]
struct OutputDocument<'r> {
    name: &'r str,
    old: &'r str,
    new: &'r str,
    exact: &'r [Option<String>; 2],
    ulps: FiniteOrText,
    absolute: FiniteOrText,
    relative: FiniteOrText,
}

/// The document of `ulpwise diff`.
pub fn diff_json(run: &DiffRun) -> String {
    let reason = match &run.verdict {
        DiffVerdict::Different => None,
        DiffVerdict::Same(how) | DiffVerdict::Unknown(how) => Some(how.as_str()),
    };
    document(&DiffDocument {
        format: "ulpwise-diff",
        version: VERSION,
        old: &run.functions[0],
        new: &run.functions[1],
        criterion: &run.criterion,
        verdict: run.verdict.id(),
        reason,
        cases: run.cases.iter().map(case).collect(),
        tolerated: run.tolerated.as_ref().map(case),
        explanation: &run.explanation,
        tried: run.tried,
        differing: run.differing,
        pairs: run.pairs,
        assumptions: documents(&run.assumptions),
        warnings: &run.warnings,
    })
}

fn case(case: &DiffCase) -> CaseDocument<'_> {
    let outputs = case.outputs.iter().map(|output| OutputDocument {
        name: &output.name,
        old: &output.old,
        new: &output.new,
        exact: &output.exact,
        ulps: output.ulps.into(),
        absolute: output.absolute.into(),
        relative: output.relative.into(),
    });
    let inputs = case.inputs.iter().map(|(name, value)| InputDocument { name, value });
    CaseDocument {
        role: case.role,
        inputs: inputs.collect(),
        ends: &case.ends,
        exceptions: case.raised.as_ref(),
        outputs: outputs.collect(),
        first_apart: &case.parting,
        again: case.again.as_deref(),
    }
}
