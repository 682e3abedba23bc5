//! [`Magnitude`] for the primitive integers `u64` and `u128`.

use crate::magnitude::{Bits, MAX_LIMBS, Magnitude};

macro_rules! primitive {
    ($integer:ty, $low:ident) => {
        impl Magnitude for $integer {
            const BITS: u32 = <$integer>::BITS;
            const ZERO: $integer = 0;
            const ONE: $integer = 1;

            #[inline]
            fn from_u64(value: u64) -> $integer {
                value.into()
            }
            #[inline]
            fn low_u64(self) -> u64 {
                self as u64
            }
            #[inline]
            fn from_bits(bits: &Bits) -> $integer {
                bits.$low()
            }
            #[inline]
            fn to_bits(self) -> Bits {
                Bits::from_u128(self.into())
            }
            fn from_limb_slice(limbs: &[u64]) -> $integer {
                let own = limbs.len().min((<$integer>::BITS / 64) as usize);
                debug_assert!(limbs[own..].iter().all(|&limb| limb == 0), "integer does not fit");
                limbs[..own].iter().rev().fold(0, |value, &limb| {
                    let shifted = value.checked_shl(64).unwrap_or(0);
                    shifted | <$integer>::from(limb)
                })
            }
            fn to_limbs(self) -> [u64; MAX_LIMBS] {
                let wide = u128::from(self);
                let mut limbs = [0; MAX_LIMBS];
                limbs[0] = wide as u64;
                limbs[1] = (wide >> 64) as u64;
                limbs
            }
            #[inline]
            fn is_zero(self) -> bool {
                self == 0
            }
            #[inline]
            fn bit_length(self) -> u32 {
                <$integer>::BITS - self.leading_zeros()
            }
            #[inline]
            fn bit(self, n: u32) -> bool {
                n < <$integer>::BITS && (self >> n) & 1 == 1
            }
            #[inline]
            fn any_low_bits(self, n: u32) -> bool {
                if n >= <$integer>::BITS { self != 0 } else { self & ((1 << n) - 1) != 0 }
            }
            #[inline]
            fn low_bits(self, n: u32) -> $integer {
                self & ((1 << n) - 1)
            }
            #[inline]
            fn shl(self, n: u32) -> $integer {
                debug_assert!(self.leading_zeros() >= n, "left shift loses bits");
                self << n
            }
            #[inline]
            fn shr(self, n: u32) -> $integer {
                if n >= <$integer>::BITS { 0 } else { self >> n }
            }
            #[inline]
            fn add(self, other: $integer) -> $integer {
                self + other
            }
            #[inline]
            fn sub(self, other: $integer) -> $integer {
                self - other
            }
            #[inline(always)]
            fn add_or_sub(self, other: $integer, subtract: bool) -> $integer {
                debug_assert!(!subtract || self >= other, "difference is negative");
                // -x is the complement of x, plus one.
                let negation = <$integer>::from(subtract);
                let mask = negation.wrapping_neg();
                self.wrapping_add(other ^ mask).wrapping_add(negation)
            }
            #[inline]
            fn mul(self, other: $integer) -> $integer {
                self * other
            }
            #[inline]
            fn div_rem(self, divisor: $integer) -> ($integer, $integer) {
                // One division: for `u128` it is a function call.
                let quotient = self / divisor;
                (quotient, self - quotient * divisor)
            }
            #[inline]
            fn isqrt(self) -> $integer {
                <$integer>::isqrt(self)
            }
            #[inline]
            fn with_sticky(self, sticky: bool) -> $integer {
                self | <$integer>::from(sticky)
            }
        }
    };
}

primitive!(u64, low_u64);
primitive!(u128, low_u128);
