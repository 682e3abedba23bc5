//! Operations on doubles, rounded down or up.
//!
//! What holds, for finite operands: a result of a function `*_down` is not above the exact result,
//! one of `*_up` not below it. An exact result is returned as it is; another one is the next double
//! or, where the error of the operation is too small to be a double, the one after that.
//!
//! Conventions for other operands, which are bounds of intervals:
//! * An infinite operand is a missing bound. Zero times it is zero, a number over it is zero.
//! * A result beyond all doubles is infinite to the side of the rounding, and the greatest double
//!   to the other: no function `*_down` returns +∞, and no function `*_up` returns -∞.
//! * Where nothing is known (an operand is NaN, ∞ - ∞, ∞ / ∞), the result is infinite to the side
//!   of the rounding.
//!
//! The host rounds to nearest. The error of a sum (Knuth), and of a product, a quotient and a
//! square root (by a fused operation) tell on which side the rounded result lies.

/// Errors of operations with results or operands below may be too small to be doubles: they are
/// multiples of 2^-106 times these.
const LEAST_WITH_EXACT_ERROR: f64 = 1e-280;

/// Not above the sum.
#[inline]
pub fn add_down(a: f64, b: f64) -> f64 {
    let near = a + b;
    if !near.is_finite() {
        return not_finite(near);
    }
    let part = near - a;
    let missing = (a - (near - part)) + (b - part);
    step_down(near, missing)
}

/// Not below the sum.
#[inline]
pub fn add_up(a: f64, b: f64) -> f64 {
    -add_down(-a, -b)
}

/// Not above the product.
#[inline]
pub fn mul_down(a: f64, b: f64) -> f64 {
    if a == 0.0 || b == 0.0 {
        return if a.is_nan() || b.is_nan() { f64::NEG_INFINITY } else { 0.0 };
    }
    let near = a * b;
    if !near.is_finite() {
        return not_finite(near);
    }
    if near.abs() < LEAST_WITH_EXACT_ERROR {
        return step_down_from_tiny(near, (a < 0.0) != (b < 0.0));
    }
    step_down(near, a.mul_add(b, -near))
}

/// Not below the product.
#[inline]
pub fn mul_up(a: f64, b: f64) -> f64 {
    -mul_down(-a, b)
}

/// Not above the quotient. The divisor is not zero.
#[inline]
pub fn div_down(a: f64, b: f64) -> f64 {
    if a == 0.0 || (b.is_infinite() && a.is_finite()) {
        return if b.is_nan() { f64::NEG_INFINITY } else { 0.0 };
    }
    let near = a / b;
    if !near.is_finite() {
        return not_finite(near);
    }
    if near.abs() < LEAST_WITH_EXACT_ERROR || a.abs() < LEAST_WITH_EXACT_ERROR {
        return step_down_from_tiny(near, (a < 0.0) != (b < 0.0));
    }
    let remainder = (-near).mul_add(b, a);
    step_down(near, if b < 0.0 { -remainder } else { remainder })
}

/// Not below the quotient. The divisor is not zero.
#[inline]
pub fn div_up(a: f64, b: f64) -> f64 {
    -div_down(-a, b)
}

/// Not above the square root of a number that is not negative.
#[inline]
pub fn sqrt_down(a: f64) -> f64 {
    let near = a.sqrt();
    match () {
        () if near == 0.0 => near,
        () if !near.is_finite() => not_finite(near),
        () if a < LEAST_WITH_EXACT_ERROR => near.next_down(),
        () => step_down(near, (-near).mul_add(near, a)),
    }
}

/// Not below the square root of a number that is not negative.
#[inline]
pub fn sqrt_up(a: f64) -> f64 {
    let near = a.sqrt();
    match () {
        () if near == 0.0 => near,
        () if !near.is_finite() => f64::INFINITY,
        () if a < LEAST_WITH_EXACT_ERROR => near.next_up(),
        () => -step_down(-near, -(-near).mul_add(near, a)),
    }
}

/// What is not above a result that rounding has moved by the opposite of something with the sign
/// of `missing`.
#[inline]
fn step_down(near: f64, missing: f64) -> f64 {
    if missing >= 0.0 { near } else { near.next_down() }
}

/// The same where that sign is not known. The exact result is not zero, and no step crosses zero.
fn step_down_from_tiny(near: f64, is_negative: bool) -> f64 {
    if near == 0.0 && !is_negative { 0.0 } else { near.next_down() }
}

/// A lower bound where the host's result is infinite or a NaN.
#[cold]
fn not_finite(near: f64) -> f64 {
    if near == f64::INFINITY { f64::MAX } else { f64::NEG_INFINITY }
}
