//! From LLVM's operators to the functions that lower them.

use super::control::opcode_name;
use super::function::FunctionLowering;
use super::lanes::Lanes;
use super::raw::Value;
use super::unsupported::{Lowered, unsupported};
use inkwell::llvm_sys::LLVMOpcode as Op;
use ulpwise_ir::{FloatBinaryOp, IntBinaryOp, IntCastOp, SignOp};

impl<'m> FunctionLowering<'_, 'm> {
    /// An instruction that is neither phi node nor terminator, or a constant expression: their
    /// operands have the same positions.
    pub(super) fn operation(&mut self, opcode: Op, inst: Value<'m>) -> Lowered<Lanes> {
        match opcode {
            Op::LLVMAdd => self.int_binary(inst, IntBinaryOp::Add),
            Op::LLVMSub => self.int_binary(inst, IntBinaryOp::Sub),
            Op::LLVMMul => self.int_binary(inst, IntBinaryOp::Mul),
            Op::LLVMUDiv => self.int_binary(inst, IntBinaryOp::UDiv),
            Op::LLVMSDiv => self.int_binary(inst, IntBinaryOp::SDiv),
            Op::LLVMURem => self.int_binary(inst, IntBinaryOp::URem),
            Op::LLVMSRem => self.int_binary(inst, IntBinaryOp::SRem),
            Op::LLVMShl => self.int_binary(inst, IntBinaryOp::Shl),
            Op::LLVMLShr => self.int_binary(inst, IntBinaryOp::LShr),
            Op::LLVMAShr => self.int_binary(inst, IntBinaryOp::AShr),
            Op::LLVMAnd => self.int_binary(inst, IntBinaryOp::And),
            Op::LLVMOr => self.int_binary(inst, IntBinaryOp::Or),
            Op::LLVMXor => self.int_binary(inst, IntBinaryOp::Xor),
            Op::LLVMFNeg => self.float_sign(inst, SignOp::Neg),
            Op::LLVMFAdd => self.float_binary(inst, FloatBinaryOp::Add),
            Op::LLVMFSub => self.float_binary(inst, FloatBinaryOp::Sub),
            Op::LLVMFMul => self.float_binary(inst, FloatBinaryOp::Mul),
            Op::LLVMFDiv => self.float_binary(inst, FloatBinaryOp::Div),
            Op::LLVMFRem => self.float_binary(inst, FloatBinaryOp::Rem),
            Op::LLVMAlloca => self.alloca(inst),
            Op::LLVMLoad => self.load(inst),
            Op::LLVMStore => self.store(inst),
            Op::LLVMGetElementPtr => self.address(inst),
            Op::LLVMAtomicRMW => self.atomic_update(inst),
            Op::LLVMAtomicCmpXchg => self.compare_exchange(inst),
            Op::LLVMFence => Ok(Lanes::none()),
            Op::LLVMTrunc => self.int_cast(inst, IntCastOp::Truncate),
            Op::LLVMZExt => self.int_cast(inst, IntCastOp::ZeroExtend),
            Op::LLVMSExt => self.int_cast(inst, IntCastOp::SignExtend),
            Op::LLVMFPToUI => self.float_to_int(inst, false, false),
            Op::LLVMFPToSI => self.float_to_int(inst, true, false),
            Op::LLVMUIToFP => self.int_to_float(inst, false),
            Op::LLVMSIToFP => self.int_to_float(inst, true),
            Op::LLVMFPTrunc | Op::LLVMFPExt => self.float_convert(inst),
            Op::LLVMPtrToInt | Op::LLVMPtrToAddr => self.pointer_to_int(inst),
            Op::LLVMIntToPtr => self.int_to_pointer(inst),
            Op::LLVMBitCast => self.bit_cast(inst),
            Op::LLVMAddrSpaceCast => self.address_space_cast(inst),
            Op::LLVMFreeze => self.freeze(inst),
            Op::LLVMICmp => self.int_compare(inst),
            Op::LLVMFCmp => self.float_compare(inst),
            Op::LLVMSelect => self.select(inst),
            Op::LLVMCall => self.call(inst),
            Op::LLVMExtractElement => self.extract_element(inst),
            Op::LLVMInsertElement => self.insert_element(inst),
            Op::LLVMShuffleVector => self.shuffle(inst),
            Op::LLVMExtractValue => self.extract_value(inst),
            Op::LLVMInsertValue => self.insert_value(inst),
            Op::LLVMVAArg => unsupported("the instruction va_arg"),
            Op::LLVMLandingPad => self.landing_pad(inst),
            Op::LLVMCatchPad | Op::LLVMCleanupPad => {
                unsupported(format!("exception handling ({})", opcode_name(opcode)))
            }
            other => unsupported(format!("the instruction {}", opcode_name(other))),
        }
    }
}
