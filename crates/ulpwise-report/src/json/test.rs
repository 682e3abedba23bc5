//! The document of `ulpwise test`, docs/schema/test.schema.json.

use super::VERSION;
use crate::terminal::failures;
use crate::text::site_location;
use serde::Serialize;
use ulpwise_finding::{
    CoverageCounts, FailureDetail, PathCounts, PathObstacle, Run, SourceLocation, StackFrame, TestInput,
    TestRun,
};

/// The document.
#[derive(Serialize)]
pub(super) struct TestDocument<'r> {
    format: &'static str,
    version: u32,
    function: &'r str,
    verdict: &'static str,
    exhaustive: bool,
    paths: PathCounts,
    findings: Vec<FailureDocument<'r>>,
    obstacles: &'r [PathObstacle],
    missed: &'r [String],
    tests: usize,
    coverage: Option<CoverageCounts>,
    questions: u64,
    seconds: f64,
    exit_code: u8,
    warnings: &'r [String],
}

#[derive(Serialize)]
struct FailureDocument<'r> {
    kind: &'r str,
    message: &'r str,
    location: Option<SourceLocation>,
    calls: Vec<StackFrame>,
    inputs: &'r [TestInput],
    paths: u64,
    confirmed: bool,
    unconfirmed_because: &'r Option<String>,
}

impl<'r> TestDocument<'r> {
    pub(super) fn new(run: &'r Run, detail: &'r TestRun) -> Self {
        let function = run.functions.first();
        let exhaustive = function.is_some_and(|function| function.all_paths);
        let is_confirmed = failures(run).any(|(_, failure)| failure.unconfirmed.is_none());
        let verdict = match is_confirmed {
            true => "fails",
            false if exhaustive && failures(run).next().is_none() => "safe",
            false => "unknown",
        };
        Self {
            format: "ulpwise-test",
            version: VERSION,
            function: function.map_or("", |function| &function.name),
            verdict,
            exhaustive,
            paths: detail.paths,
            findings: failures(run).map(|(_, failure)| FailureDocument::new(run, failure)).collect(),
            obstacles: &detail.obstacles,
            missed: &detail.missed,
            tests: detail.tests,
            coverage: detail.coverage,
            questions: detail.questions,
            seconds: function.map_or(0.0, |function| function.seconds),
            exit_code: run.exit_code,
            warnings: &run.warnings,
        }
    }
}

impl<'r> FailureDocument<'r> {
    fn new(run: &'r Run, failure: &'r FailureDetail) -> Self {
        let frame = |&call: &usize| StackFrame {
            function: run.sites[call].function.clone(),
            location: site_location(run, call),
        };
        let calls: Vec<StackFrame> = failure.calls.iter().map(frame).collect();
        Self {
            kind: &failure.kind,
            message: &failure.message,
            location: calls.iter().find_map(|call| call.location.clone()),
            calls,
            inputs: &failure.inputs,
            paths: failure.paths,
            confirmed: failure.unconfirmed.is_none(),
            unconfirmed_because: &failure.unconfirmed,
        }
    }
}
