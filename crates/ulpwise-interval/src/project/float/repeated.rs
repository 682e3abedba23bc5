//! Operators whose two operands are one variable: x + x, x - x, x * x, x / x, and the like.
//!
//! With both operands apart, intervals forget that they are equal: x - x could be anything, x * x
//! negative. Here the operator is a function of one operand, and all but the fused multiply-add are
//! projected as exactly as the others.

use super::fma::{fma_direct, fma_indirect_factor};
use super::sign::{abs_direct, abs_indirect};
use super::unary::{monotone_direct, monotone_indirect};
use crate::domain::ordinal::{self, MINUS_ZERO, PLUS_ZERO};
use crate::domain::{BoolDomain, FloatDomain, OrdinalRange};
use ulpwise_expr::Op;
use ulpwise_float::{Float, Format, Rounding};

/// The results of `op(x, x)`; `None` if equal operands are nothing special.
pub fn repeated_direct(op: Op, mode: Rounding, x: &FloatDomain) -> Option<FloatDomain> {
    let format = x.format();
    match op {
        Op::FpAdd => Some(monotone_direct(x, format, |float| float.add(float, mode).0)),
        Op::FpMul => Some(monotone_direct(&abs_direct(x), format, |float| float.mul(float, mode).0)),
        Op::FpMin | Op::FpMax => Some(*x),
        _ => {
            let mut found = FloatDomain::empty(format);
            for (operands, result) in pieces(op, mode, format)? {
                let mut part = *x;
                part.intersect(&operands);
                if !part.is_empty() {
                    found = found.union(&result);
                }
            }
            Some(found)
        }
    }
}

/// The part of `x` for which `op(x, x)` is in `z`; `None` if equal operands are nothing special.
pub fn repeated_indirect(op: Op, mode: Rounding, z: &FloatDomain, x: &FloatDomain) -> Option<FloatDomain> {
    match op {
        Op::FpAdd => Some(monotone_indirect(z, x, |float| float.add(float, mode).0)),
        Op::FpMul => {
            let magnitudes = monotone_indirect(z, &abs_direct(x), |float| float.mul(float, mode).0);
            Some(abs_indirect(&magnitudes))
        }
        Op::FpMin | Op::FpMax => Some(*z),
        _ => {
            let mut found = FloatDomain::empty(x.format());
            for (operands, mut result) in pieces(op, mode, x.format())? {
                result.intersect(z);
                if !result.is_empty() {
                    found = found.union(&operands);
                }
            }
            Some(found)
        }
    }
}

/// Operators that are constant on a few sets of operands: each set with the result.
fn pieces(op: Op, mode: Rounding, format: Format) -> Option<Vec<(FloatDomain, FloatDomain)>> {
    let top = ordinal::infinity(format);
    let range = |low: i128, high: i128| FloatDomain::from_range(format, OrdinalRange::new(low, high));
    let infinities = range(top, top).union(&range(!top, !top));
    let not_finite = infinities.union(&FloatDomain::only_nan(format));
    let zeros = range(MINUS_ZERO, PLUS_ZERO);
    let (positive, negative) = (range(1, top - 1), range(!(top - 1), MINUS_ZERO - 1));
    let nan = FloatDomain::only_nan(format);
    let zero = |negative: bool| FloatDomain::singleton(Float::zero(format, negative));
    match op {
        Op::FpSub => {
            let cancelled = zero(mode == Rounding::TowardNegative);
            Some(vec![(FloatDomain::finite(format), cancelled), (not_finite, nan)])
        }
        Op::FpDiv => {
            let one = FloatDomain::singleton(Float::one(format, false));
            Some(vec![(positive.union(&negative), one), (zeros.union(&not_finite), nan)])
        }
        Op::FpRem | Op::FpFmod => {
            let invalid = (zeros.union(&not_finite), nan);
            Some(vec![(positive, zero(false)), (negative, zero(true)), invalid])
        }
        _ => None,
    }
}

/// The truth values of `op(x, x)`, and what x can be if it is true and if it is false.
pub(super) fn repeated_comparison(op: Op, x: &FloatDomain) -> Option<(BoolDomain, FloatDomain, FloatDomain)> {
    let (numbers, format) = (x.without_nan(), x.format());
    match op {
        Op::FpLeq | Op::FpEq => {
            let truth = BoolDomain::new(x.can_be_nan(), x.has_numbers());
            Some((truth, numbers, FloatDomain::only_nan(format)))
        }
        Op::FpLt => Some((BoolDomain::FALSE, FloatDomain::empty(format), *x)),
        _ => None,
    }
}

/// The operands by sign; the NaN goes with the positive ones.
fn by_sign(x: &FloatDomain) -> [FloatDomain; 2] {
    let (negative, positive) = x.split_at(MINUS_ZERO);
    [negative, positive]
}

/// The results of x * x + w.
pub fn square_plus_direct(mode: Rounding, x: &FloatDomain, w: &FloatDomain) -> FloatDomain {
    let [negative, positive] = by_sign(x).map(|x| fma_direct(mode, [&x, &x, w]));
    negative.union(&positive)
}

/// The part of `x` for which x * x + w, for some w, is in `z`.
pub fn square_plus_indirect(
    mode: Rounding,
    z: &FloatDomain,
    x: &FloatDomain,
    w: &FloatDomain,
) -> FloatDomain {
    let [negative, positive] = by_sign(x).map(|mut x| {
        let found = fma_indirect_factor(mode, z, [&x, &x, w]);
        x.intersect(&found);
        x
    });
    negative.union(&positive)
}
