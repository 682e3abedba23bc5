//! What is left of the program's symbols once it is optimised: its writable memory, and what it
//! lacks.

use inkwell::llvm_sys::core::{
    LLVMAddGlobal, LLVMConstArray2, LLVMConstInt, LLVMConstStructInContext, LLVMGetFirstFunction,
    LLVMGetFirstGlobal, LLVMGetFirstUse, LLVMGetIntrinsicID, LLVMGetModuleContext, LLVMGetNextFunction,
    LLVMGetNextGlobal, LLVMGetValueName2, LLVMGlobalGetValueType, LLVMInt64TypeInContext, LLVMIsDeclaration,
    LLVMIsGlobalConstant, LLVMPointerTypeInContext, LLVMSetGlobalConstant, LLVMSetInitializer,
    LLVMStructTypeInContext,
};
use inkwell::llvm_sys::prelude::LLVMValueRef;
use inkwell::llvm_sys::target::{LLVMABISizeOfType, LLVMGetModuleDataLayout};
use inkwell::module::Module;
use std::ffi::CStr;
use ulpwise_externals::{Family, lookup};

/// An array of addresses and sizes of all variables that can be written.
pub(super) const WRITABLE: &CStr = c"ulpwise_writable";
/// How many there are, 64 bits.
pub(super) const WRITABLE_COUNT: &CStr = c"ulpwise_writable_count";

/// Adds the table of writable variables. Nothing is optimised after this, or they would all count
/// as used.
pub(super) fn add_writable_globals(module: &Module<'_>) {
    let raw = module.as_mut_ptr();
    // SAFETY: the module is alive; all types and constants are made in its context, arrays are
    // given with their lengths, and sizes are asked of the types of variables that are defined,
    // which are sized.
    unsafe {
        let context = LLVMGetModuleContext(raw);
        let layout = LLVMGetModuleDataLayout(raw);
        let word = LLVMInt64TypeInContext(context);
        let mut fields = [LLVMPointerTypeInContext(context, 0), word];
        let row = LLVMStructTypeInContext(context, fields.as_mut_ptr(), 2, 0);
        let mut rows = Vec::new();
        let mut global = LLVMGetFirstGlobal(raw);
        while !global.is_null() {
            // What belongs to checks is theirs to keep.
            let ours = ["llvm.", "ulpwise"].iter().any(|prefix| name_of(global).starts_with(prefix));
            if LLVMIsDeclaration(global) == 0 && LLVMIsGlobalConstant(global) == 0 && !ours {
                let size = LLVMABISizeOfType(layout, LLVMGlobalGetValueType(global));
                let mut values = [global, LLVMConstInt(word, size, 0)];
                rows.push(LLVMConstStructInContext(context, values.as_mut_ptr(), 2, 0));
            }
            global = LLVMGetNextGlobal(global);
        }
        let count = LLVMConstInt(word, rows.len() as u64, 0);
        let table = LLVMConstArray2(row, rows.as_mut_ptr(), rows.len() as u64);
        for (name, value) in [(WRITABLE, table), (WRITABLE_COUNT, count)] {
            let global = LLVMAddGlobal(raw, inkwell::llvm_sys::core::LLVMTypeOf(value), name.as_ptr());
            LLVMSetInitializer(global, value);
            LLVMSetGlobalConstant(global, 1);
        }
    }
}

/// The functions and variables that the module uses and does not define, without the run time's.
pub(super) fn externals(module: &Module<'_>) -> Vec<String> {
    let raw = module.as_mut_ptr();
    let mut names = Vec::new();
    let mut note = |value: LLVMValueRef| {
        // SAFETY: the value is a function or variable of the module, which is alive.
        let used = unsafe { LLVMIsDeclaration(value) != 0 && !LLVMGetFirstUse(value).is_null() };
        let name = name_of(value);
        if used && !name.starts_with("ulpwise_") && !name.starts_with("llvm.") {
            names.push(name);
        }
    };
    // SAFETY: the module is alive, and nothing is changed while its lists are walked.
    unsafe {
        let mut function = LLVMGetFirstFunction(raw);
        while !function.is_null() {
            if LLVMGetIntrinsicID(function) == 0 {
                note(function);
            }
            function = LLVMGetNextFunction(function);
        }
        let mut global = LLVMGetFirstGlobal(raw);
        while !global.is_null() {
            note(global);
            global = LLVMGetNextGlobal(global);
        }
    }
    names.sort();
    names.dedup();
    names
}

/// Whether the program may change the rounding mode or look at flags; any other way than by
/// functions needs inline assembly. Asked before checks are added, which do so too.
pub(super) fn uses_float_environment(module: &Module<'_>, lowered: &ulpwise_ir::Module) -> bool {
    let assembly = lowered.messages.iter().any(|message| message.starts_with("inline assembly"));
    assembly
        || module.get_functions().any(|function| {
            let named = lookup(&function.get_name().to_string_lossy());
            named.is_some_and(|named| named.external.family == Family::FloatEnvironment)
        })
}

fn name_of(value: LLVMValueRef) -> String {
    // SAFETY: the value is alive; LLVM gives the start and the length of its name.
    unsafe {
        let mut len = 0;
        let start = LLVMGetValueName2(value, &raw mut len);
        String::from_utf8_lossy(std::slice::from_raw_parts(start.cast::<u8>(), len)).into_owned()
    }
}
