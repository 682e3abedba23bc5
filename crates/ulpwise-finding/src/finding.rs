//! A witness with everything that is known of it.

use crate::level::Level;
use crate::property::Property;
use crate::run::LedgerKey;
use serde::{Deserialize, Serialize};

/// A number in the forms in which people write it.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct NumberText {
    /// The shortest decimal that reads back as the same number; of an integer, its digits.
    pub decimal: String,
    /// A float in hexadecimal: `0x1.8p+1`.
    pub hex: Option<String>,
    /// The bits in hexadecimal.
    pub bits: String,
    /// The type: `f64`, `i32`, …
    #[serde(rename = "type")]
    pub ty: String,
}

/// An input of a call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CallInput {
    /// Its name: a parameter, or an element or field of what a parameter points at.
    pub name: String,
    /// Its value.
    pub value: NumberText,
}

/// How a call ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ending {
    /// It returned.
    Returned,
    /// It took too long and was stopped.
    TimedOut,
    /// It ended the program with this code.
    Exited(i32),
    /// This signal ended it.
    Signal(i32),
}

/// A call that was made natively.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WitnessCall {
    /// The function as its source calls it.
    pub function: String,
    /// Every number that it takes, or that its parameters point at.
    pub inputs: Vec<CallInput>,
    /// The rounding mode in which it begins: `nearest`, `up`, `down`, `zero`.
    pub rounding: String,
    /// How it ended.
    pub ending: Ending,
    /// A command that makes the call again, if a command line can say it.
    pub again: Option<String>,
}

/// The end of an exceptional value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum End {
    /// Something that the call gives back shows it: the outputs that escape.
    Escaped,
    /// The call gives ordinary numbers back; the site that swallowed or compared the value last, if
    /// one was seen.
    Killed(Option<usize>),
    /// The call did not return, or gives no floats back.
    Unseen,
}

impl End {
    /// The stable id.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Escaped => "escape",
            Self::Killed(_) => "kill",
            Self::Unseen => "unseen",
        }
    }
}

/// The way of an exceptional value through a call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trace {
    /// The exception that it begins with: the finding itself, or an earlier one that it follows
    /// from.
    pub root: LedgerKey,
    /// The sites that hand the value on, in the order in which they first do; the first few dozen.
    pub propagated: Vec<usize>,
    /// How many more there are.
    pub unlisted: usize,
    /// Its end.
    pub end: End,
}

/// An operation on the way of an error that grows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ErrorStep {
    /// Its site.
    pub site: usize,
    /// The operation with its operands and result.
    pub expression: String,
    /// What is true there: a number, or in words.
    pub truth: String,
    /// How far apart the two are, if that is known.
    pub error: Option<String>,
    /// The bits of the result.
    pub bits: u128,
    /// The exact value, rounded to double.
    pub exact: Option<f64>,
    /// The relative error.
    pub relative_error: Option<f64>,
    /// Whether it is here that the error passes what is tolerated.
    pub passes: bool,
    /// How many operations before it are left out.
    pub skipped: usize,
}

/// What an output would be without rounding and without bounds of the exponent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExactValue {
    /// The number, rounded to double, in its shortest form.
    pub decimal: String,
    /// In words, where a double cannot show it: "too large, or infinite"; "not known".
    pub words: Option<String>,
    /// Whether it is zero, or a normal number of the output's format.
    pub ordinary: bool,
}

impl ExactValue {
    /// What stands for an exact result that is not known.
    pub fn not_known() -> Self {
        Self { decimal: String::new(), words: Some(NOT_KNOWN.to_owned()), ordinary: false }
    }

    /// Whether it is known.
    pub fn is_known(&self) -> bool {
        self.words.as_deref() != Some(NOT_KNOWN)
    }
}

/// What is said instead of an exact result that is not known.
const NOT_KNOWN: &str = "not known";

/// A float that the call gives back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CallOutput {
    /// Its name; `None` is the returned value.
    pub name: Option<String>,
    /// What the call gave back.
    pub value: NumberText,
    /// Whether it shows the exceptional value.
    pub escapes: bool,
    /// What would be right, if that is known.
    pub truth: Option<ExactValue>,
}

impl CallOutput {
    /// What would be right, as text; empty if that is not known.
    pub fn exact_text(&self) -> &str {
        self.truth.as_ref().map_or("", |truth| truth.words.as_ref().unwrap_or(&truth.decimal))
    }
}

/// Why a finding is accepted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Accepted {
    /// The baseline names it.
    Baseline,
    /// A comment in the source does; its reason.
    Comment(String),
}

/// What the function gives back when one of its inputs moves around its value in the witness.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plot {
    /// The input that moves.
    pub input: String,
    /// What is shown.
    pub output: String,
    /// Values of the input, ascending, and what the call gave back; not a number where it gave
    /// nothing back.
    pub points: Vec<(f64, f64)>,
    /// The value of the input in the witness.
    pub at: f64,
}

/// How much of a result is right.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Digits {
    /// So many leading binary digits.
    pub right: f64,
    /// Of so many that its format has.
    pub of: u32,
}

/// A witness with everything that is known of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Finding {
    /// Its place in the order of harm within its function, from 1; `None` if it was not ranked.
    pub rank: Option<usize>,
    /// The analysis that found it.
    pub by: String,
    /// Whether it is the first exception of its call.
    pub first: bool,
    /// Whether all inputs have magnitudes that people work with, or are zero.
    pub plain: bool,
    /// Whether the true result is an ordinary number, if that is known.
    pub avoidable: Option<bool>,
    /// Whether the call accesses memory that it was not given before it raises the exception.
    pub strayed: bool,
    /// Whether the operation rounds nothing: of an underflow, its result is merely subnormal and
    /// has all its digits.
    pub is_exact: bool,
    /// The operation with its operands and result: `1e308 + 1e308 = inf`.
    pub expression: Option<String>,
    /// The call.
    pub call: WitnessCall,
    /// The way of the exceptional value.
    pub trace: Trace,
    /// The way of an error, where that is what the finding is about: the operations that the value
    /// comes of, in the order in which they are carried out.
    pub steps: Vec<ErrorStep>,
    /// The calls under way, innermost first, if they are known: each is a site, the first one the
    /// finding's own.
    pub stack: Vec<usize>,
    /// The floats that the call gives back.
    pub outputs: Vec<CallOutput>,
    /// How much of the result is right, where that is what the finding is about.
    pub digits: Option<Digits>,
    /// Why it is accepted, if it is.
    pub accepted: Option<Accepted>,
    /// The witness as a document of its own, described in docs/witness.md.
    pub document: Option<String>,
    /// The function around the witness.
    pub plot: Option<Plot>,
}

impl Finding {
    /// A finding of which only the analysis and the call are known; its trace begins at itself, and
    /// its end is not known.
    pub fn new(goal: LedgerKey, by: &str, call: WitnessCall) -> Finding {
        Finding {
            rank: None,
            by: by.to_owned(),
            first: true,
            plain: false,
            avoidable: None,
            strayed: false,
            is_exact: false,
            expression: None,
            call,
            trace: Trace { root: goal, propagated: Vec::new(), unlisted: 0, end: End::Unseen },
            steps: Vec::new(),
            stack: Vec::new(),
            outputs: Vec::new(),
            digits: None,
            accepted: None,
            document: None,
            plot: None,
        }
    }

    /// Whether what the call gives back shows the exceptional value.
    pub fn escapes(&self) -> bool {
        self.trace.end == End::Escaped
    }

    /// How bad it is.
    pub fn level(&self, property: Property) -> Level {
        Level::of_finding(self, property)
    }
}
