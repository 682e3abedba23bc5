//! Which slots an instruction reads and writes, and which edges it may take.
//!
//! One exhaustive match says it for every instruction; everything that walks over operands without
//! caring what they mean (numbering slots, checking dominance, liveness) uses it.

use crate::body::{Body, EdgeId, Slot, SlotList};
use crate::inst::Inst;
use crate::site::SiteId;

/// How an instruction touches a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// It reads the value.
    Use,
    /// It gives the slot its value.
    Definition,
}

use Access::{Definition, Use};

impl Inst {
    /// Visits the slots that the instruction names itself, results first; those in lists and edges
    /// are not among them. A wide value is named by its first slot.
    pub fn for_each_slot_mut(&mut self, mut visit: impl FnMut(Access, &mut Slot)) {
        match self {
            Self::Int { dst, a, b, .. }
            | Self::IntCompare { dst, a, b, .. }
            | Self::Float { dst, a, b, .. }
            | Self::FloatCopySign { dst, a, b, .. }
            | Self::FloatCompare { dst, a, b, .. }
            | Self::PointerAdd { dst, base: a, index: b, .. } => {
                visit(Definition, dst);
                visit(Use, a);
                visit(Use, b);
            }
            Self::IntOverflow { dst, overflow, a, b, .. } => {
                visit(Definition, dst);
                visit(Definition, overflow);
                visit(Use, a);
                visit(Use, b);
            }
            Self::FunnelShift { dst, a, b, amount: c, .. }
            | Self::Select { dst, condition: a, a: b, b: c, .. }
            | Self::FloatFma { dst, a, b, c, .. } => {
                visit(Definition, dst);
                visit(Use, a);
                visit(Use, b);
                visit(Use, c);
            }
            Self::IntUnary { dst, a, .. }
            | Self::IntCast { dst, a, .. }
            | Self::Copy { dst, a, .. }
            | Self::FloatUnary { dst, a, .. }
            | Self::FloatSign { dst, a, .. }
            | Self::FloatClass { dst, a, .. }
            | Self::FloatConvert { dst, a, .. }
            | Self::FloatToInt { dst, a, .. }
            | Self::IntToFloat { dst, a, .. }
            | Self::Load { dst, address: a, .. }
            | Self::Alloca { dst, count: a, .. } => {
                visit(Definition, dst);
                visit(Use, a);
            }
            Self::StackSave { dst } | Self::GetRounding { dst } | Self::Landing { exception: dst, .. } => {
                visit(Definition, dst);
            }
            Self::StackRestore { mark: a }
            | Self::CallIndirect { callee: a, .. }
            | Self::VaStart { list: a }
            | Self::SetRounding { mode: a }
            | Self::Unwind { exception: a }
            | Self::Branch { condition: a, .. }
            | Self::Switch { value: a, .. } => visit(Use, a),
            Self::Store { address: a, value: b, .. } | Self::VaCopy { to: a, from: b } => {
                visit(Use, a);
                visit(Use, b);
            }
            Self::MemCopy { to, from: middle, len, .. } | Self::MemSet { to, byte: middle, len } => {
                visit(Use, to);
                visit(Use, middle);
                visit(Use, len);
            }
            Self::Call { .. }
            | Self::Unsupported { .. }
            | Self::Jump { .. }
            | Self::Return { .. }
            | Self::Unreachable => {}
        }
    }

    /// The results that stand in a list; empty for all but calls.
    pub const fn result_list(&self) -> Option<SlotList> {
        match *self {
            Self::Call { results, .. } | Self::CallIndirect { results, .. } => Some(results),
            _ => None,
        }
    }

    /// The operands that stand in a list: the arguments of calls, the values returned.
    pub const fn operand_list(&self) -> Option<SlotList> {
        match *self {
            Self::Call { arguments, .. } | Self::CallIndirect { arguments, .. } => Some(arguments),
            Self::Return { values } => Some(values),
            _ => None,
        }
    }

    /// Gives the instruction a site number, if it is one that can have it.
    pub const fn set_site(&mut self, number: SiteId) {
        match self {
            Self::Float { site, .. }
            | Self::FloatUnary { site, .. }
            | Self::FloatFma { site, .. }
            | Self::FloatCompare { site, .. }
            | Self::FloatConvert { site, .. }
            | Self::FloatToInt { site, .. }
            | Self::IntToFloat { site, .. } => *site = number,
            Self::Call { site, .. } => *site = Some(number),
            _ => {}
        }
    }
}

impl Body {
    /// Visits what the instruction defines: the first slot of each value.
    pub fn for_each_definition(&self, inst: &Inst, mut visit: impl FnMut(Slot)) {
        { *inst }.for_each_slot_mut(|access, slot| {
            if access == Definition {
                visit(*slot);
            }
        });
        if let Some(results) = inst.result_list() {
            self.values(results).for_each(|(slot, _)| visit(slot));
        }
    }

    /// Visits what the instruction reads, the arguments of its edges included: the first slot of
    /// each value.
    pub fn for_each_use(&self, inst: &Inst, mut visit: impl FnMut(Slot)) {
        { *inst }.for_each_slot_mut(|access, slot| {
            if access == Use {
                visit(*slot);
            }
        });
        if let Some(operands) = inst.operand_list() {
            self.values(operands).for_each(|(slot, _)| visit(slot));
        }
        self.for_each_edge(inst, |edge| {
            self.values(self.edges[edge].arguments).for_each(|(slot, _)| visit(slot));
        });
    }

    /// Visits the edges that a terminator may take; nothing for other instructions.
    pub fn for_each_edge(&self, inst: &Inst, mut visit: impl FnMut(EdgeId)) {
        match *inst {
            Inst::Jump { edge } => visit(edge),
            Inst::Branch { then_edge: first, else_edge: second, .. }
            | Inst::Landing { returned_edge: first, unwound_edge: second, .. } => {
                visit(first);
                visit(second);
            }
            Inst::Switch { table, .. } => {
                let table = &self.switches[table];
                table.cases.iter().for_each(|&(_, edge)| visit(edge));
                visit(table.default);
            }
            _ => {}
        }
    }
}
