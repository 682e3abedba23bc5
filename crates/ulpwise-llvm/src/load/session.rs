//! A context of LLVM and what LLVM says while it is used.
//!
//! LLVM's own way of reporting an error is to print it and to end the process; with a session the
//! messages are collected instead.

use crate::compile::Unit;
use crate::error::LlvmError;
use inkwell::attributes::Attribute;
use inkwell::context::Context;
use inkwell::llvm_sys::LLVMDiagnosticSeverity;
use inkwell::llvm_sys::core::{
    LLVMContextSetDiagnosticHandler, LLVMDisposeMessage, LLVMGetDiagInfoDescription, LLVMGetDiagInfoSeverity,
};
use inkwell::llvm_sys::prelude::LLVMDiagnosticInfoRef;
use inkwell::memory_buffer::MemoryBuffer;
use inkwell::module::Module;
use std::cell::RefCell;
use std::ffi::{CStr, c_void};
use std::path::Path;

/// What LLVM said.
#[derive(Debug, Default)]
struct Messages {
    errors: Vec<String>,
    warnings: Vec<String>,
}

/// A context of LLVM with its messages.
pub(crate) struct Session {
    context: Context,
    /// Boxed, because LLVM keeps its address.
    messages: Box<RefCell<Messages>>,
}

impl Session {
    pub(crate) fn new() -> Self {
        let context = Context::create();
        let messages: Box<RefCell<Messages>> = Box::default();
        let address: *const RefCell<Messages> = &raw const *messages;
        // SAFETY: the context is alive, and the messages stay at their address for as long as it
        // is: both are private fields of the session, and the context is dropped first.
        unsafe {
            LLVMContextSetDiagnosticHandler(context.raw(), Some(collect), address.cast_mut().cast());
        }
        Self { context, messages }
    }

    /// Reads bitcode or textual IR.
    pub(crate) fn read(&self, unit: &Unit) -> Result<Module<'_>, LlvmError> {
        // LLVM's reader of text looks at the byte after the end, which must be zero.
        let mut bytes = Vec::with_capacity(unit.bytes.len() + 1);
        bytes.extend_from_slice(&unit.bytes);
        bytes.push(0);
        // The name stands in messages only.
        let name = unit.path.to_string_lossy();
        let buffer = MemoryBuffer::create_from_memory_range(&bytes[..unit.bytes.len()], &name);
        let read = self.context.create_module_from_ir(buffer);
        let earlier = self.take_errors();
        read.map_err(|message| {
            let message = first_line(&message.to_string_lossy(), &unit.path);
            let message = if message.is_empty() { earlier.unwrap_or_default() } else { message };
            LlvmError::Malformed { path: unit.path.clone(), message }
        })
    }

    /// The errors LLVM reported since the last call, as one line.
    pub(crate) fn take_errors(&self) -> Option<String> {
        let errors = std::mem::take(&mut self.messages.borrow_mut().errors);
        if errors.is_empty() { None } else { Some(errors.join("; ")) }
    }

    /// An attribute with a name and a text.
    pub(crate) fn string_attribute(&self, name: &str, text: &str) -> Attribute {
        self.context.create_string_attribute(name, text)
    }

    /// An attribute of LLVM's own that is there or not.
    pub(crate) fn enum_attribute(&self, name: &str) -> Attribute {
        self.context.create_enum_attribute(Attribute::get_named_enum_kind_id(name), 0)
    }

    /// An attribute of LLVM's own with a number.
    pub(crate) fn number_attribute(&self, name: &str, number: u64) -> Attribute {
        self.context.create_enum_attribute(Attribute::get_named_enum_kind_id(name), number)
    }

    /// Adds a warning of our own.
    pub(crate) fn warn(&self, warning: String) {
        self.messages.borrow_mut().warnings.push(warning);
    }

    /// The warnings so far, LLVM's and ours.
    pub(crate) fn take_warnings(&self) -> Vec<String> {
        std::mem::take(&mut self.messages.borrow_mut().warnings)
    }
}

/// Called by LLVM for every message.
extern "C" fn collect(info: LLVMDiagnosticInfoRef, messages: *mut c_void) {
    // SAFETY: the pointer is the one given to LLVM in `Session::new`, valid as long as the context;
    // LLVM calls this on the thread that called it, and no borrow is held across a call of LLVM.
    let messages = unsafe { &*messages.cast::<RefCell<Messages>>().cast_const() };
    // SAFETY: `info` is valid during this call; the description is a C string that is ours to free.
    let (severity, text) = unsafe {
        let description = LLVMGetDiagInfoDescription(info);
        let text = CStr::from_ptr(description).to_string_lossy().into_owned();
        LLVMDisposeMessage(description);
        (LLVMGetDiagInfoSeverity(info), text)
    };
    match severity {
        LLVMDiagnosticSeverity::LLVMDSError => messages.borrow_mut().errors.push(text),
        LLVMDiagnosticSeverity::LLVMDSWarning => messages.borrow_mut().warnings.push(text),
        LLVMDiagnosticSeverity::LLVMDSRemark | LLVMDiagnosticSeverity::LLVMDSNote => {}
    }
}

/// The first line of an LLVM message, without the file name it begins with.
pub(crate) fn first_line(message: &str, path: &Path) -> String {
    let line = message.trim().lines().next().unwrap_or_default();
    let line = line.strip_prefix(&*path.to_string_lossy()).map_or(line, |rest| rest.trim_start_matches(": "));
    let line = line.strip_prefix("error: ").unwrap_or(line);
    line.replace(": error: ", ": ").trim_start_matches(':').trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_loses_the_file_name_and_the_word_error() {
        let path = Path::new("dir/a.ll");
        assert_eq!(first_line("dir/a.ll:3:1: error: expected type\nfoo\n^\n", path), "3:1: expected type");
        assert_eq!(first_line("dir/a.ll: error: Invalid record", path), "Invalid record");
        assert_eq!(first_line("error: file too small", path), "file too small");
        assert_eq!(first_line("", path), "");
    }
}
