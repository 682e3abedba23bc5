//! Exact dyadic rationals: an integer times a power of two.
//!
//! All finite floats are such, and sums and products stay such, so linear programs over floats are
//! exact without the greatest common divisors that general fractions need. Numbers may be shortened
//! to fewer bits, downwards or upwards, where a bound only has to stay a bound.
//!
//! There is no division. Exponents must keep to those of formats with at most [`MAX_EXPONENT_BITS`]
//! bits of exponent, because sums align their operands.

use dashu_int::ops::BitTest;
use std::cmp::Ordering;
use std::fmt;
use ulpwise_float::{Float, Format, Integer, Natural, Rational, Rounding};

/// Formats with more bits of exponent have numbers that are too far apart to be added exactly.
pub const MAX_EXPONENT_BITS: u32 = 15;

/// An integer times a power of two. The integer is odd, or both it and the exponent are zero.
#[derive(Clone, PartialEq, Eq)]
pub struct Dyadic {
    mantissa: Integer,
    exponent: i64,
}

impl Dyadic {
    /// Zero.
    pub const ZERO: Dyadic = Dyadic { mantissa: Integer::ZERO, exponent: 0 };

    fn new(mantissa: Integer, exponent: i64) -> Dyadic {
        match mantissa.trailing_zeros() {
            None => Dyadic::ZERO,
            Some(0) => Dyadic { mantissa, exponent },
            Some(zeros) => Dyadic { mantissa: mantissa >> zeros, exponent: exponent + zeros as i64 },
        }
    }

    /// An integer of the host.
    pub fn from_i64(value: i64) -> Dyadic {
        Dyadic::new(Integer::from(value), 0)
    }

    /// An integer.
    pub fn from_integer(value: Integer) -> Dyadic {
        Dyadic::new(value, 0)
    }

    /// 2^`exponent`.
    pub fn power_of_two(exponent: i64) -> Dyadic {
        Dyadic { mantissa: Integer::ONE, exponent }
    }

    /// The value of a float; `None` if it is not finite.
    pub fn from_float(value: Float) -> Option<Dyadic> {
        let (negative, significand, exponent) = value.to_exact_parts()?;
        let mantissa = Integer::from(significand);
        Some(Dyadic::new(if negative { -mantissa } else { mantissa }, exponent))
    }

    /// The value of a host float; `None` if it is not finite.
    pub fn from_f64(value: f64) -> Option<Dyadic> {
        Dyadic::from_float(Float::from_f64(value))
    }

    /// A host float close to it, infinite if it is too large.
    pub fn to_f64(&self) -> f64 {
        let bits = self.bits() as u32;
        if !(1..=53).contains(&bits) || !(-1022..=1023).contains(&self.magnitude_exponent()) {
            return self.round_to_f64();
        }
        // A normal double, put together from its fields.
        let Ok(mantissa) = i64::try_from(&self.mantissa) else { return self.round_to_f64() };
        let fraction = (mantissa.unsigned_abs() << (53 - bits)) & ((1 << 52) - 1);
        let exponent = ((self.magnitude_exponent() + 1023) as u64) << 52;
        f64::from_bits(u64::from(mantissa < 0) << 63 | exponent | fraction)
    }

    fn round_to_f64(&self) -> f64 {
        self.to_float(Format::F64, Rounding::NearestEven).to_f64()
    }

    /// As a float of a format, rounded.
    pub fn to_float(&self, format: Format, rounding: Rounding) -> Float {
        Float::from_rational(format, &self.to_rational(), rounding).0
    }

    /// As a fraction.
    pub fn to_rational(&self) -> Rational {
        let shift = self.exponent.unsigned_abs() as usize;
        if self.exponent >= 0 {
            Rational::from(self.mantissa.clone() << shift)
        } else {
            Rational::from_parts(self.mantissa.clone(), Natural::ONE << shift)
        }
    }

    /// The integer and the exponent of two that it is multiplied by.
    pub fn parts(&self) -> (&Integer, i64) {
        (&self.mantissa, self.exponent)
    }

    /// Whether it is zero.
    pub fn is_zero(&self) -> bool {
        self.mantissa.is_zero()
    }

    /// Whether it is below zero.
    pub fn is_negative(&self) -> bool {
        self.mantissa < Integer::ZERO
    }

    /// Whether it is above zero.
    pub fn is_positive(&self) -> bool {
        self.mantissa > Integer::ZERO
    }

    /// The exponent, if its magnitude is a power of two.
    pub fn log2_of_magnitude(&self) -> Option<i64> {
        (self.mantissa == Integer::ONE || self.mantissa == -Integer::ONE).then_some(self.exponent)
    }

    /// The exponent e with 2^e <= magnitude < 2^(e+1) of a number that is not zero.
    pub fn magnitude_exponent(&self) -> i64 {
        self.exponent + self.bits() as i64 - 1
    }

    /// The magnitude.
    #[must_use]
    pub fn abs(&self) -> Dyadic {
        if self.is_negative() { self.negated() } else { self.clone() }
    }

    /// The number with the other sign.
    #[must_use]
    pub fn negated(&self) -> Dyadic {
        Dyadic { mantissa: -&self.mantissa, exponent: self.exponent }
    }

    /// The sum.
    #[must_use]
    pub fn plus(&self, other: &Dyadic) -> Dyadic {
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

    /// The difference.
    #[must_use]
    pub fn minus(&self, other: &Dyadic) -> Dyadic {
        self.plus(&other.negated())
    }

    /// The product.
    #[must_use]
    pub fn times(&self, other: &Dyadic) -> Dyadic {
        // The product of odd integers is odd.
        let exponent = if self.is_zero() || other.is_zero() { 0 } else { self.exponent + other.exponent };
        Dyadic { mantissa: &self.mantissa * &other.mantissa, exponent }
    }

    /// Half of the sum.
    #[must_use]
    pub fn midpoint(&self, other: &Dyadic) -> Dyadic {
        self.plus(other).times(&Dyadic::power_of_two(-1))
    }

    /// The smaller one.
    #[must_use]
    pub fn min(self, other: Dyadic) -> Dyadic {
        if other < self { other } else { self }
    }

    /// The larger one.
    #[must_use]
    pub fn max(self, other: Dyadic) -> Dyadic {
        if other > self { other } else { self }
    }

    /// How many bits the integer has.
    pub fn bits(&self) -> usize {
        self.mantissa.bit_len()
    }

    /// The same number if it has at most `bits` bits; otherwise one below with that many.
    #[must_use]
    pub fn shortened_down(&self, bits: usize) -> Dyadic {
        let excess = self.bits().saturating_sub(bits);
        if excess == 0 {
            return self.clone();
        }
        // Shifts of integers round towards minus infinity.
        Dyadic::new(self.mantissa.clone() >> excess, self.exponent + excess as i64)
    }

    /// The same number if it has at most `bits` bits; otherwise one above with that many.
    #[must_use]
    pub fn shortened_up(&self, bits: usize) -> Dyadic {
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
    fn doubles_are_kept_and_others_rounded() {
        let mut random = ulpwise_base::SplitMix64::new(3);
        for _ in 0..20_000 {
            let value = f64::from_bits(random.next_u64());
            let bits = random.next_u64() >> random.below(64);
            for value in [value, f64::from_bits(bits), bits as f64] {
                if value.is_finite() {
                    assert_eq!(dyadic(value).to_f64(), value);
                    assert_eq!(dyadic(value).to_f64(), dyadic(value).round_to_f64());
                }
            }
        }
        assert_eq!(dyadic(1.0).plus(&Dyadic::power_of_two(-60)).to_f64(), 1.0);
        assert_eq!(Dyadic::power_of_two(1024).negated().to_f64(), f64::NEG_INFINITY);
        assert_eq!(Dyadic::power_of_two(-1074).to_f64(), f64::from_bits(1));
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
