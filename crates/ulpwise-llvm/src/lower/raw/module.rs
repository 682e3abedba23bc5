//! The module: its functions, globals and data layout.

use super::{LlvmType, Value, llvm};
use inkwell::llvm_sys::core::{
    LLVMGetFirstFunction, LLVMGetFirstGlobal, LLVMGetFirstGlobalAlias, LLVMGetModuleContext,
    LLVMGetNextFunction, LLVMGetNextGlobal, LLVMGetNextGlobalAlias,
};
use inkwell::llvm_sys::prelude::{LLVMContextRef, LLVMModuleRef};
use inkwell::llvm_sys::target::{
    LLVMABIAlignmentOfType, LLVMABISizeOfType, LLVMByteOrder, LLVMByteOrdering, LLVMGetModuleDataLayout,
    LLVMOffsetOfElement, LLVMPointerSize, LLVMSizeOfTypeInBits, LLVMTargetDataRef,
};
use inkwell::module::Module;
use std::marker::PhantomData;

/// A module and its data layout.
#[derive(Clone, Copy)]
pub(in crate::lower) struct RawModule<'m> {
    pointer: LLVMModuleRef,
    layout: LLVMTargetDataRef,
    lifetime: PhantomData<&'m ()>,
}

impl<'m> RawModule<'m> {
    pub(in crate::lower) fn new(module: &'m Module<'_>) -> Self {
        let pointer = module.as_mut_ptr();
        Self { pointer, layout: llvm!(LLVMGetModuleDataLayout(pointer)), lifetime: PhantomData }
    }

    pub(super) fn context(self) -> LLVMContextRef {
        llvm!(LLVMGetModuleContext(self.pointer))
    }

    /// The functions, defined and declared, in order.
    pub(in crate::lower) fn functions(self) -> impl Iterator<Item = Value<'m>> {
        let first = llvm!(LLVMGetFirstFunction(self.pointer));
        std::iter::successors(Value::from_nullable(first), |function| {
            Value::from_nullable(llvm!(LLVMGetNextFunction(function.pointer())))
        })
    }

    /// The global variables, in order.
    pub(in crate::lower) fn globals(self) -> impl Iterator<Item = Value<'m>> {
        let first = llvm!(LLVMGetFirstGlobal(self.pointer));
        std::iter::successors(Value::from_nullable(first), |global| {
            Value::from_nullable(llvm!(LLVMGetNextGlobal(global.pointer())))
        })
    }

    /// The other names of functions and globals.
    pub(in crate::lower) fn aliases(self) -> impl Iterator<Item = Value<'m>> {
        let first = llvm!(LLVMGetFirstGlobalAlias(self.pointer));
        std::iter::successors(Value::from_nullable(first), |alias| {
            Value::from_nullable(llvm!(LLVMGetNextGlobalAlias(alias.pointer())))
        })
    }

    /// Whether memory is little-endian and addresses have 64 bits.
    pub(in crate::lower) fn is_little_endian_64_bit(self) -> bool {
        llvm!(LLVMByteOrder(self.layout)) == LLVMByteOrdering::LLVMLittleEndian
            && llvm!(LLVMPointerSize(self.layout)) == 8
    }

    /// How far apart two elements of this type lie in an array. The type must be sized.
    pub(in crate::lower) fn allocated_size(self, ty: LlvmType<'m>) -> u64 {
        if ty.is_sized() { llvm!(LLVMABISizeOfType(self.layout, ty.0)) } else { 0 }
    }

    /// How many bits a value of this type has. The type must be sized.
    pub(in crate::lower) fn size_in_bits(self, ty: LlvmType<'m>) -> u64 {
        if ty.is_sized() { llvm!(LLVMSizeOfTypeInBits(self.layout, ty.0)) } else { 0 }
    }

    /// The alignment of the type. The type must be sized.
    pub(in crate::lower) fn alignment(self, ty: LlvmType<'m>) -> u32 {
        if ty.is_sized() { llvm!(LLVMABIAlignmentOfType(self.layout, ty.0)) } else { 1 }
    }

    /// Where a field of a struct begins.
    pub(in crate::lower) fn field_offset(self, ty: LlvmType<'m>, field: u32) -> u64 {
        match ty.fields() {
            Some(fields) if (field as usize) < fields.len() && ty.is_sized() => {
                llvm!(LLVMOffsetOfElement(self.layout, ty.0, field))
            }
            _ => 0,
        }
    }
}
