//! How wrong results can be: the input with the largest error, which operations make it, and a bound that holds.
//!
//! * [`find`] looks for inputs, by three forces: [`search()`] natively, in code where every float has an exact twin (`ulpwise-native`), symbolic execution towards sums that lose digits
//!   and cancel ([`PathForce`], `ulpwise-symex`), and polishing of what both found.
//! * [`along`] measures the error along one input, for plots.
//! * [`Confirmer`] has the last word on each: unoptimised code, and twins of so many bits that more change nothing.
//! * [`bound::bound`] proves how large errors can be at most, for all inputs in range.
//! * [`News`] are what somebody who waits for all this is told.
//! * [`diagnose`] says which operations make the error of a result, and which let it grow.
//!
//! What holds: an error is told only if it was measured so. What is right is what the same operations give without rounding, on the way that the
//! program took; where a comparison comes out otherwise without rounding, the input is told apart from the others.
//!
//! Deliberately absent: errors of long doubles, whose values are their own twins here.

pub mod bound;
mod champions;
mod confirm;
mod diagnosis;
mod domain;
mod draw;
mod forces;
mod line;
mod metric;
mod news;
mod profile;
mod program;
mod reading;
mod search;
mod size;
mod symbolic;

pub use champions::{Candidate, Champions, Sort};
pub use confirm::{Confirmed, Confirmer, Settled};
pub use diagnosis::{Checks, Diagnosis, Role, SiteShare, diagnose};
pub use domain::{Coordinate, Domain, Point};
pub use forces::find;
pub use metric::Metric;
pub use news::{Force, Largest, News};
pub use profile::{Sample, Seen, along, most_sensitive};
pub use program::Program;
pub use reading::{CallReading, Reading, value_of};
pub use search::{SearchOptions, Searched, Strategy, search};
pub use size::Size;
pub use symbolic::{PathForce, PathsFollowed};
