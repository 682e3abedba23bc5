//! Keeps mem2reg from using that a variable is read before it is written.
//!
//! Where one of the values that meet at a block is `undef`, LLVM takes the other one for both. The machine
//! code of the unoptimised program reads whatever lies in the variable's memory, so a proof about the other
//! value would not hold for it. What a variable has before anything is written to it therefore gets a
//! value of its own, `freeze undef`, which no pass looks into, and becomes `undef` again afterwards.

use inkwell::llvm_sys::LLVMOpcode;
use inkwell::llvm_sys::core::{
    LLVMBuildFreeze, LLVMBuildStore, LLVMCreateBuilderInContext, LLVMDisposeBuilder, LLVMGetAllocatedType,
    LLVMGetFirstBasicBlock, LLVMGetFirstInstruction, LLVMGetFirstUse, LLVMGetInstructionOpcode,
    LLVMGetModuleContext, LLVMGetNextInstruction, LLVMGetNextUse, LLVMGetOperand, LLVMGetUndef, LLVMGetUser,
    LLVMGetVolatile, LLVMInstructionEraseFromParent, LLVMIsAIntrinsicInst, LLVMPositionBuilderBefore,
    LLVMReplaceAllUsesWith, LLVMTypeOf,
};
use inkwell::llvm_sys::prelude::{LLVMBuilderRef, LLVMUseRef, LLVMValueRef};
use inkwell::module::Module;
use inkwell::values::AsValueRef;

/// The values that stand for variables that nothing has written.
#[must_use = "they must become `undef` again"]
pub(super) struct Marks(Vec<LLVMValueRef>);

impl Marks {
    /// Gives each variable that mem2reg may put into a register such a value.
    pub(super) fn place(module: &Module<'_>) -> Marks {
        let mut marks = Vec::new();
        // SAFETY: the module is alive, and so is its context.
        let builder = unsafe { LLVMCreateBuilderInContext(LLVMGetModuleContext(module.as_mut_ptr())) };
        for function in module.get_functions().filter(|function| function.count_basic_blocks() > 0) {
            // mem2reg looks at the variables of the first block alone.
            // SAFETY: the function belongs to the module and has a block.
            let first = unsafe { LLVMGetFirstInstruction(LLVMGetFirstBasicBlock(function.as_value_ref())) };
            let variables: Vec<_> = from(first).filter(|&inst| may_become_register(inst)).collect();
            // SAFETY: these are variables of the module, which the builder's context is of.
            marks.extend(variables.into_iter().map(|variable| unsafe { mark(builder, variable) }));
        }
        // SAFETY: it was made above and is not used again.
        unsafe { LLVMDisposeBuilder(builder) };
        Marks(marks)
    }

    /// Makes them `undef`.
    pub(super) fn resolve(self) {
        for mark in self.0 {
            // SAFETY: mem2reg takes out variables with their loads and stores, and no other instruction.
            unsafe {
                LLVMReplaceAllUsesWith(mark, LLVMGetUndef(LLVMTypeOf(mark)));
                LLVMInstructionEraseFromParent(mark);
            }
        }
    }
}

/// Writes such a value to a variable, directly after it begins to exist.
///
/// # Safety
/// `variable` is an `alloca` of a module of the builder's context.
unsafe fn mark(builder: LLVMBuilderRef, variable: LLVMValueRef) -> LLVMValueRef {
    // SAFETY: the caller's promise; an `alloca` never ends its block.
    unsafe {
        LLVMPositionBuilderBefore(builder, LLVMGetNextInstruction(variable));
        let mark = LLVMBuildFreeze(builder, LLVMGetUndef(LLVMGetAllocatedType(variable)), c"".as_ptr());
        LLVMBuildStore(builder, mark, variable);
        mark
    }
}

/// Whether a value is a variable that mem2reg takes: one that is only loaded and stored, as what it is.
fn may_become_register(value: LLVMValueRef) -> bool {
    if opcode(value) != LLVMOpcode::LLVMAlloca {
        return false;
    }
    // SAFETY: the instructions belong to a module that is alive; loads and stores have this property.
    let is_volatile = |access| unsafe { LLVMGetVolatile(access) } != 0;
    // SAFETY: as above.
    let is_whole = |moved| unsafe { LLVMTypeOf(moved) == LLVMGetAllocatedType(value) };
    users(value).all(|user| match opcode(user) {
        LLVMOpcode::LLVMLoad => is_whole(user) && !is_volatile(user),
        // Not where it is the variable's address that is stored.
        LLVMOpcode::LLVMStore => {
            let stored = operand(user, 0);
            operand(user, 1) == value && stored != value && is_whole(stored) && !is_volatile(user)
        }
        // fail-closed: mem2reg takes no variable with other uses.
        _ => is_remark(user),
    })
}

/// Whether an instruction only says something of a variable, such as where its life ends.
fn is_remark(user: LLVMValueRef) -> bool {
    match opcode(user) {
        // SAFETY: the instruction belongs to a module that is alive.
        LLVMOpcode::LLVMCall => !unsafe { LLVMIsAIntrinsicInst(user) }.is_null(),
        LLVMOpcode::LLVMGetElementPtr | LLVMOpcode::LLVMBitCast | LLVMOpcode::LLVMAddrSpaceCast => {
            users(user).all(is_remark)
        }
        // fail-closed: as above.
        _ => false,
    }
}

fn opcode(instruction: LLVMValueRef) -> LLVMOpcode {
    // SAFETY: all callers have an instruction of a module that is alive.
    unsafe { LLVMGetInstructionOpcode(instruction) }
}

fn operand(instruction: LLVMValueRef, index: u32) -> LLVMValueRef {
    // SAFETY: as above; all callers know that it has so many operands.
    unsafe { LLVMGetOperand(instruction, index) }
}

/// An instruction and those that follow it in its block.
fn from(first: LLVMValueRef) -> impl Iterator<Item = LLVMValueRef> {
    let present = |inst: LLVMValueRef| (!inst.is_null()).then_some(inst);
    // SAFETY: the instruction belongs to a module that is alive.
    std::iter::successors(present(first), move |&inst| present(unsafe { LLVMGetNextInstruction(inst) }))
}

/// The instructions that use an instruction.
fn users(value: LLVMValueRef) -> impl Iterator<Item = LLVMValueRef> {
    let present = |usage: LLVMUseRef| (!usage.is_null()).then_some(usage);
    // SAFETY: the value belongs to a module that is alive, whose uses nobody changes meanwhile.
    let uses = std::iter::successors(present(unsafe { LLVMGetFirstUse(value) }), move |&usage| {
        // SAFETY: as above.
        present(unsafe { LLVMGetNextUse(usage) })
    });
    // SAFETY: as above.
    uses.map(|usage| unsafe { LLVMGetUser(usage) })
}
