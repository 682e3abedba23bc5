//! Negation and absolute value.

use crate::domain::{FloatDomain, Range, Ranges};

/// The negations.
pub fn neg(x: &FloatDomain) -> FloatDomain {
    x.negated()
}

/// The absolute values.
pub fn abs_direct(x: &FloatDomain) -> FloatDomain {
    let mut result = FloatDomain::from_parts(x.format(), x.can_be_nan(), Ranges::EMPTY);
    for range in x.ranges() {
        result.add_range(range.intersect(Range::new(0, i128::MAX)));
        let negative = range.intersect(Range::new(i128::MIN, -1));
        result.add_range(Range::new(!negative.high, !negative.low));
    }
    result
}

/// What has its absolute value in `z`.
pub fn abs_indirect(z: &FloatDomain) -> FloatDomain {
    let mut magnitudes = *z;
    magnitudes.intersect_range(Range::new(0, i128::MAX));
    magnitudes.union(&magnitudes.negated())
}
