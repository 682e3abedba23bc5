//! What a run of ulpwise found out, as plain data: nothing here computes verdicts, reads files or
//! makes text of itself.
//!
//! * [`Run`] is all of it: the source files, the sites in them, and for each function that was
//!   looked at the [`LedgerEntry`]s of its ledger.
//! * An entry has a [`Verdict`]; a witness comes with everything that is known of it, the
//!   [`Finding`].
//! * [`Property`] knows what can go wrong (exceptions, loss of precision, failures), with the text
//!   that explains it to a reader.
//! * [`Assumption`] is what the proofs about a function take for granted.
//! * [`RootCause`] is everything that follows from one event, in all functions.
//! * [`Level`] is how bad a finding is, and [`merged`] what is left when several functions come to
//!   the same operation.
//!
//! What holds: sites and files are referred to by their ordinals in the lists of the run. Texts
//! come from the user's program and files as they are; renderers make them harmless for the place
//! where they are shown.

mod assumption;
mod coverage;
mod detail;
mod diff;
mod finding;
mod inventory;
mod join;
mod level;
mod library;
mod merge;
mod outward;
mod property;
mod replay;
mod root_cause;
mod run;
mod sample;
mod search;
mod unknown;

pub use assumption::Assumption;
pub use coverage::{BranchHits, CoverageRun, FileHits, FunctionHits, LineHits};
pub use detail::{
    AccuracyRun, BoundTrial, CallEnd, CallRun, CertificateDetail, CoverageCounts, Covered, EntryDetail,
    ErrorBound, ErrorDetail, ErrorRegionDetail, ErrorRole, ErrorShare, EventDetail, ExceededBound,
    FailureDetail, InfiniteRun, LoopRun, NamedValues, NativeComparison, NumberPair, OtherTruth, OutputObject,
    PathCounts, PathObstacle, PrecisionLoss, ReadScalar, ReadValues, ReferenceRun, RunDetail, ScalarText,
    SourceLocation, StabilityDetail, StabilityRun, StackFrame, StateError, SymbolicSearch, TestInput,
    TestRun, ValueTarget, WorstError,
};
pub use diff::{DiffCase, DiffOutput, DiffParting, DiffRun, DiffVerdict};
pub use finding::{
    Accepted, CallInput, CallOutput, Digits, End, Ending, ErrorStep, ExactValue, Finding, NumberText, Plot,
    Trace, WitnessCall,
};
pub use inventory::{Inventory, ListedFunction, ListedParameter, SiteCounts, UnsupportedUse};
pub use join::join;
pub use level::{Level, Threshold};
pub use library::sample_of_library;
pub use merge::{Merged, OperationVerdicts, merged, operations};
pub use outward::{LowerBound, UpperBound};
pub use property::{Cwe, Property};
pub use replay::{ErrorReference, ReplayReport, ReplayedInstability, ValueSource};
pub use root_cause::{RootCause, Symptom, root_causes};
pub use run::{
    BaselineEntry, FunctionReport, LedgerEntry, LedgerKey, NotChecked, OperationSite, Questions, Refuted,
    Remedy, Run, SourceFile, SourceSpan, Verdict, VerdictCounts,
};
pub use sample::{sample, sample_of_all};
pub use search::{SearchFinding, SearchRun, UnconfirmedException, UnreturnedCall};
pub use unknown::UnknownCause;
