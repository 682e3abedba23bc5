//! The documents of `ulpwise stability`, docs/schema/stability.schema.json, and of `--iterate`.

use super::{VERSION, Versioned, document};
use crate::assumptions::{AssumptionDocument, documents};
use serde::Serialize;
use ulpwise_finding::{
    BoundTrial, CallInput, EntryDetail, ErrorStep, ExceededBound, Finding, LedgerEntry, LoopRun,
    PrecisionLoss, Run, StabilityDetail, StabilityRun, ValueTarget, Verdict,
};

/// The document.
#[derive(Serialize)]
pub(super) struct StabilityDocument<'r> {
    format: &'static str,
    version: u32,
    function: &'r str,
    tolerance: f64,
    verdicts: Vec<EntryDocument<'r>>,
    paths: u64,
    cut_off: usize,
    loop_bound: u32,
    out_of_bounds: OutOfBoundsDocument<'r>,
    not_followed: &'r [String],
    assumptions: Vec<AssumptionDocument<'r>>,
    trial: Option<TrialDocument<'r>>,
    seconds: f64,
    exit_code: u8,
    warnings: &'r [String],
}

#[derive(Serialize)]
struct OutOfBoundsDocument<'r> {
    paths: usize,
    first: &'r Option<String>,
}

#[derive(Serialize)]
struct TrialDocument<'r> {
    runs: u64,
    closest: f64,
    exceeded: Vec<ExceededDocument<'r>>,
}

#[derive(Serialize)]
struct ExceededDocument<'r> {
    site: &'r str,
    seen: f64,
    bound: f64,
    inputs: Vec<String>,
    rounding: &'r str,
}

#[derive(Serialize)]
struct EntryDocument<'r> {
    #[serde(flatten)]
    target: TargetDocument<'r>,
    #[serde(flatten)]
    verdict: VerdictDocument<'r>,
}

#[derive(Serialize)]
#[serde(tag = "at", rename_all = "lowercase")]
enum TargetDocument<'r> {
    Return { number: usize },
    Output { name: &'r str },
    Operation { site: &'r str, comparison: bool, line: Option<u32>, column: Option<u32> },
}

#[derive(Serialize)]
#[serde(tag = "verdict", rename_all = "lowercase")]
enum VerdictDocument<'r> {
    Stable { bound: f64, regions: usize },
    Unstable { run: Option<RunDocument<'r>>, infinite: Option<RunDocument<'r>> },
    Unknown { reason: &'r str, bound: f64 },
}

#[derive(Serialize)]
struct RunDocument<'r> {
    inputs: Vec<InputDocument<'r>>,
    rounding: &'r str,
    error: f64,
    computed: &'r Option<String>,
    #[serde(rename = "true")]
    exact: Option<f64>,
    trace: Vec<StepDocument<'r>>,
}

#[derive(Serialize)]
struct InputDocument<'r> {
    name: &'r str,
    value: &'r str,
    bits: String,
}

#[derive(Serialize)]
struct StepDocument<'r> {
    site: &'r str,
    line: Option<u32>,
    column: Option<u32>,
    expression: &'r str,
    bits: String,
    #[serde(rename = "true")]
    exact: Option<f64>,
    error: Option<f64>,
    passes: bool,
    skipped: usize,
}

impl<'r> StabilityDocument<'r> {
    pub(super) fn new(run: &'r Run, detail: &'r StabilityRun) -> Self {
        let function = run.functions.first();
        let entries = run.functions.iter().flat_map(|function| &function.ledger);
        let verdict = |entry: &'r LedgerEntry| match &entry.detail {
            EntryDetail::Stability(detail) => Some(EntryDocument::new(run, entry, detail)),
            _ => None,
        };
        Self {
            format: "ulpwise-stability",
            version: VERSION,
            function: function.map_or("", |function| &function.linker_name),
            tolerance: detail.tolerance,
            verdicts: entries.filter_map(verdict).collect(),
            paths: function.map_or(0, |function| function.paths),
            cut_off: detail.cut_off,
            loop_bound: detail.loop_bound,
            out_of_bounds: OutOfBoundsDocument {
                paths: detail.out_of_bounds,
                first: &detail.first_out_of_bounds,
            },
            not_followed: &detail.not_followed,
            assumptions: function.map_or_else(Vec::new, |function| documents(&function.assumptions)),
            trial: detail.trial.as_ref().map(|trial| TrialDocument::new(run, trial)),
            seconds: function.map_or(0.0, |function| function.seconds),
            exit_code: run.exit_code,
            warnings: &run.warnings,
        }
    }
}

impl<'r> TrialDocument<'r> {
    fn new(run: &'r Run, trial: &'r BoundTrial) -> Self {
        let exceeded = |one: &'r ExceededBound| ExceededDocument {
            site: &run.sites[one.site].id,
            seen: one.seen,
            bound: one.bound,
            inputs: one.inputs.iter().map(|bits| format!("{bits:#x}")).collect(),
            rounding: &one.rounding,
        };
        Self {
            runs: trial.runs,
            closest: trial.closest,
            exceeded: trial.exceeded.iter().map(exceeded).collect(),
        }
    }
}

impl<'r> EntryDocument<'r> {
    fn new(run: &'r Run, entry: &'r LedgerEntry, detail: &'r StabilityDetail) -> Self {
        let span = run.place(entry.site);
        let target = match &detail.target {
            &ValueTarget::Returned(number) => TargetDocument::Return { number },
            ValueTarget::Written(name) => TargetDocument::Output { name },
            &ValueTarget::Operation { comparison } => TargetDocument::Operation {
                site: &run.sites[entry.site].id,
                comparison,
                line: span.map(|span| span.line),
                column: span.map(|span| span.column),
            },
        };
        let verdict = match &entry.verdict {
            Verdict::Proven(_) => VerdictDocument::Stable { bound: detail.bound, regions: detail.regions },
            Verdict::Unknown(reason) => VerdictDocument::Unknown { reason, bound: detail.bound },
            Verdict::Witness(finding) => VerdictDocument::Unstable {
                run: detail.loss.as_ref().map(|loss| RunDocument::new(run, finding, loss)),
                infinite: detail
                    .infinite
                    .as_ref()
                    .map(|infinite| RunDocument::new(run, &infinite.finding, &infinite.loss)),
            },
        };
        Self { target, verdict }
    }
}

impl<'r> RunDocument<'r> {
    fn new(run: &'r Run, finding: &'r Finding, loss: &'r PrecisionLoss) -> Self {
        Self {
            inputs: finding.call.inputs.iter().map(InputDocument::new).collect(),
            rounding: &finding.call.rounding,
            error: loss.error,
            computed: &loss.computed,
            exact: loss.exact,
            trace: finding.steps.iter().map(|step| StepDocument::new(run, step)).collect(),
        }
    }
}

impl<'r> InputDocument<'r> {
    fn new(input: &'r CallInput) -> Self {
        let digits = input.value.bits.trim_start_matches("0x").trim_start_matches('0');
        let bits = format!("0x{}", if digits.is_empty() { "0" } else { digits });
        Self { name: &input.name, value: &input.value.decimal, bits }
    }
}

impl<'r> StepDocument<'r> {
    fn new(run: &'r Run, step: &'r ErrorStep) -> Self {
        let span = run.place(step.site);
        Self {
            site: &run.sites[step.site].id,
            line: span.map(|span| span.line),
            column: span.map(|span| span.column),
            expression: &step.expression,
            bits: format!("{:#x}", step.bits),
            exact: step.exact,
            error: step.relative_error,
            passes: step.passes,
            skipped: step.skipped,
        }
    }
}

/// The document of `ulpwise stability --iterate`.
pub fn loop_json(found: &LoopRun) -> String {
    document(&Versioned { format: "ulpwise-stability-loop", version: VERSION, content: found })
}
