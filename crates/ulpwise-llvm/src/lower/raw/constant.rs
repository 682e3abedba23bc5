//! What only constants have: bits, elements, raw data, the operator of an expression.

use super::{LlvmBlock, Value, llvm};
use inkwell::llvm_sys::core::{
    LLVMConstBitCast, LLVMConstIntGetZExtValue, LLVMGetAggregateElement, LLVMGetBlockAddressBasicBlock,
    LLVMGetBlockAddressFunction, LLVMGetConstOpcode, LLVMGetTypeContext, LLVMIntTypeInContext,
    LLVMIsAConstant, LLVMIsAConstantDataSequential, LLVMIsAConstantExpr, LLVMIsUndef,
};
use inkwell::llvm_sys::prelude::LLVMValueRef;
use inkwell::llvm_sys::{LLVMOpcode, LLVMTypeKind, LLVMValueKind};
use std::ffi::c_char;

unsafe extern "C" {
    /// llvm-sys 221 declares the length as a value; LLVM writes through a pointer.
    fn LLVMGetRawDataValues(constant: LLVMValueRef, size_in_bytes: *mut usize) -> *const c_char;
}

impl<'m> Value<'m> {
    /// Whether it is a constant (globals and functions included).
    pub(in crate::lower) fn is_constant(self) -> bool {
        !llvm!(LLVMIsAConstant(self.pointer())).is_null()
    }

    /// Whether it is `undef` or `poison`.
    pub(in crate::lower) fn is_undefined(self) -> bool {
        llvm!(LLVMIsUndef(self.pointer())) != 0
    }

    /// The bits of an integer constant, zero-extended; `None` for other values and beyond 128 bits.
    pub(in crate::lower) fn int_bits(self) -> Option<u128> {
        if self.kind() != LLVMValueKind::LLVMConstantIntValueKind {
            return None;
        }
        match self.ty().int_width()? {
            0..=64 => Some(u128::from(llvm!(LLVMConstIntGetZExtValue(self.pointer())))),
            width @ 65..=128 => {
                // The C interface gives 64 bits at most; the printed number is exact.
                let printed = self.print();
                let number: i128 = match printed.rsplit(' ').next()? {
                    "true" => 1,
                    "false" => 0,
                    digits => digits.parse().ok()?,
                };
                let unused = 128 - width;
                Some((number as u128) << unused >> unused)
            }
            _ => None,
        }
    }

    /// An integer constant as a signed 64-bit number, when it fits.
    pub(in crate::lower) fn int_signed(self) -> Option<i64> {
        let bits = self.int_bits()?;
        let unused = 128 - self.ty().int_width()?;
        i64::try_from((bits << unused) as i128 >> unused).ok()
    }

    /// The bits of a floating-point constant.
    pub(in crate::lower) fn float_bits(self) -> Option<u128> {
        if self.kind() != LLVMValueKind::LLVMConstantFPValueKind {
            return None;
        }
        let width = match self.ty().kind() {
            LLVMTypeKind::LLVMHalfTypeKind | LLVMTypeKind::LLVMBFloatTypeKind => 16,
            LLVMTypeKind::LLVMFloatTypeKind => 32,
            LLVMTypeKind::LLVMDoubleTypeKind => 64,
            LLVMTypeKind::LLVMX86_FP80TypeKind | LLVMTypeKind::LLVMFP128TypeKind => {
                return printed_float_bits(&self.print());
            }
            _ => return None,
        };
        // Reading the number as a double would lose the payload of narrower NaNs; the cast of a
        // constant to an integer is folded and exact.
        let context = llvm!(LLVMGetTypeContext(self.ty().0));
        let int_type = llvm!(LLVMIntTypeInContext(context, width));
        let cast = Self::from_nullable(llvm!(LLVMConstBitCast(self.pointer(), int_type)))?;
        cast.int_bits()
    }

    /// An element of a constant aggregate or vector.
    pub(in crate::lower) fn element(self, index: u32) -> Option<Self> {
        if !self.is_constant() {
            return None;
        }
        Self::from_nullable(llvm!(LLVMGetAggregateElement(self.pointer(), index)))
    }

    /// The bytes of an array or vector of plain numbers, in the order of the host.
    pub(in crate::lower) fn raw_data(self) -> Option<&'m [u8]> {
        if llvm!(LLVMIsAConstantDataSequential(self.pointer())).is_null() {
            return None;
        }
        let mut len = 0;
        let start = llvm!(LLVMGetRawDataValues(self.pointer(), &raw mut len));
        if start.is_null() || len == 0 {
            return Some(&[]);
        }
        // SAFETY: LLVM returns the start and the length of bytes that its context owns.
        Some(unsafe { std::slice::from_raw_parts(start.cast::<u8>(), len) })
    }

    /// The operator of a constant expression.
    pub(in crate::lower) fn expression_opcode(self) -> Option<LLVMOpcode> {
        if llvm!(LLVMIsAConstantExpr(self.pointer())).is_null() {
            return None;
        }
        Some(llvm!(LLVMGetConstOpcode(self.pointer())))
    }

    /// The function and the block of a `blockaddress`.
    pub(in crate::lower) fn block_address(self) -> Option<(Self, LlvmBlock<'m>)> {
        if self.kind() != LLVMValueKind::LLVMBlockAddressValueKind {
            return None;
        }
        let function = Self::from_nullable(llvm!(LLVMGetBlockAddressFunction(self.pointer())))?;
        let block = LlvmBlock::from_nullable(llvm!(LLVMGetBlockAddressBasicBlock(self.pointer())))?;
        Some((function, block))
    }
}

/// The bits in LLVM's printed form of an `x86_fp80` (`0xK`, 20 digits, high first) or an `fp128`
/// (`0xL`, 32 digits, the low 64 bits first).
fn printed_float_bits(printed: &str) -> Option<u128> {
    let digits = printed.rsplit(' ').next()?.strip_prefix("0x")?;
    if let Some(x87) = digits.strip_prefix('K') {
        return u128::from_str_radix(x87, 16).ok();
    }
    let swapped = u128::from_str_radix(digits.strip_prefix('L')?, 16).ok()?;
    Some(swapped.rotate_left(64))
}

#[cfg(test)]
mod tests {
    use super::printed_float_bits;

    #[test]
    fn long_formats_are_read_from_print() {
        assert_eq!(printed_float_bits("x86_fp80 0xK3FFF8000000000000000"), Some(0x3FFF_8000_0000_0000_0000));
        assert_eq!(
            printed_float_bits("fp128 0xL00000000000000073FFF000000000000"),
            Some(0x3FFF_0000_0000_0000_0000_0000_0000_0007)
        );
        assert_eq!(printed_float_bits("double 1.0"), None);
    }
}
