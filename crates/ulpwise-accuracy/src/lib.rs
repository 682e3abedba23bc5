//! How wrong results can be: the input with the largest error, which operations make it, and a
//! bound that holds.
//!
//! * [`find`] looks for inputs, in phases: a scan of functions of few inputs along lines, with cheap
//!   shadow values; [`search()`] natively, in code where every float has an exact one
//!   (`ulpwise-native`); symbolic execution towards sums that lose digits and cancel
//!   ([`PathSearch`], `ulpwise-symex`); and polishing of what all of them found.
//! * [`ErrorRegions`] keeps apart errors in different parts of an input's range.
//! * [`SuccessCondition`] says which calls count.
//! * [`along`] measures the error along one input, for plots.
//! * [`ErrorConfirmer`] has the last word on each: unoptimised code, and shadow values of so many
//!   bits that more change nothing.
//! * [`bound::bound`] proves how large errors can be at most, for all inputs in range.
//! * [`compare`] looks for the largest error against a [`Reference`]: another function, or a formula.
//! * [`AccuracyEvent`] reports progress.
//! * [`diagnose`] says which operations make the error of a result, and which let it grow.
//!
//! What holds: an error is reported only if it was measured so. What is right is what the same
//! operations give without rounding, on the way that the program took; where a comparison comes out
//! otherwise without rounding, the input is reported apart from the others.
//!
//! Deliberately absent: errors of long doubles, whose values are their own shadow values here.

pub mod bound;
mod calls;
mod confirm;
mod diagnosis;
mod domain;
mod draw;
mod error;
mod event;
mod find;
mod incumbents;
mod landmarks;
mod line;
mod metric;
mod profile;
mod program;
mod reading;
mod reference;
mod regions;
mod scan;
mod search;
mod size;
mod success;
mod symbolic;

pub use confirm::{ConfirmedError, ErrorConfirmer, Settled};
pub use diagnosis::{Checks, Diagnosis, Role, SiteShare, diagnose};
pub use domain::{Coordinate, InputDomain, InputPoint};
pub use error::{AccuracyError, BoundRefusal, RefusalReason};
pub use event::{AccuracyEvent, LargestErrors, SearchPhase};
pub use find::find;
pub use incumbents::{ErrorClass, Incumbent, Incumbents};
pub use landmarks::compared_constants;
pub use metric::Metric;
pub use profile::{Sample, SampleResult, along, most_sensitive};
pub use program::ShadowProgram;
pub use reading::{CallReading, OutputReading, value_of};
pub use reference::{
    ComputedCall, Reference, ReferenceError, ReferenceOptions, ReferenceResult, RightCall, RightValue,
    UnknownTruth, compare,
};
pub use regions::{ErrorRegion, ErrorRegions};
pub use search::{ErrorSearchOptions, SearchResult, Strategy, search};
pub use size::Magnitude;
pub use success::{CountedResults, SuccessCondition, SuccessRelation};
pub use symbolic::{PathSearch, PathsFollowed};
