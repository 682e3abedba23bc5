//! A formula over the inputs as the reference: mpmath evaluates it, with more and more bits until
//! they agree.

use super::python::{Evaluator, EvaluatorFailure};
use super::{only_output, special};
use crate::accuracy::subject::Subject;
use crate::context::RunContext;
use crate::error::DriverError;
use serde_json::{Map, Value, json};
use ulpwise_accuracy::{ComputedCall, Magnitude, RightCall, RightValue, UnknownTruth};
use ulpwise_float::Format;
use ulpwise_native::VariableKind;

/// A formula and what evaluates it.
pub(in crate::accuracy) struct ExpressionReference<'m> {
    subject: &'m Subject<'m>,
    text: String,
    evaluator: Evaluator,
}

impl<'m> ExpressionReference<'m> {
    /// Reads the formula.
    pub(super) fn start(
        subject: &'m Subject<'m>,
        text: &str,
        context: &RunContext,
    ) -> Result<Self, DriverError> {
        only_output(subject, text)?;
        let words = vec![0; subject.domain.width()];
        let names: Vec<String> = inputs(subject, &words).keys().cloned().collect();
        let evaluator =
            Evaluator::start(text, names, context).map_err(|failure| Self::error(text, failure))?;
        Ok(Self { subject, text: text.to_owned(), evaluator })
    }

    fn error(text: &str, failure: EvaluatorFailure) -> DriverError {
        match failure {
            EvaluatorFailure::Other(error) => error,
            EvaluatorFailure::Formula(what) => DriverError::refused(format!("--reference {text}: {what}"))
                .with_help("a formula over the inputs with functions of mpmath, or FILE::FUNCTION"),
        }
    }

    pub(super) fn source(&self) -> String {
        format!("mpmath {}", self.evaluator.version)
    }

    pub(super) fn right(&mut self, calls: &[ComputedCall]) -> Result<Vec<RightCall>, DriverError> {
        let request = |call: &ComputedCall| {
            let computed = call.values.first().copied().unwrap_or(f64::NAN);
            json!({ "inputs": inputs(self.subject, &call.words), "computed": double(computed) })
        };
        let requests: Vec<Value> = calls.iter().map(request).collect();
        let answers = match self.ask(&requests)? {
            Some(answers) => answers,
            // One of them is too much; each by itself says which.
            None => {
                let mut answers = Vec::new();
                for request in &requests {
                    let alone = self.ask(std::slice::from_ref(request))?.and_then(|mut one| one.pop());
                    answers.push(alone.unwrap_or_else(|| json!({ "unknown": "it takes too much" })));
                }
                answers
            }
        };
        answers.iter().map(|answer| self.read(answer)).collect()
    }

    fn ask(&mut self, requests: &[Value]) -> Result<Option<Vec<Value>>, DriverError> {
        self.evaluator.answers(requests).map_err(|failure| Self::error(&self.text, failure))
    }

    /// One answer of the script.
    fn read(&self, answer: &Value) -> Result<RightCall, DriverError> {
        let text = |name: &str| answer.get(name).and_then(Value::as_str);
        if let Some(problem) = text("problem") {
            return Err(Self::error(&self.text, EvaluatorFailure::Formula(problem.to_owned())));
        }
        if let Some(why) = text("unknown") {
            return Ok(Err(UnknownTruth(why.to_owned())));
        }
        if let Some(value) = text("special").and_then(special) {
            return Ok(Ok(vec![value]));
        }
        let nearest =
            text("near").and_then(|digits| u64::from_str_radix(digits, 16).ok()).map(f64::from_bits);
        let number = nearest.zip(magnitude(answer.get("size")));
        let (nearest, size) =
            number.ok_or_else(|| DriverError::internal("the evaluator of references says no number"))?;
        let distance = magnitude(answer.get("distance"));
        Ok(Ok(vec![RightValue::Number { nearest, size, distance }]))
    }
}

/// A fraction and an exponent.
fn magnitude(pair: Option<&Value>) -> Option<Magnitude> {
    let pair = pair?.as_array()?;
    Magnitude::new(pair.first()?.as_f64()?, pair.get(1)?.as_i64()?)
}

/// The bits of a double, as the script reads them.
fn double(value: f64) -> String {
    format!("d{:016x}", value.to_bits())
}

/// The inputs by the names that they have in a formula: those of an array together, and what is not
/// a name in Python with underscores.
fn inputs(subject: &Subject<'_>, words: &[u64]) -> Map<String, Value> {
    let native = &subject.native;
    let mut named: Map<String, Value> = Map::new();
    let values = native.values(words);
    for ((name, variable), &value) in native.names.iter().zip(&native.space.variables).zip(&values) {
        let text = match variable.kind {
            VariableKind::Float(Format::F32) => double(f32::from_bits(value as u32).into()),
            VariableKind::Float(_) => double(f64::from_bits(value)),
            kind => format!("i{}", kind.ordinal(value).unwrap_or(0)),
        };
        let plain = name.trim_start_matches('*');
        let of_array = plain.strip_suffix([']', ')']).and_then(|rest| rest.rsplit_once(['[', '(']));
        match of_array {
            Some((array, _)) => {
                let list = named.entry(identifier(array)).or_insert_with(|| json!([]));
                if let Value::Array(list) = list {
                    list.push(text.into());
                }
            }
            None => drop(named.insert(identifier(plain), text.into())),
        }
    }
    named
}

/// A name that Python has, too.
fn identifier(name: &str) -> String {
    let plain = |character: char| if character.is_alphanumeric() { character } else { '_' };
    name.chars().map(plain).collect()
}
