//! The unsigned integers on which significands are computed.
//!
//! One set of algorithms serves three widths: `u128` for formats up to 62 significand bits (f64 and below),
//! four limbs up to 126 bits (x87, f128), nine limbs up to 286. Every width holds 2p + 4 bits for a format of
//! precision p, which is what the exact product, the division and the square root need; nothing is allocated.

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
    /// Lowest 128 bits.
    fn low_u128(self) -> u128;
    /// The integer with the low bits of an encoding; higher bits of `bits` must be zero.
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
    /// Left shift by less than the width, losing no bit.
    fn shl(self, n: u32) -> Self;
    /// Right shift; zero when `n` reaches the width.
    fn shr(self, n: u32) -> Self;
    /// Sum that fits.
    fn add(self, other: Self) -> Self;
    /// Difference that is not negative.
    fn sub(self, other: Self) -> Self;
    /// Product that fits.
    fn mul(self, other: Self) -> Self;
    /// Quotient and remainder; the divisor is not zero.
    fn div_rem(self, divisor: Self) -> (Self, Self);
    /// Integer square root, rounded down.
    fn isqrt(self) -> Self;

    /// Right shift that keeps a trace of what it drops: the lowest bit of the result is set if any dropped bit was.
    #[inline]
    fn shr_sticky(self, n: u64) -> Self {
        if n == 0 {
            return self;
        }
        let n = u32::try_from(n).unwrap_or(u32::MAX);
        self.shr(n).with_sticky(self.any_low_bits(n))
    }

    /// The integer with its lowest bit set if `sticky`.
    fn with_sticky(self, sticky: bool) -> Self;

    /// The integer with its lowest `n` bits kept, the others cleared.
    #[inline]
    fn low_bits(self, n: u32) -> Self {
        if n >= Self::BITS { self } else { self.sub(self.shr(n).shl(n)) }
    }
}

impl Magnitude for u128 {
    const BITS: u32 = 128;
    const ZERO: u128 = 0;
    const ONE: u128 = 1;

    #[inline]
    fn from_u64(value: u64) -> u128 {
        u128::from(value)
    }
    #[inline]
    fn low_u64(self) -> u64 {
        self as u64
    }
    #[inline]
    fn low_u128(self) -> u128 {
        self
    }
    #[inline]
    fn from_bits(bits: &Bits) -> u128 {
        bits.low_u128()
    }
    #[inline]
    fn to_bits(self) -> Bits {
        Bits::from_u128(self)
    }
    fn from_limb_slice(limbs: &[u64]) -> u128 {
        debug_assert!(limbs.iter().skip(2).all(|&limb| limb == 0), "integer does not fit");
        let limb = |i: usize| u128::from(limbs.get(i).copied().unwrap_or(0));
        limb(0) | limb(1) << 64
    }
    fn to_limbs(self) -> [u64; MAX_LIMBS] {
        let mut limbs = [0; MAX_LIMBS];
        limbs[0] = self as u64;
        limbs[1] = (self >> 64) as u64;
        limbs
    }
    #[inline]
    fn is_zero(self) -> bool {
        self == 0
    }
    #[inline]
    fn bit_length(self) -> u32 {
        128 - self.leading_zeros()
    }
    #[inline]
    fn bit(self, n: u32) -> bool {
        n < 128 && (self >> n) & 1 == 1
    }
    #[inline]
    fn any_low_bits(self, n: u32) -> bool {
        if n >= 128 { self != 0 } else { self & ((1 << n) - 1) != 0 }
    }
    #[inline]
    fn shl(self, n: u32) -> u128 {
        self << n
    }
    #[inline]
    fn shr(self, n: u32) -> u128 {
        if n >= 128 { 0 } else { self >> n }
    }
    #[inline]
    fn add(self, other: u128) -> u128 {
        self + other
    }
    #[inline]
    fn sub(self, other: u128) -> u128 {
        self - other
    }
    #[inline]
    fn mul(self, other: u128) -> u128 {
        self * other
    }
    #[inline]
    fn div_rem(self, divisor: u128) -> (u128, u128) {
        (self / divisor, self % divisor)
    }
    #[inline]
    fn isqrt(self) -> u128 {
        u128::isqrt(self)
    }
    #[inline]
    fn with_sticky(self, sticky: bool) -> u128 {
        self | u128::from(sticky)
    }
}
