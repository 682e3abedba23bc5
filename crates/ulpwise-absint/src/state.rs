//! What is known where a block begins, and what is left of it where ways meet.

use crate::affine::Relations;
use crate::function::Prepared;
use crate::memory::AbstractMemory;
use crate::value::AbstractValue;
use ulpwise_ir::BlockId;

/// What is known where a block begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct AbstractState {
    /// The values of the block's entries.
    pub(crate) values: Vec<AbstractValue>,
    pub(crate) memory: AbstractMemory,
    pub(crate) relations: Relations,
}

impl AbstractState {
    pub(crate) fn union(&self, other: &AbstractState) -> AbstractState {
        AbstractState {
            values: self.values.iter().zip(&other.values).map(|(a, b)| a.union(b)).collect(),
            memory: self.memory.union(&other.memory),
            relations: self.relations.union(&other.relations),
        }
    }

    /// Whether another state holds other numbers, and is the same but for them.
    pub(crate) fn differs_in_numbers(&self, other: &AbstractState) -> bool {
        let is_number = |value: &AbstractValue| matches!(value, AbstractValue::Float(_));
        let mut pairs = self.values.iter().zip(&other.values);
        self.memory == other.memory && pairs.all(|(a, b)| a == b || (is_number(a) && is_number(b)))
    }

    pub(crate) fn widened(&self, after: &AbstractState, prepared: &Prepared<'_>) -> AbstractState {
        let thresholds = &prepared.thresholds;
        AbstractState {
            values: self.values.iter().zip(&after.values).map(|(a, b)| thresholds.widened(a, b)).collect(),
            memory: self.memory.widened(&after.memory, thresholds),
            relations: self.relations.kept(&after.relations),
        }
    }

    /// Keeps only what did not change.
    pub(crate) fn without_changes(
        &self,
        after: &AbstractState,
        prepared: &Prepared<'_>,
        block: BlockId,
    ) -> AbstractState {
        let mut memory = after.memory.clone();
        memory.forget_changes(&self.memory);
        let kept = |(position, (before, after)): (usize, (&AbstractValue, &AbstractValue))| {
            match (before, after) {
                // An address stays the address of what it was the address of.
                (AbstractValue::Pointer(before), AbstractValue::Pointer(after)) => {
                    AbstractValue::Pointer(after.widened(before))
                }
                _ if before == after => after.clone(),
                _ => AbstractValue::any(prepared.body.type_of(prepared.entries[block][position])),
            }
        };
        let pairs = self.values.iter().zip(&after.values);
        let relations = self.relations.kept(&after.relations);
        AbstractState { values: pairs.enumerate().map(kept).collect(), memory, relations }
    }
}
