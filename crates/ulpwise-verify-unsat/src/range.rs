//! Ranges of floats: an interval in the order of floats, and whether NaN is in it.
//!
//! Numbers are counted by their ordinals: -inf < … < -0 < +0 < … < +inf are consecutive integers.

use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;
use ulpwise_float::{Float, Format, order};

/// The ordinals from `low` to `high` (none if `low > high`), and perhaps NaN.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Range {
    pub(crate) low: i128,
    pub(crate) high: i128,
    pub(crate) nan: bool,
}

pub(crate) fn ordinal(float: Float) -> i128 {
    order::ordinal(float.format(), float.to_bits())
}

pub(crate) fn number(format: Format, ordinal: i128) -> Float {
    Float::from_bits(format, order::from_ordinal(format, ordinal))
}

/// The ordinal of plus infinity; that of minus infinity is its complement.
pub(crate) fn infinity(format: Format) -> i128 {
    order::infinity(format) as i128
}

/// Where a number stands among values: like its ordinal, but the zeros share one place.
pub(crate) fn place(ordinal: i128) -> i128 {
    ordinal + i128::from(ordinal < 0)
}

/// The value of a finite float.
pub(crate) fn exact(float: Float) -> Option<RBig> {
    let (negative, significand, exponent) = float.to_exact_parts()?;
    let significand = IBig::from(significand);
    let significand = if negative { -significand } else { significand };
    Some(RBig::from(significand) * power_of_two(exponent))
}

/// 2^`exponent`.
pub(crate) fn power_of_two(exponent: i64) -> RBig {
    let power = UBig::ONE << exponent.unsigned_abs() as usize;
    if exponent >= 0 { RBig::from(power) } else { RBig::from_parts(IBig::ONE, power) }
}

impl Range {
    /// Only NaN.
    pub(crate) const NAN: Range = Range { low: 0, high: -1, nan: true };

    /// Anything.
    pub(crate) fn full(format: Format) -> Range {
        Range { low: !infinity(format), high: infinity(format), nan: true }
    }

    /// One float.
    pub(crate) fn point(float: Float) -> Range {
        if float.is_nan() {
            return Range::NAN;
        }
        Range { low: ordinal(float), high: ordinal(float), nan: false }
    }

    /// The numbers between two, and both zeros where an end is one.
    pub(crate) fn between(low: Float, high: Float, nan: bool) -> Range {
        Range { low: ordinal(low), high: ordinal(high), nan }.with_both_zeros()
    }

    pub(crate) fn has_numbers(self) -> bool {
        self.low <= self.high
    }

    pub(crate) fn is_empty(self) -> bool {
        !self.has_numbers() && !self.nan
    }

    /// Whether it holds one number, or NaN, only.
    pub(crate) fn is_single(self) -> bool {
        (self.low == self.high && !self.nan) || (!self.has_numbers() && self.nan)
    }

    pub(crate) fn meet(self, other: Range) -> Range {
        Range { low: self.low.max(other.low), high: self.high.min(other.high), nan: self.nan && other.nan }
    }

    /// Whether all of another range lies in it.
    pub(crate) fn contains(self, other: Range) -> bool {
        let numbers = !other.has_numbers() || (self.low <= other.low && other.high <= self.high);
        numbers && (self.nan || !other.nan)
    }

    /// The numbers that no infinity is among; `None` if one may be, or there is none.
    pub(crate) fn finite_ends(self, format: Format) -> Option<(Float, Float)> {
        let limit = infinity(format);
        (self.has_numbers() && self.low > !limit && self.high < limit)
            .then(|| (number(format, self.low), number(format, self.high)))
    }

    /// The least and the greatest value of what is a finite number for certain.
    pub(crate) fn exact_ends(self, format: Format) -> Option<(RBig, RBig)> {
        let (low, high) = self.finite_ends(format).filter(|_| !self.nan)?;
        Some((exact(low)?, exact(high)?))
    }

    pub(crate) fn with_both_zeros(self) -> Range {
        if !self.has_numbers() {
            return self;
        }
        let low = if self.low == 0 { -1 } else { self.low };
        let high = if self.high == -1 { 0 } else { self.high };
        Range { low, high, ..self }
    }

    /// What is in it and not in another: at most three ranges, each of neighbours.
    pub(crate) fn without(self, other: Range) -> Vec<Range> {
        let mut left = Vec::new();
        if self.nan && !other.nan {
            left.push(Range::NAN);
        }
        let numbers = Range { nan: false, ..self };
        if !other.has_numbers() {
            left.push(numbers);
        } else {
            left.push(Range { high: self.high.min(other.low - 1), ..numbers });
            left.push(Range { low: self.low.max(other.high + 1), ..numbers });
        }
        left.retain(|range| !range.is_empty());
        left
    }
}
