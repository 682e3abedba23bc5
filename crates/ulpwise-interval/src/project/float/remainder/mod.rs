//! Remainders: `fp.rem` (quotient to nearest, ties to even) and `fp.fmod` (quotient truncated).
//! Both are exact.
//!
//! A remainder jumps with its operands, so intervals say little about it. Its least and greatest
//! value are searched for; between them, where few integral quotients n are possible, it is x - n·y
//! for one of them.

mod hull;
mod progression;

use super::magnitude::{add_for_nan_operand, nan_operand, parts, signed};
use crate::domain::{FloatDomain, OrdinalRange, Ranges, ordinal};
use ulpwise_float::{Float, Format, Integer, Rational, Rounding};

/// With more integral quotients than this they are not looked at one by one.
const MAX_QUOTIENTS: i64 = 12;

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

    /// The least and the greatest integer that quotients, not negative, between two are taken for.
    /// Ties go to even; here they go both ways.
    fn integral(self, least: Rational, greatest: Rational) -> (Integer, Integer) {
        let half = Rational::from_parts(Integer::ONE, 2_u8.into());
        match self {
            Remainder::Truncated => (least.floor(), greatest.floor()),
            Remainder::Nearest => ((least - &half).ceil(), (greatest + half).floor()),
        }
    }

    /// The magnitude up to which a dividend is its own remainder by a divisor, and the greatest
    /// remainder by it.
    fn limit(self, format: Format, divisor: i128) -> i128 {
        let top = ordinal::infinity(format);
        if divisor == top {
            return top - 1;
        }
        match self {
            Remainder::Nearest => {
                let half = ordinal::float(format, divisor).scalbn(-1, Rounding::TowardZero);
                ordinal::from_float(half.0)
            }
            Remainder::Truncated => divisor - 1,
        }
    }

    /// The least magnitude of a divisor that leaves a remainder of this magnitude.
    fn least_divisor(self, format: Format, remainder: i128) -> i128 {
        match self {
            Remainder::Nearest => {
                ordinal::from_float(ordinal::float(format, remainder).scalbn(1, Rounding::TowardPositive).0)
                    .max(1)
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
        let a = a.intersect(OrdinalRange::new(0, top - 1));
        for (_, b) in parts(y) {
            let b = b.intersect(OrdinalRange::new(1, top));
            if a.is_empty() || b.is_empty() {
                continue;
            }
            // By infinity everything finite is its own remainder, and by all that are large enough.
            if b.high == top || a.high <= kind.limit(format, b.low) {
                found.add_range(signed(a, negative));
            }
            let b = b.intersect(OrdinalRange::new(1, top - 1));
            if b.is_empty() || a.high <= kind.limit(format, b.low) {
                continue;
            }
            let hull = hull::hull(kind, format, a, b);
            match by_quotients(kind, format, a, b) {
                None => found.add_range(signed(hull, negative)),
                Some(ranges) => ranges
                    .into_iter()
                    .for_each(|range| found.add_range(signed(range.intersect(hull), negative))),
            }
        }
    }
    found
}

/// The remainders of magnitudes `a` by magnitudes `b`, finite and not zero, for each integral
/// quotient; `None` if these are too many.
fn by_quotients(
    kind: Remainder,
    format: Format,
    a: OrdinalRange,
    b: OrdinalRange,
) -> Option<Vec<OrdinalRange>> {
    let real = |at: i128| ordinal::float(format, at).to_rational();
    let mut found = Vec::new();
    let [a_low, a_high, b_low, b_high] = [real(a.low)?, real(a.high)?, real(b.low)?, real(b.high)?];
    let (first, last) = kind.integral(&a_low / &b_high, &a_high / &b_low);
    if &last - &first >= Integer::from(MAX_QUOTIENTS) {
        return None;
    }
    let mut quotient = first;
    while quotient <= last {
        let times = Rational::from(quotient.clone());
        let (low, high) = (&a_low - &times * &b_high, &a_high - &times * &b_low);
        let (least, greatest) = match kind {
            Remainder::Nearest => (-(&b_high / Rational::from(2)), &b_high / Rational::from(2)),
            Remainder::Truncated => (Rational::ZERO, real(b.high - 1)?),
        };
        let low = Float::from_rational(format, &low.max(least), Rounding::TowardPositive).0;
        let high = Float::from_rational(format, &high.min(greatest), Rounding::TowardNegative).0;
        // A zero has the dividend's sign, which is positive here.
        let low = if low.is_zero() { ordinal::PLUS_ZERO } else { ordinal::from_float(low) };
        let high = if high.is_zero() { ordinal::PLUS_ZERO } else { ordinal::from_float(high) };
        found.push(OrdinalRange::new(low, high.min(ordinal::MINUS_ZERO - 1)));
        found.push(OrdinalRange::new(low.max(ordinal::PLUS_ZERO), high));
        quotient += Integer::ONE;
    }
    found.retain(|range| !range.is_empty());
    Some(found)
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
            found.add_range(OrdinalRange::new(!top, top));
        } else if y.has_numbers() {
            found.add_range(OrdinalRange::new(top, top));
            found.add_range(OrdinalRange::new(!top, !top));
        }
    }
    for (negative, remainders) in parts(z) {
        let remainders = remainders.intersect(OrdinalRange::new(0, top - 1));
        for (_, divisors) in parts(y) {
            let divisors = divisors.intersect(OrdinalRange::new(1, top));
            if remainders.is_empty()
                || divisors.is_empty()
                || kind.least_divisor(format, remainders.low) > divisors.high
            {
                continue;
            }
            // Either it is small and its own remainder, or it is larger than that.
            let own = remainders.intersect(OrdinalRange::new(0, kind.limit(format, divisors.high)));
            found.add_range(signed(own, negative));
            let larger = (kind.limit(format, divisors.low) + 1).max(remainders.low);
            if divisors.low < top {
                found.add_range(signed(OrdinalRange::new(larger, top - 1), negative));
                if kind == Remainder::Nearest && remainders.high > 0 {
                    found.add_range(signed(OrdinalRange::new(larger, top - 1), !negative));
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
            found.add_range(OrdinalRange::new(!top, top));
        } else if x.has_numbers() {
            found.add_range(OrdinalRange::new(ordinal::MINUS_ZERO, ordinal::PLUS_ZERO));
        }
    }
    let mut unchanged = z.without_nan();
    unchanged.intersect(x);
    for (_, remainders) in parts(z) {
        for (_, dividends) in parts(x) {
            let dividends = dividends.intersect(OrdinalRange::new(0, top - 1));
            if dividends.is_empty() || remainders.low > dividends.high {
                continue;
            }
            let least = kind.least_divisor(format, remainders.low);
            // If the remainder differs from the dividend, the divisor is not beyond the dividend,
            // or its double.
            let greatest = if unchanged.has_numbers() {
                top
            } else {
                match kind {
                    Remainder::Truncated => dividends.high,
                    Remainder::Nearest => kind.least_divisor(format, dividends.high).min(top - 1),
                }
            };
            for negative in [false, true] {
                found.add_range(signed(OrdinalRange::new(least, greatest), negative));
            }
        }
    }
    found
}
