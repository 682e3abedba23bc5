//! What every other crate leans on: typed ids and the vectors they index, budgets with
//! cancellation, progress sinks, and seeded randomness.
//!
//! Nothing here knows about floating point, programs or solvers, and nothing here keeps global
//! state, but for the clock of each thread: a budget or a generator is a value that its owner passes on.

mod budget;
mod id;
mod progress;
mod random;
mod work_time;

pub use budget::{Budget, CancelFlag, Exhausted};
pub use id::{Id, IdVec};
pub use progress::ProgressSink;
pub use random::SplitMix64;
pub use work_time::{SharedWork, WorkInstant, count_work};
