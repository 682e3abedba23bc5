//! What the result of an operation says about its operands.
//!
//! A result that is no NaN lies between its neighbours' exact values: whatever the mode, the exact
//! value was between the float below and the float above what it was rounded to.

use crate::float_set::{FloatSet, float, ordinal, top};
use crate::spans::{Span, Spans};
use ulpwise_float::{Float, Format, Rounding};
use ulpwise_ir::FloatBinaryOp;

const DOWN: Rounding = Rounding::TowardNegative;
const UP: Rounding = Rounding::TowardPositive;

/// From the least to the greatest number of a set, as floats.
fn ends(set: &FloatSet) -> Option<[Float; 2]> {
    let (low, high) = (set.numbers.low()?, set.numbers.high()?);
    Some([float(set.format, low), float(set.format, high)])
}

/// What the exact values that were rounded into a set lie between; `None` if a NaN is in it.
fn before_rounding(set: &FloatSet) -> Option<[Float; 2]> {
    if set.can_be_nan() {
        return None;
    }
    let top = top(set.format);
    let (low, high) = (set.numbers.low()?, set.numbers.high()?);
    Some([float(set.format, (low - 1).max(!top)), float(set.format, (high + 1).min(top))])
}

/// The numbers between two bounds, of which a NaN bounds nothing; zeros have either sign.
fn between(format: Format, low: Float, high: Float) -> FloatSet {
    let low = if low.is_nan() { !top(format) } else { ordinal(low) };
    let high = if high.is_nan() { top(format) } else { ordinal(high) };
    let low = if low == 0 { -1 } else { low };
    let high = if high == -1 { 0 } else { high };
    FloatSet::of_spans(format, Spans::new([Span::new(low, high)]))
}

/// The hull of an operation at the corners of two ranges; `None` if one of them has no value.
fn hull(
    x: [Float; 2],
    y: [Float; 2],
    operation: impl Fn(Float, Float, Rounding) -> Float,
) -> Option<FloatSet> {
    let format = x[0].format();
    let mut all = FloatSet::empty(format);
    for a in x {
        for b in y {
            let (low, high) = (operation(a, b, DOWN), operation(a, b, UP));
            if low.is_nan() || high.is_nan() {
                return None;
            }
            all = all.union(&between(format, low, high));
        }
    }
    Some(FloatSet::of_spans(format, all.numbers.hull()))
}

/// Whether a range has numbers on both sides of zero, or zero.
fn straddles_zero([low, high]: [Float; 2]) -> bool {
    ordinal(low) <= 0 && ordinal(high) >= -1
}

fn is_finite([low, high]: [Float; 2]) -> bool {
    low.is_finite() && high.is_finite()
}

/// What the operands can be if an operator delivers a result of this set; `None` where nothing is
/// known.
pub(crate) fn binary(
    op: FloatBinaryOp,
    x: &FloatSet,
    y: &FloatSet,
    result: &FloatSet,
) -> (Option<FloatSet>, Option<FloatSet>) {
    let (Some(a), Some(b), Some(r)) = (ends(x), ends(y), before_rounding(result)) else {
        return (None, None);
    };
    let minus =
        |r: [Float; 2], b: [Float; 2]| Some(between(x.format, r[0].sub(b[1], DOWN).0, r[1].sub(b[0], UP).0));
    let plus =
        |r: [Float; 2], b: [Float; 2]| Some(between(x.format, r[0].add(b[0], DOWN).0, r[1].add(b[1], UP).0));
    let quotient = |r: [Float; 2], b: [Float; 2]| {
        let is_known = !straddles_zero(b) && is_finite(b);
        is_known.then(|| hull(r, b, |r, b, mode| r.div(b, mode).0)).flatten()
    };
    let product = |r: [Float; 2], b: [Float; 2]| {
        is_finite(b).then(|| hull(r, b, |r, b, mode| r.mul(b, mode).0)).flatten()
    };
    match op {
        FloatBinaryOp::Add => (minus(r, b), minus(r, a)),
        FloatBinaryOp::Sub => (plus(r, b), minus(a, r)),
        FloatBinaryOp::Mul => (quotient(r, b), quotient(r, a)),
        FloatBinaryOp::Div => (if straddles_zero(b) { None } else { product(r, b) }, quotient(a, r)),
        FloatBinaryOp::Rem
        | FloatBinaryOp::MinNum
        | FloatBinaryOp::MaxNum
        | FloatBinaryOp::Minimum
        | FloatBinaryOp::Maximum
        | FloatBinaryOp::MinimumNumber
        | FloatBinaryOp::MaximumNumber => (None, None),
    }
}

/// What the operand of a square root can be.
pub(crate) fn square_root(result: &FloatSet) -> Option<FloatSet> {
    let [low, high] = before_rounding(result)?;
    let zero = Float::zero(result.format, false);
    let low = if ordinal(low) <= 0 { zero } else { low.mul(low, DOWN).0 };
    Some(between(result.format, low, high.mul(high, UP).0))
}

/// What the operand of a conversion from another format can be.
pub(crate) fn convert(result: &FloatSet, from: Format) -> Option<FloatSet> {
    let [low, high] = before_rounding(result)?;
    Some(between(from, low.convert(from, DOWN).0, high.convert(from, UP).0))
}
