//! Takes undefined behaviour out of a program before it is optimised, so that the optimised program
//! does what the unoptimised one does.
//!
//! What holds afterwards: LLVM has no licence left to assume that something does not happen. Flags,
//! attributes and metadata that promise something are gone; operations that are undefined for some
//! operands compute what this processor's instruction computes, or stop the call where no single
//! instruction does. A division that traps goes on with some quotient instead: the unoptimised
//! program does less, so that nothing is missed.
//!
//! Not taken out: what depends on where objects lie or on what memory held before. `ulpwise-harness`
//! (`trial.rs`) says which programs do without.

use crate::instrument::Editor;
use crate::load::Session;
use inkwell::attributes::{Attribute, AttributeLoc};
use inkwell::llvm_sys::LLVMOpcode;
use inkwell::module::Module;

/// Attributes of functions, parameters and results that promise something to the optimiser.
const PROMISES: &[&str] = &[
    "alloc-family",
    "allockind",
    "allocsize",
    "captures",
    "dead_on_return",
    "dead_on_unwind",
    "dereferenceable",
    "dereferenceable_or_null",
    "initializes",
    "memory",
    "mustprogress",
    "noalias",
    "nocapture",
    "nocreateundeforpoison",
    "nofpclass",
    "nofree",
    "nonnull",
    "norecurse",
    "nosync",
    "noundef",
    "range",
    "readnone",
    "readonly",
    "returned",
    "speculatable",
    "willreturn",
    "writable",
    "writeonly",
];

/// Makes the behaviour of a module defined.
pub(super) fn define_behaviour(session: &Session, module: &Module<'_>) {
    let editor = Editor::new(module.as_mut_ptr());
    withdraw_promises(session, module, &editor);
    for instruction in editor.instructions() {
        editor.drop_promises(instruction);
        match editor.opcode(instruction) {
            LLVMOpcode::LLVMUDiv | LLVMOpcode::LLVMURem | LLVMOpcode::LLVMSDiv | LLVMOpcode::LLVMSRem => {
                editor.make_divisor_harmless(instruction);
            }
            LLVMOpcode::LLVMShl | LLVMOpcode::LLVMLShr | LLVMOpcode::LLVMAShr => {
                editor.make_shift_total(instruction);
            }
            LLVMOpcode::LLVMFPToSI | LLVMOpcode::LLVMFPToUI => editor.make_conversion_total(instruction),
            LLVMOpcode::LLVMUnreachable => editor.trap_before(instruction),
            // fail-closed: LLVM defines all others without the promises that were dropped; memory
            // accesses and calls are `trial.rs`'s to refuse.
            _ => {}
        }
    }
}

/// Takes promises off functions and calls, and forbids to know what library functions do.
fn withdraw_promises(session: &Session, module: &Module<'_>, editor: &Editor) {
    let kinds: Vec<u32> = PROMISES
        .iter()
        .map(|name| Attribute::get_named_enum_kind_id(name))
        .filter(|&kind| kind != 0)
        .collect();
    let noreturn = Attribute::get_named_enum_kind_id("noreturn");
    let no_builtins = session.string_attribute("no-builtins", "");
    let null_is_valid = session.enum_attribute("null_pointer_is_valid");
    for function in module.get_functions() {
        let name = function.get_name().to_bytes();
        if name.starts_with(b"llvm.") {
            continue;
        }
        let places = [AttributeLoc::Function, AttributeLoc::Return];
        let parameters = (0..function.count_params()).map(AttributeLoc::Param);
        for place in places.into_iter().chain(parameters) {
            for &kind in &kinds {
                function.remove_enum_attribute(place, kind);
            }
        }
        function.add_attribute(AttributeLoc::Function, no_builtins);
        if function.count_basic_blocks() > 0 {
            // Behind a call of a function that was to return never there is a trap now.
            function.remove_enum_attribute(AttributeLoc::Function, noreturn);
            function.add_attribute(AttributeLoc::Function, null_is_valid);
        }
    }
    for call in editor.instructions().into_iter().filter(|&instruction| editor.is_call(instruction)) {
        let is_own = editor.called_function(call).is_none_or(|(name, _)| !name.starts_with("llvm."));
        if is_own {
            editor.remove_all_attributes(call, &kinds);
        }
    }
}
