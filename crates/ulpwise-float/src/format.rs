//! Floating-point formats chosen at run time.
//!
//! A format is a pair (exponent bits, significand bits), the significand counted with its leading
//! bit as in SMT-LIB. All formats are encoded as IEEE 754-2019 clause 3.4 interchange formats are:
//! sign, biased exponent, trailing significand, the leading bit implied. The one exception is
//! [`Format::X87`], which stores its leading bit.

use std::fmt;

/// A binary floating-point format.
///
/// The three properties are packed into one word, because arithmetic compares formats all the time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Format(u32);

const EXPLICIT: u32 = 1 << 16;

impl Format {
    /// IEEE binary16.
    pub const F16: Format = Format::implicit(5, 11);
    /// bfloat16: the upper half of binary32.
    pub const BF16: Format = Format::implicit(8, 8);
    /// IEEE binary32.
    pub const F32: Format = Format::implicit(8, 24);
    /// IEEE binary64.
    pub const F64: Format = Format::implicit(11, 53);
    /// The 80-bit double-extended format of the x87 unit, with its leading significand bit stored.
    pub const X87: Format = Format(Format::implicit(15, 64).0 | EXPLICIT);
    /// The numbers of the x87 format with the leading bit left out: what terms and orders are
    /// about.
    pub const X87_NUMBERS: Format = Format::implicit(15, 64);
    /// IEEE binary128.
    pub const F128: Format = Format::implicit(15, 113);

    /// The largest number of exponent bits a format may have.
    pub const MAX_EXPONENT_BITS: u32 = 30;
    /// The largest number of significand bits a format may have, the leading bit included.
    pub const MAX_SIGNIFICAND_BITS: u32 = 256;

    const fn implicit(exponent_bits: u32, significand_bits: u32) -> Format {
        Format(significand_bits << 20 | exponent_bits)
    }

    /// The format with these sizes and an implied leading bit; `None` unless there are 2 to 30
    /// exponent bits and 2 to 256 significand bits (the leading bit counted).
    pub const fn new(exponent_bits: u32, significand_bits: u32) -> Option<Format> {
        if exponent_bits < 2
            || exponent_bits > Self::MAX_EXPONENT_BITS
            || significand_bits < 2
            || significand_bits > Self::MAX_SIGNIFICAND_BITS
        {
            return None;
        }
        Some(Format::implicit(exponent_bits, significand_bits))
    }

    /// Number of bits in the biased exponent.
    #[inline]
    pub const fn exponent_bits(self) -> u32 {
        self.0 & 0xffff
    }

    /// Precision in bits, the leading bit included whether it is stored or not.
    #[inline]
    pub const fn significand_bits(self) -> u32 {
        self.0 >> 20
    }

    /// Whether the leading significand bit is stored, as in [`Format::X87`].
    #[inline]
    pub const fn has_explicit_leading_bit(self) -> bool {
        self.0 & EXPLICIT != 0
    }

    /// Number of bits of an encoding.
    #[inline]
    pub const fn width(self) -> u32 {
        1 + self.exponent_bits() + self.stored_significand_bits()
    }

    /// Number of significand bits in an encoding.
    #[inline]
    pub const fn stored_significand_bits(self) -> u32 {
        self.significand_bits() - 1 + self.has_explicit_leading_bit() as u32
    }

    /// What is added to an exponent to store it; also [`Format::max_exponent`].
    #[inline]
    pub const fn bias(self) -> i64 {
        (1 << (self.exponent_bits() - 1)) - 1
    }

    /// Exponent of the largest finite numbers, which lie in [2^max, 2^(max+1)).
    #[inline]
    pub const fn max_exponent(self) -> i64 {
        self.bias()
    }

    /// Exponent of the smallest normal number 2^min.
    #[inline]
    pub const fn min_exponent(self) -> i64 {
        1 - self.bias()
    }

    /// Exponent of the smallest subnormal number.
    #[inline]
    pub const fn min_subnormal_exponent(self) -> i64 {
        self.min_exponent() - (self.significand_bits() as i64 - 1)
    }

    /// The biased exponent that marks infinities and NaNs.
    #[inline]
    pub(crate) const fn special_exponent_field(self) -> u64 {
        (1 << self.exponent_bits()) - 1
    }

    /// The position of the bit that distinguishes quiet from signalling NaNs (clause 6.2.1).
    #[inline]
    pub(crate) const fn quiet_bit(self) -> u32 {
        self.significand_bits() - 2
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Format::F16 => f.write_str("f16"),
            Format::BF16 => f.write_str("bf16"),
            Format::F32 => f.write_str("f32"),
            Format::F64 => f.write_str("f64"),
            Format::X87 => f.write_str("x87"),
            Format::F128 => f.write_str("f128"),
            _ => write!(f, "fp({},{})", self.exponent_bits(), self.significand_bits()),
        }
    }
}

impl fmt::Debug for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
