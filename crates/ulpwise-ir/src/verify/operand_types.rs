//! The types of operands and results, and the numbers inside instructions.

use super::error::Property;
use super::function::BodyCheck;
use crate::body::{InstId, Slot};
use crate::inst::Inst;
use crate::ops::{IntCastOp, IntUnaryOp};
use crate::types::Type;

const BOOL: Type = Type::BOOL;
const I8: Type = Type::Int(8);
const I32: Type = Type::Int(32);
const I64: Type = Type::Int(64);

/// Checks one instruction of a body whose structure is sound.
pub(super) fn check_operand_types(check: &mut BodyCheck<'_>, id: InstId, inst: &Inst) {
    let mut c = InstCheck { check, id };
    match *inst {
        Inst::Int { bits, dst, a, b, .. } => c.all(Type::Int(bits), &[dst, a, b]),
        Inst::IntOverflow { bits, dst, overflow, a, b, .. } => {
            c.all(Type::Int(bits), &[dst, a, b]);
            c.all(BOOL, &[overflow]);
        }
        Inst::IntUnary { op, bits, dst, a } => {
            c.all(Type::Int(bits), &[dst, a]);
            let whole = op != IntUnaryOp::SwapBytes || bits.is_multiple_of(16);
            c.immediate(whole, "the width is not a multiple of 16");
        }
        Inst::FunnelShift { bits, dst, a, b, amount, .. } => c.all(Type::Int(bits), &[dst, a, b, amount]),
        Inst::IntCast { op, from, to, dst, a } => {
            c.all(Type::Int(from), &[a]);
            c.all(Type::Int(to), &[dst]);
            let narrows = op == IntCastOp::Truncate;
            c.immediate(if narrows { to < from } else { to > from }, "the width changes the wrong way");
        }
        Inst::IntCompare { bits, dst, a, b, .. } => {
            c.all(BOOL, &[dst]);
            let pointers = bits == 64 && c.check.type_of(a) == Type::Pointer;
            c.all(if pointers { Type::Pointer } else { Type::Int(bits) }, &[a, b]);
        }
        Inst::Select { wide, dst, condition, a, b } => {
            let ty = c.check.type_of(dst);
            c.all(BOOL, &[condition]);
            c.all(ty, &[a, b]);
            c.wide(wide, ty);
        }
        Inst::Copy { wide, dst, a } => c.copy(wide, dst, a),

        Inst::Float { format, dst, a, b, .. } | Inst::FloatCopySign { format, dst, a, b } => {
            c.all(Type::Float(format), &[dst, a, b]);
        }
        Inst::FloatUnary { format, dst, a, .. } | Inst::FloatSign { format, dst, a, .. } => {
            c.all(Type::Float(format), &[dst, a]);
        }
        Inst::FloatFma { format, dst, a, b, c: addend, .. } => {
            c.all(Type::Float(format), &[dst, a, b, addend]);
        }
        Inst::FloatCompare { format, dst, a, b, .. } => {
            c.all(BOOL, &[dst]);
            c.all(Type::Float(format), &[a, b]);
        }
        Inst::FloatClass { mask, format, dst, a } => {
            c.all(BOOL, &[dst]);
            c.all(Type::Float(format), &[a]);
            c.immediate(mask < 1 << 10, "there are 10 classes only");
        }
        Inst::FloatConvert { from, to, dst, a, .. } => {
            c.all(Type::Float(to), &[dst]);
            c.all(Type::Float(from), &[a]);
            c.immediate(from != to, "the format does not change");
        }
        Inst::FloatToInt { format, bits, dst: int, a: float, .. }
        | Inst::IntToFloat { bits, format, dst: float, a: int, .. } => {
            c.all(Type::Int(bits), &[int]);
            c.all(Type::Float(format), &[float]);
        }
        Inst::GetRounding { dst: mode } | Inst::SetRounding { mode } => c.all(I32, &[mode]),

        Inst::Load { ty, dst: value, address, .. } | Inst::Store { ty, address, value } => {
            c.all(ty, &[value]);
            c.all(Type::Pointer, &[address]);
        }
        Inst::PointerAdd { dst, base, index, .. } => {
            c.all(Type::Pointer, &[dst, base]);
            c.all(I64, &[index]);
        }
        Inst::Alloca { dst, count, align, .. } => {
            c.all(Type::Pointer, &[dst]);
            c.all(I64, &[count]);
            c.immediate(align.is_power_of_two(), "the alignment is not a power of two");
        }
        Inst::StackSave { dst: mark } | Inst::StackRestore { mark } => c.all(Type::Pointer, &[mark]),
        Inst::MemCopy { to, from, len, .. } => {
            c.all(Type::Pointer, &[to, from]);
            c.all(I64, &[len]);
        }
        Inst::MemSet { to, byte, len } => {
            c.all(Type::Pointer, &[to]);
            c.all(I8, &[byte]);
            c.all(I64, &[len]);
        }
        Inst::VaStart { list } => {
            c.all(Type::Pointer, &[list]);
            c.immediate(c.check.function.variadic, "the function is not variadic");
        }
        Inst::VaCopy { to, from } => c.all(Type::Pointer, &[to, from]),

        Inst::CallIndirect { callee, .. } => c.all(Type::Pointer, &[callee]),
        Inst::Branch { condition, .. } => c.all(BOOL, &[condition]),
        Inst::Landing { exception, .. } | Inst::Unwind { exception } => c.all(Type::Pointer, &[exception]),
        Inst::Switch { value, bits, .. } => c.all(Type::Int(bits), &[value]),
        Inst::Call { .. }
        | Inst::Unsupported { .. }
        | Inst::Jump { .. }
        | Inst::Return { .. }
        | Inst::Unreachable => {}
    }
}

struct InstCheck<'c, 'a> {
    check: &'c mut BodyCheck<'a>,
    id: InstId,
}

impl InstCheck<'_, '_> {
    /// All these values are of one type.
    fn all(&mut self, expected: Type, slots: &[Slot]) {
        for &slot in slots {
            let found = self.check.type_of(slot);
            if found != expected {
                let message = format!("{slot} is of type {found}, not {expected}");
                self.check.report_inst(Property::OperandType, self.id, message);
            }
        }
    }

    fn immediate(&mut self, holds: bool, message: &str) {
        if !holds {
            self.check.report_inst(Property::Immediate, self.id, message);
        }
    }

    fn wide(&mut self, wide: bool, ty: Type) {
        self.immediate(wide == ty.is_wide(), "it is wide and its type is not, or the other way round");
    }

    fn copy(&mut self, wide: bool, dst: Slot, a: Slot) {
        let (to, from) = (self.check.type_of(dst), self.check.type_of(a));
        if to.bits() != from.bits() {
            let message = format!("{a} has {} bits and {dst} has {}", from.bits(), to.bits());
            self.check.report_inst(Property::OperandType, self.id, message);
        }
        self.wide(wide, to);
    }
}
