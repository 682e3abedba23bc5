//! Floating-point operations that are exact instructions of ulpwise-ir.

use super::super::function::FunctionLowering;
use super::super::lanes::Lanes;
use super::super::raw::Value;
use super::super::unsupported::{Lowered, Unsupported, unsupported};
use ulpwise_ir::{FloatBinaryOp, FloatUnaryOp, Inst, SignOp, Type};

impl<'m> FunctionLowering<'_, 'm> {
    /// `None` when the name is of another family.
    pub(super) fn float_intrinsic(&mut self, inst: Value<'m>, name: &str) -> Option<Lowered<Lanes>> {
        if let Some(op) = FloatUnaryOp::from_function_name(name) {
            return Some(self.float_unary(inst, op));
        }
        if let Some(op) = binary_op(name) {
            return Some(self.float_binary(inst, op));
        }
        Some(match name {
            "fabs" => self.float_sign(inst, SignOp::Abs),
            "copysign" => self.float_copy_sign(inst),
            "fma" => self.float_fma(inst),
            "fmuladd" => self.float_mul_add(inst),
            "is.fpclass" => self.is_class(inst),
            "fptosi.sat" => self.float_to_int(inst, true, true),
            "fptoui.sat" => self.float_to_int(inst, false, true),
            "fptrunc.round" => self.convert_in_mode(inst),
            "get.rounding" => {
                let dst = self.build.local(Type::Int(32));
                self.build.emit(Inst::GetRounding { dst });
                Ok(Lanes::One(dst))
            }
            "set.rounding" => self.scalar_operand(inst, 0).map(|mode| {
                self.build.emit(Inst::SetRounding { mode });
                Lanes::none()
            }),
            "convert.from.fp16" => self.half_bits_to_float(inst),
            "convert.to.fp16" => self.float_to_half_bits(inst),
            _ => return None,
        })
    }

    fn is_class(&mut self, inst: Value<'m>) -> Lowered<Lanes> {
        let mask = inst.operand(1).and_then(Value::int_bits);
        let mask = mask.ok_or_else(|| Unsupported::malformed("llvm.is.fpclass"))? as u16;
        let a = self.operand(inst, 0)?;
        self.each_lane(&a, |this, a| {
            let format = this.format(a)?;
            Ok(this.build.float_class(mask, format, a))
        })
    }

    /// `llvm.fptrunc.round`: a conversion in a mode of its own, the mode of the moment untouched.
    fn convert_in_mode(&mut self, inst: Value<'m>) -> Lowered<Lanes> {
        let mode = match inst.operand(1).and_then(Value::metadata_text) {
            Some("round.towardzero") => 0,
            Some("round.tonearest") => 1,
            Some("round.upward") => 2,
            Some("round.downward") => 3,
            Some("round.tonearestaway") => 4,
            _ => return unsupported("llvm.fptrunc.round in an unknown mode"),
        };
        let before = self.build.local(Type::Int(32));
        self.build.emit(Inst::GetRounding { dst: before });
        let mode = self.build.bits(Type::Int(32), mode);
        self.build.emit(Inst::SetRounding { mode });
        let converted = self.float_convert(inst)?;
        self.build.emit(Inst::SetRounding { mode: before });
        Ok(converted)
    }

    /// `llvm.convert.from.fp16`: an i16 holds the bits of a half.
    fn half_bits_to_float(&mut self, inst: Value<'m>) -> Lowered<Lanes> {
        let (a, types) = (self.operand(inst, 0)?, self.types(inst)?);
        let mut types = types.into_iter();
        self.each_lane(&a, |this, bits| {
            let half = ulpwise_ir::FloatFormat::F16;
            let Some(Type::Float(to)) = types.next() else {
                return Err(Unsupported::malformed("llvm.convert.from.fp16"));
            };
            let value = this.build.retype(bits, Type::Float(half));
            Ok(this.build.float_convert(half, to, value))
        })
    }

    /// `llvm.convert.to.fp16`: the result is an i16 with the bits of a half.
    fn float_to_half_bits(&mut self, inst: Value<'m>) -> Lowered<Lanes> {
        let a = self.operand(inst, 0)?;
        self.each_lane(&a, |this, value| {
            let from = this.format(value)?;
            let half = this.build.float_convert(from, ulpwise_ir::FloatFormat::F16, value);
            Ok(this.build.as_int(half))
        })
    }
}

/// The operations of two operands, which constrained intrinsics name in the same way.
pub(super) fn binary_op(name: &str) -> Option<FloatBinaryOp> {
    Some(match name {
        "minnum" => FloatBinaryOp::MinNum,
        "maxnum" => FloatBinaryOp::MaxNum,
        "minimum" => FloatBinaryOp::Minimum,
        "maximum" => FloatBinaryOp::Maximum,
        "minimumnum" => FloatBinaryOp::MinimumNumber,
        "maximumnum" => FloatBinaryOp::MaximumNumber,
        _ => return None,
    })
}
