//! `va_start` where arguments beyond the parameters are terms: they are written to the places where
//! `va_arg` reads them.

use super::{Next, Nexts};
use crate::executor::Executor;
use crate::state::PathState;
use ulpwise_interp::{Argument, PathEnd};
use ulpwise_ir::Slot;

impl<'p> Executor<'p, '_> {
    /// Fills the `va_list` that a slot has the address of.
    pub(super) fn start_variadic(&mut self, mut state: PathState<'p>, list: Slot) -> Nexts<'p> {
        let Some(address) = state.known(list) else {
            return self.enumerate(state, list);
        };
        match self.place_variadic(&mut state, address as u64) {
            Ok(()) => Self::done(state),
            Err(end) => vec![Next::stops(state, end)],
        }
    }

    fn place_variadic(&mut self, state: &mut PathState<'p>, list: u64) -> Result<(), PathEnd> {
        let arguments: Vec<Argument> = state.interpreter.variadic().to_vec();
        let places = state.interpreter.start_variadic(list)?;
        let values = state.variadic();
        for ((argument, place), &value) in arguments.iter().zip(places).zip(values.iter()) {
            if self.terms.known(value).is_none() {
                state.store(&mut self.terms, place, argument.ty, value)?;
            }
        }
        Ok(())
    }
}
