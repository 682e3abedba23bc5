//! The outcome as plain data. Failures that were not confirmed are unknown, and so is everything while paths are left.

use super::Outcome;
use super::findings::{Finding as Found, Obstacle, Place};
use super::inputs::{inputs_text, test_inputs};
use crate::render::Mark;
use ulpwise_driver::check::typed_value;
use ulpwise_driver::site_table::SiteTable;
use ulpwise_finding::{
    CallInput, CoverageCounts, Covered, Ending, EntryDetail, FailureDetail, Finding, FunctionReport,
    LedgerEntry, LedgerKey, NumberText, PathCounts, PathObstacle, Property, Questions, Run, RunDetail,
    TestRun, Verdict, WitnessCall,
};
use ulpwise_harness::names::source_name;
use ulpwise_native::Coverage;
use ulpwise_symex::{InputValue, Meaning};

/// The run, with an exit code that is still to be set.
pub(super) fn run(outcome: &Outcome<'_>, warnings: &[String]) -> Run {
    let mut places = SiteTable::new(outcome.module);
    let name = source_name(&outcome.module.functions[outcome.function]);
    let mut ledger: Vec<LedgerEntry> =
        outcome.findings.iter().map(|finding| entry(&mut places, &name, finding)).collect();
    ledger.extend(of_all_paths(&mut places, outcome));
    let mut remarks: Vec<String> =
        outcome.obstacles.iter().map(|met| format!("not followed further: {}", met.message)).collect();
    remarks.extend(outcome.summary.missed.iter().map(|reason| format!("missed: {reason}")));
    let found = ledger.iter().filter(|entry| entry.verdict.finding().is_some()).count();
    let function = FunctionReport {
        name,
        linker_name: outcome.module.functions[outcome.function].name.clone(),
        locations: (found, found),
        ledger,
        all_paths: outcome.is_exhaustive(),
        paths: outcome.summary.paths,
        questions: Questions::default(),
        not_native: None,
        not_abstract: None,
        refuted: Vec::new(),
        seconds: outcome.seconds,
    };
    let detail = RunDetail::Test(run_detail(&places, outcome));
    Run {
        functions: vec![function],
        warnings: warnings.to_vec(),
        detail,
        command: crate::reports::command_words(),
        ..places.into_run("test")
    }
}

/// What is known of the whole run.
fn run_detail(places: &SiteTable<'_>, outcome: &Outcome<'_>) -> TestRun {
    let obstacle = |met: &Obstacle| PathObstacle {
        kind: met.kind.to_owned(),
        message: met.message.clone(),
        location: met
            .place
            .as_ref()
            .and_then(|place| place.location)
            .map(|location| places.named_location(location)),
        paths: met.paths,
    };
    TestRun {
        paths: PathCounts {
            completed: outcome.count(Meaning::Completed),
            failed: outcome.count(Meaning::Failed),
            dropped: outcome.count(Meaning::Dropped),
            unsupported: outcome.count(Meaning::Unsupported),
            cut_off: outcome.count(Meaning::CutOff),
            left: outcome.summary.left,
            stand_for: outcome.summary.stand_for,
        },
        obstacles: outcome.obstacles.iter().map(obstacle).collect(),
        missed: outcome.summary.missed.clone(),
        tests: outcome.tests.len(),
        coverage: outcome.coverage.as_ref().map(coverage_counts),
        questions: outcome.summary.questions,
    }
}

fn coverage_counts(coverage: &Coverage) -> CoverageCounts {
    let counts = |(covered, total): (usize, usize)| Covered { covered, total };
    CoverageCounts { lines: counts(coverage.line_counts()), branches: counts(coverage.branch_counts()) }
}

fn entry(places: &mut SiteTable<'_>, function: &str, found: &Found) -> LedgerEntry {
    let property = Property::from_id(found.kind).unwrap_or(Property::Failure);
    let mut at = |place: &Place| places.at(&place.function, place.location, property.title(), Mark::Token);
    let mut stack: Vec<usize> = found.calls.iter().map(&mut at).collect();
    // What lies in a library without lines is reported at its caller.
    let known = found.calls.iter().position(|place| place.location.is_some());
    let site = match known.and_then(|known| stack.get(known).copied()) {
        Some(site) => site,
        None => places.at(function, None, property.title(), Mark::Token),
    };
    let detail = FailureDetail {
        kind: found.kind.to_owned(),
        message: found.message.clone(),
        calls: stack.clone(),
        inputs: test_inputs(found.witness()),
        input_texts: inputs_text(found.witness()),
        paths: found.paths,
        unconfirmed: found.confirmed.as_ref().err().cloned(),
    };
    stack.drain(..known.unwrap_or(0));
    let verdict = match &found.confirmed {
        Ok(()) => Verdict::Witness(Box::new(finding(function, found, (site, property), stack))),
        Err(why) => Verdict::Unknown(format!("not confirmed: {why}")),
    };
    LedgerEntry { site, property, verdict, detail: EntryDetail::Failure(Box::new(detail)) }
}

/// What is said of all paths together, unless that was said by a failure.
fn of_all_paths(places: &mut SiteTable<'_>, outcome: &Outcome<'_>) -> Option<LedgerEntry> {
    let verdict = match outcome.is_exhaustive() {
        true if outcome.findings.is_empty() => Verdict::Proven("all paths explored".to_owned()),
        true => return None,
        false => Verdict::Unknown("not all paths were explored".to_owned()),
    };
    let site = places.of_function(outcome.function, "all paths");
    Some(LedgerEntry { site, property: Property::Failure, verdict, detail: EntryDetail::None })
}

fn finding(function: &str, found: &Found, goal: LedgerKey, stack: Vec<usize>) -> Finding {
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
