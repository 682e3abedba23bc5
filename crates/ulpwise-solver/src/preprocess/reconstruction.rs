//! The way back: values of the variables that preprocessing took away.

use crate::query::Libm;
use ulpwise_expr::{EvaluationError, Interpretation, Model, Tape, Term, TermStore};

/// Definitions of variables by terms over those that were left, in the order in which the variables
/// went.
#[derive(Clone, Default, Debug)]
pub struct Reconstruction {
    /// The definitions of one entry do not use each other's variables.
    batches: Vec<Vec<(Term, Term)>>,
}

impl Reconstruction {
    /// Nothing to do.
    pub(super) fn new() -> Reconstruction {
        Reconstruction::default()
    }

    /// Notes definitions that do not use each other's variables, and no variable that went before.
    pub(super) fn define(&mut self, definitions: Vec<(Term, Term)>) {
        if !definitions.is_empty() {
            self.batches.push(definitions);
        }
    }

    /// How many variables went.
    pub fn len(&self) -> usize {
        self.batches.iter().map(Vec::len).sum()
    }

    /// Whether no variable went.
    pub fn is_empty(&self) -> bool {
        self.batches.is_empty()
    }

    /// Gives values to the variables that went. Variables that the model leaves out count as their
    /// sort's default and are set to it if a definition uses them.
    ///
    /// # Errors
    /// If a definition has no value, which only libm terms may lack.
    pub fn extend(
        &self,
        store: &TermStore,
        model: &mut Model,
        libm: Option<&Libm<'_>>,
    ) -> Result<(), EvaluationError> {
        for batch in self.batches.iter().rev() {
            let terms: Vec<Term> = batch.iter().map(|(_, term)| *term).collect();
            model.complete(store, &store.free_variables(&terms));
            let evaluate =
                |interpretation: &dyn Interpretation| Tape::new(store, &terms).evaluate(interpretation);
            let values = match libm {
                Some(libm) => evaluate(&model.with_libm(libm)),
                None => evaluate(model),
            }?;
            for (&(variable, _), value) in batch.iter().zip(values) {
                model.set(variable, value);
            }
        }
        Ok(())
    }
}
