//! Whether two functions give the same results: inputs on which they do not, and proofs that they
//! always do.
//!
//! * [`ProgramSide`] is one of the two functions; [`Pairing`] says which inputs and which outputs of both
//!   belong together, or why they do not.
//! * [`ComparedAspects`] says what is compared, [`Criterion`] what counts as the same, [`Difference`] how far two results are apart.
//! * [`NativePair`] calls both on the same inputs; [`search()`] drives these towards the largest
//!   difference, [`try_all`] tries all there are, [`simplest`] makes a case simpler.
//! * [`prove`] follows both along all their paths, on the same terms.
//!
//! What holds: a difference is reported only if both programs, called natively, have it; a proof
//! covers everything that a call leaves behind, and says what it rests on.

mod aspects;
mod cells;
mod criterion;
mod defined;
mod forms;
mod native;
mod obstacle;
mod pairing;
mod polynomial;
mod proof;
mod search;
mod side;
mod simplify;
mod tolerance;

pub use aspects::{ComparedAspects, RaisedExceptions};
pub use cells::OutputCell;
pub use criterion::{Criterion, Difference, ParseCriterionError};
pub use native::{Ending, NativePair, PairedCall};
pub use obstacle::{ProofObstacle, Which};
pub use pairing::{InputPair, Mismatch, OutputPair, Pairing};
pub use proof::{Proof, ProofLimits, ProofOutcome, prove};
pub use search::{Case, SearchLimits, Searched, search, try_all};
pub use side::ProgramSide;
pub use simplify::simplest;
