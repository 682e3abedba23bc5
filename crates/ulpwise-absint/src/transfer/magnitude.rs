//! Facts about the magnitudes in a set of floats.
//!
//! A magnitude is the ordinal of a number that is not negative.

use ulpwise_float::{Float, Format, Rounding};
use ulpwise_interval::domain::{FloatDomain, OrdinalRange, RoundingDomain, ordinal};

/// The finite members.
pub(crate) fn finite(x: &FloatDomain) -> FloatDomain {
    let top = ordinal::max_finite(x.format());
    let mut finite = x.without_nan();
    finite.intersect_range(OrdinalRange::new(!top, top));
    finite
}

/// The members but the zeros.
pub(crate) fn without_zeros(x: &FloatDomain) -> FloatDomain {
    let mut others = *x;
    others.remove_range(OrdinalRange::new(ordinal::MINUS_ZERO, ordinal::PLUS_ZERO));
    others
}

/// The ranges of magnitudes, both signs together.
fn ranges(x: &FloatDomain) -> impl Iterator<Item = OrdinalRange> {
    x.ranges().iter().flat_map(|range| {
        let below = range.intersect(OrdinalRange::new(i128::MIN, -1));
        [OrdinalRange::new(!below.high, !below.low), range.intersect(OrdinalRange::new(0, i128::MAX))]
            .into_iter()
            .filter(|magnitudes| !magnitudes.is_empty())
    })
}

/// The least magnitude, zero and infinity included.
pub(crate) fn least(x: &FloatDomain) -> Option<i128> {
    ranges(x).map(|range| range.low).min()
}

/// The least magnitude of a finite number that is not zero.
pub(crate) fn least_proper(x: &FloatDomain) -> Option<Float> {
    let proper = OrdinalRange::new(1, ordinal::max_finite(x.format()));
    let ranges = ranges(x).map(|range| range.intersect(proper)).filter(|range| !range.is_empty());
    ranges.map(|range| range.low).min().map(|at| ordinal::float(x.format(), at))
}

/// The greatest magnitude of a finite number that is not zero.
pub(crate) fn greatest_proper(x: &FloatDomain) -> Option<Float> {
    let proper = OrdinalRange::new(1, ordinal::max_finite(x.format()));
    let ranges = ranges(x).map(|range| range.intersect(proper)).filter(|range| !range.is_empty());
    ranges.map(|range| range.high).max().map(|at| ordinal::float(x.format(), at))
}

/// The ordinal of the smallest normal number.
pub(crate) fn min_normal(format: Format) -> i128 {
    ordinal::from_float(Float::min_normal(format, false))
}

/// Whether a subnormal number is in it.
pub(crate) fn has_subnormal(x: &FloatDomain) -> bool {
    let tiny = OrdinalRange::new(1, min_normal(x.format()) - 1);
    ranges(x).any(|range| !range.intersect(tiny).is_empty())
}

/// Whether a number of a magnitude up to the smallest normal number is in it, zeros included.
pub(crate) fn has_small(x: &FloatDomain) -> bool {
    let small = OrdinalRange::new(0, min_normal(x.format()));
    ranges(x).any(|range| !range.intersect(small).is_empty())
}

/// Whether the largest finite number or an infinity is in it, of either sign.
pub(crate) fn reaches_overflow(x: &FloatDomain) -> bool {
    ranges(x).any(|range| range.high >= ordinal::max_finite(x.format()))
}

/// The mode in which magnitudes grow most: what does not overflow in it overflows in none of them.
pub(crate) fn outward(modes: RoundingDomain) -> Rounding {
    modes.singleton_value().filter(|&mode| mode == Rounding::NearestEven).unwrap_or(Rounding::TowardPositive)
}

/// Takes numbers but zero whose magnitude is below that of the ordinal out of a set.
pub(crate) fn remove_below(x: &mut FloatDomain, magnitude: i128) {
    if magnitude > 1 {
        x.remove_range(OrdinalRange::new(1, magnitude - 1));
        x.remove_range(OrdinalRange::new(!(magnitude - 1), !1));
    }
}

/// The ordinal of a power of two, zero's if it is too small.
pub(crate) fn power_of_two(format: Format, exponent: i64) -> i128 {
    let (power, _) = Float::one(format, false).scalbn(exponent, Rounding::TowardZero);
    ordinal::from_float(power)
}
