//! The symbols of the files that are linked: which file defines which, and whether their names are
//! text.
//!
//! LLVM's linker would name a symbol that is defined twice, but not the files.

use crate::error::LlvmError;
use inkwell::llvm_sys::LLVMLinkage;
use inkwell::llvm_sys::core::{
    LLVMGetFirstGlobalAlias, LLVMGetLinkage, LLVMGetNextGlobalAlias, LLVMGetValueName2, LLVMIsDeclaration,
};
use inkwell::llvm_sys::prelude::LLVMValueRef;
use inkwell::module::Module;
use inkwell::values::AsValueRef;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// Which file defines which strong symbol.
#[derive(Default)]
pub(super) struct Symbols {
    files: HashMap<String, PathBuf>,
}

impl Symbols {
    /// Adds the symbols of a file; none if one of them is there already.
    pub(super) fn add(&mut self, module: &Module<'_>, path: &Path) -> Result<(), LlvmError> {
        let mut names = Vec::new();
        for value in global_values(module) {
            let Ok(name) = String::from_utf8(name_of(value)) else {
                // No compiler makes such names, and our IR names everything in text.
                let message = "a symbol has a name that is not UTF-8".to_owned();
                return Err(LlvmError::Malformed { path: path.to_path_buf(), message });
            };
            if !is_strong_definition(value) {
                continue;
            }
            if let Some(first) = self.files.get(&name) {
                let (first, second) = (first.clone(), path.to_path_buf());
                return Err(LlvmError::DuplicateSymbol { symbol: name, first, second });
            }
            names.push(name);
        }
        self.files.extend(names.into_iter().map(|name| (name, path.to_path_buf())));
        Ok(())
    }
}

/// Functions, variables and aliases.
fn global_values(module: &Module<'_>) -> Vec<LLVMValueRef> {
    let mut values: Vec<LLVMValueRef> =
        module.get_functions().map(|function| function.as_value_ref()).collect();
    values.extend(module.get_globals().map(|global| global.as_value_ref()));
    // SAFETY: the module is alive; the list of its aliases ends with null.
    unsafe {
        let mut alias = LLVMGetFirstGlobalAlias(module.as_mut_ptr());
        while !alias.is_null() {
            values.push(alias);
            alias = LLVMGetNextGlobalAlias(alias);
        }
    }
    values
}

/// Whether no other file may define this symbol.
fn is_strong_definition(value: LLVMValueRef) -> bool {
    // SAFETY: `value` is a global value of a module that is alive.
    unsafe {
        LLVMIsDeclaration(value) == 0 && matches!(LLVMGetLinkage(value), LLVMLinkage::LLVMExternalLinkage)
    }
}

fn name_of(value: LLVMValueRef) -> Vec<u8> {
    let mut length = 0;
    // SAFETY: `value` is a global value of a module that is alive; its name has the length that
    // LLVM reports and is not changed while it is copied.
    unsafe {
        let name = LLVMGetValueName2(value, &raw mut length);
        if length == 0 { Vec::new() } else { std::slice::from_raw_parts(name.cast::<u8>(), length).to_vec() }
    }
}
