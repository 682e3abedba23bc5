//! The document of `ulpwise check`, docs/schema/check.schema.json.

use super::VERSION;
use crate::assumptions::{AssumptionDocument, documents};
use crate::text::place;
use serde::Serialize;
use serde_json::Value as Json;
use ulpwise_finding::{
    Accepted, BaselineEntry, CallOutput, CertificateDetail, End, EntryDetail, Finding, FunctionReport,
    LedgerEntry, NotChecked, NumberText, Questions, Run, UnknownCause, Verdict,
};

/// The document.
#[derive(Serialize)]
pub(super) struct CheckDocument<'r> {
    format: &'static str,
    version: u32,
    ulpwise: &'r str,
    command: &'r [String],
    functions: Vec<FunctionDocument<'r>>,
    not_checked: &'r [NotChecked],
    stale: &'r [BaselineEntry],
    left: usize,
    exit_code: u8,
    warnings: &'r [String],
}

#[derive(Serialize)]
struct FunctionDocument<'r> {
    function: &'r str,
    name: &'r str,
    witnesses: usize,
    proven: usize,
    unknown: usize,
    locations: usize,
    inputs_to_locations: usize,
    all_paths: bool,
    paths: u64,
    questions: Questions,
    not_native: &'r Option<String>,
    not_abstract: &'r Option<String>,
    remedies: Vec<RemedyDocument<'r>>,
    assumptions: Vec<AssumptionDocument<'r>>,
    refuted: Vec<RefutedDocument<'r>>,
    seconds: f64,
    ledger: Vec<EntryDocument<'r>>,
}

#[derive(Serialize)]
struct RemedyDocument<'r> {
    option: &'r str,
    decides: usize,
}

#[derive(Serialize)]
struct RefutedDocument<'r> {
    site: &'r str,
    property: &'static str,
    #[serde(rename = "wave")]
    analysis: &'r str,
}

#[derive(Serialize)]
struct EntryDocument<'r> {
    site: &'r str,
    place: Option<PlaceDocument<'r>>,
    operation: &'r str,
    property: &'static str,
    verdict: &'static str,
    #[serde(flatten)]
    more: VerdictDocument<'r>,
}

#[derive(Serialize)]
struct PlaceDocument<'r> {
    file: &'r str,
    line: u32,
    column: u32,
}

#[derive(Serialize)]
#[serde(untagged)]
enum VerdictDocument<'r> {
    Witness(Box<FindingDocument<'r>>),
    Proven {
        #[serde(rename = "wave")]
        analysis: &'r str,
        #[serde(skip_serializing_if = "Option::is_none")]
        certificate: Option<String>,
    },
    Unknown {
        reason: &'r str,
        #[serde(skip_serializing_if = "Option::is_none")]
        cause: Option<&'static str>,
    },
}

#[derive(Serialize)]
struct FindingDocument<'r> {
    level: &'static str,
    #[serde(rename = "wave")]
    analysis: &'r str,
    first: bool,
    accepted: Option<String>,
    expression: &'r Option<String>,
    inputs: Vec<InputDocument<'r>>,
    rounding: &'r str,
    again: &'r Option<String>,
    witness: Option<Json>,
    rank: Option<usize>,
    group: String,
    plain: bool,
    avoidable: Option<bool>,
    strayed: bool,
    exact: bool,
    trace: TraceDocument<'r>,
    outputs: Vec<OutputDocument<'r>>,
    calls: Vec<CallDocument<'r>>,
}

/// A call under way, or the operation itself.
#[derive(Serialize)]
struct CallDocument<'r> {
    function: &'r str,
    place: Option<PlaceDocument<'r>>,
}

#[derive(Serialize)]
struct InputDocument<'r> {
    name: &'r str,
    #[serde(flatten)]
    value: &'r NumberText,
}

#[derive(Serialize)]
struct TraceDocument<'r> {
    propagate: Vec<&'r str>,
    places: Vec<String>,
    /// How many more operations hand the value on.
    unlisted: usize,
    end: &'static str,
    killed_by: Option<&'r str>,
}

#[derive(Serialize)]
struct OutputDocument<'r> {
    name: &'r Option<String>,
    value: &'r str,
    hex: &'r Option<String>,
    escapes: bool,
    true_value: Option<&'r str>,
    ordinary: Option<bool>,
}

impl<'r> CheckDocument<'r> {
    pub(super) fn new(run: &'r Run) -> Self {
        Self {
            format: "ulpwise-check",
            version: VERSION,
            ulpwise: &run.version,
            command: &run.command,
            functions: run.functions.iter().map(|function| FunctionDocument::new(run, function)).collect(),
            not_checked: &run.not_checked,
            stale: &run.stale,
            left: run.left,
            exit_code: run.exit_code,
            warnings: &run.warnings,
        }
    }
}

impl<'r> FunctionDocument<'r> {
    fn new(run: &'r Run, function: &'r FunctionReport) -> Self {
        let count = function.count();
        let refuted = function.refuted.iter().map(|refuted| {
            let (site, property) = refuted.goal;
            RefutedDocument { site: &run.sites[site].id, property: property.id(), analysis: &refuted.by }
        });
        Self {
            function: &function.linker_name,
            name: &function.name,
            witnesses: count.witnesses,
            proven: count.proven,
            unknown: count.unknown,
            locations: function.locations.0,
            inputs_to_locations: function.locations.1,
            all_paths: function.all_paths,
            paths: function.paths,
            questions: function.questions,
            not_native: &function.not_native,
            not_abstract: &function.not_abstract,
            remedies: function
                .remedies
                .iter()
                .map(|remedy| RemedyDocument { option: &remedy.option, decides: remedy.decides })
                .collect(),
            assumptions: documents(&function.assumptions),
            refuted: refuted.collect(),
            seconds: function.seconds,
            ledger: function.ledger.iter().map(|entry| EntryDocument::new(run, entry)).collect(),
        }
    }
}

impl<'r> EntryDocument<'r> {
    fn new(run: &'r Run, entry: &'r LedgerEntry) -> Self {
        let site = &run.sites[entry.site];
        let finding = entry.verdict.finding();
        let shown = finding.map_or(entry.site, |finding| run.shown_site(entry.site, finding));
        Self {
            site: &site.id,
            place: PlaceDocument::new(run, shown),
            operation: &site.operation,
            property: entry.property.id(),
            verdict: entry.verdict.id(),
            more: match &entry.verdict {
                Verdict::Witness(finding) => {
                    VerdictDocument::Witness(Box::new(FindingDocument::new(run, entry, finding)))
                }
                Verdict::Proven(analysis) => {
                    VerdictDocument::Proven { analysis, certificate: certificate(&entry.detail) }
                }
                Verdict::Unknown(reason) => {
                    let cause = entry.unknown_cause().map(UnknownCause::id);
                    VerdictDocument::Unknown { reason, cause }
                }
            },
        }
    }
}

/// What is said of the certificate of a proof, if certificates were wanted.
fn certificate(detail: &EntryDetail) -> Option<String> {
    match detail {
        EntryDetail::Certificate(CertificateDetail::Verified) => Some("verified".to_owned()),
        EntryDetail::Certificate(CertificateDetail::QueriesVerified) => Some("queries verified".to_owned()),
        EntryDetail::Certificate(CertificateDetail::NotCertified(why)) => {
            Some(format!("not certified: {why}"))
        }
        EntryDetail::None
        | EntryDetail::Accuracy(_)
        | EntryDetail::Stability(_)
        | EntryDetail::Failure(_)
        | EntryDetail::Event(_)
        | EntryDetail::Unknown(_) => None,
    }
}

impl<'r> FindingDocument<'r> {
    fn new(run: &'r Run, entry: &LedgerEntry, finding: &'r Finding) -> Self {
        let (root, property) = finding.trace.root;
        let killed = if let End::Killed(site) = finding.trace.end { site } else { None };
        let id = |site: usize| run.sites[site].id.as_str();
        let inputs = finding.call.inputs.iter();
        Self {
            level: finding.level(entry.property).id(),
            analysis: &finding.by,
            first: finding.first,
            accepted: finding.accepted.as_ref().map(|why| match why {
                Accepted::Baseline => "baseline".to_owned(),
                Accepted::Comment(reason) => format!("comment: {reason}"),
            }),
            expression: &finding.expression,
            inputs: inputs.map(|input| InputDocument { name: &input.name, value: &input.value }).collect(),
            rounding: &finding.call.rounding,
            again: &finding.call.again,
            witness: finding.document.as_ref().and_then(|text| serde_json::from_str(text).ok()),
            rank: finding.rank,
            group: format!("{} {}", id(root), property.id()),
            plain: finding.plain,
            avoidable: finding.avoidable,
            strayed: finding.strayed,
            exact: finding.is_exact,
            trace: TraceDocument {
                propagate: finding.trace.propagated.iter().map(|&site| id(site)).collect(),
                places: finding.trace.propagated.iter().map(|&site| place(run, site)).collect(),
                unlisted: finding.trace.unlisted,
                end: finding.trace.end.id(),
                killed_by: killed.map(id),
            },
            outputs: finding.outputs.iter().map(OutputDocument::new).collect(),
            calls: finding.stack.iter().map(|&call| CallDocument::new(run, call)).collect(),
        }
    }
}

impl<'r> CallDocument<'r> {
    fn new(run: &'r Run, site: usize) -> Self {
        Self { function: &run.sites[site].function, place: PlaceDocument::new(run, site) }
    }
}

impl<'r> PlaceDocument<'r> {
    fn new(run: &'r Run, site: usize) -> Option<Self> {
        let place = run.place(site)?;
        let file = &run.files[place.file].absolute;
        Some(Self { file, line: place.line, column: place.column })
    }
}

impl<'r> OutputDocument<'r> {
    fn new(output: &'r CallOutput) -> Self {
        let truth = output.truth.as_ref().filter(|truth| truth.is_known());
        Self {
            name: &output.name,
            value: &output.value.decimal,
            hex: &output.value.hex,
            escapes: output.escapes,
            true_value: truth.map(|truth| truth.decimal.as_str()),
            ordinary: truth.map(|truth| truth.ordinary),
        }
    }
}
