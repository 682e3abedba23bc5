//! Writes powers with a constant integer exponent out as the multiplications that they are.
//!
//! `llvm.powi` with a constant exponent is what Fortran's `x**2` and Rust's `x.powi(2)` are. The code
//! generator makes multiplications of it at every level of optimisation: squares of the base, of which the
//! factors are multiplied from the lowest bit of the exponent on, and the reciprocal of that if the
//! exponent is negative. The functions of run-time libraries (`__powidf2` and its kin) do the same in the
//! same order, so the bits are the same wherever the power is computed. Written out, each multiplication is
//! an operation like any other, for proofs as for native code.
//!
//! Not written out: a constant base, which would be folded, with the operation gone that may overflow; and
//! exponents that are not constant, which are calls.

use inkwell::llvm_sys::core::{
    LLVMBuildFDiv, LLVMBuildFMul, LLVMCanValueUseFastMathFlags, LLVMConstIntGetSExtValue, LLVMConstReal,
    LLVMCreateBuilderInContext, LLVMDisposeBuilder, LLVMGetFastMathFlags, LLVMGetFirstUse,
    LLVMGetIntTypeWidth, LLVMGetModuleContext, LLVMGetNextUse, LLVMGetOperand, LLVMGetUser,
    LLVMInstructionEraseFromParent, LLVMIsACallInst, LLVMIsAConstantInt, LLVMIsConstant,
    LLVMPositionBuilderBefore, LLVMReplaceAllUsesWith, LLVMSetFastMathFlags, LLVMTypeOf,
};
use inkwell::llvm_sys::prelude::{LLVMBuilderRef, LLVMValueRef};
use inkwell::module::Module;
use inkwell::values::AsValueRef;

/// Writes out all powers of a module that have a constant exponent.
pub(super) fn write_out(module: &Module<'_>) {
    let is_power = |name: &[u8]| name.starts_with(b"llvm.powi.");
    let powers: Vec<LLVMValueRef> = module
        .get_functions()
        .filter(|function| is_power(function.get_name().to_bytes()))
        .flat_map(|function| calls(function.as_value_ref()))
        .collect();
    if powers.is_empty() {
        return;
    }
    // SAFETY: the module is alive, and so is its context.
    let builder = unsafe { LLVMCreateBuilderInContext(LLVMGetModuleContext(module.as_mut_ptr())) };
    for power in powers {
        // SAFETY: each is a call of `llvm.powi` in the module, which the builder's context is of.
        unsafe { write_out_one(builder, power) };
    }
    // SAFETY: it was made above and is not used again.
    unsafe { LLVMDisposeBuilder(builder) };
}

/// The calls of an intrinsic, whose address nothing can take.
fn calls(intrinsic: LLVMValueRef) -> Vec<LLVMValueRef> {
    let mut calls = Vec::new();
    // SAFETY: the intrinsic belongs to a module that is alive, whose uses do not change meanwhile.
    unsafe {
        let mut usage = LLVMGetFirstUse(intrinsic);
        while !usage.is_null() {
            let user = LLVMGetUser(usage);
            if !LLVMIsACallInst(user).is_null() {
                calls.push(user);
            }
            usage = LLVMGetNextUse(usage);
        }
    }
    calls
}

/// Writes one power out if its exponent is a constant and its base is none.
///
/// # Safety
/// `power` is a call of `llvm.powi` in a module of the builder's context.
unsafe fn write_out_one(builder: LLVMBuilderRef, power: LLVMValueRef) {
    // SAFETY: the caller's promise; the intrinsic has two arguments, the first a float or a vector of floats,
    // the second an integer.
    unsafe {
        let (base, exponent) = (LLVMGetOperand(power, 0), LLVMGetOperand(power, 1));
        if LLVMIsConstant(base) != 0
            || LLVMIsAConstantInt(exponent).is_null()
            || LLVMGetIntTypeWidth(LLVMTypeOf(exponent)) != 32
        {
            return;
        }
        let exponent = LLVMConstIntGetSExtValue(exponent);
        let one = LLVMConstReal(LLVMTypeOf(power), 1.0);
        LLVMPositionBuilderBefore(builder, power);
        let flagged = |made: LLVMValueRef| {
            if LLVMCanValueUseFastMathFlags(made) != 0 && LLVMCanValueUseFastMathFlags(power) != 0 {
                LLVMSetFastMathFlags(made, LLVMGetFastMathFlags(power));
            }
            made
        };
        let times = |x, y| flagged(LLVMBuildFMul(builder, x, y, c"".as_ptr()));
        let (mut square, mut product, mut left) = (base, None, exponent.unsigned_abs());
        while left != 0 {
            if left & 1 != 0 {
                product = Some(product.map_or(square, |product| times(product, square)));
            }
            left >>= 1;
            if left != 0 {
                square = times(square, square);
            }
        }
        let mut result = product.unwrap_or(one);
        if exponent < 0 {
            result = flagged(LLVMBuildFDiv(builder, one, result, c"".as_ptr()));
        }
        LLVMReplaceAllUsesWith(power, result);
        LLVMInstructionEraseFromParent(power);
    }
}
