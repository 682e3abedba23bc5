//! ulpwise's own engines judge a source: the exceptions of every operation, the largest error by search,
//! and a bound that is proven.

mod patched;

pub(crate) use patched::PatchedProgram;

use crate::options::FixOptions;
use crate::report::{Judged, JudgedException};
use std::collections::BTreeMap;
use ulpwise_driver::finding::{EntryDetail, ErrorBound, Run, RunDetail, Verdict};
use ulpwise_driver::{AccuracyOptions, CheckOptions, DriverError, ProgramFiles, RunContext, accuracy, check};

/// What the engines say of a function.
pub(crate) fn judge(
    program: &ProgramFiles,
    function: &str,
    options: &FixOptions,
    context: &RunContext,
) -> Result<Judged, DriverError> {
    let checked = check(
        &CheckOptions {
            program: program.clone(),
            functions: vec![function.to_owned()],
            domain: options.domain.clone(),
            timeout: options.analysis_time,
            jobs: Some(1),
            seed: options.seed,
            memory: options.memory,
            ..CheckOptions::default()
        },
        context,
    )?;
    let mut judged = Judged {
        exceptions: exceptions(&checked.run),
        witnesses: witnesses(&checked.run),
        ..Judged::default()
    };
    let measured = accuracy(
        &AccuracyOptions {
            program: program.clone(),
            function: Some(function.to_owned()),
            domain: options.domain.clone(),
            timeout: options.analysis_time,
            boxes: options.boxes,
            seed: options.seed,
            memory: options.memory,
            ..AccuracyOptions::default()
        },
        context,
    );
    match measured {
        Ok(run) => read_accuracy(&run, &mut judged),
        Err(error) if error.is_internal() => return Err(error),
        Err(error) => judged.not_measured = Some(error.to_string()),
    }
    Ok(judged)
}

/// The inputs that raise something, by the names of the parameters.
fn witnesses(run: &Run) -> Vec<Vec<(String, f64)>> {
    let findings = run.functions.iter().flat_map(|function| function.findings());
    let inputs = findings.map(|(_, finding)| {
        let numbers = finding.call.inputs.iter();
        numbers.filter_map(|input| Some((input.name.clone(), input.value.decimal.parse().ok()?))).collect()
    });
    inputs.collect()
}

fn exceptions(run: &Run) -> Vec<JudgedException> {
    let mut counts: BTreeMap<&str, JudgedException> = BTreeMap::new();
    for entry in run.functions.iter().flat_map(|function| &function.ledger) {
        let id = entry.property.id();
        let count = counts.entry(id).or_insert_with(|| JudgedException {
            property: id.to_owned(),
            witnesses: 0,
            proven: 0,
            unknown: 0,
        });
        match entry.verdict {
            Verdict::Witness(_) => count.witnesses += 1,
            Verdict::Proven(_) => count.proven += 1,
            Verdict::Unknown(_) => count.unknown += 1,
        }
    }
    counts.into_values().collect()
}

fn read_accuracy(run: &Run, judged: &mut Judged) {
    let entries = run.functions.iter().flat_map(|function| &function.ledger);
    let worst = entries.filter_map(|entry| match &entry.detail {
        EntryDetail::Accuracy(detail) => detail.worst.as_ref().map(|worst| worst.ulps),
        _ => None,
    });
    judged.largest_ulps = worst.max_by(f64::total_cmp);
    let RunDetail::Accuracy(detail) = &run.detail else { return };
    judged.not_measured.clone_from(&detail.not_exact);
    match &detail.bound {
        Some(ErrorBound::Proven { absolute, relative, significand_bits, .. }) => {
            judged.absolute_bound = Some(*absolute);
            judged.relative_bound = *relative;
            // A unit of the last place is at least 2^-p of the number.
            let units = |relative: f64| relative * f64::from(*significand_bits).exp2();
            judged.bound_ulps = relative.map(units);
        }
        Some(ErrorBound::Refused { why, .. }) => judged.no_bound = Some(why.clone()),
        None => {}
    }
}
