//! What C leaves undefined, and whether it happens: optimisers compute values before it is known
//! whether they are wanted.

use crate::interpreter::Interpreter;
use ulpwise_ir::{Access, Body, Inst, Slot};

impl Interpreter<'_> {
    /// Ends runs from now on where an integer is shifted by its width or more, or a float is
    /// converted to an integer type that does not have its value; otherwise these do what compiled
    /// code does.
    pub fn end_at_undefined(&mut self) {
        self.machine.ends_at_undefined = true;
    }

    /// Marks what was not initialised from now on: bytes of new stack and heap objects, and values
    /// that lowering found undefined.
    pub fn mark_uninitialised(&mut self) {
        self.machine.marks_uninitialised = true;
        self.machine.memory.mark_fresh();
    }
}

/// Whether a value is nothing but one of two that a selection chooses from: then the other one may
/// be wanted, and undefined behaviour of the operation that made it says nothing yet. Compilers
/// make such code where they do without a branch.
pub fn is_speculated(body: &Body, value: Slot) -> bool {
    let is_carried = body.edges.iter().any(|edge| body.list(edge.arguments).contains(&value));
    let only_selected = body.insts.iter().all(|&inst| match inst {
        Inst::Select { condition, .. } => condition != value,
        mut inst => {
            let mut reads = inst.operand_list().is_some_and(|list| body.list(list).contains(&value));
            inst.for_each_slot_mut(|access, slot| reads |= access == Access::Use && *slot == value);
            !reads
        }
    });
    only_selected && !is_carried
}
