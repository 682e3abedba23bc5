//! What was found as plain data: each finding stands at the operation that makes most of its error.

use super::against_reference;
use super::bounds::ProvenBound;
use super::call::arguments_of;
use super::subject::{Subject, output_name};
use super::{ExplainedError, Findings};
use crate::assume_nothing::refusal;
use crate::check::{ReproCommand, inputs, value};
use crate::describe::{float_text, operation, printable};
use crate::options::AccuracyOptions;
use crate::site_table::SiteTable;
use ulpwise_accuracy::{
    Diagnosis, ErrorClass, InputPoint, Magnitude, Metric, OutputReading, Role, SiteShare,
};
use ulpwise_finding::{
    AccuracyRun, Assumption, CallOutput, Digits, End, Ending, EntryDetail, ErrorBound, ErrorDetail,
    ErrorRole, ErrorShare, ExactValue, Finding, FunctionReport, LedgerEntry, LedgerKey, NumberPair, Property,
    Questions, Run, RunDetail, SymbolicSearch, Verdict, WitnessCall, WorstError,
};
use ulpwise_float::{Flags, Format};
use ulpwise_harness::names::source_name;
use ulpwise_harness::proof_assumptions;
use ulpwise_host::RoundingMode;
use ulpwise_interp::{Event, Exception};
use ulpwise_ir::{FloatFormat, Module, SiteKind};
use ulpwise_native::{TracedOperation, VariableKind};

/// The run, with an exit code that is still to be set.
pub(super) fn run(
    subject: &Subject<'_>,
    findings: &Findings,
    options: &AccuracyOptions,
    warnings: &[String],
    seconds: f64,
) -> Run {
    let mut places = SiteTable::new(subject.module);
    let mut ledger = Vec::new();
    for (rank, found) in findings.found.iter().enumerate() {
        let guilty = found.diagnosis.as_ref().and_then(Diagnosis::guilty);
        let site = match guilty {
            Some(guilty) => places.site(guilty.site),
            None => places.of_function(subject.function, "result"),
        };
        let property = property(found.confirmed.class);
        let mut finding =
            Finding { rank: Some(rank + 1), ..finding(subject, found, options, (site, property)) };
        if findings.same_steps.is_some() {
            // What the same steps give without rounding is no exact result.
            finding.outputs.iter_mut().for_each(|output| output.truth = None);
        }
        ledger.push(LedgerEntry {
            site,
            property,
            verdict: Verdict::Witness(Box::new(finding)),
            detail: EntryDetail::Accuracy(Box::new(ErrorDetail {
                other: against_reference::of_found(subject, findings, rank),
                ..error_detail(subject, &mut places, found)
            })),
        });
    }
    against_reference::add(subject, findings, &mut places, &mut ledger, options);
    let detail = run_detail(subject, findings, &places, options);
    let function = &subject.module.functions[subject.function];
    let function = FunctionReport {
        name: source_name(function),
        linker_name: function.name.clone(),
        locations: (ledger.len(), ledger.len()),
        ledger,
        all_paths: false,
        paths: 0,
        questions: Questions::default(),
        not_native: None,
        not_abstract: None,
        remedies: Vec::new(),
        assumptions: match &detail.bound {
            Some(ErrorBound::Proven { .. }) => {
                let mut all = bound_assumptions(subject, findings);
                all.extend(options.domain.contracted.assumptions.iter().cloned());
                all
            }
            Some(ErrorBound::Refused { .. }) | None => Vec::new(),
        },
        refuted: Vec::new(),
        seconds,
    };
    Run {
        functions: vec![function],
        warnings: warnings.to_vec(),
        detail: RunDetail::Accuracy(detail),
        ..places.into_run("accuracy")
    }
}

/// What a bound takes for granted.
fn bound_assumptions(subject: &Subject<'_>, findings: &Findings) -> Vec<Assumption> {
    let mut all = proof_assumptions(subject.module, subject.function, &subject.entry);
    if let Some(Ok(proven)) = &findings.bound {
        all.extend(proven.tables.iter().map(|name| Assumption::InitialTable { name: name.clone() }));
    }
    all
}

/// What is known of the whole run.
fn run_detail(
    subject: &Subject<'_>,
    findings: &Findings,
    places: &SiteTable<'_>,
    options: &AccuracyOptions,
) -> AccuracyRun {
    let searched = &findings.searched;
    let example = |point: &InputPoint| arguments_of(subject, &subject.domain.words(point));
    let symbolic = searched.followed.as_ref().map(|followed| SymbolicSearch {
        rounds: followed.rounds,
        paths: followed.paths,
        combinations: followed.combinations,
        starting_points: followed.points.len(),
        answers: Questions {
            sat: followed.answers.sat,
            unsat: followed.answers.unsat,
            unknown: followed.answers.unknown,
        },
        obstacle: followed.obstacle.clone(),
    });
    let bits = subject.results.outputs.iter().map(|output| output.format.significand_bits()).max();
    let assumptions = || bound_assumptions(subject, findings);
    let refused = if options.assume_nothing { refusal(&assumptions()) } else { None };
    let bound = findings.bound.as_ref().map(|bound| match bound {
        Ok(_) if let Some(why) = &refused => ErrorBound::Refused { why: why.clone(), location: None },
        Ok(ProvenBound { bound, .. }) => ErrorBound::Proven {
            absolute: bound.absolute,
            relative: bound.relative,
            boxes: bound.boxes,
            contradicted: findings.is_contradiction(),
            significand_bits: bits.unwrap_or(53),
        },
        Err(refusal) => {
            let at = refusal.at.and_then(|(function, inst)| subject.module.location_of(function, inst));
            let location = at.map(|at| places.named_location(at));
            ErrorBound::Refused { why: refusal.reason.to_string(), location }
        }
    });
    AccuracyRun {
        metric: options.metric.id().to_owned(),
        calls: searched.calls,
        not_returned: searched.not_returned,
        not_returned_example: searched.lost.as_ref().map(|(point, _)| example(point)),
        without_output: searched.without_output,
        without_output_example: searched.empty.as_ref().map(example),
        failed: searched.failed,
        success: subject.results.success.map(|success| success.to_string()),
        success_is_default: subject.success_is_default,
        scanned: searched.scanned,
        threshold: options.threshold,
        unconfirmed: findings.unconfirmed,
        symbolic,
        operations_not_followed: findings.unobserved,
        not_exact: findings.not_exact.clone(),
        same_steps: findings.same_steps.clone(),
        reference: findings
            .reference
            .as_ref()
            .map(|compared| Box::new(against_reference::run(subject, compared))),
        bound,
        plotted: findings.plotted,
    }
}

/// What is known of an error and of the operations that make it.
fn error_detail(subject: &Subject<'_>, places: &mut SiteTable<'_>, found: &ExplainedError) -> ErrorDetail {
    let confirmed = &found.confirmed;
    let differing = confirmed.differing().iter().map(|&(output, computed, right)| {
        (output_name(&subject.results.outputs[output]).to_owned(), number(computed), number(right))
    });
    let diagnosis = found.diagnosis.as_ref();
    let guilty = diagnosis.and_then(Diagnosis::guilty).map(|share| share.site);
    ErrorDetail {
        worst: confirmed.exact().map(|worst| worst_error(subject, worst)),
        arguments: arguments_of(subject, &confirmed.words),
        words: confirmed.words.clone(),
        bits: confirmed.bits,
        differing: differing.collect(),
        diverged: confirmed.call.diverged.iter().map(|&site| places.site(site)).collect(),
        shares: diagnosis.map(|diagnosis| {
            diagnosis.sites.iter().map(|share| error_share(subject.module, places, share)).collect()
        }),
        guilty: diagnosis
            .and_then(|diagnosis| diagnosis.sites.iter().position(|share| Some(share.site) == guilty)),
        explained: diagnosis.map(|diagnosis| diagnosis.explained),
        cut: diagnosis.is_some_and(|diagnosis| diagnosis.cut),
        regions: found.regions.iter().map(|region| region.document(subject)).collect(),
        against_reference: false,
        other: None,
    }
}

pub(super) fn worst_error(subject: &Subject<'_>, worst: OutputReading) -> WorstError {
    let output = &subject.results.outputs[worst.output];
    WorstError {
        output: output_name(output).to_owned(),
        computed: number(worst.value),
        right: number(worst.right),
        error: worst.error.to_string(),
        error_log2: (!worst.error.is_zero()).then(|| worst.error.log2()),
        ulps: Metric::Ulp.error(worst.distance, worst.right_size, output.format).to_f64(),
    }
}

fn error_share(module: &Module, places: &mut SiteTable<'_>, share: &SiteShare) -> ErrorShare {
    ErrorShare {
        site: places.site(share.site),
        role: match share.role {
            Role::Cancellation => ErrorRole::Cancellation,
            Role::BenignCancellation => ErrorRole::BenignCancellation,
            Role::PrecisionLoss => ErrorRole::PrecisionLoss,
            Role::Rounding => ErrorRole::Rounding,
        },
        share: share.share,
        passed: share.passed,
        rounding: share.rounding,
        condition: share.condition,
        magnifies: share.magnifies(),
        runs: share.runs,
        lost_digits: share.checks.losses,
        cancelled: share.checks.cancellations,
        expression: operation(module, &event_of(module, share)).expression,
        right: number(share.worst.right).decimal,
    }
}

/// A double with its shortest decimal.
pub(super) fn number(value: f64) -> NumberPair {
    NumberPair { value, decimal: float_text(FloatFormat::F64, value.to_bits().into()) }
}

pub(super) fn property(class: ErrorClass) -> Property {
    match class {
        ErrorClass::Inaccurate => Property::Inaccurate,
        ErrorClass::NotZero => Property::NotZero,
        ErrorClass::Diverged => Property::Diverged,
        ErrorClass::OtherKind => Property::OtherKind,
    }
}

fn finding(
    subject: &Subject<'_>,
    found: &ExplainedError,
    options: &AccuracyOptions,
    goal: LedgerKey,
) -> Finding {
    let confirmed = &found.confirmed;
    let mut finding = witness(subject, &confirmed.words, options, goal);
    finding.expression = Some(title(subject, found, options));
    let worst = confirmed.exact().map(|worst| (worst.output, worst.value, worst.right));
    let wrong = worst.into_iter().chain(confirmed.differing().iter().copied());
    finding.outputs =
        wrong.map(|(output, computed, right)| of_output(subject, output, computed, right)).collect();
    finding.digits = confirmed.exact().map(|worst| digits(subject, worst));
    finding
}

/// How many digits of an output are right.
pub(super) fn digits(subject: &Subject<'_>, worst: OutputReading) -> Digits {
    let format = subject.results.outputs[worst.output].format;
    let of = format.significand_bits();
    let share = Metric::Relative.error(worst.distance, worst.right_size, format);
    Digits { right: (-share.log2()).clamp(0.0, of.into()), of }
}

/// A call that returns something inaccurate.
pub(super) fn witness(
    subject: &Subject<'_>,
    words: &[u64],
    options: &AccuracyOptions,
    goal: LedgerKey,
) -> Finding {
    let inputs = inputs(&subject.native, words);
    let call = ReproCommand {
        module: subject.module,
        program: &options.program,
        function: subject.function,
        native: &subject.native,
        on_request: None,
    };
    let sayable = options.setup.is_empty() && options.links.is_empty();
    let again = sayable.then(|| call.command(&inputs, RoundingMode::NearestEven)).flatten();
    let call = WitnessCall {
        function: source_name(&subject.module.functions[subject.function]),
        inputs,
        rounding: RoundingMode::NearestEven.id().to_owned(),
        ending: Ending::Returned,
        again,
    };
    let mut finding = Finding::new(goal, "search", call);
    finding.trace.end = End::Escaped;
    finding
}

/// An output that is wrong, beside what would be right.
pub(super) fn of_output(subject: &Subject<'_>, output: usize, computed: f64, right: f64) -> CallOutput {
    let output = &subject.results.outputs[output];
    let bits = match output.format {
        Format::F32 => u64::from((computed as f32).to_bits()),
        _ => computed.to_bits(),
    };
    CallOutput {
        name: (output_name(output) != "return").then(|| output_name(output).to_owned()),
        value: value(VariableKind::Float(output.format), bits),
        escapes: true,
        truth: Some(ExactValue {
            decimal: value(VariableKind::Float(Format::F64), right.to_bits()).decimal,
            words: right.is_nan().then(|| "no number".to_owned()),
            ordinary: right == 0.0 || right.is_normal(),
        }),
    }
}

/// What is wrong, in a sentence.
fn title(subject: &Subject<'_>, found: &ExplainedError, options: &AccuracyOptions) -> String {
    if found.confirmed.class == ErrorClass::Diverged {
        return "a comparison comes out otherwise without rounding, and the exact result is not known"
            .to_owned();
    }
    let Some(worst) = found.confirmed.worst else {
        return "a result is of another kind than what would be right".to_owned();
    };
    let what = match output_name(&subject.results.outputs[worst.output]) {
        "return" => "the returned value".to_owned(),
        name => printable(name),
    };
    let size = size_of_error(worst.error, options.metric);
    match found.confirmed.class {
        ErrorClass::NotZero => format!("{size} of {what}: zero would be right"),
        _ => format!("{size} of {what}"),
    }
}

/// An error in its measure, in words.
pub(super) fn size_of_error(error: Magnitude, metric: Metric) -> String {
    match metric {
        Metric::Relative => format!("relative error {error}"),
        Metric::Ulp => format!("an error of {error} ulps"),
        Metric::Absolute => format!("an absolute error of {error}"),
    }
}

/// The run of a site that did most, as the event that the drawing of operations knows.
fn event_of(module: &Module, share: &SiteShare) -> Event {
    let TracedOperation { operands, value, .. } = share.worst;
    let (from, to) = formats(module, module.sites[share.site].kind);
    let bits = |value: f64, format: FloatFormat| match format {
        FloatFormat::F32 => u128::from((value as f32).to_bits()),
        _ => u128::from(value.to_bits()),
    };
    Event {
        site: share.site,
        exception: Exception::Inexact,
        flags: Flags::INEXACT,
        operands: operands.iter().map(|&(_, held)| bits(held, from)).collect(),
        result: bits(value, to),
        count: 1,
        calls: Vec::new(),
    }
}

/// The formats of a site's operands and of its result.
fn formats(module: &Module, kind: SiteKind) -> (FloatFormat, FloatFormat) {
    match kind {
        SiteKind::Convert(from, to) => (from, to),
        SiteKind::Binary(_, format)
        | SiteKind::Unary(_, format)
        | SiteKind::Fma(format)
        | SiteKind::Compare(format)
        | SiteKind::ToInt(format)
        | SiteKind::FromInt(format) => (format, format),
        SiteKind::Libm(function) => match module.functions[function].results.first() {
            Some(ulpwise_ir::Type::Float(FloatFormat::F32)) => (FloatFormat::F32, FloatFormat::F32),
            _ => (FloatFormat::F64, FloatFormat::F64),
        },
    }
}
