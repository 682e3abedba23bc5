//! Operators with a rounding mode and one float: square root, rounding to an integral value,
//! conversion to another format.

use super::monotone::inverse;
use super::multiply::real_results;
use super::real::finite_between;
use crate::domain::ordinal::{self, MINUS_ZERO};
use crate::domain::{FloatDomain, OrdinalRange};
use ulpwise_float::{Float, Format, Rounding};

/// The square roots of x.
pub fn sqrt_direct(mode: Rounding, x: &FloatDomain) -> FloatDomain {
    let format = x.format();
    let negative = x.hull().is_some_and(|hull| hull.low < MINUS_ZERO);
    let mut roots = FloatDomain::empty(format);
    if x.can_be_nan() || negative {
        roots.add_nan();
    }
    let root = |at: i128| ordinal::from_float(ordinal::float(format, at).sqrt(mode).0);
    for range in x.ranges() {
        let range = range.intersect(OrdinalRange::new(MINUS_ZERO, i128::MAX));
        if !range.is_empty() {
            roots.add_range(OrdinalRange::new(root(range.low), root(range.high)));
        }
    }
    roots
}

/// The x whose square root is in `z`.
pub fn sqrt_indirect(mode: Rounding, z: &FloatDomain) -> FloatDomain {
    let format = z.format();
    let top = ordinal::infinity(format);
    let mut found = FloatDomain::empty(format);
    if z.can_be_nan() {
        found.add_nan();
        found.add_range(OrdinalRange::new(!top, MINUS_ZERO - 1));
    }
    for special in [MINUS_ZERO, 0, top] {
        if z.contains_ordinal(special) {
            found.add_range(OrdinalRange::new(special, special));
        }
    }
    for range in z.ranges() {
        let roots = range.intersect(OrdinalRange::new(0, top));
        if roots.is_empty() {
            continue;
        }
        if let (Some(low), Some(high)) = real_results(format, mode, roots) {
            let squares = finite_between(format, low.lower_times(low.at), high.upper_times(high.at));
            found.add_range(squares.intersect(OrdinalRange::new(1, top - 1)));
        }
    }
    found
}

/// The images of x under a function of numbers that never falls in the total order and keeps the
/// NaN.
pub(super) fn monotone_direct(
    x: &FloatDomain,
    format: Format,
    image: impl Fn(Float) -> Float,
) -> FloatDomain {
    let mut images = FloatDomain::empty(format);
    if x.can_be_nan() {
        images.add_nan();
    }
    let image = |at: i128| ordinal::from_float(image(ordinal::float(x.format(), at)));
    for range in x.ranges() {
        images.add_range(OrdinalRange::new(image(range.low), image(range.high)));
    }
    images
}

/// Which part of x has images in `z` under such a function.
pub(super) fn monotone_indirect(
    z: &FloatDomain,
    x: &FloatDomain,
    image: impl Fn(Float) -> Float,
) -> FloatDomain {
    let format = x.format();
    let mut found = FloatDomain::empty(format);
    if z.can_be_nan() {
        found.add_nan();
    }
    for images in z.ranges() {
        for range in x.ranges() {
            let image = |at: i128| ordinal::from_float(image(ordinal::float(format, at)));
            let (low, high) = inverse((range.low, range.high), &images.low, &images.high, image);
            found.add_range(OrdinalRange::new(low, high));
        }
    }
    found
}

/// The x rounded to integral values.
pub fn round_to_integral_direct(mode: Rounding, x: &FloatDomain) -> FloatDomain {
    monotone_direct(x, x.format(), |float| float.round_to_integral(mode).0)
}

/// The part of `x` that is rounded to an integral value in `z`.
pub fn round_to_integral_indirect(mode: Rounding, z: &FloatDomain, x: &FloatDomain) -> FloatDomain {
    monotone_indirect(z, x, |float| float.round_to_integral(mode).0)
}

/// The x converted to a format.
pub fn convert_direct(mode: Rounding, x: &FloatDomain, format: Format) -> FloatDomain {
    monotone_direct(x, format, |float| float.convert(format, mode).0)
}

/// The part of `x` that is converted to something in `z`.
pub fn convert_indirect(mode: Rounding, z: &FloatDomain, x: &FloatDomain) -> FloatDomain {
    let format = z.format();
    monotone_indirect(z, x, |float| float.convert(format, mode).0)
}
