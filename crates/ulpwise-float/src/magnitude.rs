//! The unsigned integers on which significands are computed.
//!
//! One set of algorithms serves three sizes of format, each with a single width, in which operands
//! are taken apart and results are rounded and put together, and a double width for exact products,
//! dividends and radicands:
//!
//! | formats | single | double |
//! |---|---|---|
//! | encodings up to 64 bits, precision up to 60 (f16, bf16, f32, f64) | `u64` | `u128` |
//! | encodings up to 128 bits, precision up to 124 (x87, f128) | `u128` | four limbs |
//! | all others | five limbs | nine limbs |
//!
//! For a format of precision p the single width holds p + 4 bits and an encoding, the double width
//! 2p + 4 bits. Nothing is allocated.

use crate::uint::Uint;

/// An encoding of any supported format; 30 exponent bits, 256 significand bits and a sign need 287.
pub(crate) type Bits = Uint<5>;

/// Limbs of the widest magnitude.
pub(crate) const MAX_LIMBS: usize = 9;

/// A fixed-width unsigned integer. Operations never lose bits silently: callers keep within `BITS`.
pub(crate) trait Magnitude: Copy + Eq + Ord + std::fmt::Debug {
    /// Width in bits.
    const BITS: u32;
    const ZERO: Self;
    const ONE: Self;

    fn from_u64(value: u64) -> Self;
    /// Lowest 64 bits.
    fn low_u64(self) -> u64;
    /// The low bits of an encoding; higher bits of `bits` are zero.
    fn from_bits(bits: &Bits) -> Self;
    /// The integer as an encoding; it must fit.
    fn to_bits(self) -> Bits;
    /// The integer with these limbs, least significant first; it must fit.
    fn from_limb_slice(limbs: &[u64]) -> Self;
    /// The limbs of the integer, least significant first.
    fn to_limbs(self) -> [u64; MAX_LIMBS];

    fn is_zero(self) -> bool;
    fn bit_length(self) -> u32;
    /// Bit `n`; false beyond the width.
    fn bit(self, n: u32) -> bool;
    /// Whether any of the lowest `n` bits is set; `n` may exceed the width.
    fn any_low_bits(self, n: u32) -> bool;
    /// The lowest `n` bits, the others cleared; `n` is less than the width.
    fn low_bits(self, n: u32) -> Self;
    /// Left shift by less than the width, losing no bit.
    fn shl(self, n: u32) -> Self;
    /// Right shift; zero when `n` reaches the width.
    fn shr(self, n: u32) -> Self;
    /// Sum that fits.
    fn add(self, other: Self) -> Self;
    /// Difference that is not negative.
    fn sub(self, other: Self) -> Self;
    /// Difference if `subtract`, else sum; without a branch on the sign where that is possible,
    /// since signs are unpredictable.
    #[inline(always)]
    fn add_or_sub(self, other: Self, subtract: bool) -> Self {
        if subtract { self.sub(other) } else { self.add(other) }
    }
    /// Product that fits.
    fn mul(self, other: Self) -> Self;
    /// Quotient and remainder; the divisor is not zero.
    fn div_rem(self, divisor: Self) -> (Self, Self);
    /// Integer square root, rounded down.
    fn isqrt(self) -> Self;
    /// The integer with its lowest bit set if `sticky`.
    fn with_sticky(self, sticky: bool) -> Self;

    /// Right shift that keeps a trace of what it drops: the lowest bit of the result is set if any
    /// dropped bit was.
    #[inline]
    fn shr_sticky(self, n: u64) -> Self {
        if n == 0 {
            return self;
        }
        let n = u32::try_from(n).unwrap_or(u32::MAX);
        self.shr(n).with_sticky(self.any_low_bits(n))
    }
}

/// A single width, with the double width that goes with it.
pub(crate) trait Significand: Magnitude {
    type Double: Magnitude;

    fn widen(self) -> Self::Double;
    /// The same integer in single width; it must fit.
    fn narrow(double: Self::Double) -> Self;
    /// The exact product.
    fn full_product(self, other: Self) -> Self::Double;
}

impl Significand for u64 {
    type Double = u128;

    #[inline]
    fn widen(self) -> u128 {
        u128::from(self)
    }
    #[inline]
    fn narrow(double: u128) -> u64 {
        debug_assert!(double >> 64 == 0, "integer does not fit");
        double as u64
    }
    #[inline]
    fn full_product(self, other: u64) -> u128 {
        u128::from(self) * u128::from(other)
    }
}

impl Significand for u128 {
    type Double = Uint<4>;

    #[inline]
    fn widen(self) -> Uint<4> {
        Uint::from_u128(self)
    }
    #[inline]
    fn narrow(double: Uint<4>) -> u128 {
        debug_assert!(double.bit_length() <= 128, "integer does not fit");
        double.low_u128()
    }
    #[inline]
    fn full_product(self, other: u128) -> Uint<4> {
        const HALF: u128 = u64::MAX as u128;
        let (a0, a1, b0, b1) = (self & HALF, self >> 64, other & HALF, other >> 64);
        let (low, high) = (a0 * b0, a1 * b1);
        // Neither sum can overflow: a product of two 64-bit numbers leaves room for two more of
        // them.
        let middle = a0 * b1 + (low >> 64);
        let carry = a1 * b0 + (middle & HALF);
        let high = high + (middle >> 64) + (carry >> 64);
        Uint::from_limbs([low as u64, carry as u64, high as u64, (high >> 64) as u64])
    }
}

impl Significand for Uint<5> {
    type Double = Uint<9>;

    fn widen(self) -> Uint<9> {
        self.resize()
    }
    fn narrow(double: Uint<9>) -> Uint<5> {
        double.resize()
    }
    fn full_product(self, other: Uint<5>) -> Uint<9> {
        self.resize::<9>().mul(other.resize())
    }
}
