//! Bounds for others: what is done before engines start, so that they work less.

use crate::bounds::Bounds;
use crate::query::Query;
use ulpwise_base::{Budget, Exhausted};
use ulpwise_expr::TermStore;

/// What narrowing found out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Narrowed {
    /// The assertions cannot hold together.
    Unsat,
    /// In every model of the assertions the terms lie in these bounds.
    Bounds(Bounds),
}

/// Finds bounds of terms and decides nothing else.
pub trait Narrow: Send {
    /// The name that statistics know it by.
    fn name(&self) -> &str;

    /// What holds in every model of the query's assertions.
    ///
    /// # Errors
    /// If the budget ends before.
    fn narrow(
        &mut self,
        store: &TermStore,
        query: &Query<'_>,
        budget: &Budget,
    ) -> Result<Narrowed, Exhausted>;
}
