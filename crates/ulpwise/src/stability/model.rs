//! The verdicts as plain data, for SARIF, JUnit and HTML.

use super::Findings;
use super::text::{loss, mode_name, strayed, true_text};
use super::way;
use crate::check::typed_value;
use crate::reports::Places;
use ulpwise_finding::{
    CallInput, CallOutput, End, Ending, ExactValue, Finding, FunctionReport, LedgerEntry, LedgerKey,
    Property, Questions, Refuted, Run, Verdict as Told, WitnessCall,
};
use ulpwise_harness::names::source_name;
use ulpwise_ir::Type;
use ulpwise_stability::{StabilityTarget, StabilityVerdict, UnstableRun};

/// Who proves that precision is kept.
const PROVER: &str = "error forms";

/// The run, with an exit code that is still to be set.
pub(super) fn run(findings: &Findings<'_>) -> Run {
    let mut places = Places::new(findings.module);
    let mut ledger = Vec::new();
    for (&target, verdict) in &findings.stability.verdicts {
        let site = match target {
            StabilityTarget::Site(site) => places.site(site),
            StabilityTarget::Returned(0) => places.of_function(findings.function, "returned value"),
            StabilityTarget::Returned(part) => {
                places.of_function(findings.function, &format!("returned value, part {part}"))
            }
            StabilityTarget::Written(input) => {
                let name = &findings.inputs[input].name;
                places.of_function(findings.function, &format!("{name} on return"))
            }
        };
        let verdict = match verdict {
            StabilityVerdict::Stable { .. } => Told::Proven(PROVER.to_owned()),
            StabilityVerdict::Unknown { why, .. } => Told::Unknown(why.clone()),
            StabilityVerdict::Unstable(find) => {
                let mut told = told(findings, target, find, (site, Property::Unstable));
                told.steps = way::told(findings.module, &mut places, &find.trace);
                Told::Witness(Box::new(told))
            }
        };
        ledger.push(LedgerEntry { site, property: Property::Unstable, verdict });
    }
    let exceeded = findings.trial.iter().flat_map(|trial| &trial.exceeded);
    let refuted = exceeded
        .map(|one| Refuted { goal: (places.site(one.site), Property::Unstable), by: PROVER.to_owned() })
        .collect();
    let function = &findings.module.functions[findings.function];
    let found = ledger.iter().filter(|entry| entry.verdict.finding().is_some()).count();
    let missed = findings.stability.missed.iter().map(|why| format!("not followed: {why}"));
    let function = FunctionReport {
        name: source_name(function),
        linker_name: function.name.clone(),
        locations: (found, found),
        ledger,
        all_paths: findings.stability.cut_off == 0
            && findings.stability.strayed == 0
            && findings.stability.missed.is_empty(),
        paths: findings.stability.paths as u64,
        questions: Questions::default(),
        not_native: None,
        not_abstract: None,
        remarks: missed.chain(strayed(findings)).collect(),
        refuted,
        seconds: findings.seconds,
    };
    Run { functions: vec![function], warnings: findings.warnings.clone(), ..places.into_run("stability") }
}

fn told(findings: &Findings<'_>, target: StabilityTarget, find: &UnstableRun, goal: LedgerKey) -> Finding {
    let given = findings.inputs.iter().zip(&find.inputs);
    let inputs = given.map(|(input, &bits)| CallInput {
        name: input.name.to_string(),
        value: typed_value(input.ty, input.signed, bits),
    });
    let call = WitnessCall {
        function: source_name(&findings.module.functions[findings.function]),
        inputs: inputs.collect(),
        rounding: mode_name(find.rounding).to_owned(),
        ending: Ending::Returned,
        again: None,
    };
    let mut told = Finding::new(goal, "search", call);
    told.expression = Some(loss(find));
    let name = match target {
        StabilityTarget::Written(input) => Some(findings.inputs[input].name.to_string()),
        _ => None,
    };
    if let (StabilityTarget::Returned(_) | StabilityTarget::Written(_), Some((format, bits))) =
        (target, find.computed)
    {
        told.trace.end = End::Escaped;
        told.outputs = vec![CallOutput {
            name,
            value: typed_value(Type::Float(format), true, bits),
            escapes: true,
            truth: find.truth.map(|truth| ExactValue {
                decimal: true_text(truth),
                words: None,
                ordinary: truth.is_zero() || truth.nearest().is_normal(),
            }),
        }];
    }
    told
}
