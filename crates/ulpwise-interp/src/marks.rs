//! The slots of a frame whose value the interpreter does not know, because a symbolic executor
//! does.

use crate::program::{ReadyBody, ReadyEdge};
use ulpwise_base::Id;
use ulpwise_ir::{Access, Inst, Slot};

/// A set of slots. A wide value is marked by its first one.
#[derive(Clone, Debug, Default)]
pub(crate) struct SlotMarks {
    words: Vec<u64>,
    marked: usize,
}

impl SlotMarks {
    pub(crate) fn is_empty(&self) -> bool {
        self.marked == 0
    }

    pub(crate) fn contains(&self, slot: Slot) -> bool {
        let at = slot.index();
        self.words.get(at / 64).is_some_and(|word| word >> (at % 64) & 1 == 1)
    }

    pub(crate) fn insert(&mut self, slot: Slot) {
        let at = slot.index();
        if self.words.len() <= at / 64 {
            self.words.resize(at / 64 + 1, 0);
        }
        self.marked += usize::from(!self.contains(slot));
        self.words[at / 64] |= 1 << (at % 64);
    }

    pub(crate) fn remove(&mut self, slot: Slot) {
        if self.contains(slot) {
            self.marked -= 1;
            self.words[slot.index() / 64] &= !(1 << (slot.index() % 64));
        }
    }

    /// Whether an instruction reads one of the slots itself; the arguments of its edges are not
    /// looked at.
    pub(crate) fn are_read_by(&self, inst: Inst, ready: &ReadyBody<'_>) -> bool {
        let mut read = false;
        let mut inst = inst;
        inst.for_each_slot_mut(|access, slot| read |= access == Access::Use && self.contains(*slot));
        read || inst
            .operand_list()
            .is_some_and(|list| ready.body.list(list).iter().any(|&slot| self.contains(slot)))
    }

    /// Takes out what an instruction is about to write.
    pub(crate) fn remove_results(&mut self, inst: Inst, ready: &ReadyBody<'_>) {
        let mut inst = inst;
        inst.for_each_slot_mut(|access, slot| {
            if access == Access::Definition {
                self.remove(*slot);
            }
        });
        for &slot in inst.result_list().map_or(&[][..], |list| ready.body.list(list)) {
            self.remove(slot);
        }
    }

    /// Whether an edge carries one of the slots.
    pub(crate) fn are_carried_by(&self, edge: &ReadyEdge) -> bool {
        edge.moves.iter().any(|&(from, _)| self.contains(from))
    }

    /// Takes out what an edge, which carries none of them, writes.
    pub(crate) fn remove_targets(&mut self, edge: &ReadyEdge) {
        for &(_, to) in &edge.moves {
            self.remove(to);
        }
    }
}
