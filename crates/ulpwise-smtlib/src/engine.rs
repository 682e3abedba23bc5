//! What answers a `check-sat`, as far as a script cares.

use ulpwise_base::Budget;
use ulpwise_expr::{LibmOracle, Model, Term, TermStore};

/// Whether some assertions can hold together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CheckSatAnswer {
    /// They do under this model. It may leave out variables that do not matter; the session
    /// evaluates it.
    Sat(Model),
    /// They cannot.
    Unsat,
    /// The engine does not know, and why.
    Unknown(String),
}

/// Something that answers. Any function of this form is one.
pub trait Engine {
    /// Whether the assertions can hold together.
    fn check(&mut self, store: &mut TermStore, assertions: &[Term], budget: &Budget) -> CheckSatAnswer;

    /// What libm terms are worth; without it no model can be checked in which they occur.
    fn libm(&self) -> Option<&LibmOracle<'_>> {
        None
    }
}

impl<F: FnMut(&mut TermStore, &[Term], &Budget) -> CheckSatAnswer> Engine for F {
    fn check(&mut self, store: &mut TermStore, assertions: &[Term], budget: &Budget) -> CheckSatAnswer {
        self(store, assertions, budget)
    }
}
