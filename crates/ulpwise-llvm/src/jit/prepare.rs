//! Makes a module fit to be linked into a running process.
//!
//! * Thread-local variables become plain ones: the program has one thread, and LLJIT without LLVM's
//!   own run time has no place for others.
//! * Constructors are called by one function, `ulpwise_constructors`, in their order.
//! * Functions touch every page of a large frame in order, so that a frame larger than the stack
//!   meets the page below it and nothing else.

use super::{NativeOptions, body_name};
use crate::error::LlvmError;
use crate::load::{Session, link_text};
use inkwell::attributes::{Attribute, AttributeLoc};
use inkwell::llvm_sys::LLVMLinkage;
use inkwell::llvm_sys::core::{
    LLVMConstIntGetZExtValue, LLVMDeleteGlobal, LLVMGetFirstBasicBlock, LLVMGetFirstFunction,
    LLVMGetFirstGlobal, LLVMGetFirstUse, LLVMGetInitializer, LLVMGetIntrinsicID, LLVMGetNamedGlobal,
    LLVMGetNextFunction, LLVMGetNextGlobal, LLVMGetNumOperands, LLVMGetOperand, LLVMGetUser,
    LLVMGetValueName2, LLVMInstructionEraseFromParent, LLVMIntrinsicGetName, LLVMIsAConstantInt,
    LLVMIsAFunction, LLVMIsDeclaration, LLVMIsThreadLocal, LLVMReplaceAllUsesWith, LLVMSetLinkage,
    LLVMSetThreadLocal,
};
use inkwell::llvm_sys::prelude::{LLVMModuleRef, LLVMValueRef};
use inkwell::module::Module;
use std::fmt::Write as _;

/// The function that calls all constructors.
pub(super) const CONSTRUCTORS: &str = "ulpwise_constructors";

/// Makes the module fit.
pub(super) fn prepare(
    session: &Session,
    module: &Module<'_>,
    options: &NativeOptions,
    leaves: bool,
) -> Result<(), LlvmError> {
    set_function_attributes(session, module, options.optimisation.is_optimised());
    make_variables_plain(module.as_mut_ptr());
    let text = constructors_text(module.as_mut_ptr(), &options.setup, leaves);
    link_text(session, module, &text)
}

fn set_function_attributes(session: &Session, module: &Module<'_>, optimise: bool) {
    let probe = session.string_attribute("probe-stack", "inline-asm");
    for function in module.get_functions().filter(|function| function.count_basic_blocks() > 0) {
        function.add_attribute(AttributeLoc::Function, probe);
    }
    if optimise {
        allow_inlining(module);
    }
}

/// Lets all functions of the program be inlined: clang forbids it in all code that it was not asked
/// to optimise.
pub(super) fn allow_inlining(module: &Module<'_>) {
    let noinline = Attribute::get_named_enum_kind_id("noinline");
    for function in module.get_functions().filter(|function| function.count_basic_blocks() > 0) {
        if !function.get_name().to_bytes().starts_with(b"ulpwise.") {
            function.remove_enum_attribute(AttributeLoc::Function, noinline);
        }
    }
}

/// Takes the property of being thread-local away from all variables that are defined here.
fn make_variables_plain(module: LLVMModuleRef) {
    // SAFETY: the module is alive; uses are replaced before their user is erased, and the next use
    // is asked for anew each time; only global variables are asked whether they are thread-local.
    unsafe {
        let mut global = LLVMGetFirstGlobal(module);
        while !global.is_null() {
            if LLVMIsThreadLocal(global) != 0 && LLVMIsDeclaration(global) == 0 {
                LLVMSetThreadLocal(global, 0);
            }
            global = LLVMGetNextGlobal(global);
        }
        let mut function = LLVMGetFirstFunction(module);
        while !function.is_null() {
            if intrinsic_name(function) == "llvm.threadlocal.address" {
                loop {
                    let next = LLVMGetFirstUse(function);
                    if next.is_null() {
                        break;
                    }
                    let call = LLVMGetUser(next);
                    LLVMReplaceAllUsesWith(call, LLVMGetOperand(call, 0));
                    LLVMInstructionEraseFromParent(call);
                }
            }
            function = LLVMGetNextFunction(function);
        }
    }
}

fn intrinsic_name(function: LLVMValueRef) -> String {
    // SAFETY: the function is alive; LLVM gives the start and the length of a name that it owns.
    unsafe {
        let id = LLVMGetIntrinsicID(function);
        if id == 0 || !LLVMGetFirstBasicBlock(function).is_null() {
            return String::new();
        }
        let mut len = 0;
        let start = LLVMIntrinsicGetName(id, &raw mut len);
        String::from_utf8_lossy(std::slice::from_raw_parts(start.cast::<u8>(), len)).into_owned()
    }
}

/// The text of the function that calls all constructors, then what sets the program up;
/// constructors are taken off LLVM's own list.
fn constructors_text(module: LLVMModuleRef, setup: &[String], leaves: bool) -> String {
    let mut constructors = constructors(module);
    constructors.sort_by_key(|&(priority, _)| priority);
    let (mut declarations, mut calls) = (String::new(), String::new());
    for name in constructors.iter().map(|(_, name)| name).chain(setup) {
        if !declarations.contains(&format!("@\"{name}\"(")) {
            writeln!(declarations, "declare void @\"{name}\"()").expect("writing to a string");
        }
        writeln!(calls, "  call void @\"{name}\"()").expect("writing to a string");
    }
    format!("{declarations}define void @{}() {{\n{calls}  ret void\n}}\n", body_name(CONSTRUCTORS, leaves))
}

/// Priority and name of each constructor, in the order of the list.
fn constructors(module: LLVMModuleRef) -> Vec<(u64, String)> {
    let mut found = Vec::new();
    // SAFETY: the module is alive; the kinds of the constants are looked at before they are used as
    // such. The list is deleted last; nothing else may refer to it, as LLVM's verifier has checked.
    unsafe {
        let list = LLVMGetNamedGlobal(module, c"llvm.global_ctors".as_ptr());
        if list.is_null() {
            return found;
        }
        let entries = LLVMGetInitializer(list);
        let count = if entries.is_null() { 0 } else { LLVMGetNumOperands(entries) };
        for index in 0..u32::try_from(count).unwrap_or(0) {
            let entry = LLVMGetOperand(entries, index);
            if LLVMGetNumOperands(entry) < 2 {
                continue;
            }
            let (priority, function) = (LLVMGetOperand(entry, 0), LLVMGetOperand(entry, 1));
            if LLVMIsAConstantInt(priority).is_null() || LLVMIsAFunction(function).is_null() {
                continue;
            }
            LLVMSetLinkage(function, LLVMLinkage::LLVMExternalLinkage);
            let mut len = 0;
            let start = LLVMGetValueName2(function, &raw mut len);
            let name =
                String::from_utf8_lossy(std::slice::from_raw_parts(start.cast::<u8>(), len)).into_owned();
            found.push((LLVMConstIntGetZExtValue(priority), name));
        }
        LLVMDeleteGlobal(list);
    }
    found
}
