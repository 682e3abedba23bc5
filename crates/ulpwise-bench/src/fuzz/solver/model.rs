//! Models between stores and processes, and what the reference evaluator says about them.

use std::cell::Cell;
use ulpwise_expr::{Interpretation, Model, Tape, Term, TermStore, UnspecifiedCase, Value};
use ulpwise_testkit::queries::{Choices, choose_open_values};

/// How many choices are tried for what a model leaves open.
const CHOICES: u64 = 20_000;

/// How the assertions fare under a model.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ModelCheck {
    /// They hold, and nothing that SMT-LIB leaves open was met.
    Holds,
    /// They hold under some choice of what it leaves open.
    HoldsByChoice,
    /// They do not hold.
    Fails,
    /// Unknown.
    Unclear,
}

/// A model of one store as a model of another, in which variables have the same names.
pub(super) fn translated(model: &Model, from: &TermStore, to: &mut TermStore) -> Model {
    let mut result = Model::new();
    for (variable, value) in model.variables() {
        if let Some(name) = from.variable_name(variable) {
            let variable = to.variable(name, from.sort(variable));
            result.set(variable, value.clone());
        }
    }
    for (case, value) in model.unspecified_cases() {
        result.set_unspecified(case.clone(), value.clone());
    }
    result
}

/// Values with defaults, noting whether anything open was met.
struct Watched<'a> {
    model: &'a Model,
    met_open: Cell<bool>,
}

impl Interpretation for Watched<'_> {
    fn variable(&self, variable: Term) -> Option<Value> {
        self.model.variable(variable)
    }

    fn unspecified(&self, case: &UnspecifiedCase) -> Option<Value> {
        self.met_open.set(true);
        Interpretation::unspecified(self.model, case)
    }
}

/// Whether the assertions hold under a model, whatever it has to choose.
pub(super) fn check(store: &TermStore, assertions: &[Term], model: &Model) -> ModelCheck {
    let mut model = model.clone();
    model.complete(store, &store.free_variables(assertions));
    let watched = Watched { model: &model, met_open: Cell::new(false) };
    let Ok(values) = Tape::new(store, assertions).evaluate(&watched) else { return ModelCheck::Unclear };
    let holds = values.iter().all(|value| *value == Value::Bool(true));
    match (holds, watched.met_open.get()) {
        (true, false) => ModelCheck::Holds,
        (true, true) => ModelCheck::HoldsByChoice,
        (false, false) => ModelCheck::Fails,
        (false, true) => match choose_open_values(store, assertions, &model, CHOICES) {
            Choices::Found(_) => ModelCheck::HoldsByChoice,
            Choices::NoneFits => ModelCheck::Fails,
            Choices::TooMany => ModelCheck::Unclear,
        },
    }
}
