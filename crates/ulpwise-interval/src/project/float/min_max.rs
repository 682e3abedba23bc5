//! `fp.min` and `fp.max`: a NaN loses, and of zeros with opposite signs the result is either.
//!
//! The result is one of the operands, and the other is not beyond it, the two zeros counting as one
//! number.

use super::compare::{highest_with_key, key, lowest_with_key};
use crate::domain::{FloatDomain, OrdinalRange};

/// The minima of x and y.
pub fn min_direct(x: &FloatDomain, y: &FloatDomain) -> FloatDomain {
    let mut minima = chosen(x, y).union(&chosen(y, x));
    if x.can_be_nan() && y.can_be_nan() {
        minima.add_nan();
    }
    minima
}

/// The numbers of x that are the minimum with some y.
fn chosen(x: &FloatDomain, y: &FloatDomain) -> FloatDomain {
    let numbers = x.without_nan();
    if y.can_be_nan() { numbers } else { up_to_greatest(&numbers, y) }
}

/// The numbers that are not above the greatest of `other`.
fn up_to_greatest(numbers: &FloatDomain, other: &FloatDomain) -> FloatDomain {
    let Some(hull) = other.hull() else { return FloatDomain::empty(numbers.format()) };
    let mut numbers = *numbers;
    numbers.intersect_range(OrdinalRange::new(i128::MIN, highest_with_key(key(hull.high))));
    numbers
}

/// The x whose minimum with some y is in `z`.
pub fn min_indirect(z: &FloatDomain, y: &FloatDomain) -> FloatDomain {
    // Either x is the minimum, or y is and x is not below it or the NaN.
    let mut found = chosen(z, y);
    let mut least = z.without_nan();
    least.intersect(&y.without_nan());
    if let Some(hull) = least.hull() {
        found.add_nan();
        let top = crate::domain::ordinal::infinity(y.format());
        found.add_range(OrdinalRange::new(lowest_with_key(key(hull.low)), top));
    }
    if z.can_be_nan() && y.can_be_nan() {
        found.add_nan();
    }
    found
}

/// The maxima of x and y.
pub fn max_direct(x: &FloatDomain, y: &FloatDomain) -> FloatDomain {
    min_direct(&x.negated(), &y.negated()).negated()
}

/// The x whose maximum with some y is in `z`.
pub fn max_indirect(z: &FloatDomain, y: &FloatDomain) -> FloatDomain {
    min_indirect(&z.negated(), &y.negated()).negated()
}
