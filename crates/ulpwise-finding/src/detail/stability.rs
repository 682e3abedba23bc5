//! What `ulpwise stability` knows: bounds, runs that lose precision, and the state of a loop after
//! each iteration.

use crate::finding::Finding;
use serde::{Deserialize, Serialize};

/// A run of `ulpwise stability`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct StabilityRun {
    /// The relative error that is tolerated.
    pub tolerance: f64,
    /// How many paths were cut off at the bound of loops.
    pub cut_off: usize,
    /// That bound.
    pub loop_bound: u32,
    /// How many paths end at an access to memory that the program does not have.
    pub out_of_bounds: usize,
    /// The first of these accesses.
    pub first_out_of_bounds: Option<String>,
    /// What was not followed.
    pub not_followed: Vec<String>,
    /// Native calls that tried to exceed the bounds.
    pub trial: Option<BoundTrial>,
}

/// Native calls that tried to exceed proven bounds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BoundTrial {
    /// How many calls returned.
    pub runs: u64,
    /// The largest error as a part of its bound.
    pub closest: f64,
    /// The bounds that were exceeded: bugs of ulpwise.
    pub exceeded: Vec<ExceededBound>,
}

/// A bound that a native call exceeded.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ExceededBound {
    /// The operation.
    pub site: usize,
    /// The error that was seen.
    pub seen: f64,
    /// The bound.
    pub bound: f64,
    /// The bits of the inputs.
    pub inputs: Vec<u128>,
    /// The rounding mode.
    pub rounding: String,
}

/// The value that a verdict is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ValueTarget {
    /// A part of the returned value.
    Returned(usize),
    /// What an input holds on return.
    Written(String),
    /// The result of an operation.
    Operation {
        /// Whether it is a comparison.
        comparison: bool,
    },
}

/// What is known of a value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StabilityDetail {
    /// The value.
    pub target: ValueTarget,
    /// The largest relative error, where a bound is known.
    pub bound: f64,
    /// Into how many regions the inputs were split for the proof.
    pub regions: usize,
    /// The error of the finding, if there is one.
    pub loss: Option<PrecisionLoss>,
    /// A second run, in which the value is infinite or not a number.
    pub infinite: Option<InfiniteRun>,
}

/// The error of a value in a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PrecisionLoss {
    /// The relative error, at least.
    pub error: f64,
    /// What is computed; `None` of a comparison.
    pub computed: Option<String>,
    /// The exact value, rounded to double.
    pub exact: Option<f64>,
    /// Whether an infinity or NaN is computed although the exact value is a number.
    pub is_infinite: bool,
}

/// A run in which a value is infinite or not a number.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct InfiniteRun {
    /// The run.
    pub finding: Finding,
    /// Its error.
    pub loss: PrecisionLoss,
}

/// A part of the state of a loop.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StateError {
    /// Its name.
    pub name: String,
    /// The smallest value that is computed.
    pub low: f64,
    /// The largest one.
    pub high: f64,
    /// The largest absolute error.
    pub error: f64,
}

/// A run of `ulpwise stability --iterate`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LoopRun {
    /// The state after each iteration.
    pub steps: Vec<Vec<StateError>>,
    /// Why the analysis stopped early.
    pub stopped: Option<String>,
}
