//! Steps: a call that goes round its loops too often is stopped where it stands.
//!
//! What holds: the head of every loop takes one from [`STEPS`]; the one that finds nothing left
//! calls [`OUT_OF_STEPS`], which does not return. That happens in the program's own code, never
//! inside of a function of the C library, so that a call can be given up there and then. How many
//! steps a call takes depends on the code and on its input alone.
//!
//! Deliberately absent: recursion, and loops of code that is linked in. A limit of time is still
//! needed.

use super::editor::Editor;
use inkwell::llvm_sys::LLVMOpcode;

/// The steps that are left, 64 bits.
pub(crate) const STEPS: &str = "ulpwise_steps";

/// The function of the run time that is called when none is left.
pub const OUT_OF_STEPS: &str = "ulpwise_out_of_steps";

/// The function that takes a step.
pub(super) fn text() -> String {
    format!(
        "@{STEPS} = global i64 -1\n!0 = !{{!\"branch_weights\", i32 1000000, i32 1}}\n\
         declare void @{OUT_OF_STEPS}() cold noreturn nounwind\n\
         define void @ulpwise.step() alwaysinline nounwind {{\n  %old = load i64, ptr @{STEPS}\n  \
         %left = icmp ne i64 %old, 0\n  br i1 %left, label %go, label %stop, !prof !0\nstop:\n  \
         call void @{OUT_OF_STEPS}()\n  unreachable\ngo:\n  %new = add i64 %old, -1\n  \
         store i64 %new, ptr @{STEPS}\n  ret void\n}}\n"
    )
}

/// Counts the steps of all loops of the program.
pub(super) fn insert(editor: &Editor) {
    for function in editor.own_functions() {
        for head in editor.loop_heads(function) {
            // What catches an exception must come first in its block.
            if editor.opcode(head) != LLVMOpcode::LLVMLandingPad {
                editor.go_before(head);
                editor.call(c"ulpwise.step", &[]);
            }
        }
    }
}
