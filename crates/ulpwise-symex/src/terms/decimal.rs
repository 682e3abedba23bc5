//! Numbers from digits: exact integers times a power of ten or two, rounded once.
//!
//! Why it is exact: where the digits and the power of ten are numbers of the format, one division
//! is one rounding. Where they are not, the quotient of integers has at least two bits more than
//! the format, and a last bit that says whether there is a remainder; rounding that is rounding the
//! exact quotient, in every mode and also where the result is subnormal (the last bit stays below
//! the place of rounding).

use super::{Terms, term_format};
use ulpwise_expr::{BitVector, Term};
use ulpwise_float::{Float, Format, Natural, Rounding};
use ulpwise_ir::FloatFormat;

/// Exponent bits with room for all powers of ten that are distinguished.
const EXPONENT_BITS: u32 = 18;

/// As many bits as a number of so many digits has at most, and up to three more.
fn bits_of_digits(digits: u32, base: u64) -> u32 {
    // The logarithm of ten is 3.3219...
    if base <= 10 { (digits * 3322).div_ceil(1000) + 1 } else { digits * (base.ilog2() + 1) + 1 }
}

fn power_of_ten(exponent: u32) -> Natural {
    Natural::from(10_u8).pow(exponent as usize)
}

impl Terms {
    /// The integer that digits stand for, as wide as they need, at least eight bits.
    pub fn integer_of_digits(&mut self, digits: &[Term], base: u64) -> Term {
        let width = bits_of_digits(digits.len() as u32, base).max(8);
        let mut value = self.store.bit_vector(BitVector::zero(width));
        let factor = self.store.bv(width, base);
        for &digit in digits {
            let digit = self.store.bv_zero_extend(digit, width - 8);
            let shifted = self.store.bv_mul(value, factor);
            value = self.store.bv_add(shifted, digit);
        }
        value
    }

    /// Decimal digits times a power of ten; `None` if there are too many.
    pub fn decimal(
        &mut self,
        format: FloatFormat,
        rounding: Rounding,
        digits: &[Term],
        exponent: i64,
    ) -> Option<Term> {
        let to = term_format(format);
        let integer = self.integer_of_digits(digits, 10);
        let mode = self.mode(rounding);
        let magnitude = u32::try_from(exponent.unsigned_abs()).ok()?;
        if exponent >= 0 {
            let power = power_of_ten(magnitude);
            let more = bits_of_digits(magnitude, 10);
            let width = self.store.width(integer) + more;
            let wide = self.store.bv_zero_extend(integer, more);
            let power = self.store.bit_vector(BitVector::new(width, power));
            let product = self.store.bv_mul(wide, power);
            return Some(self.store.fp_from_unsigned(to, mode, product));
        }
        if is_exact(to, digits.len(), magnitude) {
            let dividend = self.store.fp_from_unsigned(to, mode, integer);
            let power = power_of_ten(magnitude);
            let divisor = self.store.bit_vector(BitVector::new(bits_of_digits(magnitude, 10), power));
            let divisor = self.store.fp_from_unsigned(to, mode, divisor);
            return Some(self.store.fp_div(mode, dividend, divisor));
        }
        self.quotient(to, rounding, integer, magnitude)
    }

    /// An integer divided by a power of ten.
    fn quotient(&mut self, to: Format, rounding: Rounding, integer: Term, power: u32) -> Option<Term> {
        let divisor = power_of_ten(power);
        let shift = to.significand_bits() + 3 + bits_of_digits(power, 10);
        let bits = self.store.width(integer);
        let width = bits + shift;
        let zeros = self.store.bit_vector(BitVector::zero(shift));
        let dividend = self.store.bv_concat(integer, zeros);
        let divisor = self.store.bit_vector(BitVector::new(width, divisor));
        let quotient = self.store.bv_udiv(dividend, divisor);
        let remainder = self.store.bv_urem(dividend, divisor);
        let is_open = self.is_not_zero(remainder);
        let rest = self.bit(is_open);
        // Of the bits above those of the format, no more are left than were added for the power of
        // ten without need.
        let kept = bits + to.significand_bits() + 3 + 5;
        let quotient = self.store.bv_extract(quotient, kept.min(width) - 1, 0);
        let number = self.store.bv_concat(quotient, rest);
        let exact = Format::new(EXPONENT_BITS, self.store.width(number))?;
        let nearest = self.mode(Rounding::NearestEven);
        let number = self.store.fp_from_unsigned(exact, nearest, number);
        let scale = Float::one(exact, false).scalbn(-i64::from(shift + 1), Rounding::NearestEven).0;
        let scale = self.store.float(scale);
        let scaled = self.store.fp_mul(nearest, number, scale);
        let mode = self.mode(rounding);
        Some(self.store.fp_from_fp(to, mode, scaled))
    }

    /// Hexadecimal digits times a power of two, an integer of 64 bits; `None` if there are too
    /// many.
    pub fn hexadecimal(
        &mut self,
        format: FloatFormat,
        rounding: Rounding,
        digits: &[Term],
        power: Term,
    ) -> Option<Term> {
        let integer = self.integer_of_digits(digits, 16);
        let exact = Format::new(EXPONENT_BITS, self.store.width(integer))?;
        let nearest = self.mode(Rounding::NearestEven);
        let number = self.store.fp_from_unsigned(exact, nearest, integer);
        Some(self.scaled_to(exact, term_format(format), rounding, number, power))
    }
}

/// Whether all integers of so many digits, and a power of ten, are numbers of a format.
pub(crate) fn is_exact(format: Format, digits: usize, power: u32) -> bool {
    let largest = power_of_ten(digits as u32);
    let fives = Natural::from(5_u8).pow(power as usize);
    let room = format.significand_bits() as usize;
    let limit = Natural::from(1_u8) << room;
    largest <= limit && fives < limit && power < 1 << (format.exponent_bits() - 3)
}
