//! Constants that are known before execution: bits, and addresses of functions and globals.
//!
//! Constant expressions are folded as far as an address plus a number of bytes can express them;
//! what cannot be folded is left to the function that needs it, which computes it by instructions.

use super::context::Context;
use super::gep;
use super::raw::Value;
use inkwell::llvm_sys::{LLVMOpcode, LLVMTypeKind, LLVMValueKind};
use ulpwise_ir::{Target, Type};

/// A folded scalar constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Folded {
    /// An integer, the bits of a float, or a plain number used as an address.
    Bits(u128),
    /// An address plus so many bytes, as a pointer or as an integer of 64 bits.
    Address(Target, i64),
    /// No particular value.
    Undefined,
}

impl<'m> Context<'m> {
    /// Folds a scalar constant; `None` when that takes instructions (or it is not a scalar).
    pub(super) fn fold(&mut self, value: Value<'m>) -> Option<Folded> {
        match value.kind() {
            LLVMValueKind::LLVMConstantIntValueKind => value.int_bits().map(Folded::Bits),
            LLVMValueKind::LLVMConstantFPValueKind => value.float_bits().map(Folded::Bits),
            LLVMValueKind::LLVMConstantPointerNullValueKind => Some(Folded::Bits(0)),
            LLVMValueKind::LLVMUndefValueValueKind | LLVMValueKind::LLVMPoisonValueKind => {
                Some(Folded::Undefined)
            }
            _ if value.may_be_missing() => None,
            LLVMValueKind::LLVMFunctionValueKind | LLVMValueKind::LLVMGlobalIFuncValueKind => {
                Some(Folded::Address(Target::Function(self.function_of(value)?), 0))
            }
            LLVMValueKind::LLVMGlobalVariableValueKind => {
                Some(Folded::Address(Target::Global(self.symbols.global(value)?), 0))
            }
            LLVMValueKind::LLVMGlobalAliasValueKind => self.fold(value.aliasee()?),
            LLVMValueKind::LLVMBlockAddressValueKind => block_address(value),
            LLVMValueKind::LLVMConstantExprValueKind => self.fold_expression(value),
            _ => None,
        }
    }

    /// The function that a function, an ifunc or an intrinsic whose address is taken stands for.
    pub(super) fn function_of(&mut self, value: Value<'m>) -> Option<ulpwise_ir::FunctionId> {
        if let Some(id) = self.symbols.function(value) {
            return Some(id);
        }
        // The resolver of an ifunc runs at load time; here it is whatever its name is outside.
        (value.kind() == LLVMValueKind::LLVMGlobalIFuncValueKind)
            .then(|| self.symbols.add_function(value, &mut self.shapes))
    }

    fn fold_expression(&mut self, value: Value<'m>) -> Option<Folded> {
        let opcode = value.expression_opcode()?;
        let first = self.fold(value.operand(0)?)?;
        match opcode {
            LLVMOpcode::LLVMGetElementPtr => {
                let steps = gep::steps(self.module, value).ok()?;
                if !steps.variable.is_empty() || value.ty().kind() != LLVMTypeKind::LLVMPointerTypeKind {
                    return None;
                }
                offset_by(first, steps.bytes)
            }
            LLVMOpcode::LLVMBitCast
            | LLVMOpcode::LLVMAddrSpaceCast
            | LLVMOpcode::LLVMPtrToInt
            | LLVMOpcode::LLVMPtrToAddr
            | LLVMOpcode::LLVMIntToPtr
            | LLVMOpcode::LLVMTrunc => self.fold_cast(first, value),
            LLVMOpcode::LLVMAdd => match (first, self.fold(value.operand(1)?)?) {
                (address, Folded::Bits(bits)) if self.is_64_bits(value) => offset_by(address, bits as i64),
                (Folded::Bits(bits), address) if self.is_64_bits(value) => offset_by(address, bits as i64),
                _ => None,
            },
            LLVMOpcode::LLVMSub => match (first, self.fold(value.operand(1)?)?) {
                (Folded::Address(a, a_offset), Folded::Address(b, b_offset)) if a == b => {
                    Some(Folded::Bits(u128::from(a_offset.wrapping_sub(b_offset) as u64)))
                }
                (address, Folded::Bits(bits)) if self.is_64_bits(value) => {
                    offset_by(address, (bits as i64).wrapping_neg())
                }
                _ => None,
            },
            _ => None,
        }
    }

    fn fold_cast(&self, operand: Folded, value: Value<'m>) -> Option<Folded> {
        let to = self.shapes.scalar(value.ty()).ok()?;
        let from = self.shapes.scalar(value.operand(0)?.ty()).ok()?;
        match operand {
            Folded::Undefined => Some(operand),
            Folded::Address(..) => (from.bits() == 64 && to.bits() == 64).then_some(operand),
            Folded::Bits(bits) => {
                let unused = 128 - u32::from(to.bits());
                Some(Folded::Bits(bits << unused >> unused))
            }
        }
    }

    fn is_64_bits(&self, value: Value<'m>) -> bool {
        self.shapes.scalar(value.ty()) == Ok(Type::Int(64))
    }
}

/// An address or number some bytes further on.
fn offset_by(folded: Folded, bytes: i64) -> Option<Folded> {
    match folded {
        Folded::Address(target, offset) => Some(Folded::Address(target, offset.wrapping_add(bytes))),
        Folded::Bits(bits) => Some(Folded::Bits(u128::from((bits as u64).wrapping_add(bytes as u64)))),
        Folded::Undefined => Some(Folded::Undefined),
    }
}

/// The number that stands for the address of a block: its position in its function, from 1. Blocks
/// have no addresses here; all a program may do with one is to jump to it.
fn block_address(value: Value<'_>) -> Option<Folded> {
    let (function, block) = value.block_address()?;
    let position = function.blocks().position(|candidate| candidate == block)?;
    Some(Folded::Bits(position as u128 + 1))
}
