//! `atomicrmw` and `cmpxchg` as a load, an operation and a store: there is one thread.

use super::function::FunctionLowering;
use super::lanes::Lanes;
use super::raw::Value;
use super::unsupported::{Lowered, Unsupported};
use inkwell::llvm_sys::LLVMAtomicRMWBinOp as Rmw;
use ulpwise_ir::{FloatBinaryOp, IntBinaryOp, IntPredicate, Slot};

impl<'m> FunctionLowering<'_, 'm> {
    /// The result is the old value.
    pub(super) fn atomic_update(&mut self, inst: Value<'m>) -> Lowered<Lanes> {
        let operator = inst.atomic_operator().ok_or_else(|| Unsupported::malformed("atomicrmw"))?;
        let address = self.scalar_operand(inst, 0)?;
        let operand = self.operand(inst, 1)?;
        let old = self.load_from(address, inst.ty())?;
        let new = self.lane_by_lane([&old, &operand], |this, a, b| this.updated(operator, a, b))?;
        self.store_to(address, &new, inst.ty())?;
        Ok(old)
    }

    fn updated(&mut self, operator: Rmw, a: Slot, b: Slot) -> Lowered<Slot> {
        let int_op = match operator {
            Rmw::LLVMAtomicRMWBinOpXchg => return Ok(b),
            Rmw::LLVMAtomicRMWBinOpAdd => IntBinaryOp::Add,
            Rmw::LLVMAtomicRMWBinOpSub => IntBinaryOp::Sub,
            Rmw::LLVMAtomicRMWBinOpAnd => IntBinaryOp::And,
            Rmw::LLVMAtomicRMWBinOpOr => IntBinaryOp::Or,
            Rmw::LLVMAtomicRMWBinOpXor => IntBinaryOp::Xor,
            Rmw::LLVMAtomicRMWBinOpMax => IntBinaryOp::SMax,
            Rmw::LLVMAtomicRMWBinOpMin => IntBinaryOp::SMin,
            Rmw::LLVMAtomicRMWBinOpUMax => IntBinaryOp::UMax,
            Rmw::LLVMAtomicRMWBinOpUMin => IntBinaryOp::UMin,
            Rmw::LLVMAtomicRMWBinOpUSubSat => IntBinaryOp::USubSat,
            Rmw::LLVMAtomicRMWBinOpNand => {
                let both = self.build.int(IntBinaryOp::And, a, b);
                let ones = self.build.bits(self.build.type_of(a), u128::MAX);
                return Ok(self.build.int(IntBinaryOp::Xor, both, ones));
            }
            Rmw::LLVMAtomicRMWBinOpUIncWrap => return Ok(self.wrapped_increment(a, b)),
            Rmw::LLVMAtomicRMWBinOpUDecWrap => return Ok(self.wrapped_decrement(a, b)),
            Rmw::LLVMAtomicRMWBinOpUSubCond => {
                let enough = self.build.compare(IntPredicate::Uge, a, b);
                let difference = self.build.int(IntBinaryOp::Sub, a, b);
                return Ok(self.build.select(enough, difference, a));
            }
            _ => return self.updated_float(operator, a, b),
        };
        Ok(self.build.int(int_op, a, b))
    }

    fn updated_float(&mut self, operator: Rmw, a: Slot, b: Slot) -> Lowered<Slot> {
        let op = match operator {
            Rmw::LLVMAtomicRMWBinOpFAdd => FloatBinaryOp::Add,
            Rmw::LLVMAtomicRMWBinOpFSub => FloatBinaryOp::Sub,
            Rmw::LLVMAtomicRMWBinOpFMax => FloatBinaryOp::MaxNum,
            Rmw::LLVMAtomicRMWBinOpFMin => FloatBinaryOp::MinNum,
            Rmw::LLVMAtomicRMWBinOpFMaximum => FloatBinaryOp::Maximum,
            Rmw::LLVMAtomicRMWBinOpFMinimum => FloatBinaryOp::Minimum,
            _ => return Err(Unsupported(format!("atomicrmw {operator:?}"))),
        };
        let format = self.format(a)?;
        Ok(self.build.float(op, format, a, b))
    }

    /// `a >= b ? 0 : a + 1`, unsigned.
    fn wrapped_increment(&mut self, a: Slot, b: Slot) -> Slot {
        let ty = self.build.type_of(a);
        let (zero, one) = (self.build.bits(ty, 0), self.build.bits(ty, 1));
        let at_end = self.build.compare(IntPredicate::Uge, a, b);
        let next = self.build.int(IntBinaryOp::Add, a, one);
        self.build.select(at_end, zero, next)
    }

    /// `a == 0 || a > b ? b : a - 1`, unsigned.
    fn wrapped_decrement(&mut self, a: Slot, b: Slot) -> Slot {
        let ty = self.build.type_of(a);
        let (zero, one) = (self.build.bits(ty, 0), self.build.bits(ty, 1));
        let at_end = self.build.compare(IntPredicate::Eq, a, zero);
        let beyond = self.build.compare(IntPredicate::Ugt, a, b);
        let wraps = self.build.int(IntBinaryOp::Or, at_end, beyond);
        let before = self.build.int(IntBinaryOp::Sub, a, one);
        self.build.select(wraps, b, before)
    }

    /// The results are the old value and whether it was the expected one.
    pub(super) fn compare_exchange(&mut self, inst: Value<'m>) -> Lowered<Lanes> {
        let new = inst.operand(2).ok_or_else(|| Unsupported::malformed("cmpxchg"))?;
        let address = self.scalar_operand(inst, 0)?;
        let expected = self.scalar_operand(inst, 1)?;
        let replacement = self.scalar(new)?;
        let old = self.build.load(self.build.type_of(expected), address);
        let equal = self.build.compare(IntPredicate::Eq, old, expected);
        let stored = self.build.select(equal, replacement, old);
        self.build.store(address, stored);
        Ok([old, equal].into_iter().collect())
    }
}
