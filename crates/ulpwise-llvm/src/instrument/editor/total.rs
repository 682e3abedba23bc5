//! Operations that are undefined for some operands, made total.
//!
//! The values for those operands are what the unoptimised program computes on x86-64: see the test
//! `undefined_operations_compute_what_the_processor_does` of ulpwise-native.

use super::{Editor, Value};
use inkwell::llvm_sys::core::{
    LLVMBuildAShr, LLVMBuildAnd, LLVMBuildCall2, LLVMBuildFCmp, LLVMBuildFPExt, LLVMBuildFPToSI,
    LLVMBuildFSub, LLVMBuildICmp, LLVMBuildLShr, LLVMBuildOr, LLVMBuildSExt, LLVMBuildSelect, LLVMBuildShl,
    LLVMBuildTrunc, LLVMBuildZExt, LLVMCanValueUseFastMathFlags, LLVMConstInt, LLVMConstIntGetZExtValue,
    LLVMConstReal, LLVMDisposeValueMetadataEntries, LLVMFloatTypeInContext, LLVMFunctionType,
    LLVMGEPSetNoWrapFlags, LLVMGetIntTypeWidth, LLVMGetIntrinsicDeclaration, LLVMGetNumArgOperands,
    LLVMGetTypeKind, LLVMInstructionEraseFromParent, LLVMInstructionGetAllMetadataOtherThanDebugLoc,
    LLVMIsAConstantInt, LLVMLookupIntrinsicID, LLVMRemoveCallSiteEnumAttribute, LLVMReplaceAllUsesWith,
    LLVMSetExact, LLVMSetFastMathFlags, LLVMSetICmpSameSign, LLVMSetIsDisjoint, LLVMSetMetadata, LLVMSetNNeg,
    LLVMSetNSW, LLVMSetNUW, LLVMSetOperand, LLVMTypeOf, LLVMValueMetadataEntriesGetKind,
    LLVMVoidTypeInContext,
};
use inkwell::llvm_sys::{
    LLVMAttributeFunctionIndex, LLVMAttributeReturnIndex, LLVMIntPredicate, LLVMOpcode, LLVMRealPredicate,
    LLVMTypeKind,
};

/// The name of nothing.
const UNNAMED: *const std::ffi::c_char = c"".as_ptr();

impl Editor {
    /// Takes everything off an instruction by which it is undefined for some operands, or allowed to
    /// give another result.
    pub(crate) fn drop_promises(&self, instruction: Value) {
        use LLVMOpcode as Op;
        match self.opcode(instruction) {
            Op::LLVMAdd | Op::LLVMSub | Op::LLVMMul | Op::LLVMShl | Op::LLVMTrunc => {
                llvm!(LLVMSetNSW(instruction, 0));
                llvm!(LLVMSetNUW(instruction, 0));
            }
            Op::LLVMUDiv | Op::LLVMSDiv | Op::LLVMLShr | Op::LLVMAShr => llvm!(LLVMSetExact(instruction, 0)),
            Op::LLVMOr => llvm!(LLVMSetIsDisjoint(instruction, 0)),
            Op::LLVMZExt | Op::LLVMUIToFP => llvm!(LLVMSetNNeg(instruction, 0)),
            Op::LLVMICmp => llvm!(LLVMSetICmpSameSign(instruction, 0)),
            Op::LLVMGetElementPtr => llvm!(LLVMGEPSetNoWrapFlags(instruction, 0)),
            _ => {}
        }
        if llvm!(LLVMCanValueUseFastMathFlags(instruction)) != 0 {
            llvm!(LLVMSetFastMathFlags(instruction, 0));
        }
        let mut count = 0;
        let entries = llvm!(LLVMInstructionGetAllMetadataOtherThanDebugLoc(instruction, &raw mut count));
        for index in 0..u32::try_from(count).unwrap_or(0) {
            let kind = llvm!(LLVMValueMetadataEntriesGetKind(entries, index));
            llvm!(LLVMSetMetadata(instruction, kind, std::ptr::null_mut()));
        }
        llvm!(LLVMDisposeValueMetadataEntries(entries));
    }

    /// Takes attributes off a call, its result and its arguments.
    pub(crate) fn remove_all_attributes(&self, call: Value, kinds: &[u32]) {
        let arguments = llvm!(LLVMGetNumArgOperands(call));
        let places = [LLVMAttributeFunctionIndex, LLVMAttributeReturnIndex].into_iter().chain(1..=arguments);
        for place in places {
            for &kind in kinds {
                llvm!(LLVMRemoveCallSiteEnumAttribute(call, place, kind));
            }
        }
    }

    /// Lets a division go on where it would trap.
    pub(crate) fn make_divisor_harmless(&self, division: Value) {
        let (dividend, divisor) = (self.operand(division, 0), self.operand(division, 1));
        self.go_before(division);
        let Some(width) = self.scalar_width(divisor).filter(|&width| width <= 64) else {
            self.trap();
            return;
        };
        let equal = |a, b| llvm!(LLVMBuildICmp(self.builder, LLVMIntPredicate::LLVMIntEQ, a, b, UNNAMED));
        let mut traps = equal(divisor, self.int(width, 0));
        if matches!(self.opcode(division), LLVMOpcode::LLVMSDiv | LLVMOpcode::LLVMSRem) {
            let is_minus_one = equal(divisor, self.int(width, u64::MAX));
            let is_lowest = equal(dividend, self.int(width, 1 << (width - 1)));
            let overflows = llvm!(LLVMBuildAnd(self.builder, is_minus_one, is_lowest, UNNAMED));
            traps = llvm!(LLVMBuildOr(self.builder, traps, overflows, UNNAMED));
        }
        let one = self.int(width, 1);
        let harmless = llvm!(LLVMBuildSelect(self.builder, traps, one, divisor, UNNAMED));
        llvm!(LLVMSetOperand(division, 1, harmless));
    }

    /// How many bits an integer has; `None` for anything else.
    fn scalar_width(&self, value: Value) -> Option<u32> {
        let ty = llvm!(LLVMTypeOf(value));
        let is_integer = llvm!(LLVMGetTypeKind(ty)) == LLVMTypeKind::LLVMIntegerTypeKind;
        is_integer.then(|| llvm!(LLVMGetIntTypeWidth(ty)))
    }

    /// A shift by any amount: the processor looks at the low five bits of it, or six for 64 bits.
    pub(crate) fn make_shift_total(&self, shift: Value) {
        let (value, amount) = (self.operand(shift, 0), self.operand(shift, 1));
        let width = self.scalar_width(value);
        if width.is_some_and(|width| self.is_constant_below(amount, u64::from(width))) {
            return;
        }
        self.go_before(shift);
        let Some(width @ (8 | 16 | 32 | 64)) = width else {
            self.trap();
            return;
        };
        let looked_at = if width == 64 { 63 } else { 31 };
        if width >= 32 {
            let masked = llvm!(LLVMBuildAnd(self.builder, amount, self.int(width, looked_at), UNNAMED));
            llvm!(LLVMSetOperand(shift, 1, masked));
            return;
        }
        let wide = self.int_type(32);
        let opcode = self.opcode(shift);
        let value = match opcode {
            LLVMOpcode::LLVMAShr => llvm!(LLVMBuildSExt(self.builder, value, wide, UNNAMED)),
            _ => llvm!(LLVMBuildZExt(self.builder, value, wide, UNNAMED)),
        };
        let amount = llvm!(LLVMBuildZExt(self.builder, amount, wide, UNNAMED));
        let amount = llvm!(LLVMBuildAnd(self.builder, amount, self.int(32, looked_at), UNNAMED));
        let shifted = match opcode {
            LLVMOpcode::LLVMShl => llvm!(LLVMBuildShl(self.builder, value, amount, UNNAMED)),
            LLVMOpcode::LLVMLShr => llvm!(LLVMBuildLShr(self.builder, value, amount, UNNAMED)),
            _ => llvm!(LLVMBuildAShr(self.builder, value, amount, UNNAMED)),
        };
        let narrow = llvm!(LLVMBuildTrunc(self.builder, shifted, self.int_type(width), UNNAMED));
        self.replace(shift, narrow);
    }

    /// A conversion of any float to an integer: the processor gives the lowest integer of 32 or 64
    /// bits where the true one does not fit, and narrower integers are cut off it.
    pub(crate) fn make_conversion_total(&self, conversion: Value) {
        let value = self.operand(conversion, 0);
        let is_signed = self.opcode(conversion) == LLVMOpcode::LLVMFPToSI;
        self.go_before(conversion);
        let value = match llvm!(LLVMGetTypeKind(LLVMTypeOf(value))) {
            LLVMTypeKind::LLVMFloatTypeKind | LLVMTypeKind::LLVMDoubleTypeKind => Some(value),
            LLVMTypeKind::LLVMHalfTypeKind => {
                let float = llvm!(LLVMFloatTypeInContext(self.context));
                Some(llvm!(LLVMBuildFPExt(self.builder, value, float, UNNAMED)))
            }
            _ => None,
        };
        let width = self.scalar_width(conversion).unwrap_or(0);
        let total = value.and_then(|value| match (width, is_signed) {
            (8 | 16, _) | (32, true) => Some(self.convert(value, 32)),
            (32, false) | (64, true) => Some(self.convert(value, 64)),
            (64, false) => Some(self.convert_to_unsigned(value)),
            _ => None,
        });
        let Some(total) = total else {
            self.trap();
            return;
        };
        let result = match self.scalar_width(total) == Some(width) {
            true => total,
            false => llvm!(LLVMBuildTrunc(self.builder, total, self.int_type(width), UNNAMED)),
        };
        llvm!(LLVMReplaceAllUsesWith(conversion, result));
        llvm!(LLVMInstructionEraseFromParent(conversion));
    }

    /// A float as a signed integer of 32 or 64 bits, the lowest one where it does not fit.
    fn convert(&self, value: Value, width: u32) -> Value {
        let (float, integer) = (llvm!(LLVMTypeOf(value)), self.int_type(width));
        let bound = 2_f64.powi(width.cast_signed() - 1);
        let compare = |predicate, bound: f64| {
            let bound = llvm!(LLVMConstReal(float, bound));
            llvm!(LLVMBuildFCmp(self.builder, predicate, value, bound, UNNAMED))
        };
        // What lies between the lowest integer and the next one below it is cut to the lowest one.
        let is_above = compare(LLVMRealPredicate::LLVMRealOGE, -bound);
        let is_below = compare(LLVMRealPredicate::LLVMRealOLT, bound);
        let fits = llvm!(LLVMBuildAnd(self.builder, is_above, is_below, UNNAMED));
        let converted = llvm!(LLVMBuildFPToSI(self.builder, value, integer, UNNAMED));
        let lowest = llvm!(LLVMConstInt(integer, 1 << (width - 1), 0));
        llvm!(LLVMBuildSelect(self.builder, fits, converted, lowest, UNNAMED))
    }

    /// A float as an unsigned integer of 64 bits, as LLVM does it with signed conversions: that of
    /// the value, and where it is negative the bits of that of the value less 2^63 besides.
    fn convert_to_unsigned(&self, value: Value) -> Value {
        let float = llvm!(LLVMTypeOf(value));
        let low = self.convert(value, 64);
        let offset = llvm!(LLVMConstReal(float, 2_f64.powi(63)));
        let high = self.convert(llvm!(LLVMBuildFSub(self.builder, value, offset, UNNAMED)), 64);
        let sign = llvm!(LLVMBuildAShr(self.builder, low, self.int(64, 63), UNNAMED));
        let high = llvm!(LLVMBuildAnd(self.builder, high, sign, UNNAMED));
        llvm!(LLVMBuildOr(self.builder, high, low, UNNAMED))
    }

    /// Ends the call before an instruction.
    pub(crate) fn trap_before(&self, instruction: Value) {
        self.go_before(instruction);
        self.trap();
    }

    fn trap(&self) {
        let name = "llvm.trap";
        let id = llvm!(LLVMLookupIntrinsicID(name.as_ptr().cast(), name.len()));
        let function = llvm!(LLVMGetIntrinsicDeclaration(self.module, id, std::ptr::null_mut(), 0));
        let void = llvm!(LLVMVoidTypeInContext(self.context));
        let ty = llvm!(LLVMFunctionType(void, std::ptr::null_mut(), 0, 0));
        llvm!(LLVMBuildCall2(self.builder, ty, function, std::ptr::null_mut(), 0, UNNAMED));
    }

    fn is_constant_below(&self, value: Value, bound: u64) -> bool {
        !llvm!(LLVMIsAConstantInt(value)).is_null() && llvm!(LLVMConstIntGetZExtValue(value)) < bound
    }
}
