//! Blocks of memory, variable arguments, the stack.

use super::super::function::FunctionLowering;
use super::super::lanes::Lanes;
use super::super::raw::Value;
use super::super::unsupported::{Lowered, unsupported};
use ulpwise_ir::{Inst, IntBinaryOp, IntCastOp, Slot, Type};

impl<'m> FunctionLowering<'_, 'm> {
    /// `None` when the name is of another family.
    pub(super) fn memory_intrinsic(&mut self, inst: Value<'m>, name: &str) -> Option<Lowered<Lanes>> {
        Some(match name {
            "memcpy" | "memcpy.inline" => self.copy_bytes(inst, false),
            "memmove" => self.copy_bytes(inst, true),
            "memset" | "memset.inline" => self.fill_bytes(inst),
            "va_start" => self.on_pointers(inst, 1, |lists| Inst::VaStart { list: lists[0] }),
            "va_copy" => self.on_pointers(inst, 2, |lists| Inst::VaCopy { to: lists[0], from: lists[1] }),
            "stacksave" => Ok(Lanes::One(self.build.stack_save())),
            "stackrestore" => self.on_pointers(inst, 1, |marks| Inst::StackRestore { mark: marks[0] }),
            "ptrmask" => self.mask_pointer(inst),
            _ => return None,
        })
    }

    fn byte_count(&mut self, inst: Value<'m>) -> Lowered<Slot> {
        let len = self.scalar_operand(inst, 2)?;
        Ok(self.build.resize(IntCastOp::ZeroExtend, len, 64))
    }

    fn copy_bytes(&mut self, inst: Value<'m>, overlap: bool) -> Lowered<Lanes> {
        if inst.reads_volatile_memory() {
            return unsupported("a copy of volatile memory");
        }
        let (to, from) = (self.scalar_operand(inst, 0)?, self.scalar_operand(inst, 1)?);
        let len = self.byte_count(inst)?;
        self.build.emit(Inst::MemCopy { overlap, to, from, len });
        Ok(Lanes::none())
    }

    fn fill_bytes(&mut self, inst: Value<'m>) -> Lowered<Lanes> {
        let (to, byte) = (self.scalar_operand(inst, 0)?, self.scalar_operand(inst, 1)?);
        let len = self.byte_count(inst)?;
        self.build.emit(Inst::MemSet { to, byte, len });
        Ok(Lanes::none())
    }

    /// An instruction without result on the first `count` operands.
    fn on_pointers(
        &mut self,
        inst: Value<'m>,
        count: u32,
        make: impl FnOnce(&[Slot]) -> Inst,
    ) -> Lowered<Lanes> {
        let slots: Lowered<Vec<Slot>> = (0..count).map(|index| self.scalar_operand(inst, index)).collect();
        self.build.emit(make(&slots?));
        Ok(Lanes::none())
    }

    fn mask_pointer(&mut self, inst: Value<'m>) -> Lowered<Lanes> {
        let (pointers, masks) = (self.operand(inst, 0)?, self.operand(inst, 1)?);
        self.lane_by_lane([&pointers, &masks], |this, pointer, mask| {
            let address = this.build.as_int(pointer);
            let mask = this.build.resize(IntCastOp::SignExtend, mask, 64);
            let masked = this.build.int(IntBinaryOp::And, address, mask);
            Ok(this.build.retype(masked, Type::Pointer))
        })
    }
}
