//! Integer intrinsics.

use super::super::function::FunctionLowering;
use super::super::lanes::Lanes;
use super::super::raw::Value;
use super::super::unsupported::Lowered;
use ulpwise_ir::{IntBinaryOp, IntPredicate, IntUnaryOp, OverflowOp};

impl<'m> FunctionLowering<'_, 'm> {
    /// `None` when the name is of another family.
    pub(super) fn int_intrinsic(&mut self, inst: Value<'m>, name: &str) -> Option<Lowered<Lanes>> {
        if let Some(op) = binary_op(name) {
            return Some(self.int_binary(inst, op));
        }
        if let Some(op) = unary_op(name) {
            return Some(self.int_unary(inst, op));
        }
        if let Some(op) = overflow_op(name) {
            return Some(self.int_overflow(inst, op));
        }
        Some(match name {
            "fshl" => self.funnel_shift(inst, true),
            "fshr" => self.funnel_shift(inst, false),
            "scmp" => self.three_way_compare(inst, [IntPredicate::Sgt, IntPredicate::Slt]),
            "ucmp" => self.three_way_compare(inst, [IntPredicate::Ugt, IntPredicate::Ult]),
            _ => return None,
        })
    }
}

fn binary_op(name: &str) -> Option<IntBinaryOp> {
    Some(match name {
        "smax" => IntBinaryOp::SMax,
        "smin" => IntBinaryOp::SMin,
        "umax" => IntBinaryOp::UMax,
        "umin" => IntBinaryOp::UMin,
        "sadd.sat" => IntBinaryOp::SAddSat,
        "uadd.sat" => IntBinaryOp::UAddSat,
        "ssub.sat" => IntBinaryOp::SSubSat,
        "usub.sat" => IntBinaryOp::USubSat,
        _ => return None,
    })
}

/// The second operand of some of them says what may be undefined; the defined result serves both.
fn unary_op(name: &str) -> Option<IntUnaryOp> {
    Some(match name {
        "ctpop" => IntUnaryOp::PopulationCount,
        "ctlz" => IntUnaryOp::LeadingZeros,
        "cttz" => IntUnaryOp::TrailingZeros,
        "bswap" => IntUnaryOp::SwapBytes,
        "bitreverse" => IntUnaryOp::ReverseBits,
        "abs" => IntUnaryOp::Abs,
        _ => return None,
    })
}

fn overflow_op(name: &str) -> Option<OverflowOp> {
    Some(match name {
        "sadd.with.overflow" => OverflowOp::SAdd,
        "uadd.with.overflow" => OverflowOp::UAdd,
        "ssub.with.overflow" => OverflowOp::SSub,
        "usub.with.overflow" => OverflowOp::USub,
        "smul.with.overflow" => OverflowOp::SMul,
        "umul.with.overflow" => OverflowOp::UMul,
        _ => return None,
    })
}
