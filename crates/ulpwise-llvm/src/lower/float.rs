//! Floating-point arithmetic, lane by lane. Every operation is a site.

use super::function::FunctionLowering;
use super::lanes::Lanes;
use super::raw::Value;
use super::unsupported::Lowered;
use ulpwise_ir::{FloatBinaryOp, FloatFormat, FloatUnaryOp, SignOp, Slot};

impl<'m> FunctionLowering<'_, 'm> {
    pub(super) fn float_binary(&mut self, inst: Value<'m>, op: FloatBinaryOp) -> Lowered<Lanes> {
        let (a, b) = (self.operand(inst, 0)?, self.operand(inst, 1)?);
        self.lane_by_lane([&a, &b], |this, a, b| {
            let format = this.format(a)?;
            Ok(this.build.float(op, format, a, b))
        })
    }

    pub(super) fn float_unary(&mut self, inst: Value<'m>, op: FloatUnaryOp) -> Lowered<Lanes> {
        let a = self.operand(inst, 0)?;
        self.each_lane(&a, |this, a| {
            let format = this.format(a)?;
            Ok(this.build.float_unary(op, format, a))
        })
    }

    pub(super) fn float_sign(&mut self, inst: Value<'m>, op: SignOp) -> Lowered<Lanes> {
        let a = self.operand(inst, 0)?;
        self.each_lane(&a, |this, a| {
            let format = this.format(a)?;
            Ok(this.build.float_sign(op, format, a))
        })
    }

    pub(super) fn float_copy_sign(&mut self, inst: Value<'m>) -> Lowered<Lanes> {
        let (a, b) = (self.operand(inst, 0)?, self.operand(inst, 1)?);
        self.lane_by_lane([&a, &b], |this, a, b| {
            let format = this.format(a)?;
            Ok(this.build.float_copy_sign(format, a, b))
        })
    }

    /// `llvm.fma`: always rounded once.
    pub(super) fn float_fma(&mut self, inst: Value<'m>) -> Lowered<Lanes> {
        self.multiply_add(inst, |this, format, operands| this.build.float_fma(format, operands))
    }

    /// `llvm.fmuladd` leaves the choice to the code generator: on x86 it fuses exactly when the
    /// target has FMA instructions for the format, and multiplies and adds otherwise. The same
    /// choice here gives the same bits as the compiled program.
    pub(super) fn float_mul_add(&mut self, inst: Value<'m>) -> Lowered<Lanes> {
        self.multiply_add(inst, |this, format, [a, b, c]| {
            if this.has_fma && matches!(format, FloatFormat::F32 | FloatFormat::F64) {
                return this.build.float_fma(format, [a, b, c]);
            }
            let product = this.build.float(FloatBinaryOp::Mul, format, a, b);
            this.build.float(FloatBinaryOp::Add, format, product, c)
        })
    }

    fn multiply_add(
        &mut self,
        inst: Value<'m>,
        mut operation: impl FnMut(&mut Self, FloatFormat, [Slot; 3]) -> Slot,
    ) -> Lowered<Lanes> {
        let (a, b) = (self.operand(inst, 0)?, self.operand(inst, 1)?);
        let addends = self.operand(inst, 2)?;
        let mut addends = addends.iter();
        self.lane_by_lane([&a, &b], |this, a, b| {
            let format = this.format(a)?;
            let addend = addends.next().copied().unwrap_or(b);
            Ok(operation(this, format, [a, b, addend]))
        })
    }
}
