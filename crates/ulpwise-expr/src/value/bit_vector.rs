//! Bit-vector values: an unsigned integer below 2^width, with its width.
//!
//! Operations are those of SMT-LIB's theory of fixed-size bit-vectors, division by zero included.
//! Widths up to 128 bits do not allocate. Operands of one operation have one width; anything else
//! is a mistake of the caller.

use dashu_int::Sign;
use dashu_int::ops::BitTest;
use std::cmp::Ordering;
use std::fmt::{self, Write};
use ulpwise_float::{Integer, Natural};

/// A bit-vector.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BitVector {
    width: u32,
    bits: Natural,
}

impl BitVector {
    /// The bit-vector that encodes `value` modulo 2^`width`.
    pub fn new(width: u32, mut value: Natural) -> BitVector {
        value.clear_high_bits(width as usize);
        BitVector { width, bits: value }
    }

    /// The bit-vector that encodes `value` modulo 2^`width`.
    pub fn from_u64(width: u32, value: u64) -> BitVector {
        let kept = if width < 64 { value & ((1 << width) - 1) } else { value };
        BitVector { width, bits: Natural::from(kept) }
    }

    /// The bit-vector that encodes `value` modulo 2^`width`.
    pub fn from_u128(width: u32, value: u128) -> BitVector {
        BitVector::new(width, Natural::from(value))
    }

    /// The two's complement of a possibly negative number, modulo 2^`width`.
    pub fn from_integer(width: u32, value: &Integer) -> BitVector {
        let (sign, magnitude) = value.clone().into_parts();
        let reduced = BitVector::new(width, magnitude);
        if sign == Sign::Negative { reduced.neg() } else { reduced }
    }

    /// All bits zero.
    pub fn zero(width: u32) -> BitVector {
        BitVector { width, bits: Natural::ZERO }
    }

    /// The number one.
    pub fn one(width: u32) -> BitVector {
        BitVector { width, bits: Natural::ONE }
    }

    /// All bits one.
    pub fn ones(width: u32) -> BitVector {
        BitVector { width, bits: Natural::ones(width as usize) }
    }

    /// Only the sign bit set: the least signed number.
    pub fn min_signed(width: u32) -> BitVector {
        BitVector { width, bits: Natural::ONE << (width as usize - 1) }
    }

    /// All but the sign bit set: the greatest signed number.
    pub fn max_signed(width: u32) -> BitVector {
        BitVector { width, bits: Natural::ones(width as usize - 1) }
    }

    /// The number of bits.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// The value as an unsigned number.
    pub fn unsigned(&self) -> &Natural {
        &self.bits
    }

    /// The value as a signed number in two's complement.
    pub fn signed(&self) -> Integer {
        let value = Integer::from(self.bits.clone());
        if self.sign_bit() { value - (Integer::ONE << self.width as usize) } else { value }
    }

    /// The value as an unsigned number, if it is below 2^64.
    pub fn to_u64(&self) -> Option<u64> {
        u64::try_from(&self.bits).ok()
    }

    /// Whether bit `position` is set.
    pub fn bit(&self, position: u32) -> bool {
        self.bits.bit(position as usize)
    }

    /// The highest bit.
    pub fn sign_bit(&self) -> bool {
        self.bit(self.width - 1)
    }

    /// Whether no bit is set.
    pub fn is_zero(&self) -> bool {
        self.bits.is_zero()
    }

    /// Whether it is the number one.
    pub fn is_one(&self) -> bool {
        self.bits.is_one()
    }

    /// Whether every bit is set.
    pub fn is_ones(&self) -> bool {
        self.bits.count_ones() == self.width as usize
    }

    /// The exponent, if exactly one bit is set.
    pub fn power_of_two(&self) -> Option<u32> {
        (self.bits.count_ones() == 1).then(|| self.bits.trailing_zeros().unwrap_or(0) as u32)
    }

    /// Unsigned comparison.
    pub fn unsigned_cmp(&self, other: &BitVector) -> Ordering {
        self.bits.cmp(&other.bits)
    }

    /// Signed comparison.
    pub fn signed_cmp(&self, other: &BitVector) -> Ordering {
        // A set sign bit makes the smaller number; within one sign the order is the unsigned one.
        other.sign_bit().cmp(&self.sign_bit()).then_with(|| self.unsigned_cmp(other))
    }

    /// The bits from `low` to `high`, both included.
    pub fn extract(&self, high: u32, low: u32) -> BitVector {
        BitVector::new(high - low + 1, &self.bits >> low as usize)
    }

    /// These bits above those of `low`.
    pub fn concat(&self, low: &BitVector) -> BitVector {
        let width = self.width + low.width;
        BitVector { width, bits: (&self.bits << low.width as usize) | &low.bits }
    }

    /// More zero bits above.
    pub fn zero_extend(&self, by: u32) -> BitVector {
        BitVector { width: self.width + by, bits: self.bits.clone() }
    }

    /// More copies of the sign bit above.
    pub fn sign_extend(&self, by: u32) -> BitVector {
        if self.sign_bit() { BitVector::ones(by).concat_or_self(self) } else { self.zero_extend(by) }
    }

    /// `concat` that allows this one to be empty, as it is in an extension by nothing.
    fn concat_or_self(&self, low: &BitVector) -> BitVector {
        if self.width == 0 { low.clone() } else { self.concat(low) }
    }

    /// Two's-complement negation.
    pub fn neg(&self) -> BitVector {
        if self.is_zero() {
            return self.clone();
        }
        BitVector { width: self.width, bits: (Natural::ONE << self.width as usize) - &self.bits }
    }

    pub(crate) fn assert_same_width(&self, other: &BitVector) {
        assert_eq!(self.width, other.width, "bit-vectors of different widths");
    }
}

/// As SMT-LIB writes it: hexadecimal if the width is a multiple of four, else binary.
impl fmt::Display for BitVector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.width as usize;
        let bits_each = if width.is_multiple_of(4) { 4 } else { 1 };
        f.write_str(if bits_each == 4 { "#x" } else { "#b" })?;
        // The formatter's own padding ends at 65,535 characters, with a panic.
        let digits = self.bits.bit_len().div_ceil(bits_each).max(1);
        for _ in digits..width / bits_each {
            f.write_char('0')?;
        }
        if bits_each == 4 { write!(f, "{:x}", self.bits) } else { write!(f, "{:b}", self.bits) }
    }
}

impl fmt::Debug for BitVector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
