//! Ordered comparisons: `fp.leq`, `fp.lt`, `fp.eq`. They are false if an operand is the NaN.
//!
//! Comparisons take the two zeros for one number. *Keys* count numbers like that: -0 and +0 have
//! the key 0.

use crate::domain::ordinal::{MINUS_ZERO, PLUS_ZERO};
use crate::domain::{BoolDomain, FloatDomain, OrdinalRange};
use crate::project::Recorder;
use ulpwise_expr::Op;

/// Narrows the operands and the truth value of `op(x, y)`.
pub(super) fn project(
    op: Op,
    (x, y): (&mut FloatDomain, &mut FloatDomain),
    result: &mut BoolDomain,
    recorder: &mut Recorder,
) {
    recorder.result(result.intersect(truth(op, x, y)));
    let Some(holds) = result.singleton_value() else { return };
    let (for_x, for_y) = if holds { when_true(op, x, y) } else { when_false(op, x, y) };
    recorder.argument(0, x.intersect(&for_x));
    recorder.argument(1, y.intersect(&for_y));
}

pub(super) fn key(ordinal: i128) -> i128 {
    if ordinal >= 0 { ordinal } else { ordinal + 1 }
}

pub(super) fn lowest_with_key(key: i128) -> i128 {
    if key > 0 { key } else { key - 1 }
}

pub(super) fn highest_with_key(key: i128) -> i128 {
    if key >= 0 { key } else { key - 1 }
}

/// The least and the greatest key.
pub(super) fn keys(x: &FloatDomain) -> Option<(i128, i128)> {
    x.hull().map(|hull| (key(hull.low), key(hull.high)))
}

/// The truth values that `op` has on some pair.
pub fn truth(op: Op, x: &FloatDomain, y: &FloatDomain) -> BoolDomain {
    let unordered = (x.can_be_nan() && !y.is_empty()) || (y.can_be_nan() && !x.is_empty());
    let (Some((x_low, x_high)), Some((y_low, y_high))) = (keys(x), keys(y)) else {
        return BoolDomain::new(unordered, false);
    };
    let (can_fail, can_hold) = match op {
        Op::FpLeq => (x_high > y_low, x_low <= y_high),
        Op::FpLt => (x_high >= y_low, x_low < y_high),
        Op::FpEq => {
            let one_number = x_low == x_high && y_low == y_high && x_low == y_low;
            (!one_number, !with_both_zeros(x).range_set().intersect(y.range_set()).is_empty())
        }
        _ => panic!("{op} is not a comparison"),
    };
    BoolDomain::new(unordered || can_fail, can_hold)
}

/// The numbers that compare equal to one of these.
fn with_both_zeros(x: &FloatDomain) -> FloatDomain {
    let mut numbers = x.without_nan();
    if numbers.can_be_zero() {
        numbers.add_range(OrdinalRange::new(MINUS_ZERO, PLUS_ZERO));
    }
    numbers
}

/// What the operands can be if the comparison holds.
pub fn when_true(op: Op, x: &FloatDomain, y: &FloatDomain) -> (FloatDomain, FloatDomain) {
    if op == Op::FpEq {
        return (with_both_zeros(y), with_both_zeros(x));
    }
    let strict = i128::from(op == Op::FpLt);
    let (mut for_x, mut for_y) = (x.without_nan(), y.without_nan());
    match (keys(x), keys(y)) {
        (Some((x_low, _)), Some((_, y_high))) => {
            for_x.intersect_range(OrdinalRange::new(i128::MIN, highest_with_key(y_high - strict)));
            for_y.intersect_range(OrdinalRange::new(lowest_with_key(x_low + strict), i128::MAX));
        }
        _ => return (FloatDomain::empty(x.format()), FloatDomain::empty(y.format())),
    }
    (for_x, for_y)
}

/// What the operands can be if the comparison fails.
pub fn when_false(op: Op, x: &FloatDomain, y: &FloatDomain) -> (FloatDomain, FloatDomain) {
    let (mut for_x, mut for_y) = (*x, *y);
    // Beside the NaN every number will do.
    if !y.can_be_nan() {
        exclude(op, &mut for_x, y, false);
    }
    if !x.can_be_nan() {
        exclude(op, &mut for_y, x, true);
    }
    (for_x, for_y)
}

/// Removes the numbers that satisfy the comparison with every number of `other`, which is the first
/// operand if `swapped`.
fn exclude(op: Op, domain: &mut FloatDomain, other: &FloatDomain, swapped: bool) {
    let Some((low, high)) = keys(other) else {
        // Only the NaN is left, or nothing.
        *domain = if other.is_empty() { FloatDomain::empty(domain.format()) } else { *domain };
        return;
    };
    let strict = i128::from(op == Op::FpLt);
    match (op, swapped) {
        (Op::FpEq, _) if low == high => {
            domain.remove_range(OrdinalRange::new(lowest_with_key(low), highest_with_key(low)));
        }
        (Op::FpEq, _) => {}
        // Not x <= y: above the least y; not x < y: not below it.
        (_, false) => {
            domain.intersect_range(OrdinalRange::new(lowest_with_key(low + 1 - strict), i128::MAX));
        }
        (_, true) => {
            domain.intersect_range(OrdinalRange::new(i128::MIN, highest_with_key(high - 1 + strict)));
        }
    }
}
