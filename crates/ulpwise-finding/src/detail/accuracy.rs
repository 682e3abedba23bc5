//! What `ulpwise accuracy` knows: the search, the bound, and where the error of each finding comes
//! from.

use super::SourceLocation;
use crate::run::Questions;
use serde::{Deserialize, Serialize};

/// A run of `ulpwise accuracy`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct AccuracyRun {
    /// The id of the measure in which errors are given: `relative`, `ulp`, `absolute`.
    pub metric: String,
    /// How many calls the search made.
    pub calls: u64,
    /// How many of them did not return.
    pub not_returned: u64,
    /// The inputs of one of these.
    pub not_returned_example: Option<Vec<NamedValues>>,
    /// How many returned without computing any of the outputs.
    pub without_output: u64,
    /// The inputs of one of these.
    pub without_output_example: Option<Vec<NamedValues>>,
    /// How many said that they failed, and count for nothing.
    pub failed: u64,
    /// When a call succeeds, if that is asked.
    pub success: Option<String>,
    /// Whether that was taken because nothing was said.
    pub success_is_default: bool,
    /// How many of the calls were made along single inputs, with cheap shadow values.
    pub scanned: u64,
    /// Relative errors from here on are reported by their causes.
    pub threshold: f64,
    /// How many inputs with such errors were not confirmed, for want of time.
    pub unconfirmed: usize,
    /// What symbolic execution did, if it ran.
    pub symbolic: Option<SymbolicSearch>,
    /// How many operations have no shadow value.
    pub operations_not_followed: usize,
    /// Why exact results are not known, where no error could be measured for that.
    pub not_exact: Option<String>,
    /// Why errors are against the same steps without rounding, and not against exact results.
    pub same_steps: Option<String>,
    /// What else says what is right, if something does.
    pub reference: Option<Box<ReferenceRun>>,
    /// How large errors can be at most, if that was asked for.
    pub bound: Option<ErrorBound>,
    /// Whether the plot that was asked for could be drawn.
    pub plotted: Option<bool>,
}

/// What comparing with a reference came to.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ReferenceRun {
    /// The reference, as the user says it.
    pub text: String,
    /// What gives its values.
    pub source: String,
    /// How many calls were compared.
    pub compared: u64,
    /// How many calls the reference says nothing of.
    pub unknown: u64,
    /// The inputs of one of these, and why.
    pub unknown_example: Option<(Vec<NamedValues>, String)>,
}

/// The values of an input: one, or those of an array.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NamedValues {
    /// The input.
    pub name: String,
    /// Its values, as a user would type them.
    pub values: Vec<String>,
}

/// What symbolic execution did for the search.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SymbolicSearch {
    /// How often paths were followed.
    pub rounds: u64,
    /// How many paths were followed.
    pub paths: u64,
    /// How many combinations of checks were asked for.
    pub combinations: u64,
    /// How many inputs the search got to start from.
    pub starting_points: usize,
    /// What the solver answered.
    pub answers: Questions,
    /// What could not be followed.
    pub obstacle: Option<String>,
}

/// How large errors can be at most, for all inputs in range.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum ErrorBound {
    /// A proof.
    Proven {
        /// The largest absolute error.
        absolute: f64,
        /// The largest relative error; `None` where zero may be right.
        relative: Option<f64>,
        /// How many boxes of inputs the proof has.
        boxes: usize,
        /// Whether a larger error was measured: a bug of ulpwise.
        contradicted: bool,
        /// The bits of the significand of the widest output.
        significand_bits: u32,
    },
    /// No proof.
    Refused {
        /// The reason.
        why: String,
        /// Where it lies.
        location: Option<SourceLocation>,
    },
}

/// A double in two forms.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NumberPair {
    /// The number.
    pub value: f64,
    /// Its shortest decimal.
    pub decimal: String,
}

/// The output with the largest error.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WorstError {
    /// The output; `return` is the returned value.
    pub output: String,
    /// What was computed.
    pub computed: NumberPair,
    /// What would be right.
    pub right: NumberPair,
    /// The error in the measure of the run.
    pub error: String,
    /// Its binary logarithm; `None` if it is zero.
    pub error_log2: Option<f64>,
    /// The error in units of the last place.
    pub ulps: f64,
}

/// What an operation does to an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ErrorRole {
    /// Operands cancel, and earlier errors remain.
    Cancellation,
    /// Operands without errors cancel.
    BenignCancellation,
    /// Digits of the smaller operand are lost.
    PrecisionLoss,
    /// It rounds.
    Rounding,
}

impl ErrorRole {
    /// The stable id.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Cancellation => "cancellation",
            Self::BenignCancellation => "benign-cancellation",
            Self::PrecisionLoss => "precision-loss",
            Self::Rounding => "rounding",
        }
    }
}

/// What an operation contributes to an error.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ErrorShare {
    /// The operation.
    pub site: usize,
    /// What it does.
    pub role: ErrorRole,
    /// The part of the error that its roundings make.
    pub share: f64,
    /// The largest part of the error that passed through it.
    pub passed: f64,
    /// Its largest rounding in units of the last place.
    pub rounding: f64,
    /// Its condition number.
    pub condition: f64,
    /// Whether it makes errors of its operands much larger.
    pub magnifies: bool,
    /// How often it ran.
    pub runs: usize,
    /// How often it lost digits.
    pub lost_digits: usize,
    /// How often its operands cancelled.
    pub cancelled: usize,
    /// The execution that did most, with operands and result.
    pub expression: String,
    /// What would be right there.
    pub right: String,
}

/// What is known of a finding of `ulpwise accuracy`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ErrorDetail {
    /// The worst output; `None` where results are of another kind, or the exact result is not known.
    pub worst: Option<WorstError>,
    /// The inputs, arrays together.
    pub arguments: Vec<NamedValues>,
    /// The words of the call.
    pub words: Vec<u64>,
    /// How many bits the shadow values had.
    pub bits: u32,
    /// Outputs of another kind than what would be right: the name, what was computed, what would be
    /// right.
    pub differing: Vec<(String, NumberPair, NumberPair)>,
    /// Comparisons that come out otherwise without rounding.
    pub diverged: Vec<usize>,
    /// What each operation contributes; `None` if that is not known.
    pub shares: Option<Vec<ErrorShare>>,
    /// The operation to look at, among the shares.
    pub guilty: Option<usize>,
    /// The part of the error that the shares explain.
    pub explained: Option<f64>,
    /// Whether the call has more operations than could be looked at.
    pub cut: bool,
    /// Where the same operation makes errors above the threshold, confirmed.
    pub regions: Vec<ErrorRegionDetail>,
    /// Whether all that is against the reference, and not against what the function's own operations
    /// give without rounding.
    pub against_reference: bool,
    /// The same output against the other of these two, if there is a reference.
    pub other: Option<OtherTruth>,
}

/// What the other of two truths says of an output.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum OtherTruth {
    /// The error against it.
    Known(WorstError),
    /// Why it says nothing.
    Unknown(String),
}

/// A region of inputs with an error above the threshold, confirmed at one of them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ErrorRegionDetail {
    /// The input that moves, while others stay.
    pub input: String,
    /// Its value with the largest error.
    pub at: String,
    /// The first and the last value around it between which errors that were looked at are above
    /// the threshold.
    pub from: String,
    /// See `from`.
    pub to: String,
    /// The confirmed error, in the measure that is asked for.
    pub error: String,
    /// Its binary logarithm.
    pub error_log2: Option<f64>,
    /// What is computed there.
    pub computed: String,
}

impl ErrorDetail {
    /// The share of the operation to look at.
    pub fn guilty(&self) -> Option<&ErrorShare> {
        self.shares.as_ref()?.get(self.guilty?)
    }
}
