//! The document of `ulpwise accuracy`, docs/schema/accuracy.schema.json, and an input as a document
//! of its own.

use super::{FiniteOrText, VERSION, document};
use crate::assumptions::{AssumptionDocument, documents};
use crate::text::site_location;
use serde::Serialize;
use ulpwise_finding::{
    AccuracyRun, EntryDetail, ErrorBound, ErrorDetail, ErrorRegionDetail, ErrorShare, LedgerEntry,
    NamedValues, NumberPair, OtherTruth, ReferenceRun, Run, RunDetail, SourceLocation, SymbolicSearch,
    WorstError,
};

/// The document.
#[derive(Serialize)]
pub(super) struct AccuracyDocument<'r> {
    function: &'r str,
    metric: &'r str,
    calls: u64,
    not_returned: u64,
    without_output: u64,
    failed: u64,
    success: &'r Option<String>,
    scanned: u64,
    threshold: f64,
    unconfirmed: usize,
    symbolic: &'r Option<SymbolicSearch>,
    operations_not_followed: usize,
    not_exact: &'r Option<String>,
    same_steps: &'r Option<String>,
    findings: Vec<FindingDocument<'r>>,
    reference: Option<ReferenceDocument<'r>>,
    bound: Option<BoundDocument<'r>>,
    assumptions: Vec<AssumptionDocument<'r>>,
    warnings: &'r [String],
}

#[derive(Serialize)]
#[serde(untagged)]
enum BoundDocument<'r> {
    Proven { absolute: f64, relative: Option<f64>, boxes: usize, contradicted: bool },
    Refused { refused: &'r str, line: Option<u32> },
}

/// What comparing with a reference came to.
#[derive(Serialize)]
struct ReferenceDocument<'r> {
    text: &'r str,
    source: &'r str,
    compared: u64,
    unknown: u64,
    /// Inputs of which the reference says nothing, and why.
    unknown_inputs: Option<&'r [NamedValues]>,
    unknown_reason: Option<&'r str>,
}

impl<'r> ReferenceDocument<'r> {
    fn new(reference: &'r ReferenceRun) -> Self {
        let example = reference.unknown_example.as_ref();
        Self {
            text: &reference.text,
            source: &reference.source,
            compared: reference.compared,
            unknown: reference.unknown,
            unknown_inputs: example.map(|(inputs, _)| inputs.as_slice()),
            unknown_reason: example.map(|(_, why)| why.as_str()),
        }
    }
}

/// The same output against the other of two truths.
#[derive(Serialize)]
#[serde(untagged)]
enum OtherDocument<'r> {
    Known { right: String, error: &'r str, error_log2: Option<f64> },
    Unknown { unknown: &'r str },
}

impl<'r> OtherDocument<'r> {
    fn new(other: &'r OtherTruth) -> Self {
        match other {
            OtherTruth::Known(worst) => Self::Known {
                right: exponential(&worst.right),
                error: &worst.error,
                error_log2: worst.error_log2,
            },
            OtherTruth::Unknown(why) => Self::Unknown { unknown: why },
        }
    }
}

#[derive(Serialize)]
struct FindingDocument<'r> {
    sort: &'static str,
    /// What it is an error against: `exact-arithmetic` or `reference`.
    against: &'static str,
    other: Option<OtherDocument<'r>>,
    worst: Option<WorstDocument<'r>>,
    inputs: &'r [NamedValues],
    words: Vec<String>,
    bits: u32,
    differing: Vec<DifferingDocument<'r>>,
    diverged: Vec<&'r str>,
    guilty: Option<ShareDocument<'r>>,
    shares: Option<Vec<ShareDocument<'r>>>,
    explained: Option<f64>,
    regions: &'r [ErrorRegionDetail],
}

#[derive(Serialize)]
struct WorstDocument<'r> {
    output: &'r str,
    computed: String,
    computed_bits: String,
    /// The exact result; not known where errors are against the same steps without rounding.
    right: Option<String>,
    without_rounding: String,
    error: &'r str,
    error_log2: Option<f64>,
}

#[derive(Serialize)]
struct DifferingDocument<'r> {
    output: &'r str,
    computed: String,
    right: Option<String>,
    without_rounding: String,
}

#[derive(Serialize)]
struct ShareDocument<'r> {
    site: &'r str,
    place: Option<SourceLocation>,
    role: &'static str,
    share: FiniteOrText,
    rounding_ulps: FiniteOrText,
    condition: FiniteOrText,
    runs: usize,
    lost_digits: usize,
    cancelled: usize,
}

/// A finding as a document of its own.
#[derive(Serialize)]
struct WitnessDocument<'r> {
    format: &'static str,
    version: u32,
    files: &'r [String],
    cflags: &'r str,
    metric: &'r str,
    function: &'r str,
    finding: FindingDocument<'r>,
}

fn function_name(run: &Run) -> &str {
    run.functions.first().map_or("", |function| &function.name)
}

impl<'r> AccuracyDocument<'r> {
    pub(super) fn new(run: &'r Run, detail: &'r AccuracyRun) -> Self {
        let entries = run.functions.iter().flat_map(|function| &function.ledger);
        let finding = |entry: &'r LedgerEntry| match &entry.detail {
            EntryDetail::Accuracy(error) => Some(FindingDocument::new(run, entry, error)),
            _ => None,
        };
        Self {
            function: function_name(run),
            metric: &detail.metric,
            calls: detail.calls,
            not_returned: detail.not_returned,
            without_output: detail.without_output,
            failed: detail.failed,
            success: &detail.success,
            scanned: detail.scanned,
            threshold: detail.threshold,
            unconfirmed: detail.unconfirmed,
            symbolic: &detail.symbolic,
            operations_not_followed: detail.operations_not_followed,
            not_exact: &detail.not_exact,
            same_steps: &detail.same_steps,
            findings: entries.filter_map(finding).collect(),
            reference: detail.reference.as_deref().map(ReferenceDocument::new),
            bound: detail.bound.as_ref().map(BoundDocument::new),
            assumptions: run.functions.iter().flat_map(|function| documents(&function.assumptions)).collect(),
            warnings: &run.warnings,
        }
    }
}

/// A finding of `ulpwise accuracy` as a document of its own; `files` and `cflags` are those of the
/// program.
pub fn accuracy_witness(
    run: &Run,
    (entry, error): (&LedgerEntry, &ErrorDetail),
    metric: &str,
    files: &[String],
    cflags: &str,
) -> String {
    document(&WitnessDocument {
        format: "ulpwise-accuracy",
        version: VERSION,
        files,
        cflags,
        metric,
        function: function_name(run),
        finding: FindingDocument::new(run, entry, error),
    })
}

impl<'r> BoundDocument<'r> {
    fn new(bound: &'r ErrorBound) -> Self {
        match bound {
            &ErrorBound::Proven { absolute, relative, boxes, contradicted, .. } => {
                Self::Proven { absolute, relative, boxes, contradicted }
            }
            ErrorBound::Refused { why, location } => {
                Self::Refused { refused: why, line: location.as_ref().map(|location| location.line) }
            }
        }
    }
}

/// A double in the form that every language reads.
fn exponential(number: &NumberPair) -> String {
    format!("{:e}", number.value)
}

impl<'r> FindingDocument<'r> {
    fn new(run: &'r Run, entry: &LedgerEntry, error: &'r ErrorDetail) -> Self {
        let is_exact = error.against_reference
            || !matches!(&run.detail, RunDetail::Accuracy(detail) if detail.same_steps.is_some());
        let differing = error.differing.iter().map(|(output, computed, right)| DifferingDocument {
            output,
            computed: exponential(computed),
            right: is_exact.then(|| exponential(right)),
            without_rounding: exponential(right),
        });
        let listed = |share: &&ErrorShare| share.share != 0.0 || share.passed > 0.0;
        let shares = error
            .shares
            .as_ref()
            .map(|shares| shares.iter().filter(listed).map(|share| ShareDocument::new(run, share)).collect());
        Self {
            sort: entry.property.id(),
            against: if error.against_reference { "reference" } else { "exact-arithmetic" },
            other: error.other.as_ref().map(OtherDocument::new),
            worst: error.worst.as_ref().map(|worst| WorstDocument::new(worst, is_exact)),
            inputs: &error.arguments,
            words: error.words.iter().map(|word| format!("{word:#x}")).collect(),
            bits: error.bits,
            differing: differing.collect(),
            diverged: error.diverged.iter().map(|&site| run.sites[site].name.as_str()).collect(),
            guilty: error.guilty().map(|share| ShareDocument::new(run, share)),
            shares,
            explained: error.explained,
            regions: &error.regions,
        }
    }
}

impl<'r> WorstDocument<'r> {
    fn new(worst: &'r WorstError, is_exact: bool) -> Self {
        Self {
            output: &worst.output,
            computed: exponential(&worst.computed),
            computed_bits: format!("{:#x}", worst.computed.value.to_bits()),
            right: is_exact.then(|| exponential(&worst.right)),
            without_rounding: exponential(&worst.right),
            error: &worst.error,
            error_log2: worst.error_log2,
        }
    }
}

impl<'r> ShareDocument<'r> {
    fn new(run: &'r Run, share: &ErrorShare) -> Self {
        Self {
            site: &run.sites[share.site].name,
            place: site_location(run, share.site),
            role: share.role.id(),
            share: share.share.into(),
            rounding_ulps: share.rounding.into(),
            condition: share.condition.into(),
            runs: share.runs,
            lost_digits: share.lost_digits,
            cancelled: share.cancelled,
        }
    }
}
