//! Exact dyadic rationals: an integer times a power of two.
//!
//! All finite floats are such, and sums and products stay such, so linear programs over floats are exact without the
//! greatest common divisors that general fractions need. Numbers may be shortened to fewer bits, downwards or upwards, where
//! a bound only has to stay a bound.
//!
//! There is no division. Exponents must keep to those of formats with at most [`MAX_EXPONENT_BITS`] bits of exponent,
//! because sums align their operands.

use dashu_int::ops::BitTest;
use std::cmp::Ordering;
use std::fmt;
use ulpwise_float::{Float, Format, Integer, Natural, Rational, Rounding};

/// Formats with more bits of exponent have numbers that are too far apart to be added exactly.
pub(crate) const MAX_EXPONENT_BITS: u32 = 15;

/// An integer times a power of two. The integer is odd, or both it and the exponent are zero.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Dyadic {
    mantissa: Integer,
    exponent: i64,
}

impl Dyadic {
    pub(crate) const ZERO: Dyadic = Dyadic { mantissa: Integer::ZERO, exponent: 0 };

    fn new(mantissa: Integer, exponent: i64) -> Dyadic {
        match mantissa.trailing_zeros() {
            None => Dyadic::ZERO,
            Some(0) => Dyadic { mantissa, exponent },
            Some(zeros) => Dyadic { mantissa: mantissa >> zeros, exponent: exponent + zeros as i64 },
        }
    }

    pub(crate) fn from_i64(value: i64) -> Dyadic {
        Dyadic::new(Integer::from(value), 0)
    }

    pub(crate) fn from_integer(value: Integer) -> Dyadic {
        Dyadic::new(value, 0)
    }

    /// 2^`exponent`.
    pub(crate) fn power_of_two(exponent: i64) -> Dyadic {
        Dyadic { mantissa: Integer::ONE, exponent }
    }

    /// The value of a float; `None` if it is not finite.
    pub(crate) fn from_float(value: Float) -> Option<Dyadic> {
        let (negative, significand, exponent) = value.to_exact_parts()?;
        let mantissa = Integer::from(significand);
        Some(Dyadic::new(if negative { -mantissa } else { mantissa }, exponent))
    }

    /// The value of a host float; `None` if it is not finite.
    pub(crate) fn from_f64(value: f64) -> Option<Dyadic> {
        Dyadic::from_float(Float::from_f64(value))
    }

    /// A host float close to it, infinite if it is too large.
    pub(crate) fn to_f64(&self) -> f64 {
        self.to_float(Format::F64, Rounding::NearestEven).to_f64()
    }

    /// As a float of a format, rounded.
    pub(crate) fn to_float(&self, format: Format, rounding: Rounding) -> Float {
        Float::from_rational(format, &self.to_rational(), rounding).0
    }

    /// As a fraction.
    pub(crate) fn to_rational(&self) -> Rational {
        let shift = self.exponent.unsigned_abs() as usize;
        if self.exponent >= 0 {
            Rational::from(self.mantissa.clone() << shift)
        } else {
            Rational::from_parts(self.mantissa.clone(), Natural::ONE << shift)
        }
    }

    /// The integer and the exponent of two that it is multiplied by.
    pub(crate) fn parts(&self) -> (&Integer, i64) {
        (&self.mantissa, self.exponent)
    }

    pub(crate) fn is_zero(&self) -> bool {
        self.mantissa.is_zero()
    }

    pub(crate) fn is_negative(&self) -> bool {
        self.mantissa < Integer::ZERO
    }

    pub(crate) fn is_positive(&self) -> bool {
        self.mantissa > Integer::ZERO
    }

    /// The exponent, if its magnitude is a power of two.
    pub(crate) fn log2_of_magnitude(&self) -> Option<i64> {
        (self.mantissa == Integer::ONE || self.mantissa == -Integer::ONE).then_some(self.exponent)
    }

    /// The exponent e with 2^e <= magnitude < 2^(e+1) of a number that is not zero.
    pub(crate) fn magnitude_exponent(&self) -> i64 {
        self.exponent + self.bits() as i64 - 1
    }

    pub(crate) fn abs(&self) -> Dyadic {
        if self.is_negative() { self.negated() } else { self.clone() }
    }

    pub(crate) fn negated(&self) -> Dyadic {
        Dyadic { mantissa: -&self.mantissa, exponent: self.exponent }
    }

    pub(crate) fn plus(&self, other: &Dyadic) -> Dyadic {
        if self.is_zero() {
            return other.clone();
        }
        if other.is_zero() {
            return self.clone();
        }
        let exponent = self.exponent.min(other.exponent);
        let aligned = |number: &Dyadic| number.mantissa.clone() << (number.exponent - exponent) as usize;
        Dyadic::new(aligned(self) + aligned(other), exponent)
    }

    pub(crate) fn minus(&self, other: &Dyadic) -> Dyadic {
        self.plus(&other.negated())
    }

    pub(crate) fn times(&self, other: &Dyadic) -> Dyadic {
        // The product of odd integers is odd.
        let exponent = if self.is_zero() || other.is_zero() { 0 } else { self.exponent + other.exponent };
        Dyadic { mantissa: &self.mantissa * &other.mantissa, exponent }
    }

    /// Half of the sum.
    pub(crate) fn midpoint(&self, other: &Dyadic) -> Dyadic {
        self.plus(other).times(&Dyadic::power_of_two(-1))
    }

    pub(crate) fn min(self, other: Dyadic) -> Dyadic {
        if other < self { other } else { self }
    }

    pub(crate) fn max(self, other: Dyadic) -> Dyadic {
        if other > self { other } else { self }
    }

    /// How many bits the integer has.
    pub(crate) fn bits(&self) -> usize {
        self.mantissa.bit_len()
    }

    /// The same number if it has at most `bits` bits; otherwise one below with that many.
    pub(crate) fn shortened_down(&self, bits: usize) -> Dyadic {
        let excess = self.bits().saturating_sub(bits);
        if excess == 0 {
            return self.clone();
        }
        // Shifts of integers round towards minus infinity.
        Dyadic::new(self.mantissa.clone() >> excess, self.exponent + excess as i64)
    }

    /// The same number if it has at most `bits` bits; otherwise one above with that many.
    pub(crate) fn shortened_up(&self, bits: usize) -> Dyadic {
        self.negated().shortened_down(bits).negated()
    }
}

impl Ord for Dyadic {
    fn cmp(&self, other: &Dyadic) -> Ordering {
        let sign = |number: &Dyadic| i32::from(number.is_positive()) - i32::from(number.is_negative());
        sign(self).cmp(&sign(other)).then_with(|| {
            let difference = self.minus(other);
            sign(&difference).cmp(&0)
        })
    }
}

impl PartialOrd for Dyadic {
    fn partial_cmp(&self, other: &Dyadic) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Debug for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:e}", self.to_f64())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dyadic(value: f64) -> Dyadic {
        Dyadic::from_f64(value).unwrap()
    }

    #[test]
    fn arithmetic_is_exact() {
        let tiny = dyadic(f64::from_bits(1));
        let huge = dyadic(1e300);
        assert_eq!(huge.plus(&tiny).minus(&huge), tiny);
        assert_eq!(dyadic(1.5).times(&dyadic(-3.0)), dyadic(-4.5));
        assert_eq!(dyadic(0.0).times(&dyadic(6.0)), Dyadic::ZERO);
        assert_eq!(dyadic(6.0).plus(&dyadic(-6.0)), Dyadic::ZERO);
        assert_eq!(dyadic(0.1).to_rational().to_string(), "3602879701896397/36028797018963968");
        assert_eq!(dyadic(-0.25).log2_of_magnitude(), Some(-2));
        assert_eq!(dyadic(3.0).log2_of_magnitude(), None);
    }

    #[test]
    fn order_is_that_of_numbers() {
        let ascending = [-1e300, -2.0, -0.5, 0.0, 1e-320, 0.5, 3.0, 1e300].map(dyadic);
        assert!(ascending.windows(2).all(|pair| pair[0] < pair[1]));
        assert!(ascending.windows(2).all(|pair| pair[1].negated() < pair[0].negated()));
    }

    #[test]
    fn shortening_goes_to_the_side_that_is_asked_for() {
        for value in [13.0, -13.0, 12.0, -12.0, 0.0, 15.5] {
            let exact = dyadic(value);
            let (down, up) = (exact.shortened_down(3), exact.shortened_up(3));
            assert!(down <= exact && exact <= up && down.bits() <= 3 && up.bits() <= 3, "{value}");
            assert_eq!(down == up, exact.bits() <= 3, "{value}");
        }
        assert_eq!(dyadic(13.0).shortened_down(3), dyadic(12.0));
        assert_eq!(dyadic(-13.0).shortened_down(3), dyadic(-14.0));
    }
}
