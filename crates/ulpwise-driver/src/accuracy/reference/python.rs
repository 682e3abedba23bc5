//! The process that evaluates a formula: Python with mpmath, kept alive, with limits of time and
//! memory.

use crate::context::RunContext;
use crate::error::DriverError;
use serde::Serialize;
use serde_json::Value;
use std::time::Duration;
use ulpwise_base::Budget;
use ulpwise_coprocess::{Coprocess, NoAnswer};

/// What it runs.
const SCRIPT: &str = include_str!("evaluate.py");

/// How long Python may take to start, and how much longer than its own limit a batch.
const STARTING: Duration = Duration::from_secs(60);
const SLACK: Duration = Duration::from_secs(20);

/// How much CPU time each number may take.
const EACH: Duration = Duration::from_millis(400);

/// How many bytes it may hold.
const MEMORY: u64 = 1 << 30;

/// How often it may end in the middle of a batch.
const MOST_DEATHS: u32 = 3;

/// The formula, as it is sent.
#[derive(Clone, Debug, Serialize)]
struct Formula<'a> {
    expression: &'a str,
    inputs: &'a [String],
    mark: &'a str,
}

/// A batch of calls, as it is sent.
#[derive(Serialize)]
struct FormulaBatch<'a> {
    calls: &'a [Value],
    seconds: f64,
    mark: &'a str,
}

/// Why there is no evaluator, or no answer.
pub(super) enum EvaluatorFailure {
    /// The formula is wrong; how.
    Formula(String),
    /// Anything else.
    Other(DriverError),
}

/// Evaluates a formula.
pub(super) struct Evaluator {
    expression: String,
    inputs: Vec<String>,
    process: Option<Coprocess>,
    deaths: u32,
    marks: u64,
    cancel: Budget,
    /// The version of mpmath.
    pub(super) version: String,
}

impl Evaluator {
    /// Starts Python, which reads the formula.
    pub(super) fn start(
        expression: &str,
        inputs: Vec<String>,
        context: &RunContext,
    ) -> Result<Self, EvaluatorFailure> {
        let cancel = Budget::unlimited().with_cancel(context.cancel.clone());
        let (expression, version) = (expression.to_owned(), String::new());
        let mut evaluator = Self { expression, inputs, process: None, deaths: 0, marks: 0, cancel, version };
        evaluator.begin()?;
        Ok(evaluator)
    }

    fn begin(&mut self) -> Result<(), EvaluatorFailure> {
        let words = ["python3", "-c", SCRIPT].map(str::to_owned);
        let mut process = Coprocess::start(&words, MEMORY).map_err(|error| {
            let sentence = "--reference is a formula, and python3 evaluates it, which cannot be started";
            let help = "a Debian system gets it by `apt-get install python3-mpmath`";
            let refused = DriverError::refused(format!("{sentence}: {error}")).with_help(help);
            EvaluatorFailure::Other(refused)
        })?;
        let mark = self.mark();
        let formula = Formula { expression: &self.expression, inputs: &self.inputs, mark: &mark };
        let line = to_line(&formula)?;
        let answer = process.ask(line, &mark, &self.cancel.part(STARTING)).map_err(died)?;
        let answer = read(&answer)?;
        let text = |name: &str| answer.get(name).and_then(Value::as_str).map(str::to_owned);
        if text("missing").is_some() {
            let sentence = "--reference is a formula, and python3 has no mpmath, which evaluates it";
            let help = "`apt-get install python3-mpmath`, or `pip install mpmath`";
            return Err(EvaluatorFailure::Other(DriverError::refused(sentence).with_help(help)));
        }
        if let Some(problem) = text("problem") {
            return Err(EvaluatorFailure::Formula(problem));
        }
        self.version = text("version").ok_or_else(|| unexpected("no version"))?;
        self.process = Some(process);
        Ok(())
    }

    fn mark(&mut self) -> String {
        self.marks += 1;
        format!("ulpwise-reference-{}", self.marks)
    }

    /// What is right for some calls, as the script says it; `None` where the process ended or was
    /// too slow.
    pub(super) fn answers(&mut self, calls: &[Value]) -> Result<Option<Vec<Value>>, EvaluatorFailure> {
        if self.process.is_none() {
            self.begin()?;
        }
        let mark = self.mark();
        let line = to_line(&FormulaBatch { calls, seconds: EACH.as_secs_f64(), mark: &mark })?;
        // The limit of each number is one of CPU time; with others at work the clock goes on.
        let limit = EACH.saturating_mul(4 * calls.len() as u32).saturating_add(SLACK);
        let Some(process) = &mut self.process else { return Ok(None) };
        match process.ask(line, &mark, &self.cancel.part(limit)) {
            Ok(answer) => match read(&answer)? {
                Value::Array(answers) if answers.len() == calls.len() => Ok(Some(answers)),
                _ => Err(unexpected("not as many answers as calls")),
            },
            Err(failure) => {
                self.process = None;
                self.deaths += 1;
                if self.deaths > MOST_DEATHS { Err(died(failure)) } else { Ok(None) }
            }
        }
    }
}

fn to_line(document: &impl Serialize) -> Result<String, EvaluatorFailure> {
    let line = serde_json::to_string(document).map_err(|error| unexpected(&error.to_string()))?;
    Ok(line + "\n")
}

fn read(answer: &str) -> Result<Value, EvaluatorFailure> {
    serde_json::from_str(answer.trim()).map_err(|error| unexpected(&error.to_string()))
}

/// The script says something that it never should.
fn unexpected(what: &str) -> EvaluatorFailure {
    EvaluatorFailure::Other(DriverError::internal(format!("the evaluator of references: {what}")))
}

fn died(failure: NoAnswer) -> EvaluatorFailure {
    let why = match failure {
        NoAnswer::Exhausted(exhausted) => exhausted.to_string(),
        NoAnswer::Died(how, _) => format!("it ended ({how})"),
        NoAnswer::TooLong => "it writes without end".to_owned(),
    };
    EvaluatorFailure::Other(DriverError::refused(format!(
        "--reference: python3, which evaluates the formula, gives no answer: {why}"
    )))
}
