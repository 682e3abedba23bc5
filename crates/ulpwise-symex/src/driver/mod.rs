//! The driver of an exploration: which path is followed when, within which limits, by how many
//! threads.
//!
//! A path that is chosen is followed until it forks or ends. Paths that a solver could not say
//! anything about are put aside until no others are open; then each is asked about again, with an
//! even share of the time that is left. Whatever ends an exploration, everything found until then
//! has been reported, and what was left is counted.
//!
//! Where exceptions are looked for, a path is followed as long as some of them lie before it; what
//! is proven already is none of them, so that proofs of others spare the paths that lead to nothing
//! else.
//!
//! What holds: [`Summary::missed`] is empty and [`Summary::left`] zero only if every path was
//! followed to its end, or to where nothing that is looked for lay before it.

mod exchange;
mod frontier;
mod parallel;
mod progress;
mod worker;

pub use parallel::{Tools, explore_in_parallel};
pub use progress::{Observer, Progress};

use crate::entry::EntryPoint;
use crate::executor::Executor;
use crate::path::Summary;
pub(crate) use exchange::Exchange;
use std::time::{Duration, Instant};
use ulpwise_interp::PathEnd;
pub(crate) use worker::Worker;
use worker::WorkerEvent;

/// How often progress is reported.
const EVENT_INTERVAL: Duration = Duration::from_millis(200);

impl Executor<'_, '_> {
    /// Explores a function from its first instruction, in this thread.
    ///
    /// # Errors
    /// The function cannot be entered with these arguments.
    pub fn explore(&mut self, entry: &EntryPoint, observer: &mut dyn Observer) -> Result<Summary, PathEnd> {
        let exchange = Exchange::new(1);
        let (program, budget) = (self.program, self.options.budget.clone());
        let mut last = Instant::now();
        let mut tell = |event: WorkerEvent| match event {
            WorkerEvent::Path(path) => observer.path(path),
            WorkerEvent::Candidate(candidate) => observer.candidate(candidate),
            WorkerEvent::Inaccurate(combination) => observer.inaccurate(combination),
            WorkerEvent::Alive if last.elapsed() >= EVENT_INTERVAL => {
                last = Instant::now();
                observer.progress(&exchange.progress(program.taken_edges(), &budget));
            }
            WorkerEvent::Alive => {}
        };
        Worker::new(self, &exchange, 0, &mut tell).run(entry)
    }
}
