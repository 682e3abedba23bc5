//! The check of models: a model satisfies the assertions if the reference evaluator says so, and
//! not otherwise.

use crate::query::Query;
use crate::verdict::{Reason, Verdict};
use std::fmt;
use ulpwise_expr::{EvaluationError, Interpretation, Model, Tape, Term, TermStore, Value};

/// What is wrong with a model.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// This assertion is false under the model.
    Violates(Term),
    /// An assertion has no value under the model.
    NoValue(EvaluationError),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Violates(term) => write!(f, "the model violates assertion {term:?}"),
            Fault::NoValue(error) => write!(f, "the model gives an assertion no value: {error}"),
        }
    }
}

/// Gives the model defaults for the variables it leaves out, and evaluates all assertions.
///
/// # Errors
/// If an assertion does not hold.
pub fn check_model(store: &TermStore, query: &Query<'_>, model: &mut Model) -> Result<(), Fault> {
    let assertions = query.assertions();
    model.complete(store, &store.free_variables(assertions));
    let evaluate =
        |interpretation: &dyn Interpretation| Tape::new(store, assertions).evaluate(interpretation);
    let values = match query.libm() {
        Some(libm) => evaluate(&model.with_libm(libm)),
        None => evaluate(model),
    };
    let values = values.map_err(Fault::NoValue)?;
    let violated = values.iter().position(|value| *value != Value::Bool(true));
    violated.map_or(Ok(()), |position| Err(Fault::Violates(assertions[position])))
}

/// The verdict, if its model holds; otherwise a fault of the engine with this name.
#[must_use]
pub fn confirmed(engine: &str, store: &TermStore, query: &Query<'_>, verdict: Verdict) -> Verdict {
    let Verdict::Sat(mut model) = verdict else { return verdict };
    match check_model(store, query, &mut model) {
        Ok(()) => Verdict::Sat(model),
        Err(fault) => Verdict::Unknown(Reason::Fault(format!("{engine}: {fault}"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ulpwise_expr::{LibmFunction, Sort};
    use ulpwise_float::{Float, Format, Rounding};

    #[test]
    fn a_model_that_does_not_hold_is_a_fault() {
        let mut store = TermStore::new();
        let x = store.variable("x", Sort::Bool);
        let assertions = [x];
        let query = Query::new(&assertions);
        let mut model = Model::new();
        model.set(x, Value::Bool(true));
        assert_eq!(confirmed("e", &store, &query, Verdict::Sat(model.clone())), Verdict::Sat(model));
        let verdict = confirmed("e", &store, &query, Verdict::Sat(Model::new()));
        assert!(matches!(verdict, Verdict::Unknown(Reason::Fault(_))), "{verdict:?}");
    }

    #[test]
    fn libm_terms_need_a_libm() {
        let mut store = TermStore::new();
        let x = store.variable("x", Sort::Float(Format::F64));
        let nearest = store.rounding(Rounding::NearestEven);
        let sine = store.libm(LibmFunction::Sin, nearest, &[x]);
        let one = store.float(Float::from_f64(1.0));
        let assertions = [store.fp_eq(sine, one)];
        let query = Query::new(&assertions);
        let mut model = Model::new();
        assert!(matches!(check_model(&store, &query, &mut model), Err(Fault::NoValue(_))));
        let libm = |_: LibmFunction, _: Rounding, _: &[Float]| Some(Float::from_f64(1.0));
        assert_eq!(check_model(&store, &query.with_libm(&libm), &mut model), Ok(()));
    }
}
