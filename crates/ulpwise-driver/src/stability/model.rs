//! The verdicts as plain data.

use super::Findings;
use super::error_steps;
use crate::check::typed_value;
use crate::describe::float_text;
use crate::site_table::SiteTable;
use ulpwise_finding::{
    BoundTrial, CallInput, CallOutput, End, Ending, EntryDetail, ExactValue, ExceededBound, Finding,
    FunctionReport, InfiniteRun, LedgerEntry, LedgerKey, LowerBound, PrecisionLoss, Property, Questions,
    Refuted, Run, RunDetail, StabilityDetail, StabilityRun, ValueTarget, Verdict, WitnessCall,
};
use ulpwise_float::Rounding;
use ulpwise_harness::names::source_name;
use ulpwise_interp::number::float::exact;
use ulpwise_ir::{FloatFormat, SiteKind, Type};
use ulpwise_stability::{Exceeded, StabilityTarget, StabilityVerdict, TrueValue, UnstableRun};

/// The analysis that proves that precision is kept.
const PROVER: &str = "error forms";

/// The run, with an exit code that is still to be set.
pub(super) fn run(findings: &Findings<'_>) -> Run {
    let mut places = SiteTable::new(findings.module);
    let verdicts = &findings.stability.verdicts;
    let mut ledger: Vec<LedgerEntry> =
        verdicts.iter().map(|(&target, verdict)| entry(findings, &mut places, target, verdict)).collect();
    // Second runs come last, so that the numbers of sites do not depend on them.
    for (entry, &target) in ledger.iter_mut().zip(verdicts.keys()) {
        let EntryDetail::Stability(detail) = &mut entry.detail else { continue };
        let infinite = findings.stability.infinite.get(&target).filter(|_| detail.loss.is_some());
        detail.infinite = infinite.map(|run| InfiniteRun {
            finding: finding(findings, &mut places, target, run, (entry.site, entry.property)),
            loss: precision_loss(run),
        });
    }
    let trial = findings.trial.as_ref().map(|trial| BoundTrial {
        runs: trial.runs,
        closest: trial.closest,
        exceeded: trial.exceeded.iter().map(|one| exceeded(&mut places, one)).collect(),
    });
    let refuted = trial.iter().flat_map(|trial| &trial.exceeded);
    let refuted =
        refuted.map(|one| Refuted { goal: (one.site, Property::Unstable), by: PROVER.to_owned() }).collect();
    let stability = findings.stability;
    let function = &findings.module.functions[findings.function];
    let found = ledger.iter().filter(|entry| entry.verdict.finding().is_some()).count();
    let function = FunctionReport {
        name: source_name(function),
        linker_name: function.name.clone(),
        locations: (found, found),
        ledger,
        all_paths: stability.cut_off == 0 && stability.strayed == 0 && stability.missed.is_empty(),
        paths: stability.paths as u64,
        questions: Questions::default(),
        not_native: None,
        not_abstract: None,
        remedies: Vec::new(),
        assumptions: match stability.bounds().is_empty() {
            true => Vec::new(),
            false => findings.assumptions.clone(),
        },
        refuted,
        seconds: findings.seconds,
    };
    let detail = StabilityRun {
        tolerance: findings.tolerance,
        cut_off: stability.cut_off,
        loop_bound: stability.loop_bound,
        out_of_bounds: stability.strayed,
        first_out_of_bounds: stability.stray.clone(),
        not_followed: stability.missed.clone(),
        trial,
    };
    Run {
        functions: vec![function],
        warnings: findings.warnings.clone(),
        detail: RunDetail::Stability(detail),
        ..places.into_run("stability")
    }
}

fn exceeded(places: &mut SiteTable<'_>, one: &Exceeded) -> ExceededBound {
    ExceededBound {
        site: places.site(one.site),
        seen: one.seen,
        bound: one.bound,
        inputs: one.inputs.clone(),
        rounding: mode_name(one.rounding).to_owned(),
    }
}

fn entry(
    findings: &Findings<'_>,
    places: &mut SiteTable<'_>,
    target: StabilityTarget,
    verdict: &StabilityVerdict,
) -> LedgerEntry {
    let name = |input: usize| &findings.inputs[input].name;
    let (site, value) = match target {
        StabilityTarget::Site(site) => {
            let comparison = matches!(findings.module.sites[site].kind, SiteKind::Compare(_));
            (places.site(site), ValueTarget::Operation { comparison })
        }
        StabilityTarget::Returned(part) => {
            let what = match part {
                0 => "returned value".to_owned(),
                part => format!("returned value, part {part}"),
            };
            (places.of_function(findings.function, &what), ValueTarget::Returned(part))
        }
        StabilityTarget::Written(input) => {
            let site = places.of_function(findings.function, &format!("{} on return", name(input)));
            (site, ValueTarget::Written(name(input).to_string()))
        }
    };
    let goal = (site, Property::Unstable);
    let mut detail = StabilityDetail { target: value, bound: 0.0, regions: 0, loss: None, infinite: None };
    let verdict = match verdict {
        StabilityVerdict::Stable { bound, regions } => {
            (detail.bound, detail.regions) = (*bound, *regions);
            Verdict::Proven(PROVER.to_owned())
        }
        StabilityVerdict::Unknown { why, bound } => {
            detail.bound = *bound;
            Verdict::Unknown(why.clone())
        }
        StabilityVerdict::Unstable(unstable) => {
            detail.loss = Some(precision_loss(unstable));
            let finding = finding(findings, places, target, unstable, goal);
            Verdict::Witness(Box::new(finding))
        }
    };
    let detail = EntryDetail::Stability(Box::new(detail));
    LedgerEntry { site, property: Property::Unstable, verdict, detail }
}

fn precision_loss(run: &UnstableRun) -> PrecisionLoss {
    PrecisionLoss {
        error: run.error,
        computed: run.computed.map(|(format, bits)| float_text(format, bits)),
        exact: run.truth.map(TrueValue::nearest),
        is_infinite: run.is_infinite(),
    }
}

/// A run that loses precision, with the way of its error.
fn finding(
    findings: &Findings<'_>,
    places: &mut SiteTable<'_>,
    target: StabilityTarget,
    run: &UnstableRun,
    goal: LedgerKey,
) -> Finding {
    let given = findings.inputs.iter().zip(&run.inputs);
    let inputs = given.map(|(input, &bits)| CallInput {
        name: input.name.to_string(),
        value: typed_value(input.ty, input.signed, bits),
    });
    let call = WitnessCall {
        function: source_name(&findings.module.functions[findings.function]),
        inputs: inputs.collect(),
        rounding: mode_name(run.rounding).to_owned(),
        ending: Ending::Returned,
        again: None,
    };
    let mut finding = Finding::new(goal, "search", call);
    finding.expression = Some(loss(run));
    let name = match target {
        StabilityTarget::Written(input) => Some(findings.inputs[input].name.to_string()),
        _ => None,
    };
    if let (StabilityTarget::Returned(_) | StabilityTarget::Written(_), Some((format, bits))) =
        (target, run.computed)
    {
        finding.trace.end = End::Escaped;
        finding.outputs = vec![CallOutput {
            name,
            value: typed_value(Type::Float(format), true, bits),
            escapes: true,
            truth: run.truth.map(|truth| ExactValue {
                decimal: true_text(truth),
                words: None,
                ordinary: truth.is_zero() || truth.nearest().is_normal(),
            }),
        }];
    }
    finding.steps = error_steps::error_steps(findings.module, places, &run.trace);
    finding
}

/// What is lost, in a sentence.
fn loss(run: &UnstableRun) -> String {
    match (run.computed, run.truth) {
        (None, _) => "the true value decides otherwise".to_owned(),
        (Some((format, bits)), Some(truth)) if run.is_infinite() => {
            let what = if exact(format, bits).is_nan() { "no number" } else { "infinite" };
            format!("may be {what}: computed {}, true {}", float_text(format, bits), true_text(truth))
        }
        (Some((format, bits)), Some(truth)) => {
            let error = if run.error.is_finite() {
                format!("error {}, ", LowerBound(run.error).percent())
            } else {
                String::new()
            };
            format!("{error}computed {}, true {}", float_text(format, bits), true_text(truth))
        }
        (Some((format, bits)), None) => {
            format!("computed {}, and there is no true value", float_text(format, bits))
        }
    }
}

/// A true value, rounded to a double.
pub(super) fn true_text(truth: TrueValue) -> String {
    match truth.nearest() {
        0.0 if !truth.is_zero() => "nearer to 0 than any double".to_owned(),
        near if near.is_infinite() => "beyond all doubles".to_owned(),
        near => float_text(FloatFormat::F64, near.to_bits().into()),
    }
}

/// The name of a rounding mode on the command line.
fn mode_name(mode: Rounding) -> &'static str {
    match mode {
        Rounding::NearestEven => "nearest",
        Rounding::NearestAway => "away",
        Rounding::TowardPositive => "up",
        Rounding::TowardNegative => "down",
        Rounding::TowardZero => "zero",
    }
}
