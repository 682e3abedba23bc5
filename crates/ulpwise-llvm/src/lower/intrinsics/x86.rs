//! The few intrinsics of SSE and SSE2 that headers and optimisers use for scalars.

use super::super::function::FunctionLowering;
use super::super::lanes::Lanes;
use super::super::raw::Value;
use super::super::unsupported::{Lowered, Unsupported, unsupported};
use ulpwise_ir::{FloatFormat, FloatPredicate, FloatUnaryOp, Inst, Slot, Type};

impl<'m> FunctionLowering<'_, 'm> {
    pub(super) fn x86_intrinsic(&mut self, inst: Value<'m>, name: &str) -> Lowered<Lanes> {
        match name {
            "sse.cvttss2si" | "sse.cvttss2si64" | "sse2.cvttsd2si" | "sse2.cvttsd2si64" => {
                self.first_lane_to_int(inst, None)
            }
            "sse.cvtss2si" | "sse.cvtss2si64" | "sse2.cvtsd2si" | "sse2.cvtsd2si64" => {
                self.first_lane_to_int(inst, Some(FloatUnaryOp::Rint))
            }
            "sse.min.ss" | "sse2.min.sd" => self.x86_extremum(inst, FloatPredicate::Olt, 1),
            "sse.max.ss" | "sse2.max.sd" => self.x86_extremum(inst, FloatPredicate::Ogt, 1),
            "sse.min.ps" | "sse2.min.pd" => self.x86_extremum(inst, FloatPredicate::Olt, usize::MAX),
            "sse.max.ps" | "sse2.max.pd" => self.x86_extremum(inst, FloatPredicate::Ogt, usize::MAX),
            "sse2.pause" | "sse.sfence" | "sse2.lfence" | "sse2.mfence" => Ok(Lanes::none()),
            _ => unsupported(format!("the intrinsic llvm.x86.{name}")),
        }
    }

    /// The first lane as an integer: towards zero, or first rounded in the mode of the moment.
    fn first_lane_to_int(&mut self, inst: Value<'m>, rounding: Option<FloatUnaryOp>) -> Lowered<Lanes> {
        let lanes = self.operand(inst, 0)?;
        let first = *lanes.first().ok_or_else(|| Unsupported::malformed("conversion"))?;
        let format = self.format(first)?;
        let a = match rounding {
            Some(op) => self.build.float_unary(op, format, first),
            None => first,
        };
        let ty = self.context.shapes.scalar(inst.ty())?;
        Ok(Lanes::One(self.signed_int_of(a, format, ty)))
    }

    fn signed_int_of(&mut self, a: Slot, format: FloatFormat, ty: Type) -> Slot {
        let dst = self.build.local(ty);
        self.build.emit(Inst::FloatToInt {
            signed: true,
            saturating: false,
            format,
            bits: ty.bits(),
            dst,
            a,
            site: super::super::builder::UNNUMBERED,
        });
        dst
    }

    /// `a < b ? a : b` (or `>`): the second operand wins when one is NaN or both are zero, and a
    /// quiet NaN raises invalid. The lanes from `count` on stay those of the first operand.
    fn x86_extremum(&mut self, inst: Value<'m>, predicate: FloatPredicate, count: usize) -> Lowered<Lanes> {
        let (a, b) = (self.operand(inst, 0)?, self.operand(inst, 1)?);
        let mut position = 0..;
        self.lane_by_lane([&a, &b], |this, a, b| {
            if position.next().is_some_and(|lane| lane >= count) {
                return Ok(a);
            }
            let format = this.format(a)?;
            let first_wins = this.build.float_compare(predicate, true, format, [a, b]);
            Ok(this.build.select(first_wins, a, b))
        })
    }
}
