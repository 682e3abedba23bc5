//! Operations on memory.

use super::PTR;
use super::body::{BodyBuilder, BuilderValue, slot};
use crate::inst::Inst;
use crate::types::Type;

impl BodyBuilder<'_> {
    /// Reads memory.
    pub fn load(&mut self, ty: Type, address: BuilderValue) -> BuilderValue {
        self.push_value(ty, |dst| Inst::Load { ty, dst, address: slot(address), volatile: false })
    }

    /// Writes memory.
    pub fn store(&mut self, value: BuilderValue, address: BuilderValue) {
        let ty = self.type_of(value);
        self.push(Inst::Store { ty, address: slot(address), value: slot(value) });
    }

    /// `base + index * scale`.
    pub fn ptradd(&mut self, base: BuilderValue, index: BuilderValue, scale: u32) -> BuilderValue {
        let (base, index) = (slot(base), slot(index));
        self.push_value(PTR, |dst| Inst::PointerAdd { dst, base, index, scale })
    }

    /// A new object in this frame.
    pub fn alloca(&mut self, count: BuilderValue, size: u32, align: u32) -> BuilderValue {
        self.push_value(PTR, |dst| Inst::Alloca { dst, count: slot(count), size, align })
    }

    /// Remembers which objects of this frame exist.
    pub fn stack_save(&mut self) -> BuilderValue {
        self.push_value(PTR, |dst| Inst::StackSave { dst })
    }

    /// Frees the objects of this frame that are younger than the mark.
    pub fn stack_restore(&mut self, mark: BuilderValue) {
        self.push(Inst::StackRestore { mark: slot(mark) });
    }

    /// Copies bytes between ranges that do not overlap.
    pub fn memcpy(&mut self, to: BuilderValue, from: BuilderValue, len: BuilderValue) {
        self.push(Inst::MemCopy { overlap: false, to: slot(to), from: slot(from), len: slot(len) });
    }

    /// Copies bytes between ranges that may overlap.
    pub fn memmove(&mut self, to: BuilderValue, from: BuilderValue, len: BuilderValue) {
        self.push(Inst::MemCopy { overlap: true, to: slot(to), from: slot(from), len: slot(len) });
    }

    /// Fills bytes.
    pub fn memset(&mut self, to: BuilderValue, byte: BuilderValue, len: BuilderValue) {
        self.push(Inst::MemSet { to: slot(to), byte: slot(byte), len: slot(len) });
    }

    /// Makes a `va_list` stand at the first variadic argument.
    pub fn va_start(&mut self, list: BuilderValue) {
        self.push(Inst::VaStart { list: slot(list) });
    }

    /// Copies a `va_list`.
    pub fn va_copy(&mut self, to: BuilderValue, from: BuilderValue) {
        self.push(Inst::VaCopy { to: slot(to), from: slot(from) });
    }
}
