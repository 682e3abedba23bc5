//! `llvm.vector.reduce.*`: all lanes to one value.

use super::super::function::FunctionLowering;
use super::super::lanes::Lanes;
use super::super::raw::Value;
use super::super::unsupported::{Lowered, Unsupported, unsupported};
use ulpwise_ir::{FloatBinaryOp, IntBinaryOp, Slot};

impl<'m> FunctionLowering<'_, 'm> {
    pub(super) fn reduction(&mut self, inst: Value<'m>, operation: &str) -> Lowered<Lanes> {
        let int_op = match operation {
            "add" => IntBinaryOp::Add,
            "mul" => IntBinaryOp::Mul,
            "and" => IntBinaryOp::And,
            "or" => IntBinaryOp::Or,
            "xor" => IntBinaryOp::Xor,
            "smax" => IntBinaryOp::SMax,
            "smin" => IntBinaryOp::SMin,
            "umax" => IntBinaryOp::UMax,
            "umin" => IntBinaryOp::UMin,
            "fadd" => return self.ordered_reduction(inst, FloatBinaryOp::Add),
            "fmul" => return self.ordered_reduction(inst, FloatBinaryOp::Mul),
            "fmax" => return self.extremum(inst, FloatBinaryOp::MaxNum),
            "fmin" => return self.extremum(inst, FloatBinaryOp::MinNum),
            "fmaximum" => return self.extremum(inst, FloatBinaryOp::Maximum),
            "fminimum" => return self.extremum(inst, FloatBinaryOp::Minimum),
            _ => return unsupported(format!("the intrinsic llvm.vector.reduce.{operation}")),
        };
        let lanes = self.operand(inst, 0)?;
        self.fold_lanes(&lanes, |this, a, b| this.build.int(int_op, a, b))
    }

    fn fold_lanes(
        &mut self,
        lanes: &[Slot],
        mut operation: impl FnMut(&mut Self, Slot, Slot) -> Slot,
    ) -> Lowered<Lanes> {
        let reduced = lanes.iter().copied().reduce(|a, b| operation(self, a, b));
        reduced.map(Lanes::One).ok_or_else(|| Unsupported::malformed("llvm.vector.reduce"))
    }

    fn extremum(&mut self, inst: Value<'m>, op: FloatBinaryOp) -> Lowered<Lanes> {
        let lanes = self.operand(inst, 0)?;
        let format =
            self.format(*lanes.first().ok_or_else(|| Unsupported::malformed("llvm.vector.reduce"))?)?;
        self.fold_lanes(&lanes, |this, a, b| this.build.float(op, format, a, b))
    }

    /// A start value and the lanes. Without leave to reassociate, from left to right. With it, the
    /// code generator folds the upper half of the lanes onto the lower half until one is left and
    /// adds that to the start value (LLVM's expand-reductions pass); the same order gives the same
    /// bits.
    fn ordered_reduction(&mut self, inst: Value<'m>, op: FloatBinaryOp) -> Lowered<Lanes> {
        let start = self.scalar_operand(inst, 0)?;
        let lanes = self.operand(inst, 1)?;
        let format = self.format(start)?;
        let operation = |this: &mut Self, a, b| this.build.float(op, format, a, b);
        if !inst.may_reassociate() || !lanes.len().is_power_of_two() {
            let all: Vec<Slot> = std::iter::once(start).chain(lanes.iter().copied()).collect();
            return self.fold_lanes(&all, operation);
        }
        let mut lanes = lanes.to_vec();
        while lanes.len() > 1 {
            let (lower, upper) = lanes.split_at(lanes.len() / 2);
            lanes = lower.iter().zip(upper).map(|(&a, &b)| operation(self, a, b)).collect();
        }
        Ok(Lanes::One(operation(self, start, lanes[0])))
    }
}
