//! The only module of the lowering that calls LLVM's C interface.
//!
//! Values, types, blocks and metadata are thin copyable wrappers around LLVM's pointers. What
//! holds: a wrapper is only made from a live module or from another wrapper, its lifetime `'m` is
//! that of the borrowed module, and nothing here changes the module. A function whose C counterpart
//! demands a certain kind of value checks that kind first and answers `None` (or zero) for another
//! one, so that every function here is safe to call on every value.

mod constant;
mod instruction;
mod metadata;
mod module;
mod types;
mod value;

pub(super) use metadata::Metadata;
pub(super) use module::RawModule;
pub(super) use types::LlvmType;
pub(super) use value::{LlvmBlock, Value};

use inkwell::llvm_sys::core::LLVMDisposeMessage;
use std::ffi::{CStr, c_char};

/// One call of LLVM's C interface inside a wrapper that upholds the rules of this module.
macro_rules! llvm {
    ($call:expr) => {
        // SAFETY: the pointers come from wrappers, which are only made from a live module that
        // their lifetime keeps borrowed; the caller has checked the kind of value that the
        // function demands.
        unsafe { $call }
    };
}
use llvm;

/// A text of LLVM that lives as long as the module.
fn text_of<'m>(start: *const c_char, len: usize) -> &'m str {
    if start.is_null() {
        return "";
    }
    // SAFETY: LLVM gives the start and the length of a string that the module or its context owns.
    let bytes = unsafe { std::slice::from_raw_parts(start.cast::<u8>(), len) };
    std::str::from_utf8(bytes).unwrap_or("?")
}

/// A text that LLVM allocated for us; it is copied and given back.
fn owned_text(start: *mut c_char) -> String {
    if start.is_null() {
        return String::new();
    }
    // SAFETY: LLVM's printing functions return a string that ends in a zero byte.
    let text = unsafe { CStr::from_ptr(start) }.to_string_lossy().into_owned();
    // SAFETY: the string was allocated by LLVM and is not used after this line.
    unsafe { LLVMDisposeMessage(start) };
    text
}
