//! An integer times a power of two, rounded to a number of bits in a given direction.
//!
//! Exponents may be as large as those of `exp(1e10)`: operands that are far apart are never aligned,
//! the smaller one is replaced by a bound instead.

use dashu_int::ops::{BitTest, SquareRoot};
use dashu_int::{IBig, Sign, UBig};
use std::cmp::Ordering;

/// Which side of the exact result a rounded one lies on, if it is not the exact result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RoundingSide {
    Below,
    Above,
}

/// `mantissa` times 2 to the power of `exponent`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ScaledInteger {
    pub(super) mantissa: IBig,
    pub(super) exponent: i64,
}

impl ScaledInteger {
    pub(super) const ZERO: Self = Self { mantissa: IBig::ZERO, exponent: 0 };

    pub(super) fn new(mantissa: IBig, exponent: i64) -> Self {
        if mantissa.is_zero() { Self::ZERO } else { Self { mantissa, exponent } }
    }

    pub(super) fn integer(value: i64) -> Self {
        Self::new(IBig::from(value), 0)
    }

    /// The value of a finite double.
    pub(super) fn from_f64(value: f64) -> Self {
        let bits = value.to_bits();
        let field = (bits >> 52 & 0x7ff) as i64;
        let fraction = (bits & ((1 << 52) - 1)) as i64;
        let magnitude = if field == 0 { fraction } else { fraction | 1 << 52 };
        let mantissa = if value.is_sign_negative() { -magnitude } else { magnitude };
        let number = Self::new(IBig::from(mantissa), field.max(1) - 1075);
        match number.mantissa.trailing_zeros() {
            Some(zeros) => Self::new(number.mantissa >> zeros, number.exponent + zeros as i64),
            None => number,
        }
    }

    pub(super) fn is_zero(&self) -> bool {
        self.mantissa.is_zero()
    }

    pub(super) fn sign(&self) -> i32 {
        match (self.is_zero(), self.mantissa.sign()) {
            (true, _) => 0,
            (false, Sign::Positive) => 1,
            (false, Sign::Negative) => -1,
        }
    }

    /// The exponent e with magnitude < 2^e, and at least half of it; of a number that is not zero.
    pub(super) fn top(&self) -> i64 {
        self.exponent + self.mantissa.bit_len() as i64
    }

    pub(super) fn negated(&self) -> Self {
        Self { mantissa: -&self.mantissa, exponent: self.exponent }
    }

    /// Times a power of two.
    pub(super) fn scaled(&self, by: i64) -> Self {
        Self::new(self.mantissa.clone(), self.exponent + by)
    }

    /// With at most so many bits.
    pub(super) fn rounded(self, bits: usize, side: RoundingSide) -> Self {
        let excess = self.mantissa.bit_len().saturating_sub(bits);
        if excess == 0 {
            return self;
        }
        let exponent = self.exponent + excess as i64;
        // Shifts of integers round towards minus infinity.
        let mantissa = match side {
            RoundingSide::Below => self.mantissa >> excess,
            RoundingSide::Above => -(-self.mantissa >> excess),
        };
        Self::new(mantissa, exponent)
    }

    pub(super) fn plus(&self, other: &Self, bits: usize, side: RoundingSide) -> Self {
        if self.is_zero() {
            return other.clone().rounded(bits, side);
        }
        if other.is_zero() {
            return self.clone().rounded(bits, side);
        }
        let (large, small) = if self.top() >= other.top() { (self, other) } else { (other, self) };
        let reach = 2 * bits as i64 + large.mantissa.bit_len() as i64 + 64;
        let mut small = small.clone();
        if small.top() < large.top() - reach {
            // A bound of the small one, on the side that is asked for.
            let unit = Self::new(IBig::ONE, large.top() - reach);
            small = match (side, small.sign() > 0) {
                (RoundingSide::Above, true) => unit,
                (RoundingSide::Below, false) => unit.negated(),
                (RoundingSide::Above, false) | (RoundingSide::Below, true) => {
                    return large.clone().rounded(bits, side);
                }
            };
        }
        let exponent = large.exponent.min(small.exponent);
        let aligned = |number: &Self| number.mantissa.clone() << (number.exponent - exponent) as usize;
        Self::new(aligned(large) + aligned(&small), exponent).rounded(bits, side)
    }

    pub(super) fn times(&self, other: &Self, bits: usize, side: RoundingSide) -> Self {
        Self::new(&self.mantissa * &other.mantissa, self.exponent + other.exponent).rounded(bits, side)
    }

    /// The quotient by a number that is not zero.
    pub(super) fn over(&self, other: &Self, bits: usize, side: RoundingSide) -> Self {
        if self.is_zero() {
            return Self::ZERO;
        }
        let needed = bits + 2 + other.mantissa.bit_len();
        let shift = needed.saturating_sub(self.mantissa.bit_len());
        let negative = self.sign() * other.sign() < 0;
        let numerator: UBig = magnitude(&self.mantissa) << shift;
        let denominator = magnitude(&other.mantissa);
        let mut quotient = &numerator / &denominator;
        let is_exact = &quotient * &denominator == numerator;
        let away = (side == RoundingSide::Above) != negative;
        if !is_exact && away {
            quotient += UBig::ONE;
        }
        let quotient = IBig::from(quotient);
        let signed = if negative { -quotient } else { quotient };
        Self::new(signed, self.exponent - other.exponent - shift as i64).rounded(bits, side)
    }

    /// The square root of a number that is not negative.
    pub(super) fn sqrt(&self, bits: usize, side: RoundingSide) -> Self {
        if self.is_zero() {
            return Self::ZERO;
        }
        let mut shift = (2 * bits + 4).saturating_sub(self.mantissa.bit_len()) as i64;
        if (self.exponent - shift) % 2 != 0 {
            shift += 1;
        }
        let radicand: UBig = magnitude(&self.mantissa) << shift as usize;
        let mut root = radicand.sqrt();
        if side == RoundingSide::Above && &root * &root != radicand {
            root += UBig::ONE;
        }
        Self::new(IBig::from(root), (self.exponent - shift) / 2).rounded(bits, side)
    }

    /// As an integer of units of 2^-`scale`, rounded downwards.
    pub(super) fn fixed(&self, scale: i64) -> IBig {
        let shift = self.exponent + scale;
        if shift >= 0 {
            self.mantissa.clone() << shift as usize
        } else {
            self.mantissa.clone() >> shift.unsigned_abs() as usize
        }
    }

    /// The nearest double, ties to even, infinite beyond the largest.
    pub(super) fn to_f64(&self) -> f64 {
        if self.is_zero() {
            return 0.0;
        }
        let top = self.top();
        if top > 1024 {
            return if self.sign() > 0 { f64::INFINITY } else { f64::NEG_INFINITY };
        }
        if top < -1075 {
            return if self.sign() > 0 { 0.0 } else { -0.0 };
        }
        let ulp = (top - 53).max(-1074);
        let magnitude = magnitude(&self.mantissa);
        let shift = ulp - self.exponent;
        let rounded = if shift <= 0 {
            magnitude << shift.unsigned_abs() as usize
        } else {
            let shift = shift as usize;
            let floor = &magnitude >> shift;
            let rest = &magnitude - (&floor << shift);
            let half = UBig::ONE << (shift - 1);
            let is_odd = floor.bit(0);
            if rest > half || rest == half && is_odd { floor + UBig::ONE } else { floor }
        };
        let integer = u64::try_from(rounded).unwrap_or(u64::MAX) as f64;
        // The factors are exact, and so is the product unless it is too large: the integer has at most 54
        // bits, and if 54, one of them.
        let size = integer * power_of_two(ulp);
        if self.sign() > 0 { size } else { -size }
    }
}

fn magnitude(number: &IBig) -> UBig {
    number.clone().into_parts().1
}

fn power_of_two(exponent: i64) -> f64 {
    if exponent >= -1022 {
        f64::from_bits(((exponent + 1023) as u64) << 52)
    } else {
        f64::from_bits(1 << (exponent + 1074))
    }
}

impl Ord for ScaledInteger {
    fn cmp(&self, other: &Self) -> Ordering {
        let by_sign = self.sign().cmp(&other.sign());
        if by_sign != Ordering::Equal || self.is_zero() {
            return by_sign;
        }
        let by_top = self.top().cmp(&other.top());
        if by_top != Ordering::Equal {
            return if self.sign() > 0 { by_top } else { by_top.reverse() };
        }
        let exponent = self.exponent.min(other.exponent);
        let aligned = |number: &Self| number.mantissa.clone() << (number.exponent - exponent) as usize;
        aligned(self).cmp(&aligned(other))
    }
}

impl PartialOrd for ScaledInteger {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doubles_come_back_as_they_were() {
        for value in [0.0, 1.0, -1.5, f64::MAX, f64::MIN_POSITIVE, 5e-324, 1e-310, -0.1, 3e300, 1e22] {
            assert_eq!(ScaledInteger::from_f64(value).to_f64(), value, "{value:e}");
        }
    }

    #[test]
    fn operations_round_to_the_named_side() {
        let (one, three) = (ScaledInteger::integer(1), ScaledInteger::integer(3));
        let below = one.over(&three, 60, RoundingSide::Below);
        let above = one.over(&three, 60, RoundingSide::Above);
        assert!(below < above && below.to_f64() == 1.0 / 3.0 && above.to_f64() == 1.0 / 3.0);
        let root = ScaledInteger::integer(2).sqrt(80, RoundingSide::Above);
        assert!(root.times(&root, 200, RoundingSide::Below) > ScaledInteger::integer(2));
        let tiny = ScaledInteger::new(IBig::ONE, -1 << 40);
        assert!(one.plus(&tiny, 100, RoundingSide::Above) > one);
        assert_eq!(one.plus(&tiny, 100, RoundingSide::Below), one);
        assert!(
            one.negated().over(&three, 60, RoundingSide::Below)
                < one.negated().over(&three, 60, RoundingSide::Above)
        );
    }
}
