//! Arithmetic, bitwise operations and shifts of bit-vectors, division by zero as SMT-LIB defines
//! it.

use super::BitVector;
use std::ops::{BitAnd, BitOr, BitXor, Not};
use ulpwise_float::Natural;

impl BitVector {
    /// Sum modulo 2^width.
    #[allow(clippy::should_implement_trait)]
    pub fn add(&self, other: &BitVector) -> BitVector {
        self.assert_same_width(other);
        BitVector::new(self.width(), self.unsigned() + other.unsigned())
    }

    /// Difference modulo 2^width.
    #[allow(clippy::should_implement_trait)]
    pub fn sub(&self, other: &BitVector) -> BitVector {
        self.add(&other.neg())
    }

    /// Product modulo 2^width.
    #[allow(clippy::should_implement_trait)]
    pub fn mul(&self, other: &BitVector) -> BitVector {
        self.assert_same_width(other);
        BitVector::new(self.width(), self.unsigned() * other.unsigned())
    }

    /// Unsigned quotient; all ones if the divisor is zero.
    pub fn unsigned_div(&self, divisor: &BitVector) -> BitVector {
        self.assert_same_width(divisor);
        if divisor.is_zero() {
            return BitVector::ones(self.width());
        }
        BitVector::new(self.width(), self.unsigned() / divisor.unsigned())
    }

    /// Unsigned remainder; the dividend if the divisor is zero.
    pub fn unsigned_rem(&self, divisor: &BitVector) -> BitVector {
        self.assert_same_width(divisor);
        if divisor.is_zero() {
            return self.clone();
        }
        BitVector::new(self.width(), self.unsigned() % divisor.unsigned())
    }

    /// The magnitude of the signed number, as an unsigned one.
    fn magnitude(&self) -> BitVector {
        if self.sign_bit() { self.neg() } else { self.clone() }
    }

    fn negated_if(self, condition: bool) -> BitVector {
        if condition { self.neg() } else { self }
    }

    /// Signed quotient: that of the magnitudes, with the product of the signs. This defines
    /// division by zero too.
    pub fn signed_div(&self, divisor: &BitVector) -> BitVector {
        let quotient = self.magnitude().unsigned_div(&divisor.magnitude());
        quotient.negated_if(self.sign_bit() != divisor.sign_bit())
    }

    /// Signed remainder: that of the magnitudes, with the sign of the dividend.
    pub fn signed_rem(&self, divisor: &BitVector) -> BitVector {
        let remainder = self.magnitude().unsigned_rem(&divisor.magnitude());
        remainder.negated_if(self.sign_bit())
    }

    /// Signed remainder with the sign of the divisor.
    pub fn signed_mod(&self, divisor: &BitVector) -> BitVector {
        let remainder = self.signed_rem(divisor);
        if remainder.is_zero() || self.sign_bit() == divisor.sign_bit() {
            remainder
        } else {
            remainder.add(divisor)
        }
    }

    /// The shift amount, if it is below the width.
    fn amount_below_width(&self, amount: &BitVector) -> Option<usize> {
        self.assert_same_width(amount);
        let amount = amount.to_u64()?;
        (amount < u64::from(self.width())).then_some(amount as usize)
    }

    /// Shift left; zero from the width on.
    pub fn shift_left(&self, amount: &BitVector) -> BitVector {
        let shifted = self.amount_below_width(amount).map(|amount| self.unsigned() << amount);
        BitVector::new(self.width(), shifted.unwrap_or(Natural::ZERO))
    }

    /// Logical shift right; zero from the width on.
    pub fn logical_shift_right(&self, amount: &BitVector) -> BitVector {
        let shifted = self.amount_below_width(amount).map(|amount| self.unsigned() >> amount);
        BitVector::new(self.width(), shifted.unwrap_or(Natural::ZERO))
    }

    /// Arithmetic shift right: that of the complement, complemented, if the sign bit is set.
    pub fn arithmetic_shift_right(&self, amount: &BitVector) -> BitVector {
        if self.sign_bit() { !&(!self).logical_shift_right(amount) } else { self.logical_shift_right(amount) }
    }
}

impl Not for &BitVector {
    type Output = BitVector;
    fn not(self) -> BitVector {
        BitVector::new(self.width(), Natural::ones(self.width() as usize) - self.unsigned())
    }
}

impl BitAnd for &BitVector {
    type Output = BitVector;
    fn bitand(self, other: &BitVector) -> BitVector {
        self.assert_same_width(other);
        BitVector::new(self.width(), self.unsigned() & other.unsigned())
    }
}

impl BitOr for &BitVector {
    type Output = BitVector;
    fn bitor(self, other: &BitVector) -> BitVector {
        self.assert_same_width(other);
        BitVector::new(self.width(), self.unsigned() | other.unsigned())
    }
}

impl BitXor for &BitVector {
    type Output = BitVector;
    fn bitxor(self, other: &BitVector) -> BitVector {
        self.assert_same_width(other);
        BitVector::new(self.width(), self.unsigned() ^ other.unsigned())
    }
}
