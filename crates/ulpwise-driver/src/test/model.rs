//! What was explored, as plain data. Failures that were not confirmed are unknown, and so is
//! everything while paths are left.

use super::Exploration;
use super::failures::{CallLocation, Obstacle, PathFailure};
use super::inputs::{inputs_text, test_inputs};
use super::native::NotConfirmed;
use crate::check::typed_value;
use crate::describe::Mark;
use crate::site_table::SiteTable;
use ulpwise_finding::{
    Assumption, CallInput, CoverageCounts, Covered, Ending, EntryDetail, FailureDetail, Finding,
    FunctionReport, LedgerEntry, LedgerKey, NumberText, PathCounts, PathObstacle, Property, Questions, Run,
    RunDetail, TestRun, Verdict, WitnessCall,
};
use ulpwise_harness::names::source_name;
use ulpwise_native::Coverage;
use ulpwise_symex::{InputValue, Meaning};

/// The run. The exit code and the command are the caller's to set.
pub(super) fn run(explored: &Exploration<'_>, assumptions: &[Assumption], warnings: &[String]) -> Run {
    let mut sites = SiteTable::new(explored.module);
    let name = source_name(&explored.module.functions[explored.function]);
    let mut ledger: Vec<LedgerEntry> =
        explored.failures.iter().map(|failure| entry(&mut sites, &name, failure)).collect();
    ledger.extend(entry_of_all_paths(&mut sites, explored));
    let found = ledger.iter().filter(|entry| entry.verdict.finding().is_some()).count();
    let function = FunctionReport {
        name,
        linker_name: explored.module.functions[explored.function].name.clone(),
        locations: (found, found),
        ledger,
        all_paths: explored.is_exhaustive(),
        paths: explored.summary.paths,
        questions: Questions::default(),
        not_native: None,
        not_abstract: None,
        remedies: Vec::new(),
        assumptions: assumptions.to_vec(),
        refuted: Vec::new(),
        seconds: explored.seconds,
    };
    let detail = RunDetail::Test(run_detail(&sites, explored));
    Run { functions: vec![function], warnings: warnings.to_vec(), detail, ..sites.into_run("test") }
}

/// What is known of the whole run.
fn run_detail(sites: &SiteTable<'_>, explored: &Exploration<'_>) -> TestRun {
    let obstacle = |met: &Obstacle| PathObstacle {
        kind: met.kind.to_owned(),
        message: met.message.clone(),
        location: met
            .call
            .as_ref()
            .and_then(|call| call.location)
            .map(|location| sites.named_location(location)),
        paths: met.paths,
    };
    TestRun {
        paths: PathCounts {
            completed: explored.count(Meaning::Completed),
            failed: explored.count(Meaning::Failed),
            dropped: explored.count(Meaning::Dropped),
            unsupported: explored.count(Meaning::Unsupported),
            cut_off: explored.count(Meaning::CutOff),
            left: explored.summary.left,
            stand_for: explored.summary.stand_for,
        },
        obstacles: explored.obstacles.iter().map(obstacle).collect(),
        missed: explored.summary.missed.clone(),
        tests: explored.tests.len(),
        coverage: explored.coverage.as_ref().map(coverage_counts),
        questions: explored.summary.questions,
    }
}

fn coverage_counts(coverage: &Coverage) -> CoverageCounts {
    let counts = |(covered, total): (usize, usize)| Covered { covered, total };
    CoverageCounts { lines: counts(coverage.line_counts()), branches: counts(coverage.branch_counts()) }
}

fn entry(sites: &mut SiteTable<'_>, function: &str, found: &PathFailure) -> LedgerEntry {
    let property = Property::from_id(found.kind).unwrap_or(Property::Failure);
    let mut at = |call: &CallLocation| sites.at(&call.function, call.location, property.title(), Mark::Token);
    let mut stack: Vec<usize> = found.calls.iter().map(&mut at).collect();
    // What lies in a library without lines is reported at its caller.
    let known = found.calls.iter().position(|call| call.location.is_some());
    let site = match known.and_then(|known| stack.get(known).copied()) {
        Some(site) => site,
        None => sites.at(function, None, property.title(), Mark::Token),
    };
    let detail = FailureDetail {
        kind: found.kind.to_owned(),
        message: found.message.clone(),
        calls: stack.clone(),
        inputs: test_inputs(found.witness()),
        input_texts: inputs_text(found.witness()),
        paths: found.paths,
        unconfirmed: found.confirmed.as_ref().err().map(ToString::to_string),
        refuted: found.confirmed.as_ref().is_err_and(NotConfirmed::is_refuted),
    };
    stack.drain(..known.unwrap_or(0));
    let verdict = match &found.confirmed {
        Ok(()) => Verdict::Witness(Box::new(finding(function, found, (site, property), stack))),
        Err(why) => Verdict::Unknown(format!("not confirmed: {why}")),
    };
    LedgerEntry { site, property, verdict, detail: EntryDetail::Failure(Box::new(detail)) }
}

/// The verdict on all paths together, unless failures are the verdict.
fn entry_of_all_paths(sites: &mut SiteTable<'_>, explored: &Exploration<'_>) -> Option<LedgerEntry> {
    let verdict = match explored.is_exhaustive() {
        true if explored.failures.is_empty() => Verdict::Proven("all paths explored".to_owned()),
        true => return None,
        false => Verdict::Unknown("not all paths were explored".to_owned()),
    };
    let site = sites.of_function(explored.function, "all paths");
    Some(LedgerEntry { site, property: Property::Failure, verdict, detail: EntryDetail::None })
}

fn finding(function: &str, found: &PathFailure, goal: LedgerKey, stack: Vec<usize>) -> Finding {
    let call = WitnessCall {
        function: function.to_owned(),
        inputs: found.witness().iter().filter_map(single).chain(others(found.witness())).collect(),
        rounding: "nearest".to_owned(),
        ending: Ending::Returned,
        again: None,
    };
    let mut finding = Finding::new(goal, "symbolic", call);
    finding.expression = Some(found.message.clone());
    finding.stack = stack;
    finding
}

/// Whether an input is one number, and not a part of a text.
fn is_single(input: &InputValue) -> bool {
    input.file.is_none() && input.elements.len() == 1 && input.is_typed && !input.name.starts_with("argv")
}

/// An input that is one number.
fn single(input: &InputValue) -> Option<CallInput> {
    let value = typed_value(input.ty, true, input.elements.first().copied().unwrap_or_default());
    is_single(input).then(|| CallInput { name: input.name.to_string(), value })
}

/// Arrays, files and arguments, as the text shows them.
fn others(inputs: &[InputValue]) -> impl Iterator<Item = CallInput> {
    let others: Vec<InputValue> = inputs.iter().filter(|input| !is_single(input)).cloned().collect();
    inputs_text(&others).into_iter().map(|text| {
        let (name, value) = text.split_once(" = ").unwrap_or((&text, ""));
        CallInput {
            name: name.to_owned(),
            value: NumberText { decimal: value.to_owned(), ..NumberText::default() },
        }
    })
}
