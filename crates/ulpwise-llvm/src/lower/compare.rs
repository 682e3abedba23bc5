//! Comparisons and selections, lane by lane.

use super::function::FunctionLowering;
use super::lanes::Lanes;
use super::raw::Value;
use super::unsupported::{Lowered, Unsupported};
use inkwell::llvm_sys::LLVMIntPredicate as Int;
use inkwell::llvm_sys::LLVMRealPredicate as Real;
use ulpwise_ir::{FloatPredicate, IntPredicate};

impl<'m> FunctionLowering<'_, 'm> {
    pub(super) fn int_compare(&mut self, inst: Value<'m>) -> Lowered<Lanes> {
        let predicate = inst.int_predicate().ok_or_else(|| Unsupported::malformed("icmp"))?;
        let predicate = int_predicate(predicate);
        let (a, b) = (self.operand(inst, 0)?, self.operand(inst, 1)?);
        self.lane_by_lane([&a, &b], |this, a, b| Ok(this.build.compare(predicate, a, b)))
    }

    /// A plain `fcmp` is quiet: the code generator uses the comparison that raises invalid on
    /// signalling NaNs only.
    pub(super) fn float_compare(&mut self, inst: Value<'m>) -> Lowered<Lanes> {
        let predicate = inst.float_predicate().ok_or_else(|| Unsupported::malformed("fcmp"))?;
        self.float_compare_with(inst, float_predicate(predicate), false)
    }

    pub(super) fn float_compare_with(
        &mut self,
        inst: Value<'m>,
        predicate: FloatPredicate,
        signaling: bool,
    ) -> Lowered<Lanes> {
        let (a, b) = (self.operand(inst, 0)?, self.operand(inst, 1)?);
        self.lane_by_lane([&a, &b], |this, a, b| {
            let format = this.format(a)?;
            Ok(this.build.float_compare(predicate, signaling, format, [a, b]))
        })
    }

    /// One condition chooses whole values, a vector of conditions chooses lane by lane.
    pub(super) fn select(&mut self, inst: Value<'m>) -> Lowered<Lanes> {
        let conditions = self.operand(inst, 0)?;
        let (a, b) = (self.operand(inst, 1)?, self.operand(inst, 2)?);
        let mut conditions = conditions.iter().cycle();
        self.lane_by_lane([&a, &b], |this, a, b| {
            let condition = conditions.next().copied().ok_or_else(|| Unsupported::malformed("select"))?;
            Ok(this.build.select(condition, a, b))
        })
    }
}

fn int_predicate(predicate: Int) -> IntPredicate {
    match predicate {
        Int::LLVMIntEQ => IntPredicate::Eq,
        Int::LLVMIntNE => IntPredicate::Ne,
        Int::LLVMIntUGT => IntPredicate::Ugt,
        Int::LLVMIntUGE => IntPredicate::Uge,
        Int::LLVMIntULT => IntPredicate::Ult,
        Int::LLVMIntULE => IntPredicate::Ule,
        Int::LLVMIntSGT => IntPredicate::Sgt,
        Int::LLVMIntSGE => IntPredicate::Sge,
        Int::LLVMIntSLT => IntPredicate::Slt,
        Int::LLVMIntSLE => IntPredicate::Sle,
    }
}

fn float_predicate(predicate: Real) -> FloatPredicate {
    match predicate {
        Real::LLVMRealPredicateFalse => FloatPredicate::False,
        Real::LLVMRealOEQ => FloatPredicate::Oeq,
        Real::LLVMRealOGT => FloatPredicate::Ogt,
        Real::LLVMRealOGE => FloatPredicate::Oge,
        Real::LLVMRealOLT => FloatPredicate::Olt,
        Real::LLVMRealOLE => FloatPredicate::Ole,
        Real::LLVMRealONE => FloatPredicate::One,
        Real::LLVMRealORD => FloatPredicate::Ord,
        Real::LLVMRealUNO => FloatPredicate::Uno,
        Real::LLVMRealUEQ => FloatPredicate::Ueq,
        Real::LLVMRealUGT => FloatPredicate::Ugt,
        Real::LLVMRealUGE => FloatPredicate::Uge,
        Real::LLVMRealULT => FloatPredicate::Ult,
        Real::LLVMRealULE => FloatPredicate::Ule,
        Real::LLVMRealUNE => FloatPredicate::Une,
        Real::LLVMRealPredicateTrue => FloatPredicate::True,
    }
}
