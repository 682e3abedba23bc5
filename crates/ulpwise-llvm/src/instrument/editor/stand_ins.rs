//! Calls that stand in for instructions for a while.
//!
//! The instructions themselves wait in a function that is never called and no pass touches, so that
//! LLVM knows of everything that is still needed.

use super::{Editor, Value};
use inkwell::attributes::Attribute;
use inkwell::llvm_sys::core::{
    LLVMAddAttributeAtIndex, LLVMAddFunction, LLVMAppendBasicBlockInContext, LLVMBuildCall2,
    LLVMBuildRetVoid, LLVMDeleteFunction, LLVMFunctionType, LLVMGetFirstUse, LLVMGetNamedFunction,
    LLVMGetNextUse, LLVMGetPoison, LLVMGetTypeKind, LLVMGetUser, LLVMInsertIntoBuilder, LLVMInstructionClone,
    LLVMInstructionEraseFromParent, LLVMInstructionRemoveFromParent, LLVMPositionBuilderAtEnd,
    LLVMPositionBuilderBefore, LLVMReplaceAllUsesWith, LLVMSetOperand, LLVMTypeOf, LLVMVoidTypeInContext,
};
use inkwell::llvm_sys::{LLVMAttributeFunctionIndex, LLVMTypeKind};
use std::ffi::CStr;

impl Editor {
    /// Makes a function without parameters that does nothing, with these attributes. Returns its
    /// last instruction.
    pub(crate) fn waiting_room(&self, name: &CStr, attributes: &[Attribute]) -> Value {
        llvm!({
            let void = LLVMVoidTypeInContext(self.context);
            let ty = LLVMFunctionType(void, std::ptr::null_mut(), 0, 0);
            let function = LLVMAddFunction(self.module, name.as_ptr(), ty);
            add_attributes(function, attributes);
            let block = LLVMAppendBasicBlockInContext(self.context, function, c"".as_ptr());
            LLVMPositionBuilderAtEnd(self.builder, block);
            LLVMBuildRetVoid(self.builder)
        })
    }

    /// Removes a function that nothing refers to any more.
    pub(crate) fn delete_function(&self, name: &CStr) {
        let function = llvm!(LLVMGetNamedFunction(self.module, name.as_ptr()));
        if !function.is_null() {
            llvm!(LLVMDeleteFunction(function));
        }
    }

    /// Whether a value is a float or an integer.
    pub(crate) fn is_number(&self, value: Value) -> bool {
        matches!(
            llvm!(LLVMGetTypeKind(LLVMTypeOf(value))),
            LLVMTypeKind::LLVMIntegerTypeKind
                | LLVMTypeKind::LLVMHalfTypeKind
                | LLVMTypeKind::LLVMBFloatTypeKind
                | LLVMTypeKind::LLVMFloatTypeKind
                | LLVMTypeKind::LLVMDoubleTypeKind
                | LLVMTypeKind::LLVMX86_FP80TypeKind
                | LLVMTypeKind::LLVMFP128TypeKind
        )
    }

    /// What an operation or a call works on.
    pub(crate) fn inputs(&self, instruction: Value) -> Vec<Value> {
        if self.is_call(instruction) {
            return self.arguments(instruction);
        }
        let count = self.operand_count(instruction).cast_unsigned();
        (0..count).map(|index| self.operand(instruction, index)).collect()
    }

    /// Declares a function that takes the inputs of an operation or call and gives what it gives,
    /// and calls it instead. The instruction goes before `end`.
    pub(crate) fn stand_in(&self, name: &CStr, instruction: Value, end: Value, attributes: &[Attribute]) {
        let mut inputs = self.inputs(instruction);
        let count = inputs.len() as u32;
        llvm!({
            let mut types: Vec<_> = inputs.iter().map(|&input| LLVMTypeOf(input)).collect();
            let ty = LLVMFunctionType(LLVMTypeOf(instruction), types.as_mut_ptr(), count, 0);
            let function = LLVMAddFunction(self.module, name.as_ptr(), ty);
            add_attributes(function, attributes);
            LLVMPositionBuilderBefore(self.builder, instruction);
            let call = LLVMBuildCall2(self.builder, ty, function, inputs.as_mut_ptr(), count, c"".as_ptr());
            LLVMReplaceAllUsesWith(instruction, call);
            LLVMInstructionRemoveFromParent(instruction);
            LLVMPositionBuilderBefore(self.builder, end);
            LLVMInsertIntoBuilder(self.builder, instruction);
            for (index, ty) in types.into_iter().enumerate() {
                LLVMSetOperand(instruction, index as u32, LLVMGetPoison(ty));
            }
        });
    }

    /// The calls of a function that is only called; none if there is no such function.
    pub(crate) fn calls_of(&self, name: &CStr) -> Vec<Value> {
        let function = llvm!(LLVMGetNamedFunction(self.module, name.as_ptr()));
        if function.is_null() {
            return Vec::new();
        }
        let mut calls = Vec::new();
        let mut next = llvm!(LLVMGetFirstUse(function));
        while !next.is_null() {
            calls.push(llvm!(LLVMGetUser(next)));
            next = llvm!(LLVMGetNextUse(next));
        }
        calls
    }

    /// Replaces a call that stands in for an instruction by a copy of that instruction. Returns the
    /// copy.
    pub(crate) fn put_back(&self, call: Value, instruction: Value) -> Value {
        let inputs = self.arguments(call);
        llvm!({
            let copy = LLVMInstructionClone(instruction);
            LLVMPositionBuilderBefore(self.builder, call);
            LLVMInsertIntoBuilder(self.builder, copy);
            for (index, input) in inputs.into_iter().enumerate() {
                LLVMSetOperand(copy, index as u32, input);
            }
            LLVMReplaceAllUsesWith(call, copy);
            LLVMInstructionEraseFromParent(call);
            copy
        })
    }
}

/// # Safety
/// The value is a function, and the attributes are of its context.
unsafe fn add_attributes(function: Value, attributes: &[Attribute]) {
    for attribute in attributes {
        // SAFETY: as the caller promises.
        unsafe { LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex, attribute.as_mut_ptr()) };
    }
}
