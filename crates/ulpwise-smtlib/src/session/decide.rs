//! Decides what holds now: what terms do not have is lowered, and a model is believed once the
//! assertions themselves, as they were read, are true under it.

use super::{Session, SessionModel};
use crate::engine::CheckSatAnswer;
use crate::extended::{Lifted, NotLowered};
use ulpwise_expr::{Model, Term, Value};

/// The answer to a query.
pub(super) enum Decision {
    Sat(SessionModel),
    Unsat,
    Unknown(String),
}

impl Session<'_> {
    /// Whether the goals can hold together.
    pub(super) fn decide(&mut self, goals: &[Term]) -> Decision {
        if self.reader.extension.is_empty() {
            return match self.engine.engine_mut().check(&mut self.store, goals, &self.budget) {
                CheckSatAnswer::Sat(model) => self.confirmed(model, Lifted::default(), goals),
                CheckSatAnswer::Unsat => Decision::Unsat,
                CheckSatAnswer::Unknown(reason) => Decision::Unknown(reason),
            };
        }
        let lowered = match self.reader.extension.lower(&mut self.store, goals) {
            Ok(lowered) => lowered,
            Err(NotLowered) => {
                return Decision::Unknown("functions and arrays need too many lemmas".to_owned());
            }
        };
        let mut model = match self.engine.engine_mut().check(&mut self.store, &lowered.goals, &self.budget) {
            CheckSatAnswer::Sat(model) => model,
            CheckSatAnswer::Unsat => return Decision::Unsat,
            CheckSatAnswer::Unknown(reason) => return Decision::Unknown(reason),
        };
        model.complete(&self.store, &self.store.free_variables(&lowered.goals));
        let extension = &self.reader.extension;
        match extension.lift(&self.store, &lowered, &mut model, self.engine.engine().libm()) {
            Ok(lifted) => self.confirmed(model, lifted, &[goals, &lowered.lemmas].concat()),
            Err(reason) => Decision::Unknown(format!("the model found cannot be completed: {reason}")),
        }
    }

    /// The model with a value for every variable, if it satisfies all goals.
    fn confirmed(&self, mut terms: Model, nodes: Lifted, goals: &[Term]) -> Decision {
        terms.complete(&self.store, &self.store.free_variables(goals));
        terms.complete(&self.store, &self.variables);
        match self.evaluate(goals, &terms) {
            Ok(values) if values.iter().all(|value| *value == Value::Bool(true)) => {
                Decision::Sat(SessionModel { terms, nodes })
            }
            Ok(_) => Decision::Unknown("the model found does not satisfy the assertions".to_owned()),
            Err(error) => Decision::Unknown(format!("the model found cannot be checked: {error}")),
        }
    }
}
