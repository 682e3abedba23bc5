//! What a command knows besides verdicts: facts of the whole run, and facts of a single entry of
//! its ledger.
//!
//! A file a command. `ulpwise check` has none: its verdicts and findings are all that it knows.

mod accuracy;
mod call;
mod stability;
mod test;

pub use accuracy::{
    AccuracyRun, ErrorBound, ErrorDetail, ErrorRegionDetail, ErrorRole, ErrorShare, NamedValues, NumberPair,
    OtherTruth, ReferenceRun, SymbolicSearch, WorstError,
};
pub use call::{
    CallEnd, CallRun, EventDetail, NativeComparison, OutputObject, ReadScalar, ReadValues, ScalarText,
    StackFrame,
};
pub use stability::{
    BoundTrial, ExceededBound, InfiniteRun, LoopRun, PrecisionLoss, StabilityDetail, StabilityRun,
    StateError, ValueTarget,
};
pub use test::{CoverageCounts, Covered, FailureDetail, PathCounts, PathObstacle, TestInput, TestRun};

use crate::unknown::UnknownCause;
use serde::{Deserialize, Serialize};

/// What a command knows of its whole run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub enum RunDetail {
    /// `ulpwise check`.
    #[default]
    Check,
    /// `ulpwise accuracy`.
    Accuracy(AccuracyRun),
    /// `ulpwise stability`.
    Stability(StabilityRun),
    /// `ulpwise test`.
    #[serde(skip)]
    Test(TestRun),
    /// `ulpwise run`.
    #[serde(skip)]
    Call(Box<CallRun>),
}

/// What a command knows of an entry of its ledger.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub enum EntryDetail {
    /// Nothing more.
    #[default]
    None,
    /// An error of a result that `ulpwise accuracy` measured.
    Accuracy(Box<ErrorDetail>),
    /// What `ulpwise stability` knows of a value.
    Stability(Box<StabilityDetail>),
    /// A failure that `ulpwise test` came to.
    #[serde(skip)]
    Failure(Box<FailureDetail>),
    /// An exception that `ulpwise run` saw.
    #[serde(skip)]
    Event(Box<EventDetail>),
    /// What the checker of certificates says of a proof.
    Certificate(CertificateDetail),
    /// Why `ulpwise check` did not decide it.
    Unknown(UnknownCause),
}

/// What the checker of certificates says of a proof.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CertificateDetail {
    /// It is verified.
    Verified,
    /// It rests on paths, and every query that closes one of them, or asks for the exception on one, has
    /// a refutation that was verified. Which queries these are is the executor's word.
    QueriesVerified,
    /// It is not certified, for this reason.
    NotCertified(String),
}

/// A source location by the path of its file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceLocation {
    /// The path as users know it; `None` if the program does not say.
    pub file: Option<String>,
    /// From 1; 0 if it is not known.
    pub line: u32,
    /// From 1; 0 is the whole line.
    pub column: u32,
}
