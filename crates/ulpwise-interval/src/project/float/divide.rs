//! Division.
//!
//! On magnitudes the rounded quotient grows with the dividend and falls with the divisor.
//! Indirectly, the dividend lies in the real interval that rounds into Z times Y, the divisor in X
//! divided by that interval.

use super::magnitude::{add_both_signs, add_for_nan_operand, for_sign, nan_operand, parts, proper, signed};
use super::multiply::real_results;
use super::real::{finite_between, widened};
use crate::domain::{FloatDomain, OrdinalRange, Ranges, ordinal};
use ulpwise_float::{Format, Rounding};

const NONE: OrdinalRange = OrdinalRange::new(0, -1);

/// The quotients of x and y.
pub fn div_direct(mode: Rounding, x: &FloatDomain, y: &FloatDomain) -> FloatDomain {
    let same_kind = (x.can_be_zero() && y.can_be_zero()) || (x.can_be_infinite() && y.can_be_infinite());
    let mut quotients = FloatDomain::from_parts(x.format(), nan_operand(x, y) || same_kind, Ranges::EMPTY);
    for (x_negative, a) in parts(x) {
        for (y_negative, b) in parts(y) {
            let negative = x_negative != y_negative;
            for range in quotients_of_magnitudes(x.format(), for_sign(mode, negative), a, b) {
                quotients.add_range(signed(range, negative));
            }
        }
    }
    quotients
}

/// The quotients of finite numbers by finite ones but zero, infinity, and zero.
fn quotients_of_magnitudes(
    format: Format,
    mode: Rounding,
    a: OrdinalRange,
    b: OrdinalRange,
) -> [OrdinalRange; 3] {
    let top = ordinal::infinity(format);
    let quotient = |x: i128, y: i128| {
        ordinal::from_float(ordinal::float(format, x).div(ordinal::float(format, y), mode).0)
    };
    let divisors = proper(b, top);
    let finite = if a.low < top && !divisors.is_empty() {
        OrdinalRange::new(quotient(a.low, divisors.high), quotient(a.high.min(top - 1), divisors.low))
    } else {
        NONE
    };
    let infinite = (a.high == top && b.low < top) || (b.low == 0 && a.high > 0);
    let zero = b.high == top && a.low < top;
    let when = |condition: bool, magnitude: i128| {
        if condition { OrdinalRange::new(magnitude, magnitude) } else { NONE }
    };
    [finite, when(infinite, top), when(zero, 0)]
}

/// The x for which some y of `y` gives a quotient in `z`. Those that are not in `x` may be missing.
pub fn div_indirect_dividend(
    mode: Rounding,
    z: &FloatDomain,
    x: &FloatDomain,
    y: &FloatDomain,
) -> FloatDomain {
    let format = x.format();
    let mut found = FloatDomain::empty(format);
    if z.can_be_nan() {
        add_for_nan_quotient(&mut found, y);
    }
    for (z_negative, quotients) in parts(z) {
        for (y_negative, divisors) in parts(y) {
            let negative = z_negative != y_negative;
            for range in dividends(format, for_sign(mode, z_negative), quotients, divisors) {
                found.add_range(signed(range, negative));
            }
        }
    }
    found
}

/// Adds what gives the NaN as one operand of a division beside the other, whichever is which.
fn add_for_nan_quotient(found: &mut FloatDomain, other: &FloatDomain) {
    add_for_nan_operand(found, other);
    let top = ordinal::infinity(found.format());
    if other.can_be_zero() {
        add_both_signs(found, OrdinalRange::new(0, 0));
    }
    if other.can_be_infinite() {
        add_both_signs(found, OrdinalRange::new(top, top));
    }
}

/// The magnitudes of x whose quotient by some y rounds into `quotients`.
fn dividends(format: Format, mode: Rounding, quotients: OrdinalRange, y: OrdinalRange) -> [OrdinalRange; 4] {
    let top = ordinal::infinity(format);
    let mut found = [NONE; 4];
    let divisors = proper(y, top);
    if let ((Some(low), Some(high)), false) = (real_results(format, mode, quotients), divisors.is_empty()) {
        let low = low.lower_times(widened(format, divisors.low));
        let high = high.upper_times(widened(format, divisors.high));
        found[0] = finite_between(format, low, high).intersect(OrdinalRange::new(0, top - 1));
    }
    if quotients.high == top {
        if y.low == 0 {
            found[1] = OrdinalRange::new(1, top);
        }
        if y.low < top {
            found[2] = OrdinalRange::new(top, top);
        }
    }
    if quotients.low == 0 && y.high == top {
        found[3] = OrdinalRange::new(0, top - 1);
    }
    found
}

/// The y for which some x of `x` gives a quotient in `z`. Those that are not in `y` may be missing.
pub fn div_indirect_divisor(
    mode: Rounding,
    z: &FloatDomain,
    x: &FloatDomain,
    y: &FloatDomain,
) -> FloatDomain {
    let format = y.format();
    let mut found = FloatDomain::empty(format);
    if z.can_be_nan() {
        add_for_nan_quotient(&mut found, x);
    }
    for (z_negative, quotients) in parts(z) {
        for (x_negative, dividends) in parts(x) {
            let negative = z_negative != x_negative;
            for range in divisors(format, for_sign(mode, z_negative), quotients, dividends) {
                found.add_range(signed(range, negative));
            }
        }
    }
    found
}

/// The magnitudes of y by which some quotient of x rounds into `quotients`.
fn divisors(format: Format, mode: Rounding, quotients: OrdinalRange, x: OrdinalRange) -> [OrdinalRange; 3] {
    let top = ordinal::infinity(format);
    let mut found = [NONE; 3];
    let dividends = proper(x, top);
    if let ((Some(low), Some(high)), false) = (real_results(format, mode, quotients), dividends.is_empty()) {
        let least = high.lower_under(widened(format, dividends.low));
        let greatest = low.upper_under(widened(format, dividends.high));
        found[0] = finite_between(format, least, greatest).intersect(OrdinalRange::new(1, top - 1));
    }
    if quotients.high == top {
        // Anything over zero but zero, and infinity over anything finite.
        if x.high > 0 {
            found[1] = OrdinalRange::new(0, if x.high == top { top - 1 } else { 0 });
        }
    }
    if quotients.low == 0 && x.low < top {
        // Zero over anything but zero, and anything finite over infinity.
        found[2] = OrdinalRange::new(if x.low == 0 { 1 } else { top }, top);
    }
    found
}
