//! Integer arithmetic, lane by lane.

use super::function::FunctionLowering;
use super::lanes::Lanes;
use super::raw::Value;
use super::unsupported::Lowered;
use ulpwise_ir::{Inst, IntBinaryOp, IntCastOp, IntPredicate, IntUnaryOp, OverflowOp, Slot, Type};

impl<'m> FunctionLowering<'_, 'm> {
    /// Applies an operation to the lanes of two values.
    pub(super) fn lane_by_lane(
        &mut self,
        [a, b]: [&Lanes; 2],
        mut operation: impl FnMut(&mut Self, Slot, Slot) -> Lowered<Slot>,
    ) -> Lowered<Lanes> {
        a.iter().zip(b.iter()).map(|(&a, &b)| operation(self, a, b)).collect()
    }

    /// Applies an operation to the lanes of a value.
    pub(super) fn each_lane(
        &mut self,
        a: &Lanes,
        mut operation: impl FnMut(&mut Self, Slot) -> Lowered<Slot>,
    ) -> Lowered<Lanes> {
        a.iter().map(|&a| operation(self, a)).collect()
    }

    pub(super) fn int_binary(&mut self, inst: Value<'m>, op: IntBinaryOp) -> Lowered<Lanes> {
        let (a, b) = (self.operand(inst, 0)?, self.operand(inst, 1)?);
        self.lane_by_lane([&a, &b], |this, a, b| Ok(this.build.int(op, a, b)))
    }

    pub(super) fn int_unary(&mut self, inst: Value<'m>, op: IntUnaryOp) -> Lowered<Lanes> {
        let a = self.operand(inst, 0)?;
        self.each_lane(&a, |this, a| Ok(this.build.int_unary(op, a)))
    }

    /// `llvm.fshl` and `llvm.fshr`.
    pub(super) fn funnel_shift(&mut self, inst: Value<'m>, left: bool) -> Lowered<Lanes> {
        let (a, b) = (self.operand(inst, 0)?, self.operand(inst, 1)?);
        let amounts = self.operand(inst, 2)?;
        let mut amounts = amounts.iter();
        self.lane_by_lane([&a, &b], |this, a, b| {
            let ty = this.build.type_of(a);
            let amount = amounts.next().copied().unwrap_or(b);
            let dst = this.build.local(ty);
            this.build.emit(Inst::FunnelShift { left, bits: ty.bits(), dst, a, b, amount });
            Ok(dst)
        })
    }

    /// `llvm.*.with.overflow`: all results first, then all overflow bits.
    pub(super) fn int_overflow(&mut self, inst: Value<'m>, op: OverflowOp) -> Lowered<Lanes> {
        let (a, b) = (self.operand(inst, 0)?, self.operand(inst, 1)?);
        let mut overflows = Vec::new();
        let results = self.lane_by_lane([&a, &b], |this, a, b| {
            let ty = this.build.type_of(a);
            let dst = this.build.local(ty);
            let overflow = this.build.local(Type::BOOL);
            this.build.emit(Inst::IntOverflow { op, bits: ty.bits(), dst, overflow, a, b });
            overflows.push(overflow);
            Ok(dst)
        })?;
        Ok(results.iter().copied().chain(overflows).collect())
    }

    /// `llvm.scmp` and `llvm.ucmp`: (a > b) - (a < b) in the result's width.
    pub(super) fn three_way_compare(
        &mut self,
        inst: Value<'m>,
        [greater, less]: [IntPredicate; 2],
    ) -> Lowered<Lanes> {
        let (a, b) = (self.operand(inst, 0)?, self.operand(inst, 1)?);
        let types = self.types(inst)?;
        let mut types = types.into_iter();
        self.lane_by_lane([&a, &b], |this, a, b| {
            let bits = types.next().map_or(8, Type::bits);
            let above = this.build.compare(greater, a, b);
            let below = this.build.compare(less, a, b);
            let above = this.build.resize(IntCastOp::ZeroExtend, above, bits);
            let below = this.build.resize(IntCastOp::ZeroExtend, below, bits);
            Ok(this.build.int(IntBinaryOp::Sub, above, below))
        })
    }
}
