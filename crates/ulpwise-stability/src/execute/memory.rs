//! Loads, stores and copies of bytes that may be a node's.
//!
//! A value is read as a node where all its bytes are read as they were written; anything else that
//! is made of a node's bytes is unknown.

use super::state::PathState;
use super::{Explorer, StepResult};
use ulpwise_interp::PathEnd;
use ulpwise_ir::{Inst, Slot};

impl<'p> Explorer<'p> {
    /// An access to memory that meets a node.
    pub(super) fn access(&mut self, state: &mut PathState<'p>, inst: Inst) -> StepResult {
        let done = match inst {
            Inst::Load { ty, dst, address, .. } => known_address(state, address).and_then(|address| {
                let value = state.load(&mut self.found.graph, address, ty)?;
                state.set(&mut self.found.graph, dst, value);
                Ok(())
            }),
            Inst::Store { ty, address, value } => known_address(state, address).and_then(|address| {
                let value = state.get(&mut self.found.graph, value);
                Ok(state.store(&mut self.found.graph, address, ty, value)?)
            }),
            Inst::MemCopy { to, from, len, .. } => {
                let addresses =
                    (known_address(state, to), known_address(state, from), known_address(state, len));
                match addresses {
                    (Ok(to), Ok(from), Ok(len)) => {
                        state.copy_bytes(&mut self.found.graph, to, from, len as usize).map_err(PathEnd::from)
                    }
                    _ => Err(unknown_address()),
                }
            }
            _ => Err(PathEnd::Unsupported("memory that is filled with an input's bytes".to_owned())),
        };
        match done {
            Ok(()) => {
                state.interpreter.advance();
                StepResult::Goes
            }
            Err(end) => StepResult::Ended(end),
        }
    }
}

fn known_address(state: &PathState<'_>, slot: Slot) -> Result<u64, PathEnd> {
    state.known(slot).map(|bits| bits as u64).ok_or_else(unknown_address)
}

fn unknown_address() -> PathEnd {
    PathEnd::Unsupported("a place in memory that depends on inputs".to_owned())
}
