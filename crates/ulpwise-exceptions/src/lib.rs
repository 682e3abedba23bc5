//! The checkers. Exceptions: a verdict for every floating-point operation that a function can
//! reach, and everything that the operation can raise.
//!
//! * [`Ledger`] holds the verdicts, `kinds` says which exceptions an operation can raise.
//! * `analysis` has the analyses that look for verdicts; `schedule` runs them one after another
//!   under one budget.
//! * `ulpwise-harness` says what the inputs are, and what else a call depends on; `session` makes
//!   every call natively before it counts as a witness.
//! * `shrink` looks for the simplest inputs of each witness, as `simple` measures it; `outputs`
//!   knows what an exception leaves in what a call gives back.
//! * `rank` says what to look at first: `rerun` makes the calls again in the interpreter, `trace`
//!   follows the exceptional value, `classify` computes what would be right.
//!
//! What holds: a witness was run, in unoptimised code, and raised the exception at the site.
//! *Proven* is said only if the analysis looked at every input in range and nothing kept it from
//! seeing the site; what it takes for granted is in SOUNDNESS.md.

mod analysis;
mod classify;
mod influence;
mod kinds;
mod ledger;
mod outputs;
mod rank;
mod rerun;
mod schedule;
mod session;
mod settle;
mod shrink;
mod simple;
mod trace;
mod unknown;

pub use analysis::abstraction::{Certified, certify};
pub use analysis::remedies::{Remedy, RemedyScope, remedies};
pub use analysis::symbolic::PathLimits;
pub use classify::TrueValue;
pub use kinds::possible;
pub use ledger::{Analysis, Goal, GoalVerdict, Ledger, VerdictCount, Witness};
pub use rank::{RankedFinding, groups, join, rank};
pub use rerun::Rerun;
pub use schedule::{
    AnalysisOptions, CheckOutcome, CheckSubject, KnownVerdicts, Observer, PathSilence, SearchSlice, Wanted,
    check, prove_along_paths, search_on,
};
pub use session::{NativeProgram, Session};
pub use trace::{Fate, MAX_PROPAGATED, Trace};
pub use unknown::Unknown;
