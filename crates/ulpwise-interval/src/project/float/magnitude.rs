//! Signs taken apart from magnitudes, for multiplication and division.
//!
//! The sign of a product or quotient is that of the operands' signs, zeros included, and its
//! magnitude rounds as a positive number does in the direction that the sign gives. So these
//! operators are projected on magnitudes, for each combination of signs. A magnitude is an ordinal
//! that is not negative: 0 for zero, that of plus infinity for infinity.

use super::real::mirrored;
use crate::domain::{FloatDomain, OrdinalRange, ordinal};
use ulpwise_float::Rounding;

/// The magnitudes in a range that have the given sign.
pub(super) fn magnitudes(range: OrdinalRange, negative: bool) -> OrdinalRange {
    if negative {
        let below = range.intersect(OrdinalRange::new(i128::MIN, -1));
        OrdinalRange::new(!below.high, !below.low)
    } else {
        range.intersect(OrdinalRange::new(0, i128::MAX))
    }
}

/// The range of numbers with these magnitudes and this sign.
pub(super) fn signed(range: OrdinalRange, negative: bool) -> OrdinalRange {
    if negative { OrdinalRange::new(!range.high, !range.low) } else { range }
}

/// The direction in which the magnitude of a number with this sign is rounded.
pub(super) fn for_sign(mode: Rounding, negative: bool) -> Rounding {
    if negative { mirrored(mode) } else { mode }
}

/// The ranges of magnitudes of a domain, each with its sign.
pub(super) fn parts(domain: &FloatDomain) -> impl Iterator<Item = (bool, OrdinalRange)> {
    let of_sign =
        |range: &OrdinalRange| [false, true].map(|negative| (negative, magnitudes(*range, negative)));
    domain.ranges().iter().flat_map(of_sign).filter(|(_, range)| !range.is_empty())
}

/// Whether a zero and an infinity can be had from x and y respectively, or the other way round.
pub(super) fn zero_meets_infinity(x: &FloatDomain, y: &FloatDomain) -> bool {
    (x.can_be_zero() && y.can_be_infinite()) || (x.can_be_infinite() && y.can_be_zero())
}

/// The part of a range of magnitudes that is neither zero nor infinite.
pub(super) fn proper(range: OrdinalRange, infinity: i128) -> OrdinalRange {
    range.intersect(OrdinalRange::new(1, infinity - 1))
}

/// Whether the NaN can be had because an operand is it.
pub(super) fn nan_operand(x: &FloatDomain, y: &FloatDomain) -> bool {
    (x.can_be_nan() && !y.is_empty()) || (y.can_be_nan() && !x.is_empty())
}

/// Adds what every operand can be that is the NaN or stands beside it.
pub(super) fn add_for_nan_operand(found: &mut FloatDomain, other: &FloatDomain) {
    if other.is_empty() {
        return;
    }
    found.add_nan();
    if other.can_be_nan() {
        let top = ordinal::infinity(found.format());
        found.add_range(OrdinalRange::new(!top, top));
    }
}

/// Adds both signs of a range of magnitudes.
pub(super) fn add_both_signs(found: &mut FloatDomain, range: OrdinalRange) {
    found.add_range(range);
    found.add_range(signed(range, true));
}
