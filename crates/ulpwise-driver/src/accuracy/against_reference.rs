//! Errors against a reference as plain data: findings of their own, and beside those that were found
//! without it.

use super::Findings;
use super::call::arguments_of;
use super::model::{digits, number, of_output, property, size_of_error, witness, worst_error};
use super::reference::ComparedErrors;
use super::subject::{Subject, output_name};
use crate::describe::printable;
use crate::options::AccuracyOptions;
use crate::site_table::SiteTable;
use ulpwise_accuracy::{ErrorClass, OutputReading, ReferenceError, UnknownTruth};
use ulpwise_finding::{EntryDetail, ErrorDetail, Finding, LedgerEntry, OtherTruth, ReferenceRun, Verdict};

/// What the reference says of an error that was found without it.
pub(super) fn of_found(subject: &Subject<'_>, findings: &Findings, number: usize) -> Option<OtherTruth> {
    let said = findings.reference.as_ref()?.of_found.get(number)?.as_ref()?;
    Some(other(subject, said))
}

fn other(subject: &Subject<'_>, said: &Result<OutputReading, UnknownTruth>) -> OtherTruth {
    match said {
        Ok(reading) => OtherTruth::Known(worst_error(subject, *reading)),
        Err(why) => OtherTruth::Unknown(why.to_string()),
    }
}

/// What is known of all comparisons.
pub(super) fn run(subject: &Subject<'_>, compared: &ComparedErrors) -> ReferenceRun {
    let result = &compared.result;
    let example = result
        .unknown_example
        .as_ref()
        .map(|(point, why)| (arguments_of(subject, &subject.domain.words(point)), why.clone()));
    ReferenceRun {
        text: compared.text.clone(),
        source: compared.source.clone(),
        compared: result.compared,
        unknown: result.unknown,
        unknown_example: example,
    }
}

/// Adds the worst error of each class to the ledger.
pub(super) fn add(
    subject: &Subject<'_>,
    findings: &Findings,
    places: &mut SiteTable<'_>,
    ledger: &mut Vec<LedgerEntry>,
    options: &AccuracyOptions,
) {
    let Some(compared) = &findings.reference else { return };
    for ((&class, error), own) in compared.result.worst.iter().zip(&compared.own) {
        let site = places.of_function(subject.function, "result");
        let property = property(class);
        let mut finding = witness(subject, &error.words, options, (site, property));
        finding.expression = Some(title(subject, (class, error), &compared.text, options));
        let reading = error.reading;
        finding.outputs = vec![of_output(subject, reading.output, reading.value, reading.right)];
        finding.digits = (class != ErrorClass::OtherKind).then(|| digits(subject, reading));
        let finding = Finding { rank: Some(ledger.len() + 1), ..finding };
        ledger.push(LedgerEntry {
            site,
            property,
            verdict: Verdict::Witness(Box::new(finding)),
            detail: EntryDetail::Accuracy(Box::new(detail(subject, (class, error), own))),
        });
    }
}

fn detail(
    subject: &Subject<'_>,
    (class, error): (ErrorClass, &ReferenceError),
    own: &Result<OutputReading, UnknownTruth>,
) -> ErrorDetail {
    let reading = error.reading;
    let name = output_name(&subject.results.outputs[reading.output]).to_owned();
    let is_other_kind = class == ErrorClass::OtherKind;
    ErrorDetail {
        worst: (!is_other_kind).then(|| worst_error(subject, reading)),
        arguments: arguments_of(subject, &error.words),
        words: error.words.clone(),
        bits: 0,
        differing: is_other_kind
            .then(|| (name, number(reading.value), number(reading.right)))
            .into_iter()
            .collect(),
        diverged: Vec::new(),
        shares: None,
        guilty: None,
        explained: None,
        cut: false,
        regions: Vec::new(),
        against_reference: true,
        other: Some(other(subject, own)),
    }
}

/// What is wrong, in a sentence.
fn title(
    subject: &Subject<'_>,
    (class, error): (ErrorClass, &ReferenceError),
    text: &str,
    options: &AccuracyOptions,
) -> String {
    let what = match output_name(&subject.results.outputs[error.reading.output]) {
        "return" => "the returned value".to_owned(),
        name => printable(name),
    };
    let text = printable(text);
    if class == ErrorClass::OtherKind {
        return format!("{what} is of another kind than the reference {text}");
    }
    let size = size_of_error(error.reading.error, options.metric);
    let zero = if class == ErrorClass::NotZero { ", which is zero" } else { "" };
    format!("{size} of {what} against the reference {text}{zero}")
}
