//! What keeps stability from being analysed, or a run from being confirmed.

use thiserror::Error;
use ulpwise_harness::Unmakeable;
use ulpwise_interp::PathEnd;
use ulpwise_native::NativeError;

/// What went wrong, as a clause for a person.
#[derive(Debug, Error)]
pub enum StabilityError {
    /// The type or the range of an input is not followed.
    #[error("{0} has no values that can be followed")]
    InputNotFollowed(String),
    /// The run ends before the function begins.
    #[error("{0}")]
    NotStarted(PathEnd),
    /// The function takes or returns what no native call passes.
    #[error("the function cannot be called natively: {0}")]
    NotCallable(Unmakeable),
    /// The program cannot be compiled, linked or started.
    #[error("the program cannot be run natively: {0}")]
    Native(#[from] NativeError),
    /// The processor does not have the rounding mode.
    #[error("the processor does not round so")]
    RoundingMode,
    /// The inputs of the run are not those of a native call.
    #[error("the inputs are none of a native call")]
    OtherInputs,
    /// The engine made no call.
    #[error("it was not called")]
    NotCalled,
    /// The call ends otherwise than by returning.
    #[error("the call does not return natively")]
    NotReturned,
    /// The call computes something else.
    #[error("the call gives another result natively")]
    OtherResult,
    /// The shadow values have no error as large as that of the run.
    #[error("its shadow values do not show the error")]
    NotSeen,
}
