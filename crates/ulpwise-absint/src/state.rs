//! What is known where a block begins, and what is left of it where ways meet.

use crate::affine::Relations;
use crate::function::Prepared;
use crate::memory::Memory;
use crate::value::Value;
use ulpwise_ir::BlockId;

/// What is known where a block begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct State {
    /// The values of the block's entries.
    pub(crate) values: Vec<Value>,
    pub(crate) memory: Memory,
    pub(crate) relations: Relations,
}

impl State {
    pub(crate) fn union(&self, other: &State) -> State {
        State {
            values: self.values.iter().zip(&other.values).map(|(a, b)| a.union(b)).collect(),
            memory: self.memory.union(&other.memory),
            relations: self.relations.union(&other.relations),
        }
    }

    /// Whether another state holds other numbers, and is the same but for them.
    pub(crate) fn differs_in_numbers(&self, other: &State) -> bool {
        let is_number = |value: &Value| matches!(value, Value::Float(_));
        let mut pairs = self.values.iter().zip(&other.values);
        self.memory == other.memory && pairs.all(|(a, b)| a == b || (is_number(a) && is_number(b)))
    }

    pub(crate) fn widened(&self, after: &State, prepared: &Prepared<'_>) -> State {
        let thresholds = &prepared.thresholds;
        State {
            values: self.values.iter().zip(&after.values).map(|(a, b)| thresholds.widened(a, b)).collect(),
            memory: self.memory.widened(&after.memory, thresholds),
            relations: self.relations.kept(&after.relations),
        }
    }

    /// Keeps only what did not change.
    pub(crate) fn without_changes(&self, after: &State, prepared: &Prepared<'_>, block: BlockId) -> State {
        let mut memory = after.memory.clone();
        memory.forget_changes(&self.memory);
        let kept = |(position, (before, after)): (usize, (&Value, &Value))| {
            match (before, after) {
                // An address stays the address of what it was the address of.
                (Value::Pointer(before), Value::Pointer(after)) => Value::Pointer(after.widened(before)),
                _ if before == after => after.clone(),
                _ => Value::any(prepared.body.type_of(prepared.entries[block][position])),
            }
        };
        let pairs = self.values.iter().zip(&after.values);
        let relations = self.relations.kept(&after.relations);
        State { values: pairs.enumerate().map(kept).collect(), memory, relations }
    }
}
