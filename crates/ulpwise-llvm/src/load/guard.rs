//! Puts calls of guards before calls of the functions that they guard: a guard gets the arguments, says
//! whether they are permitted, and returns nothing.
//!
//! What holds: the guarded function is called as before, with the same arguments.
//!
//! Not done: calls through pointers, calls with arguments of other types than the guard's, and calls
//! without a location in functions that have debug information.

use super::replace::texts_of;
use crate::guarded::GUARDED;
use inkwell::attributes::Attribute;
use inkwell::llvm_sys::core::{
    LLVMAddCallSiteAttribute, LLVMBuildCall2, LLVMCountParams, LLVMCreateBuilderInContext,
    LLVMDisposeBuilder, LLVMGetBasicBlockParent, LLVMGetCallSiteEnumAttribute, LLVMGetCalledValue,
    LLVMGetFirstBasicBlock, LLVMGetFirstInstruction, LLVMGetInstructionParent, LLVMGetModuleContext,
    LLVMGetNextBasicBlock, LLVMGetNextInstruction, LLVMGetNumArgOperands, LLVMGetOperand, LLVMGetParam,
    LLVMGlobalGetValueType, LLVMIsACallInst, LLVMIsAInvokeInst, LLVMPositionBuilderBefore,
    LLVMSetCurrentDebugLocation2, LLVMTypeOf,
};
use inkwell::llvm_sys::debuginfo::{LLVMGetSubprogram, LLVMInstructionGetDebugLoc};
use inkwell::llvm_sys::prelude::{LLVMBuilderRef, LLVMValueRef};
use inkwell::module::Module;
use inkwell::values::AsValueRef;
use std::collections::BTreeMap;

/// Puts guards before all calls that a list in the module names, if it has one.
pub(super) fn insert_guards(module: &Module<'_>) {
    let mut guards: BTreeMap<(String, String), Vec<LLVMValueRef>> = BTreeMap::new();
    for entry in texts_of(module, GUARDED) {
        let Ok([callee, caller, guard]) = <[String; 3]>::try_from(entry) else { continue };
        if let Some(guard) = module.get_function(&guard).filter(|guard| guard.count_basic_blocks() > 0) {
            guards.entry((callee, caller)).or_default().push(guard.as_value_ref());
        }
    }
    for ((callee, caller), guards) in guards {
        let (Some(callee), Some(caller)) = (module.get_function(&callee), module.get_function(&caller))
        else {
            continue;
        };
        // SAFETY: all are functions of the module, which is alive, and so is its context; the builder is
        // disposed of once.
        unsafe {
            let builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module.as_mut_ptr()));
            for (number, call) in calls_in(caller.as_value_ref(), callee.as_value_ref()).enumerate() {
                // More calls than the program had when guards were written: the last one serves them all.
                insert(builder, guards[number.min(guards.len() - 1)], call);
            }
            LLVMDisposeBuilder(builder);
        }
    }
}

/// The calls of a function by its name in the body of another, in their order.
///
/// # Safety
/// The functions belong to a module that is alive.
unsafe fn calls_in(caller: LLVMValueRef, callee: LLVMValueRef) -> std::vec::IntoIter<LLVMValueRef> {
    let mut calls = Vec::new();
    // SAFETY: the caller's promise; LLVM ends its lists with null.
    unsafe {
        let mut block = LLVMGetFirstBasicBlock(caller);
        while !block.is_null() {
            let mut inst = LLVMGetFirstInstruction(block);
            while !inst.is_null() {
                let is_call = !LLVMIsACallInst(inst).is_null() || !LLVMIsAInvokeInst(inst).is_null();
                if is_call && LLVMGetCalledValue(inst) == callee {
                    calls.push(inst);
                }
                inst = LLVMGetNextInstruction(inst);
            }
            block = LLVMGetNextBasicBlock(block);
        }
    }
    calls.into_iter()
}

/// Puts a call of a guard with the same arguments before a call.
///
/// # Safety
/// The values belong to a module that is alive, the builder to its context.
unsafe fn insert(builder: LLVMBuilderRef, guard: LLVMValueRef, call: LLVMValueRef) {
    // SAFETY: the caller's promise; operands before the number of arguments are the arguments, and
    // attributes of arguments are counted from 1.
    unsafe {
        let count = LLVMGetNumArgOperands(call);
        if LLVMCountParams(guard) != count {
            return;
        }
        let mut arguments: Vec<LLVMValueRef> = (0..count).map(|at| LLVMGetOperand(call, at)).collect();
        let has_type = |(at, &argument): (usize, &LLVMValueRef)| {
            LLVMTypeOf(argument) == LLVMTypeOf(LLVMGetParam(guard, at as u32))
        };
        if !arguments.iter().enumerate().all(has_type) {
            return;
        }
        let location = LLVMInstructionGetDebugLoc(call);
        let caller = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
        if location.is_null() && !LLVMGetSubprogram(caller).is_null() {
            return;
        }
        LLVMPositionBuilderBefore(builder, call);
        LLVMSetCurrentDebugLocation2(builder, location);
        let added = LLVMBuildCall2(
            builder,
            LLVMGlobalGetValueType(guard),
            guard,
            arguments.as_mut_ptr(),
            count,
            c"".as_ptr(),
        );
        // How small integers are passed is part of the call.
        for kind in ["zeroext", "signext"].map(Attribute::get_named_enum_kind_id) {
            for at in 1..=count {
                let attribute = LLVMGetCallSiteEnumAttribute(call, at, kind);
                if !attribute.is_null() {
                    LLVMAddCallSiteAttribute(added, at, attribute);
                }
            }
        }
    }
}
