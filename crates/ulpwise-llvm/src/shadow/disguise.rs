//! Operations in disguise: LLVM optimises the program around its sites, before shadow values are
//! added to what is left.
//!
//! Shadow values hide a program from the optimiser: the address of a variable that has a shadow
//! value in memory is looked at, so that the variable can no longer become a register, a table no
//! longer a constant. So it has to be done before. But no site may be lost on the way: computed by
//! LLVM, merged with another one, or dropped because its result is unused.
//!
//! Every operation with a site is therefore replaced by a call of a function of its own that is
//! only declared, and that may do anything but touch the program's memory. LLVM keeps such calls as
//! they stand, and inlines, moves variables into registers and finds out which ones never change.
//! Afterwards the calls become the operations again; one that was inlined in several places is
//! several instructions with one site.

use crate::instrument::{Editor, Value};
use crate::load::Session;
use crate::lower::SiteOrigin;
use inkwell::attributes::Attribute;
use inkwell::llvm_sys::LLVMOpcode;
use std::collections::BTreeMap;
use std::ffi::{CStr, CString};
use ulpwise_ir::SiteId;

/// The function in which the operations wait.
pub(super) const WAITING: &CStr = c"ulpwise.waiting";

/// Operations that were replaced.
pub(super) struct Disguised {
    /// The instructions, in the order of their functions' numbers.
    operations: Vec<(SiteId, Value)>,
}

/// The function that is called instead of an operation.
fn name_of(number: usize) -> CString {
    CString::new(format!("ulpwise.site.{number}")).expect("a number has no zero byte")
}

/// What holds of every call: it may read and write memory that the program cannot see, and does
/// nothing else.
fn attributes(session: &Session) -> Vec<Attribute> {
    // Two bits for each kind of memory; inaccessible memory is the second kind.
    let hidden = session.number_attribute("memory", 0b1100);
    let rest = ["nounwind", "willreturn", "nocallback", "nofree", "nosync"];
    [hidden].into_iter().chain(rest.map(|name| session.enum_attribute(name))).collect()
}

/// Replaces the operations of all instructions that have one site.
pub(super) fn disguise(session: &Session, editor: &Editor, origins: &[SiteOrigin]) -> Disguised {
    let untouched = ["optnone", "noinline"].map(|name| session.enum_attribute(name));
    let end = editor.waiting_room(WAITING, &untouched);
    let attributes = attributes(session);
    // A program that looks at `errno` looks at what functions of the mathematical library do to
    // memory.
    let of_calls = if editor.has_function(c"__errno_location") { &attributes[1..] } else { &attributes };
    let mut operations = Vec::new();
    for origin in origins {
        let &[site] = origin.sites.as_slice() else { continue };
        let instruction = origin.instruction;
        if can_be_disguised(editor, instruction) {
            let attributes = if editor.is_call(instruction) { of_calls } else { &attributes };
            editor.stand_in(&name_of(operations.len()), instruction, end, attributes);
            operations.push((site, instruction));
        }
    }
    Disguised { operations }
}

/// Whether an instruction is an operation or a call whose operands can all be handed to another
/// function.
fn can_be_disguised(editor: &Editor, instruction: Value) -> bool {
    match editor.opcode(instruction) {
        LLVMOpcode::LLVMCall => {
            let called = editor.called_function(instruction);
            called.is_some_and(|(name, declared)| declared && !name.contains("constrained"))
                && editor.inputs(instruction).iter().all(|&input| editor.is_number(input))
        }
        LLVMOpcode::LLVMFAdd
        | LLVMOpcode::LLVMFSub
        | LLVMOpcode::LLVMFMul
        | LLVMOpcode::LLVMFDiv
        | LLVMOpcode::LLVMFRem
        | LLVMOpcode::LLVMFCmp
        | LLVMOpcode::LLVMFPTrunc
        | LLVMOpcode::LLVMFPExt
        | LLVMOpcode::LLVMSIToFP
        | LLVMOpcode::LLVMUIToFP => true,
        _ => false,
    }
}

impl Disguised {
    /// Puts the operations back wherever their functions are called now. Returns the sites of the
    /// instructions, and the sites that are not part of the program any more, because nothing that
    /// is called from outside reaches them.
    pub(super) fn reveal(self, editor: &Editor) -> (BTreeMap<usize, SiteId>, Vec<SiteId>) {
        let (mut sites, mut gone) = (BTreeMap::new(), Vec::new());
        for (number, (site, instruction)) in self.operations.into_iter().enumerate() {
            let calls = editor.calls_of(&name_of(number));
            if calls.is_empty() {
                gone.push(site);
            }
            for call in calls {
                sites.insert(editor.put_back(call, instruction) as usize, site);
            }
            editor.delete_function(&name_of(number));
        }
        editor.delete_function(WAITING);
        (sites, gone)
    }
}
