//! Sizes of errors: numbers from zero to far beyond all doubles, with the precision of a double.
//!
//! A relative error may be larger than every double: where zero is right and something large is
//! computed, it is divided by the smallest normal number.

use std::cmp::Ordering;
use std::fmt;

/// A number that is not negative: a fraction times a power of two.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Magnitude {
    /// From a half to one, or zero.
    fraction: f64,
    exponent: i64,
}

impl Magnitude {
    /// Nothing.
    pub const ZERO: Self = Self { fraction: 0.0, exponent: 0 };

    /// A finite number's magnitude times 2^exponent; `None` for infinities and NaN.
    pub fn new(number: f64, exponent: i64) -> Option<Self> {
        if !number.is_finite() {
            return None;
        }
        let mut magnitude = number.abs();
        let mut shift = 0;
        if magnitude == 0.0 {
            return Some(Self::ZERO);
        }
        if magnitude < f64::MIN_POSITIVE {
            magnitude *= 2f64.powi(64);
            shift = -64;
        }
        let biased = (magnitude.to_bits() >> 52).cast_signed();
        let fraction = f64::from_bits(magnitude.to_bits() & !(0x7ff << 52) | 1022 << 52);
        Some(Self { fraction, exponent: exponent + shift + biased - 1022 })
    }

    /// A power of two.
    pub fn power_of_two(exponent: i64) -> Self {
        Self { fraction: 0.5, exponent: exponent + 1 }
    }

    /// Whether it is nothing.
    pub fn is_zero(self) -> bool {
        self.fraction == 0.0
    }

    /// The exponent of the largest power of two that is not larger; `None` of zero.
    pub fn exponent(self) -> Option<i64> {
        (!self.is_zero()).then_some(self.exponent - 1)
    }

    /// A quotient; the divisor is not zero.
    #[must_use]
    pub fn over(self, divisor: Self) -> Self {
        let quotient = Self::new(self.fraction / divisor.fraction, self.exponent - divisor.exponent);
        quotient.unwrap_or(Self::ZERO)
    }

    /// As a double, infinite if it is beyond them.
    pub fn to_f64(self) -> f64 {
        let half = self.exponent.clamp(-4000, 4000) / 2;
        let rest = self.exponent.clamp(-4000, 4000) - half;
        let scaled = |number: f64, exponent: i64| {
            let steps = exponent / 900;
            let mut number = number * 2f64.powi((exponent - 900 * steps) as i32);
            for _ in 0..steps.abs() {
                number *= 2f64.powi(900 * steps.signum() as i32);
            }
            number
        };
        scaled(scaled(self.fraction, half), rest)
    }

    /// Its logarithm to base two; minus infinity of zero.
    pub fn log2(self) -> f64 {
        if self.is_zero() { f64::NEG_INFINITY } else { self.fraction.log2() + self.exponent as f64 }
    }
}

impl PartialOrd for Magnitude {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        match (self.is_zero(), other.is_zero()) {
            (true, true) => Some(Ordering::Equal),
            (true, false) => Some(Ordering::Less),
            (false, true) => Some(Ordering::Greater),
            (false, false) => {
                let fractions = self.fraction.partial_cmp(&other.fraction)?;
                Some(self.exponent.cmp(&other.exponent).then(fractions))
            }
        }
    }
}

/// More digits than the exact decimal of any double that is printed here has after its point.
const ALL_DIGITS: usize = 1100;

/// A decimal with all its digits, cut after some behind the point: never more than the number. An
/// error that was measured must not read as larger than it is.
fn cut(all: String, digits: usize) -> String {
    let end = all.find('.').map_or(all.len(), |point| point + 1 + digits);
    let power = all.find('e').map_or("", |at| &all[at..]);
    format!("{}{power}", &all[..end])
}

impl fmt::Display for Magnitude {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plain = self.to_f64();
        match () {
            () if self.is_zero() => f.write_str("0"),
            () if plain.is_finite() && plain > 1e-300 => {
                let (least, most) = (1e-3, 1e5);
                if (least..most).contains(&plain) {
                    let text = cut(format!("{plain:.ALL_DIGITS$}"), 4);
                    f.write_str(text.trim_end_matches('0').trim_end_matches('.'))
                } else {
                    f.write_str(&cut(format!("{plain:.ALL_DIGITS$e}"), 3))
                }
            }
            () => {
                let decimal = self.log2() * std::f64::consts::LOG10_2;
                let exponent = decimal.floor();
                write!(f, "{:.3}e{exponent}", 10f64.powf(decimal - exponent))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size(number: f64) -> Magnitude {
        Magnitude::new(number, 0).unwrap()
    }

    #[test]
    fn numbers_come_back_and_are_in_order() {
        let numbers = [0.0, 5e-324, 1e-310, f64::MIN_POSITIVE, 1e-16, 0.75, 1.0, 3.5, 1e300, f64::MAX];
        for pair in numbers.windows(2) {
            assert!(size(pair[0]) < size(pair[1]), "{pair:?}");
        }
        for number in numbers {
            assert_eq!(size(number).to_f64(), number);
            assert_eq!(size(-number), size(number));
        }
        assert_eq!(Magnitude::new(f64::NAN, 0), None);
        assert_eq!(Magnitude::new(f64::INFINITY, 0), None);
    }

    #[test]
    fn quotients_go_beyond_doubles() {
        let huge = size(1e300).over(size(1e-300));
        assert!((huge.log2() - 600.0 * 10f64.log2()).abs() < 1e-9);
        assert_eq!(huge.to_f64(), f64::INFINITY);
        assert_eq!(huge.to_string(), "1.000e600");
        assert_eq!(size(3.0).over(size(2.0)), size(1.5));
        assert_eq!(Magnitude::power_of_two(-53), size(2f64.powi(-53)));
        assert_eq!(size(6.0).exponent(), Some(2));
        assert_eq!(size(1.25).to_string(), "1.25");
    }
}
