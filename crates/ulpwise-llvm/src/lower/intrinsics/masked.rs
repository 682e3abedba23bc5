//! Loads and stores of the lanes that a mask selects.
//!
//! A lane that is not selected must not be touched in memory: it may lie outside of any object. A
//! lane whose bit of the mask is not constant gets a branch of its own.

use super::super::function::FunctionLowering;
use super::super::lanes::Lanes;
use super::super::raw::{LlvmType, Value};
use super::super::unsupported::{Lowered, Unsupported, unsupported};
use ulpwise_ir::{Constant, Inst, Slot};

impl<'m> FunctionLowering<'_, 'm> {
    /// `None` when the name is of another family.
    pub(super) fn masked_intrinsic(&mut self, inst: Value<'m>, name: &str) -> Option<Lowered<Lanes>> {
        Some(match name {
            "masked.load" => self.masked_load(inst, false),
            "masked.gather" => self.masked_load(inst, true),
            "masked.store" => self.masked_store(inst, false),
            "masked.scatter" => self.masked_store(inst, true),
            _ => return None,
        })
    }

    /// The address of each lane of a vector: given lane by lane, or one after another.
    fn lane_addresses(
        &mut self,
        pointer: Value<'m>,
        vector: LlvmType<'m>,
        one_each: bool,
    ) -> Lowered<Vec<Slot>> {
        let lanes = self.value(pointer)?;
        if one_each {
            return Ok(lanes.to_vec());
        }
        let &[base] = &lanes[..] else { return Err(Unsupported::malformed("llvm.masked")) };
        let shape = self.context.shapes.shape(vector)?;
        if shape
            .leaves
            .iter()
            .any(|leaf| !leaf.bit_offset.is_multiple_of(8) || !leaf.ty.bits().is_multiple_of(8))
        {
            return unsupported("a masked access to lanes that are not whole bytes");
        }
        let offsets = shape.leaves.iter().map(|leaf| (leaf.bit_offset / 8) as i64);
        Ok(offsets.map(|offset| self.build.add_bytes(base, offset)).collect())
    }

    /// Operands: pointers, mask, values of the lanes not selected (LLVM 22 has no alignment there).
    fn masked_load(&mut self, inst: Value<'m>, gather: bool) -> Lowered<Lanes> {
        let malformed = || Unsupported::malformed("llvm.masked.load");
        let pointer = inst.operand(0).ok_or_else(malformed)?;
        let arguments = self.after_alignment(inst, 1);
        let addresses = self.lane_addresses(pointer, inst.ty(), gather)?;
        let &[mask, otherwise] = &arguments[..] else { return Err(malformed()) };
        let (mask, otherwise) = (self.value(mask)?, self.value(otherwise)?);
        let lanes = addresses.iter().zip(mask.iter()).zip(otherwise.iter());
        let loaded: Vec<Slot> =
            lanes.map(|((&address, &bit), &other)| self.load_if(bit, address, other)).collect();
        Ok(loaded.into_iter().collect())
    }

    /// Operands: values, pointers, mask.
    fn masked_store(&mut self, inst: Value<'m>, scatter: bool) -> Lowered<Lanes> {
        let malformed = || Unsupported::malformed("llvm.masked.store");
        let value = inst.operand(0).ok_or_else(malformed)?;
        let pointer = inst.operand(1).ok_or_else(malformed)?;
        let addresses = self.lane_addresses(pointer, value.ty(), scatter)?;
        let &[mask] = &self.after_alignment(inst, 2)[..] else { return Err(malformed()) };
        let (values, mask) = (self.value(value)?, self.value(mask)?);
        for ((&value, &address), &bit) in values.iter().zip(&addresses).zip(mask.iter()) {
            self.store_if(bit, address, value);
        }
        Ok(Lanes::none())
    }

    /// The arguments from `first` on without the alignment that older bitcode passes there.
    fn after_alignment(&self, inst: Value<'m>, first: usize) -> Vec<Value<'m>> {
        let arguments = inst.arguments();
        let rest = arguments.into_iter().skip(first);
        rest.filter(|argument| argument.ty().int_width() != Some(32)).collect()
    }

    fn known_bit(&self, slot: Slot) -> Option<bool> {
        match self.build.constant_of(slot) {
            Some((_, Constant::Bits(bits))) => Some(bits == 1),
            Some((_, Constant::Undefined)) => Some(false),
            _ => None,
        }
    }

    fn load_if(&mut self, condition: Slot, address: Slot, otherwise: Slot) -> Slot {
        let ty = self.build.type_of(otherwise);
        match self.known_bit(condition) {
            Some(true) => return self.build.load(ty, address),
            Some(false) => return otherwise,
            None => {}
        }
        let (inside, after) = (self.build.new_block(), self.build.new_block());
        let result = self.build.add_parameter(after, ty);
        let then_edge = self.build.edge_with(inside, &[]);
        let else_edge = self.build.edge_with(after, &[otherwise]);
        self.build.emit(Inst::Branch { condition, then_edge, else_edge });
        self.build.switch_to(inside);
        let loaded = self.build.load(ty, address);
        let edge = self.build.edge_with(after, &[loaded]);
        self.build.emit(Inst::Jump { edge });
        self.build.switch_to(after);
        result
    }

    fn store_if(&mut self, condition: Slot, address: Slot, value: Slot) {
        match self.known_bit(condition) {
            Some(true) => return self.build.store(address, value),
            Some(false) => return,
            None => {}
        }
        let (inside, after) = (self.build.new_block(), self.build.new_block());
        let then_edge = self.build.edge_with(inside, &[]);
        let else_edge = self.build.edge_with(after, &[]);
        self.build.emit(Inst::Branch { condition, then_edge, else_edge });
        self.build.switch_to(inside);
        self.build.store(address, value);
        let edge = self.build.edge_with(after, &[]);
        self.build.emit(Inst::Jump { edge });
        self.build.switch_to(after);
    }
}
