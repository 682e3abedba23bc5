//! One engine of a portfolio, and what it did.

use crate::confirm::confirmed;
use crate::query::Query;
use crate::solver::Solver;
use crate::verdict::Verdict;
use std::time::Duration;
use ulpwise_base::{Budget, ProgressSink, WorkInstant};
use ulpwise_expr::TermStore;

/// What an engine did in a portfolio.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct EngineStatistics {
    /// Time slices it had.
    pub asked: u64,
    /// Time slices in which it decided.
    pub answered: u64,
    /// Those of them before which every other engine had a time slice on the same query and left it
    /// open.
    pub alone: u64,
    /// How long its time slices took.
    pub time: Duration,
}

/// A progress event of a portfolio, with the name of an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TimeSliceEvent {
    /// A time slice of the engine begins.
    Begins(String),
    /// The time slice ends.
    Ends(String),
}

/// An engine of a portfolio.
pub struct PortfolioMember {
    pub(super) engine: Box<dyn Solver>,
    pub(super) takes_bounds: bool,
    pub(super) statistics: EngineStatistics,
    /// The store that the engine serves when it races in a thread of its own.
    pub(super) store: TermStore,
    pub(super) progress_sink: ProgressSink<TimeSliceEvent>,
}

impl PortfolioMember {
    /// An engine that takes known bounds.
    pub fn new(engine: Box<dyn Solver>) -> PortfolioMember {
        PortfolioMember {
            engine,
            takes_bounds: true,
            statistics: EngineStatistics::default(),
            store: TermStore::new(),
            progress_sink: ProgressSink::default(),
        }
    }

    /// The same engine without bounds, for one that would find the same bounds itself.
    #[must_use]
    pub fn without_bounds(self) -> PortfolioMember {
        PortfolioMember { takes_bounds: false, ..self }
    }

    /// Runs one time slice.
    pub(super) fn run_time_slice(
        &mut self,
        store: &mut TermStore,
        query: &Query<'_>,
        budget: &Budget,
    ) -> Verdict {
        let query = if self.takes_bounds { *query } else { query.without_bounds() };
        let start = WorkInstant::now();
        self.progress_sink.emit(|| TimeSliceEvent::Begins(self.engine.name().to_owned()));
        let verdict = self.engine.check(store, &query, budget);
        let verdict = confirmed(self.engine.name(), store, &query, verdict);
        self.progress_sink.emit(|| TimeSliceEvent::Ends(self.engine.name().to_owned()));
        self.statistics.asked += 1;
        self.statistics.answered += u64::from(verdict.is_decided());
        self.statistics.time += start.elapsed();
        verdict
    }
}

impl std::fmt::Debug for PortfolioMember {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Member").field(&self.engine.name()).finish()
    }
}
