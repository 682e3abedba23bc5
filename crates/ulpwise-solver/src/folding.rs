//! The engine that only folds.

use crate::confirm::confirmed;
use crate::query::Query;
use crate::solver::Solver;
use crate::verdict::{Reason, Verdict};
use ulpwise_base::Budget;
use ulpwise_expr::TermStore;
use ulpwise_smtlib::{CheckSatAnswer, fold};

/// Rewriting and evaluation, no search; see [`fold`].
#[derive(Clone, Copy, Default, Debug)]
pub struct Folding;

impl Solver for Folding {
    fn name(&self) -> &str {
        "fold"
    }

    fn check(&mut self, store: &mut TermStore, query: &Query<'_>, budget: &Budget) -> Verdict {
        let verdict = match fold(store, query.assertions(), budget) {
            CheckSatAnswer::Sat(model) => Verdict::Sat(model),
            CheckSatAnswer::Unsat => Verdict::Unsat,
            CheckSatAnswer::Unknown(reason) => match budget.check(0) {
                Err(exhausted) => exhausted.into(),
                Ok(()) => Verdict::Unknown(Reason::Incomplete(reason)),
            },
        };
        confirmed(self.name(), store, query, verdict)
    }
}
