//! `--reference`: something else that says what is right, another function or a formula.

mod expression;
mod function;
mod python;

use super::Findings;
use super::subject::{Subject, output_name};
use crate::context::RunContext;
use crate::error::DriverError;
use crate::options::AccuracyOptions;
use expression::ExpressionReference;
use function::{FunctionParts, FunctionReference, LoadedReference, load_reference};
use std::path::{Path, PathBuf};
use ulpwise_accuracy::{
    ComputedCall, ConfirmedError, ErrorClass, ErrorConfirmer, InputPoint, Metric, OutputReading, Reference,
    ReferenceError, ReferenceOptions, ReferenceResult, RightCall, RightValue, SearchResult, Settled,
    ShadowProgram, UnknownTruth, compare,
};
use ulpwise_base::Budget;
use ulpwise_harness::glob;
use ulpwise_harness::names::source_name;

/// How many calls are compared, unless fewer are asked for.
const MOST_CALLS: u64 = 4000;

/// How many of the worst inputs of each class, and of the regions, are compared first.
const MOST_OF_CLASS: usize = 12;
const MOST_REGIONS: usize = 96;

/// The endings of files that can hold a function.
const LANGUAGES: [&str; 16] = [
    "c", "cc", "cpp", "cxx", "c++", "f", "for", "f77", "f90", "f95", "f03", "f08", "rs", "bc", "ll", "fpcore",
];

/// What a user means by a reference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ReferenceText {
    /// A function of a file.
    Function(PathBuf, String),
    /// A formula.
    Expression(String),
}

impl ReferenceText {
    pub(super) fn parse(text: &str) -> Self {
        match function_of_file(text) {
            Some((file, name)) => Self::Function(PathBuf::from(file), name.to_owned()),
            None => Self::Expression(text.to_owned()),
        }
    }
}

/// The file and the function of a reference `FILE::FUNCTION`; nothing of a formula.
pub fn function_of_file(text: &str) -> Option<(&str, &str)> {
    let is_file = |file: &str| {
        Path::new(file).extension().is_some_and(|end| LANGUAGES.iter().any(|known| end == *known))
    };
    text.split_once("::").filter(|(file, name)| is_file(file) && !name.is_empty())
}

/// The reference of a function: the one that is given, or that of a table.
pub(super) fn text_of<'a>(options: &'a AccuracyOptions, function: &str) -> Option<&'a str> {
    let of_table = || {
        let mut matching = options.references.iter().filter(|(pattern, _)| glob::matches(pattern, function));
        // What comes later counts, as everywhere in settings.
        matching.next_back().map(|(_, text)| text.as_str())
    };
    options.reference.as_deref().or_else(of_table)
}

/// A reference that fits a function, and can be started.
pub(super) enum ReferenceParts<'m> {
    Function(Box<FunctionParts<'m>>),
    Expression(String),
}

impl<'m> ReferenceParts<'m> {
    /// Refuses a reference that does not fit the function.
    pub(super) fn new(
        subject: &'m Subject<'m>,
        text: &str,
        loaded: Option<&'m LoadedReference>,
        options: &AccuracyOptions,
    ) -> Result<Self, DriverError> {
        Ok(match loaded {
            Some(loaded) => Self::Function(Box::new(FunctionParts::new(subject, loaded, options)?)),
            None => Self::Expression(text.to_owned()),
        })
    }

    /// Starts what says what is right.
    pub(super) fn start<'p>(
        &'p self,
        subject: &'p Subject<'p>,
        options: &AccuracyOptions,
        context: &RunContext,
    ) -> Result<AnyReference<'p>, DriverError> {
        Ok(match self {
            Self::Function(parts) => {
                AnyReference::Function(Box::new(FunctionReference::start(parts, options.metric)?))
            }
            Self::Expression(text) => {
                AnyReference::Expression(Box::new(ExpressionReference::start(subject, text, context)?))
            }
        })
    }
}

/// The reference's file compiled, if it is a function.
pub(super) fn load(
    text: &str,
    options: &AccuracyOptions,
    context: &RunContext,
) -> Result<Option<LoadedReference>, DriverError> {
    match ReferenceText::parse(text) {
        ReferenceText::Expression(_) => Ok(None),
        ReferenceText::Function(file, name) => load_reference(text, &file, &name, options, context).map(Some),
    }
}

/// Something that can be asked.
pub(super) enum AnyReference<'p> {
    Function(Box<FunctionReference<'p>>),
    Expression(Box<ExpressionReference<'p>>),
}

impl Reference for AnyReference<'_> {
    type Error = DriverError;

    fn right(&mut self, calls: &[ComputedCall]) -> Result<Vec<RightCall>, DriverError> {
        match self {
            Self::Function(function) => function.right(calls),
            Self::Expression(expression) => expression.right(calls),
        }
    }
}

impl AnyReference<'_> {
    /// What gives its values.
    pub(super) fn source(&self) -> String {
        match self {
            Self::Function(function) => function.source(),
            Self::Expression(expression) => expression.source(),
        }
    }

    /// What it says of one call.
    pub(super) fn of_call(&mut self, words: &[u64], values: Vec<f64>) -> Result<RightCall, DriverError> {
        let call = ComputedCall { words: words.to_vec(), values };
        let mut answers = self.right(std::slice::from_ref(&call))?;
        Ok(answers.pop().unwrap_or_else(|| Err(UnknownTruth("it says nothing".to_owned()))))
    }
}

/// What comparing with a reference came to.
pub(super) struct ComparedErrors {
    /// The reference, as the user says it.
    pub(super) text: String,
    /// What gives its values.
    pub(super) source: String,
    pub(super) result: ReferenceResult,
    /// For each class in the result, the same call against the function's own exact result.
    pub(super) own: Vec<Result<OutputReading, UnknownTruth>>,
    /// For each error that was found without the reference, what the reference says of it.
    pub(super) of_found: Vec<Option<Result<OutputReading, UnknownTruth>>>,
}

/// Compares calls with the reference, if there is one, and what was found without it.
pub(super) fn compare_all(
    subject: &Subject<'_>,
    program: &ShadowProgram<'_>,
    reference: Option<AnyReference<'_>>,
    findings: &mut Findings,
    (options, context): (&AccuracyOptions, &RunContext),
) -> Result<(), DriverError> {
    let Some(mut reference) = reference else { return Ok(()) };
    let reference = &mut reference;
    let confirmer = &mut ErrorConfirmer::new(program, &subject.domain, &subject.results, options.metric)?;
    context.progress.phase_within("comparing with the reference", Some(options.timeout));
    let budget = Budget::unlimited().with_cancel(context.cancel.clone()).with_time(options.timeout);
    let calls = options.calls.map_or(MOST_CALLS, |calls| calls.clamp(1, MOST_CALLS));
    let comparing = ReferenceOptions { metric: options.metric, seed: options.seed, calls, budget };
    let starts = starts(&findings.searched);
    let result = compare(program, &subject.domain, &subject.results, reference, &starts, &comparing)?;
    let own = result.worst.values().map(|error| own_reading(confirmer, error));
    let own = own.collect::<Result<_, _>>()?;
    let mut of_found = Vec::new();
    for found in &findings.found {
        of_found.push(match found.confirmed.exact() {
            Some(worst) => Some(of_reference(subject, reference, &found.confirmed, worst, options.metric)?),
            None => None,
        });
    }
    let text = text_of(options, &source_name(&subject.module.functions[subject.function]));
    let text = text.unwrap_or_default().to_owned();
    findings.reference = Some(ComparedErrors { text, source: reference.source(), result, own, of_found });
    Ok(())
}

/// The error of a call against the function's own exact result.
fn own_reading(
    confirmer: &mut ErrorConfirmer<'_>,
    error: &ReferenceError,
) -> Result<Result<OutputReading, UnknownTruth>, DriverError> {
    let why = match confirmer.settled(&error.words)? {
        Settled::Yes(call, _) if !call.diverged.is_empty() => {
            "a comparison comes out otherwise without rounding".to_owned()
        }
        Settled::Yes(call, _) => match call.for_output(error.reading.output) {
            Some(reading) => return Ok(Ok(*reading)),
            None => "what is computed, or what would be right, is no number".to_owned(),
        },
        Settled::NotExact(why) => why.to_string(),
        Settled::No => "instrumented code computes something else".to_owned(),
        Settled::NotReturned | Settled::Failed => "the call does not return".to_owned(),
    };
    Ok(Err(UnknownTruth(why)))
}

/// The error of a call against the reference.
fn of_reference(
    subject: &Subject<'_>,
    reference: &mut AnyReference<'_>,
    confirmed: &ConfirmedError,
    worst: OutputReading,
    metric: Metric,
) -> Result<Result<OutputReading, UnknownTruth>, DriverError> {
    let value = |output: usize| confirmed.call.for_output(output).map_or(f64::NAN, |reading| reading.value);
    let values = (0..subject.results.outputs.len()).map(value).collect();
    let right = match reference.of_call(&confirmed.words, values)? {
        Ok(right) => right,
        Err(why) => return Ok(Err(why)),
    };
    let format = subject.results.outputs[worst.output].format;
    Ok(match right.get(worst.output) {
        Some(&RightValue::Number { nearest, size, distance: Some(distance) }) => {
            let error = metric.error(distance, size, format);
            Ok(OutputReading { right: nearest, right_size: size, distance, error, ..worst })
        }
        Some(RightValue::Special(special)) => Err(UnknownTruth(format!("it is {special}"))),
        Some(RightValue::Number { .. }) | None => {
            Err(UnknownTruth("it says nothing of this output".to_owned()))
        }
    })
}

/// Inputs that are worth comparing first.
fn starts(searched: &SearchResult) -> Vec<InputPoint> {
    let classes = ErrorClass::ALL.iter();
    let worst = classes.flat_map(|&class| searched.incumbents.in_class(class).iter().take(MOST_OF_CLASS));
    let worst = worst.map(|incumbent| incumbent.point.clone());
    let regions = searched.regions.above(0.0, |_| 0).into_iter().take(MOST_REGIONS);
    let mut starts: Vec<InputPoint> = Vec::new();
    for point in worst.chain(regions.map(|region| region.point.clone())).chain(searched.plain.iter().cloned())
    {
        if !starts.contains(&point) {
            starts.push(point);
        }
    }
    starts
}

/// What a user calls the only output.
fn only_output<'s>(subject: &'s Subject<'_>, text: &str) -> Result<&'s str, DriverError> {
    match &subject.results.outputs[..] {
        [only] => Ok(output_name(only)),
        several => {
            let names: Vec<&str> = several.iter().map(output_name).collect();
            Err(DriverError::refused(format!(
                "--reference {text}: a formula is one number, and {} are given back",
                several.len()
            ))
            .with_help(format!("--output names the one that it is about: {}", names.join(", "))))
        }
    }
}

/// A special value by the word for it.
fn special(word: &str) -> Option<RightValue> {
    Some(RightValue::Special(match word {
        "nan" => f64::NAN,
        "inf" => f64::INFINITY,
        "-inf" => f64::NEG_INFINITY,
        _ => return None,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_and_formulas_are_distinguished() {
        let function = |file: &str, name: &str| ReferenceText::Function(PathBuf::from(file), name.to_owned());
        assert_eq!(ReferenceText::parse("a/b.cpp::ns::f"), function("a/b.cpp", "ns::f"));
        assert_eq!(ReferenceText::parse("g.f90::truth"), function("g.f90", "truth"));
        for formula in ["airyai(x)", "x::y", "f.c", "f.c::"] {
            assert_eq!(ReferenceText::parse(formula), ReferenceText::Expression(formula.to_owned()));
        }
    }

    #[test]
    fn a_table_gives_way_to_what_is_given() {
        let pair = |one: &str, other: &str| (one.to_owned(), other.to_owned());
        let mut options = AccuracyOptions {
            references: vec![pair("gsl_*", "1"), pair("gsl_sin", "sin(x)")],
            ..AccuracyOptions::default()
        };
        assert_eq!(text_of(&options, "gsl_sin"), Some("sin(x)"));
        assert_eq!(text_of(&options, "gsl_cos"), Some("1"));
        assert_eq!(text_of(&options, "f"), None);
        options.reference = Some("2".to_owned());
        assert_eq!(text_of(&options, "gsl_sin"), Some("2"));
    }
}
