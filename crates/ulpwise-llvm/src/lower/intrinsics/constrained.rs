//! `llvm.experimental.constrained.*`: what `#pragma STDC FENV_ACCESS` gives.
//!
//! They are the same operations as their plain counterparts, because every operation of ulpwise-ir
//! honours the rounding mode of the moment and raises its flags. The rounding mode among the
//! operands is only the compiler's knowledge of that mode.

use super::super::function::FunctionLowering;
use super::super::lanes::Lanes;
use super::super::raw::Value;
use super::super::unsupported::{Lowered, unsupported};
use super::float::binary_op;
use ulpwise_ir::{FloatBinaryOp, FloatPredicate, FloatUnaryOp};

impl<'m> FunctionLowering<'_, 'm> {
    pub(super) fn constrained(&mut self, inst: Value<'m>, operation: &str) -> Lowered<Lanes> {
        if let Some(op) = FloatUnaryOp::from_function_name(operation) {
            return self.float_unary(inst, op);
        }
        if let Some(op) = binary_op(operation) {
            return self.float_binary(inst, op);
        }
        match operation {
            "fadd" => self.float_binary(inst, FloatBinaryOp::Add),
            "fsub" => self.float_binary(inst, FloatBinaryOp::Sub),
            "fmul" => self.float_binary(inst, FloatBinaryOp::Mul),
            "fdiv" => self.float_binary(inst, FloatBinaryOp::Div),
            "frem" => self.float_binary(inst, FloatBinaryOp::Rem),
            "fma" => self.float_fma(inst),
            "fmuladd" => self.float_mul_add(inst),
            "fptosi" => self.float_to_int(inst, true, false),
            "fptoui" => self.float_to_int(inst, false, false),
            "sitofp" => self.int_to_float(inst, true),
            "uitofp" => self.int_to_float(inst, false),
            "fptrunc" | "fpext" => self.float_convert(inst),
            "fcmp" => self.constrained_compare(inst, false),
            "fcmps" => self.constrained_compare(inst, true),
            _ => match self.library_intrinsic(inst, operation) {
                Some(lowered) => lowered,
                None => unsupported(format!("the intrinsic llvm.experimental.constrained.{operation}")),
            },
        }
    }

    fn constrained_compare(&mut self, inst: Value<'m>, signaling: bool) -> Lowered<Lanes> {
        let predicate = inst.operand(2).and_then(Value::metadata_text).and_then(FloatPredicate::from_name);
        match predicate {
            Some(predicate) => self.float_compare_with(inst, predicate, signaling),
            None => unsupported("a constrained comparison of unknown predicate"),
        }
    }
}
