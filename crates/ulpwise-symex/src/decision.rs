//! What a path decided, so that another executor, with terms of its own, can take the same path
//! again.
//!
//! What holds: everything that steers a path and does not follow from the program alone is a
//! decision: which way of a condition, which of several values, whether two ways were joined. Given
//! the decisions and the inputs, a path is taken again without a solver.

use crate::inputs::SymbolicInput;
use crate::path::CallStack;
use crate::state::PathState;
use std::sync::Arc;
use ulpwise_expr::{BitVector, Value};

/// One decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Decision {
    /// Which way a condition went, and whether the path is to assume it: the other way was open as
    /// well.
    Way { holds: bool, assumed: bool },
    /// A value that a term can have.
    Value(u128),
}

/// A path as another executor can take it.
#[derive(Clone, Debug)]
pub(crate) struct Prefix {
    decisions: Arc<[Decision]>,
    /// The bits of the inputs' elements, in the order in which the program asks for them.
    inputs: Arc<[Vec<u128>]>,
    /// Whether these inputs take the path.
    verified: bool,
    /// Where it is, if that is known.
    pub(crate) place: Option<CallStack>,
}

/// How far a path was taken again.
#[derive(Clone, Debug)]
pub(crate) struct Script {
    prefix: Prefix,
    next: usize,
    /// Whether a decision was needed that the script does not have.
    lost: bool,
}

impl Prefix {
    /// The path of a state.
    pub(crate) fn from_state(state: &PathState<'_>, place: Option<CallStack>) -> Prefix {
        let bits = |input: &SymbolicInput| input.value(&state.model).elements;
        Prefix {
            decisions: state.decisions.to_vec().into(),
            inputs: state.inputs.iter().map(bits).collect(),
            verified: state.verified,
            place,
        }
    }

    /// From the beginning.
    pub(crate) fn script(self) -> Script {
        Script { prefix: self, next: 0, lost: false }
    }
}

impl Script {
    /// Whether all decisions were taken.
    pub(crate) fn is_over(&self) -> bool {
        self.next >= self.prefix.decisions.len()
    }

    /// Whether the path turned out to be another.
    pub(crate) fn is_lost(&self) -> bool {
        self.lost
    }

    /// Whether its inputs took the path where it comes from.
    pub(crate) fn was_verified(&self) -> bool {
        self.prefix.verified
    }
}

impl PathState<'_> {
    /// The next decision of the script that the path follows, if it follows one.
    pub(crate) fn scripted(&mut self) -> Option<Decision> {
        let script = self.script.as_mut().filter(|script| !script.is_over() && !script.lost)?;
        let decision = script.prefix.decisions[script.next];
        script.next += 1;
        Some(decision)
    }

    /// The way that the script has; a decision of another kind there means that it is not this
    /// path's.
    pub(crate) fn scripted_way(&mut self) -> Option<(bool, bool)> {
        match self.scripted()? {
            Decision::Way { holds, assumed } => Some((holds, assumed)),
            Decision::Value(_) => {
                self.lose_script();
                None
            }
        }
    }

    /// The value that the script has.
    pub(crate) fn scripted_value(&mut self) -> Option<u128> {
        match self.scripted()? {
            Decision::Value(bits) => Some(bits),
            Decision::Way { .. } => {
                self.lose_script();
                None
            }
        }
    }

    fn lose_script(&mut self) {
        if let Some(script) = &mut self.script {
            script.lost = true;
        }
    }

    /// Gives the elements of the newest input the values that the script has for them.
    pub(crate) fn scripted_input(&mut self) {
        let at = self.inputs.len() - 1;
        let Some(bits) = self.script.as_ref().and_then(|script| script.prefix.inputs.get(at)) else { return };
        let (bits, input) = (bits.clone(), &self.inputs[at]);
        let width = u32::from(input.ty.bits());
        let model = Arc::make_mut(&mut self.model);
        for (&element, bits) in input.elements.iter().zip(bits) {
            model.set(element, Value::BitVec(BitVector::from_u128(width, bits)));
        }
    }
}
