//! Globals that never change: what they hold is what their initialisers say.
//!
//! Those are the constant ones, and variables that only this module can name and that nothing in it
//! writes. All others may have been set by anyone before the entry is called.

use crate::aliases::written_globals;
use crate::contents::Cell;
use crate::pointer::{Object, OffsetRange, Pointer};
use crate::value::AbstractValue;
use ulpwise_base::IdVec;
use ulpwise_ir::{GlobalId, Module, Relocation, Target, Type};

/// The globals of a module, and which of them never change.
#[derive(Debug)]
pub(crate) struct FrozenGlobals<'m> {
    module: &'m Module,
    is_frozen: IdVec<GlobalId, bool>,
}

impl<'m> FrozenGlobals<'m> {
    pub(crate) fn new(module: &'m Module) -> FrozenGlobals<'m> {
        let written = written_globals(module);
        let is_frozen = module
            .globals
            .iter_enumerated()
            .map(|(id, global)| {
                let never_changes = global.constant || (global.internal && !written[id]);
                never_changes && global.initializer.is_some()
            })
            .collect();
        FrozenGlobals { module, is_frozen }
    }

    /// How many bytes a global has. One that is defined elsewhere may have more than its
    /// declaration says.
    pub(crate) fn size(&self, global: GlobalId) -> Option<u64> {
        let global = &self.module.globals[global];
        global.initializer.is_some().then_some(global.size)
    }

    /// The value of a type at an offset of a global.
    pub(crate) fn read(&self, global: GlobalId, offset: u64, ty: Type) -> AbstractValue {
        if !self.is_frozen[global] {
            return AbstractValue::any(ty);
        }
        let global = &self.module.globals[global];
        let bytes = ty.store_bytes() as u64;
        let overlaps =
            |relocation: &&Relocation| relocation.offset < offset + bytes && offset < relocation.offset + 8;
        if let Some(relocation) = global.relocations.iter().find(overlaps) {
            return if relocation.offset == offset && ty == Type::Pointer {
                address(relocation)
            } else {
                AbstractValue::any(ty)
            };
        }
        let initializer = global.initializer.as_deref().unwrap_or_default();
        let mut bits = 0;
        for (position, at) in (offset..offset + bytes).enumerate() {
            let byte = usize::try_from(at).ok().and_then(|at| initializer.get(at)).copied().unwrap_or(0);
            bits |= u128::from(byte) << (8 * position);
        }
        let unused = 128 - u32::from(ty.bits());
        AbstractValue::of_bits(ty, bits << unused >> unused)
    }

    /// Cells that make up some bytes of a global; `None` if it can change.
    pub(crate) fn cells(&self, global: GlobalId, first: u64, len: u64) -> Option<Vec<(u64, Cell)>> {
        if !self.is_frozen[global] {
            return None;
        }
        let relocations = &self.module.globals[global].relocations;
        let size: u64 =
            if self.module.globals[global].align.is_multiple_of(8) && len.is_multiple_of(8) { 8 } else { 4 };
        let offsets = (0..len / size).map(|index| index * size);
        let cell = |offset: u64| {
            let is_address = relocations.iter().any(|relocation| relocation.offset == first + offset);
            let ty = if is_address && size == 8 { Type::Pointer } else { Type::Int(size as u8 * 8) };
            let value = self.read(global, first + offset, ty);
            (offset, Cell { bytes: size, value })
        };
        Some(offsets.map(cell).collect())
    }
}

fn address(relocation: &Relocation) -> AbstractValue {
    let object = match relocation.target {
        Target::Global(global) => Object::Global(global),
        Target::Function(function) => Object::Function(function),
    };
    let (low, high) = (relocation.addend, relocation.addend);
    AbstractValue::Pointer(Pointer::to(OffsetRange { low, high, ..OffsetRange::start(object) }))
}
