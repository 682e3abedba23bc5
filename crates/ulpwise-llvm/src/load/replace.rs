//! Takes weak definitions out of a module whose place others take that are linked later.
//!
//! The definition stays under another name that nothing uses; its uses become those of a symbol that
//! is defined elsewhere, as in the linker.

use crate::guarded::GUARDED;
use crate::replaced::REPLACED;
use inkwell::llvm_sys::LLVMLinkage;
use inkwell::llvm_sys::comdat::LLVMSetComdat;
use inkwell::llvm_sys::core::{
    LLVMAddFunction, LLVMAddGlobal, LLVMGetFunctionCallConv, LLVMGetLinkage, LLVMGetMDNodeNumOperands,
    LLVMGetMDNodeOperands, LLVMGetMDString, LLVMGetNamedMetadataNumOperands, LLVMGetNamedMetadataOperands,
    LLVMGlobalGetValueType, LLVMIsDeclaration, LLVMIsThreadLocal, LLVMReplaceAllUsesWith,
    LLVMSetFunctionCallConv, LLVMSetLinkage, LLVMSetThreadLocal,
};
use inkwell::llvm_sys::prelude::LLVMValueRef;
use inkwell::module::Module;
use inkwell::values::AsValueRef;
use std::ffi::CString;

/// Whether a module lists names of which linked files have definitions, or functions that are guarded.
pub(super) fn is_list(module: &Module<'_>) -> bool {
    [REPLACED, GUARDED].iter().any(|list| module.get_global_metadata_size(list) > 0)
}

/// Takes out the weak definitions that are in the list, if the module has one.
pub(super) fn take_out_replaced(module: &Module<'_>) {
    for name in names(module) {
        let Ok(c_name) = CString::new(name.as_str()) else { continue };
        if let Some(function) = module.get_function(&name).map(|function| function.as_value_ref())
            && is_weak(function)
        {
            // SAFETY: the function belongs to the module, which is alive. Freeing its name first
            // lets the new one have it; both have the same type.
            unsafe {
                hide(function, &name);
                let declared =
                    LLVMAddFunction(module.as_mut_ptr(), c_name.as_ptr(), LLVMGlobalGetValueType(function));
                LLVMSetFunctionCallConv(declared, LLVMGetFunctionCallConv(function));
                LLVMReplaceAllUsesWith(function, declared);
            }
        }
        if let Some(variable) = module.get_global(&name).map(|variable| variable.as_value_ref())
            && is_weak(variable)
        {
            // SAFETY: as above.
            unsafe {
                hide(variable, &name);
                let declared =
                    LLVMAddGlobal(module.as_mut_ptr(), LLVMGlobalGetValueType(variable), c_name.as_ptr());
                LLVMSetThreadLocal(declared, LLVMIsThreadLocal(variable));
                LLVMReplaceAllUsesWith(variable, declared);
            }
        }
    }
}

/// Makes a definition one that no other file sees, under another name.
///
/// # Safety
/// The value is a global one of a module that is alive.
unsafe fn hide(value: LLVMValueRef, name: &str) {
    use inkwell::llvm_sys::core::LLVMSetValueName2;
    let hidden = format!("{name}.replaced");
    // SAFETY: the caller's promise; LLVM copies the name.
    unsafe {
        LLVMSetValueName2(value, hidden.as_ptr().cast(), hidden.len());
        LLVMSetComdat(value, std::ptr::null_mut());
        LLVMSetLinkage(value, LLVMLinkage::LLVMInternalLinkage);
    }
}

/// Whether a definition gives way to another one. Those of inline functions and templates do too,
/// but C++ makes them the same.
fn is_weak(value: LLVMValueRef) -> bool {
    // SAFETY: `value` is a global value of a module that is alive.
    unsafe {
        LLVMIsDeclaration(value) == 0
            && matches!(
                LLVMGetLinkage(value),
                LLVMLinkage::LLVMWeakAnyLinkage
                    | LLVMLinkage::LLVMLinkOnceAnyLinkage
                    | LLVMLinkage::LLVMCommonLinkage
            )
    }
}

/// The names in the list.
fn names(module: &Module<'_>) -> Vec<String> {
    texts_of(module, REPLACED).into_iter().filter(|texts| texts.len() == 1).flatten().collect()
}

/// The texts in each entry of a list of metadata.
pub(super) fn texts_of(module: &Module<'_>, list: &str) -> Vec<Vec<String>> {
    let Ok(list) = CString::new(list) else { return Vec::new() };
    // SAFETY: the module is alive and the name a C string; the vectors have as much room as LLVM
    // says that it needs, and texts have the length that LLVM reports.
    unsafe {
        let count = LLVMGetNamedMetadataNumOperands(module.as_mut_ptr(), list.as_ptr());
        let mut nodes = vec![std::ptr::null_mut(); count as usize];
        LLVMGetNamedMetadataOperands(module.as_mut_ptr(), list.as_ptr(), nodes.as_mut_ptr());
        let mut entries = Vec::new();
        for node in nodes {
            let mut operands = vec![std::ptr::null_mut(); LLVMGetMDNodeNumOperands(node) as usize];
            LLVMGetMDNodeOperands(node, operands.as_mut_ptr());
            let mut texts = Vec::new();
            for operand in operands {
                let mut length = 0;
                let text = if operand.is_null() {
                    std::ptr::null()
                } else {
                    LLVMGetMDString(operand, &raw mut length)
                };
                if !text.is_null() {
                    let bytes = std::slice::from_raw_parts(text.cast::<u8>(), length as usize);
                    texts.push(String::from_utf8_lossy(bytes).into_owned());
                }
            }
            entries.push(texts);
        }
        entries
    }
}
