//! Models: values for variables, and choices for what SMT-LIB leaves open.

use crate::store::{Term, TermStore};
use crate::unspecified::UnspecifiedCase;
use crate::value::Value;
use std::collections::BTreeMap;
use std::fmt;
use ulpwise_externals::LibmFunction;
use ulpwise_float::{Float, Rounding};

/// What a libm function delivers for these arguments, which have one format; `None` if unknown.
pub type LibmOracle<'a> = dyn Fn(LibmFunction, Rounding, &[Float]) -> Option<Float> + 'a;

/// What gives the leaves of a term their values.
pub trait Interpretation {
    /// The value of a variable; `None` if it has none.
    fn variable(&self, variable: Term) -> Option<Value>;

    /// The value in an unspecified case; `None` for the default.
    fn unspecified(&self, case: &UnspecifiedCase) -> Option<Value> {
        let _ = case;
        None
    }

    /// What a libm function delivers in the format of its arguments; `None` if unknown.
    fn libm(&self, function: LibmFunction, rounding: Rounding, arguments: &[Float]) -> Option<Float> {
        let _ = (function, rounding, arguments);
        None
    }
}

/// Values for variables of one store, and choices for unspecified cases.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Model {
    variables: BTreeMap<Term, Value>,
    unspecified: BTreeMap<UnspecifiedCase, Value>,
}

impl Model {
    /// The model that says nothing.
    pub fn new() -> Model {
        Model::default()
    }

    /// Gives a variable a value, in place of the one it had.
    pub fn set(&mut self, variable: Term, value: Value) {
        self.variables.insert(variable, value);
    }

    /// Chooses the value of an unspecified case.
    ///
    /// # Panics
    /// If SMT-LIB does not allow that value; see [`UnspecifiedCase::admits`].
    pub fn set_unspecified(&mut self, case: UnspecifiedCase, value: Value) {
        assert!(case.admits(&value), "{case:?} cannot be {value:?}");
        self.unspecified.insert(case, value);
    }

    /// The value of a variable.
    pub fn get(&self, variable: Term) -> Option<&Value> {
        self.variables.get(&variable)
    }

    /// The variables with their values, in the order of their terms.
    pub fn variables(&self) -> impl ExactSizeIterator<Item = (Term, &Value)> {
        self.variables.iter().map(|(&variable, value)| (variable, value))
    }

    /// The chosen unspecified cases, in a fixed order.
    pub fn unspecified_cases(&self) -> impl ExactSizeIterator<Item = (&UnspecifiedCase, &Value)> {
        self.unspecified.iter()
    }

    /// Gives every one of `variables` that has no value yet its sort's default
    /// ([`Value::default_of`]).
    pub fn complete(&mut self, store: &TermStore, variables: &[Term]) {
        for &variable in variables {
            self.variables.entry(variable).or_insert_with(|| Value::default_of(store.sort(variable)));
        }
    }

    /// This model together with a libm.
    pub fn with_libm<'a>(&'a self, libm: &'a LibmOracle<'a>) -> ModelWithLibm<'a> {
        ModelWithLibm { model: self, libm }
    }
}

impl Interpretation for Model {
    fn variable(&self, variable: Term) -> Option<Value> {
        self.get(variable).cloned()
    }

    fn unspecified(&self, case: &UnspecifiedCase) -> Option<Value> {
        self.unspecified.get(case).cloned()
    }
}

/// A model and what libm functions deliver.
#[derive(Clone, Copy)]
pub struct ModelWithLibm<'a> {
    model: &'a Model,
    libm: &'a LibmOracle<'a>,
}

impl fmt::Debug for ModelWithLibm<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} with libm", self.model)
    }
}

impl Interpretation for ModelWithLibm<'_> {
    fn variable(&self, variable: Term) -> Option<Value> {
        self.model.variable(variable)
    }

    fn unspecified(&self, case: &UnspecifiedCase) -> Option<Value> {
        Interpretation::unspecified(self.model, case)
    }

    fn libm(&self, function: LibmFunction, rounding: Rounding, arguments: &[Float]) -> Option<Float> {
        (self.libm)(function, rounding, arguments)
    }
}
