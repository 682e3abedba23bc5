//! Negation and absolute value.

use crate::domain::{FloatDomain, OrdinalRange, Ranges};

/// The negations.
pub fn neg(x: &FloatDomain) -> FloatDomain {
    x.negated()
}

/// The absolute values.
pub fn abs_direct(x: &FloatDomain) -> FloatDomain {
    let mut result = FloatDomain::from_parts(x.format(), x.can_be_nan(), Ranges::EMPTY);
    for range in x.ranges() {
        result.add_range(range.intersect(OrdinalRange::new(0, i128::MAX)));
        let negative = range.intersect(OrdinalRange::new(i128::MIN, -1));
        result.add_range(OrdinalRange::new(!negative.high, !negative.low));
    }
    result
}

/// What has its absolute value in `z`.
pub fn abs_indirect(z: &FloatDomain) -> FloatDomain {
    let mut magnitudes = *z;
    magnitudes.intersect_range(OrdinalRange::new(0, i128::MAX));
    magnitudes.union(&magnitudes.negated())
}
