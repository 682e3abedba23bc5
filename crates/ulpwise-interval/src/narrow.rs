//! The engine as a source of bounds for other engines.

use crate::engine::{IntervalEngine, Propagated};
use ulpwise_base::{Budget, Exhausted};
use ulpwise_expr::TermStore;
use ulpwise_solver::{Narrow, Narrowed, Query};

impl Narrow for IntervalEngine {
    fn name(&self) -> &str {
        "propagation"
    }

    fn narrow(
        &mut self,
        store: &TermStore,
        query: &Query<'_>,
        budget: &Budget,
    ) -> Result<Narrowed, Exhausted> {
        budget.check(0)?;
        Ok(match self.propagated_bounds_of(store, query, budget)? {
            Propagated::Unsat => Narrowed::Unsat,
            Propagated::Bounds(bounds) => Narrowed::Bounds(bounds),
        })
    }
}
