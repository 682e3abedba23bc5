//! Where a float lies: one interval in the order of floats, and whether it may be NaN.
//!
//! Numbers are kept as ordinals: the magnitude bits of a number with a plus sign, their complement
//! with a minus sign, so that -inf < … < -0 < +0 < … < +inf are consecutive integers. Only the hull
//! is kept; holes are not.

use ulpwise_float::{Float, Format, order};
use ulpwise_solver::FloatBound;

/// The ordinals from `low` to `high` (none if `low > high`), and perhaps NaN.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Hull {
    pub(crate) low: i128,
    pub(crate) high: i128,
    pub(crate) nan: bool,
}

/// The ordinal of plus infinity; that of minus infinity is its complement.
fn infinity(format: Format) -> i128 {
    order::infinity(format) as i128
}

/// The ordinal of a number.
pub(crate) fn ordinal(number: Float) -> i128 {
    order::ordinal(number.format(), number.to_bits())
}

/// The number with an ordinal.
pub(crate) fn number(format: Format, ordinal: i128) -> Float {
    Float::from_bits(format, order::from_ordinal(format, ordinal))
}

/// Where the number stands among values: like its ordinal, but the zeros share one place.
pub(crate) fn place(ordinal: i128) -> i128 {
    ordinal + i128::from(ordinal < 0)
}

/// The number at a place; at that of the zeros, +0.
pub(crate) fn float_at(format: Format, place: i128) -> Float {
    number(format, highest_at(place))
}

/// The highest ordinal of a place.
fn highest_at(place: i128) -> i128 {
    place - i128::from(place < 0)
}

/// The lowest ordinal of a place.
fn lowest_at(place: i128) -> i128 {
    place - i128::from(place <= 0)
}

impl Hull {
    /// Anything.
    pub(crate) fn full(format: Format) -> Hull {
        let infinity = infinity(format);
        Hull { low: !infinity, high: infinity, nan: true }
    }

    /// All finite numbers.
    pub(crate) fn all_finite(format: Format) -> Hull {
        let largest = infinity(format) - 1;
        Hull { low: !largest, high: largest, nan: false }
    }

    /// Only NaN.
    pub(crate) const NAN: Hull = Hull { low: 0, high: -1, nan: true };

    /// One datum.
    pub(crate) fn point(datum: Float) -> Hull {
        if datum.is_nan() {
            return Hull::NAN;
        }
        let ordinal = ordinal(datum);
        Hull { low: ordinal, high: ordinal, nan: false }
    }

    pub(crate) fn has_numbers(self) -> bool {
        self.low <= self.high
    }

    /// Whether nothing is left.
    pub(crate) fn is_empty(self) -> bool {
        !self.has_numbers() && !self.nan
    }

    /// The only datum that is left, if there is only one.
    pub(crate) fn single(self, format: Format) -> Option<Float> {
        match (self.low == self.high, self.has_numbers(), self.nan) {
            (true, _, false) => Some(number(format, self.low)),
            (_, false, true) => Some(Float::quiet_nan(format, false)),
            _ => None,
        }
    }

    /// Whether it is a finite number for certain.
    pub(crate) fn is_finite(self, format: Format) -> bool {
        !self.nan && self.has_numbers() && self.has_finite_ends(format)
    }

    /// Whether no number in it is infinite.
    pub(crate) fn has_finite_ends(self, format: Format) -> bool {
        let infinity = infinity(format);
        self.low > !infinity && self.high < infinity
    }

    /// The lowest and the highest number; `None` if there is no number.
    pub(crate) fn numbers(self, format: Format) -> Option<(Float, Float)> {
        self.has_numbers().then(|| (number(format, self.low), number(format, self.high)))
    }

    pub(crate) fn meet(self, other: Hull) -> Hull {
        Hull { low: self.low.max(other.low), high: self.high.min(other.high), nan: self.nan && other.nan }
    }

    pub(crate) fn join(self, other: Hull) -> Hull {
        let nan = self.nan || other.nan;
        match (self.has_numbers(), other.has_numbers()) {
            (_, false) => Hull { nan, ..self },
            (false, _) => Hull { nan, ..other },
            _ => Hull { low: self.low.min(other.low), high: self.high.max(other.high), nan },
        }
    }

    /// The same numbers, with both zeros where an end is one. Signs of zero are not followed
    /// through operations.
    pub(crate) fn with_both_zeros(self) -> Hull {
        if !self.has_numbers() {
            return self;
        }
        Hull { low: lowest_at(place(self.low)), high: highest_at(place(self.high)), nan: self.nan }
    }

    /// The part that compares less than some number of `other`, or equal if that is allowed.
    pub(crate) fn below(self, other: Hull, or_equal: bool) -> Hull {
        let limit = highest_at(place(other.high) - i128::from(!or_equal));
        let high = if other.has_numbers() { self.high.min(limit) } else { i128::MIN };
        Hull { high, nan: false, ..self }
    }

    /// The part that compares greater than some number of `other`, or equal if that is allowed.
    pub(crate) fn above(self, other: Hull, or_equal: bool) -> Hull {
        let limit = lowest_at(place(other.low) + i128::from(!or_equal));
        let low = if other.has_numbers() { self.low.max(limit) } else { i128::MAX };
        Hull { low, nan: false, ..self }
    }

    /// Whether `self < other`, if it is known; with `or_equal` whether `self <= other`.
    pub(crate) fn compares_below(self, other: Hull, or_equal: bool) -> Option<bool> {
        if !self.has_numbers() || !other.has_numbers() {
            return Some(false);
        }
        let slack = i128::from(or_equal);
        if place(self.high) < place(other.low) + slack {
            return (!self.nan && !other.nan).then_some(true);
        }
        (place(self.low) >= place(other.high) + slack).then_some(false)
    }

    /// As engines hand it to each other; `None` if nothing is left.
    pub(crate) fn to_bound(self, format: Format) -> Option<FloatBound> {
        (!self.is_empty()).then(|| FloatBound { numbers: self.numbers(format), nan: self.nan })
    }

    /// What another engine knows.
    pub(crate) fn from_bound(bound: FloatBound) -> Hull {
        match bound.numbers {
            Some((low, high)) => Hull { low: ordinal(low), high: ordinal(high), nan: bound.nan },
            None => Hull { nan: bound.nan, ..Hull::NAN },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(format: Format) -> Vec<Float> {
        (0..1u128 << format.width())
            .map(|bits| Float::from_bits(format, bits))
            .filter(|datum| !datum.is_nan())
            .chain([Float::quiet_nan(format, false)])
            .collect()
    }

    fn admits(hull: Hull, datum: Float) -> bool {
        if datum.is_nan() { hull.nan } else { (hull.low..=hull.high).contains(&ordinal(datum)) }
    }

    #[test]
    fn narrowing_by_comparisons_keeps_exactly_the_solutions_of_points() {
        let format = Format::new(2, 3).unwrap();
        for x in all(format) {
            assert_eq!(Hull::point(x).single(format), Some(x));
            for y in all(format) {
                let (hull, full) = (Hull::point(y), Hull::full(format));
                assert_eq!(admits(full.below(hull, false), x), x.compares_less(y), "{x:?} < {y:?}");
                assert_eq!(admits(full.below(hull, true), x), x.compares_less_equal(y), "{x:?} <= {y:?}");
                assert_eq!(admits(full.above(hull, false), x), y.compares_less(x), "{x:?} > {y:?}");
                assert_eq!(admits(full.above(hull, true), x), y.compares_less_equal(x), "{x:?} >= {y:?}");
                let known = Hull::point(x).compares_below(hull, false);
                assert_eq!(known, Some(x.compares_less(y)), "{x:?} < {y:?}");
                let known = Hull::point(x).compares_below(hull, true);
                assert_eq!(known, Some(x.compares_less_equal(y)), "{x:?} <= {y:?}");
            }
        }
    }

    #[test]
    fn bounds_survive_the_way_there_and_back() {
        let format = Format::F32;
        for hull in
            [Hull::full(format), Hull::NAN, Hull::all_finite(format), Hull::point(Float::zero(format, true))]
        {
            assert_eq!(Hull::from_bound(hull.to_bound(format).unwrap()), hull);
        }
        assert_eq!(Hull { low: 1, high: 0, nan: false }.to_bound(format), None);
    }
}
