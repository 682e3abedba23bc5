//! What every other crate leans on: typed ids and the vectors they index, budgets with
//! cancellation, progress sinks, and seeded randomness.
//!
//! Nothing here knows about floating point, programs or solvers, and nothing here keeps global
//! state: a budget or a generator is a value that its owner passes on.

mod budget;
mod id;
mod progress;
mod random;

pub use budget::{Budget, CancelFlag, Exhausted};
pub use id::{Id, IdVec};
pub use progress::ProgressSink;
pub use random::SplitMix64;
