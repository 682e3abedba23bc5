//! The smaller and the greater of two numbers, in the six ways there are.

use super::float::exact;
use super::mode::Computed;
use std::cmp::Ordering;
use ulpwise_float::{Flags, Rounding};
use ulpwise_ir::{FloatBinaryOp, FloatFormat};

/// A minimum or maximum.
pub(super) fn select(op: FloatBinaryOp, format: FloatFormat, a: u128, b: u128) -> Computed {
    let (x, y) = (exact(format, a), exact(format, b));
    // No result is rounded, so the mode does not matter.
    let mode = Rounding::NearestEven;
    match op {
        FloatBinaryOp::MinNum => {
            compiled(format, Ordering::Less, a, b).unwrap_or_else(|| x.fmin(y, mode).into())
        }
        FloatBinaryOp::MaxNum => {
            compiled(format, Ordering::Greater, a, b).unwrap_or_else(|| x.fmax(y, mode).into())
        }
        FloatBinaryOp::Minimum => x.minimum(y, mode).into(),
        FloatBinaryOp::Maximum => x.maximum(y, mode).into(),
        FloatBinaryOp::MinimumNumber => x.minimum_number(y, mode).into(),
        FloatBinaryOp::MaximumNumber => x.maximum_number(y, mode).into(),
        _ => unreachable!("{op:?} is no minimum or maximum"),
    }
}

/// `minnum` and `maxnum` of f32 and f64 leave open which zero wins and whether a signalling NaN is
/// quieted; x86-64 code (`minsd`, then a choice by `cmpunordsd`) settles it: the second operand if
/// the first is NaN or the second wins strictly, else the first.
fn compiled(format: FloatFormat, wins: Ordering, a: u128, b: u128) -> Option<Computed> {
    if !matches!(format, FloatFormat::F32 | FloatFormat::F64) {
        return None;
    }
    let (x, y) = (exact(format, a), exact(format, b));
    let (order, flags) = y.compare_quiet(x);
    let bits = if x.is_nan() || order == Some(wins) { b } else { a };
    let invalid = if flags.contains(Flags::INVALID) { Flags::INVALID } else { Flags::NONE };
    Some(Computed { bits, flags: invalid })
}
