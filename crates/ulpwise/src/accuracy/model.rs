//! What was found as plain data, for SARIF, JUnit and HTML: each finding stands at the operation that makes most of its error.

use super::subject::{Subject, output_name};
use super::text::{title, write_bound};
use super::{Finding as Found, Findings};
use crate::args::AccuracyArguments;
use crate::check::{Again, inputs, value};
use crate::render::Painter;
use crate::reports::Places;
use ulpwise_accuracy::{Diagnosis, ErrorClass, Metric};
use ulpwise_finding::{
    CallOutput, Digits, End, Ending, ExactValue, Finding, FunctionReport, LedgerEntry, Property, Questions,
    Run, Verdict, WitnessCall,
};
use ulpwise_float::Format;
use ulpwise_harness::names::source_name;
use ulpwise_host::RoundingMode;
use ulpwise_native::VariableKind;

/// The run, with an exit code that is still to be set.
pub(super) fn run(
    subject: &Subject<'_>,
    findings: &Findings,
    arguments: &AccuracyArguments,
    warnings: &[String],
    seconds: f64,
) -> Run {
    let mut places = Places::new(subject.module);
    let found = findings.found.iter().enumerate();
    let ledger: Vec<LedgerEntry> = found
        .map(|(rank, finding)| {
            let guilty = finding.diagnosis.as_ref().and_then(Diagnosis::guilty);
            let site = match guilty {
                Some(guilty) => places.site(guilty.site),
                None => places.of_function(subject.function, "result"),
            };
            let property = property(finding.confirmed.class);
            let told =
                Finding { rank: Some(rank + 1), ..told(subject, finding, arguments, (site, property)) };
            LedgerEntry { site, property, verdict: Verdict::Witness(Box::new(told)) }
        })
        .collect();
    let mut bound = String::new();
    write_bound(&mut bound, &Painter::new(subject.module), subject, findings);
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
        remarks: bound.lines().map(|line| line.trim().to_owned()).collect(),
        refuted: Vec::new(),
        seconds,
    };
    Run { functions: vec![function], warnings: warnings.to_vec(), ..places.into_run("accuracy") }
}

fn property(sort: ErrorClass) -> Property {
    match sort {
        ErrorClass::Inaccurate => Property::Inaccurate,
        ErrorClass::NotZero => Property::NotZero,
        ErrorClass::Diverged => Property::Diverged,
        ErrorClass::OtherKind => Property::OtherKind,
    }
}

fn told(
    subject: &Subject<'_>,
    finding: &Found,
    arguments: &AccuracyArguments,
    goal: ulpwise_finding::LedgerKey,
) -> Finding {
    let confirmed = &finding.confirmed;
    let inputs = inputs(&subject.native, &confirmed.words);
    let call = Again {
        module: subject.module,
        input: &arguments.input,
        function: subject.function,
        native: &subject.native,
    };
    let sayable = arguments.setup.is_empty() && arguments.link.is_empty();
    let again = sayable.then(|| call.command(&inputs, RoundingMode::NearestEven)).flatten();
    let call = WitnessCall {
        function: source_name(&subject.module.functions[subject.function]),
        inputs,
        rounding: RoundingMode::NearestEven.id().to_owned(),
        ending: Ending::Returned,
        again,
    };
    let mut told = Finding::new(goal, "search", call);
    told.expression = Some(title(subject, finding, arguments));
    told.trace.end = End::Escaped;
    let worst = confirmed.worst.map(|worst| (worst.output, worst.value, worst.right));
    let wrong = worst.into_iter().chain(confirmed.call.differing.iter().copied());
    told.outputs =
        wrong.map(|(output, computed, right)| of_output(subject, output, computed, right)).collect();
    told.digits = confirmed.worst.map(|worst| {
        let format = subject.outputs[worst.output].format;
        let of = format.significand_bits();
        let share = Metric::Relative.error(worst.distance, worst.right_size, format);
        Digits { right: (-share.log2()).clamp(0.0, of.into()), of }
    });
    told
}

/// An output that is wrong, beside what would be right.
fn of_output(subject: &Subject<'_>, output: usize, computed: f64, right: f64) -> CallOutput {
    let output = &subject.outputs[output];
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
