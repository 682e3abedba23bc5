//! Remainders: `fp.rem` (quotient to nearest, ties to even) and `fp.fmod` (quotient truncated). Both are exact.
//!
//! A remainder jumps with its operands, so intervals say little about it. Used are: it is the dividend where that is small
//! enough, it is never larger than the dividend, and it is limited by the divisor; single operands are computed.

use super::magnitude::{add_for_nan_operand, nan_operand, parts, signed};
use crate::domain::{FloatDomain, Range, Ranges, ordinal};
use ulpwise_float::{Float, Format, Rounding};

/// Which remainder.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Remainder {
    /// `fp.rem`.
    Nearest,
    /// `fp.fmod`.
    Truncated,
}

impl Remainder {
    fn apply(self, x: Float, y: Float) -> Float {
        match self {
            Remainder::Nearest => x.remainder(y, Rounding::NearestEven).0,
            Remainder::Truncated => x.fmod(y, Rounding::NearestEven).0,
        }
    }

    /// The magnitude up to which a dividend is its own remainder by a divisor, and the greatest remainder by it.
    fn limit(self, format: Format, divisor: i128) -> i128 {
        let top = ordinal::infinity(format);
        if divisor == top {
            return top - 1;
        }
        match self {
            Remainder::Nearest => {
                let half = ordinal::float(format, divisor).scalbn(-1, Rounding::TowardZero);
                ordinal::of(half.0)
            }
            Remainder::Truncated => divisor - 1,
        }
    }

    /// The least magnitude of a divisor that leaves a remainder of this magnitude.
    fn least_divisor(self, format: Format, remainder: i128) -> i128 {
        match self {
            Remainder::Nearest => {
                ordinal::of(ordinal::float(format, remainder).scalbn(1, Rounding::TowardPositive).0).max(1)
            }
            Remainder::Truncated => remainder + 1,
        }
    }
}

/// The remainders of x by y.
pub fn rem_direct(kind: Remainder, x: &FloatDomain, y: &FloatDomain) -> FloatDomain {
    let format = x.format();
    if let (Some(dividend), Some(divisor)) = (x.singleton_value(), y.singleton_value()) {
        return FloatDomain::singleton(kind.apply(dividend, divisor));
    }
    let top = ordinal::infinity(format);
    let invalid = (x.can_be_infinite() && y.has_numbers()) || (y.can_be_zero() && x.has_numbers());
    let mut found = FloatDomain::from_parts(format, nan_operand(x, y) || invalid, Ranges::EMPTY);
    for (negative, a) in parts(x) {
        let a = a.intersect(Range::new(0, top - 1));
        for (_, b) in parts(y) {
            let b = b.intersect(Range::new(1, top));
            if a.is_empty() || b.is_empty() {
                continue;
            }
            if a.high <= kind.limit(format, b.low) {
                found.add_range(signed(a, negative));
                continue;
            }
            let greatest = a.high.min(kind.limit(format, b.high));
            found.add_range(signed(Range::new(0, greatest), negative));
            if kind == Remainder::Nearest && greatest > 0 {
                found.add_range(signed(Range::new(1, greatest), !negative));
            }
        }
    }
    found
}

/// The x whose remainder by some y is in `z`.
pub fn rem_indirect_dividend(
    kind: Remainder,
    z: &FloatDomain,
    x: &FloatDomain,
    y: &FloatDomain,
) -> FloatDomain {
    let format = x.format();
    let top = ordinal::infinity(format);
    let mut found = FloatDomain::empty(format);
    if z.can_be_nan() {
        add_for_nan_operand(&mut found, y);
        if y.can_be_zero() {
            found.add_range(Range::new(!top, top));
        } else if y.has_numbers() {
            found.add_range(Range::new(top, top));
            found.add_range(Range::new(!top, !top));
        }
    }
    for (negative, remainders) in parts(z) {
        let remainders = remainders.intersect(Range::new(0, top - 1));
        for (_, divisors) in parts(y) {
            let divisors = divisors.intersect(Range::new(1, top));
            if remainders.is_empty()
                || divisors.is_empty()
                || kind.least_divisor(format, remainders.low) > divisors.high
            {
                continue;
            }
            // Either it is small and its own remainder, or it is larger than that.
            let own = remainders.intersect(Range::new(0, kind.limit(format, divisors.high)));
            found.add_range(signed(own, negative));
            let larger = (kind.limit(format, divisors.low) + 1).max(remainders.low);
            if divisors.low < top {
                found.add_range(signed(Range::new(larger, top - 1), negative));
                if kind == Remainder::Nearest && remainders.high > 0 {
                    found.add_range(signed(Range::new(larger, top - 1), !negative));
                }
            }
        }
    }
    found
}

/// The y by which some x leaves a remainder in `z`.
pub fn rem_indirect_divisor(
    kind: Remainder,
    z: &FloatDomain,
    x: &FloatDomain,
    y: &FloatDomain,
) -> FloatDomain {
    let format = y.format();
    let top = ordinal::infinity(format);
    let mut found = FloatDomain::empty(format);
    if z.can_be_nan() {
        add_for_nan_operand(&mut found, x);
        if x.can_be_infinite() {
            found.add_range(Range::new(!top, top));
        } else if x.has_numbers() {
            found.add_range(Range::new(ordinal::MINUS_ZERO, ordinal::PLUS_ZERO));
        }
    }
    let mut unchanged = z.without_nan();
    unchanged.intersect(x);
    for (_, remainders) in parts(z) {
        for (_, dividends) in parts(x) {
            let dividends = dividends.intersect(Range::new(0, top - 1));
            if dividends.is_empty() || remainders.low > dividends.high {
                continue;
            }
            let least = kind.least_divisor(format, remainders.low);
            // If the remainder differs from the dividend, the divisor is not beyond the dividend, or its double.
            let greatest = if unchanged.has_numbers() {
                top
            } else {
                match kind {
                    Remainder::Truncated => dividends.high,
                    Remainder::Nearest => kind.least_divisor(format, dividends.high).min(top - 1),
                }
            };
            for negative in [false, true] {
                found.add_range(signed(Range::new(least, greatest), negative));
            }
        }
    }
    found
}
