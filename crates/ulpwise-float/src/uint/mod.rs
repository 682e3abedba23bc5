//! Unsigned integers of a fixed number of 64-bit limbs.
//!
//! Only what the arithmetic core needs, without allocation. The square root is Newton's iteration
//! from above.

mod division;
#[cfg(test)]
mod tests;

use crate::magnitude::{Bits, MAX_LIMBS, Magnitude};
use std::cmp::Ordering;

/// An unsigned integer of `N` limbs, least significant first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Uint<const N: usize> {
    limbs: [u64; N],
}

impl<const N: usize> Uint<N> {
    pub(crate) const fn from_limbs(limbs: [u64; N]) -> Self {
        Uint { limbs }
    }

    #[inline]
    pub(crate) const fn limbs(&self) -> &[u64; N] {
        &self.limbs
    }

    #[inline]
    pub(crate) const fn from_u128(value: u128) -> Self {
        let mut limbs = [0; N];
        limbs[0] = value as u64;
        limbs[1] = (value >> 64) as u64;
        Uint { limbs }
    }

    /// Lowest 128 bits.
    #[inline]
    pub(crate) fn low_u128(&self) -> u128 {
        u128::from(self.limbs[0]) | u128::from(self.limbs[1]) << 64
    }

    /// The same integer with another number of limbs; it must fit.
    #[inline]
    pub(crate) fn resize<const K: usize>(self) -> Uint<K> {
        let mut limbs = [0; K];
        let common = N.min(K);
        limbs[..common].copy_from_slice(&self.limbs[..common]);
        debug_assert!(self.limbs[common..].iter().all(|&limb| limb == 0), "integer does not fit");
        Uint { limbs }
    }

    /// The same integer with one bit set.
    pub(crate) fn with_bit(mut self, n: u32) -> Self {
        self.limbs[(n / 64) as usize] |= 1 << (n % 64);
        self
    }

    /// The same integer with one bit cleared.
    pub(crate) fn without_bit(mut self, n: u32) -> Self {
        self.limbs[(n / 64) as usize] &= !(1 << (n % 64));
        self
    }

    fn limb_count(&self) -> usize {
        N - self.limbs.iter().rev().take_while(|&&limb| limb == 0).count()
    }

    /// Left shift that may push bits out at the top.
    fn shl_dropping(self, n: u32) -> Self {
        let (limb_shift, bit_shift) = ((n / 64) as usize, n % 64);
        let mut limbs = [0; N];
        for i in (limb_shift..N).rev() {
            let high = self.limbs[i - limb_shift] << bit_shift;
            let low = if bit_shift > 0 && i > limb_shift {
                self.limbs[i - limb_shift - 1] >> (64 - bit_shift)
            } else {
                0
            };
            limbs[i] = high | low;
        }
        Uint { limbs }
    }
}

#[inline]
fn carrying_add(a: u64, b: u64, carry: bool) -> (u64, bool) {
    let (sum, first) = a.overflowing_add(b);
    let (sum, second) = sum.overflowing_add(u64::from(carry));
    (sum, first | second)
}

#[inline]
fn borrowing_sub(a: u64, b: u64, borrow: bool) -> (u64, bool) {
    let (difference, first) = a.overflowing_sub(b);
    let (difference, second) = difference.overflowing_sub(u64::from(borrow));
    (difference, first | second)
}

impl<const N: usize> PartialOrd for Uint<N> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<const N: usize> Ord for Uint<N> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.limbs.iter().rev().cmp(other.limbs.iter().rev())
    }
}

impl<const N: usize> Magnitude for Uint<N> {
    const BITS: u32 = 64 * N as u32;
    const ZERO: Self = Uint { limbs: [0; N] };
    const ONE: Self = Self::from_u128(1);

    #[inline]
    fn from_u64(value: u64) -> Self {
        Self::from_u128(value as u128)
    }
    #[inline]
    fn low_u64(self) -> u64 {
        self.limbs[0]
    }
    #[inline]
    fn from_bits(bits: &Bits) -> Self {
        bits.resize()
    }
    #[inline]
    fn to_bits(self) -> Bits {
        self.resize()
    }
    fn from_limb_slice(limbs: &[u64]) -> Self {
        let mut array = [0; N];
        let common = limbs.len().min(N);
        array[..common].copy_from_slice(&limbs[..common]);
        debug_assert!(limbs[common..].iter().all(|&limb| limb == 0), "integer does not fit");
        Uint { limbs: array }
    }
    fn to_limbs(self) -> [u64; MAX_LIMBS] {
        self.resize::<MAX_LIMBS>().limbs
    }
    #[inline]
    fn is_zero(self) -> bool {
        self.limbs == [0; N]
    }
    #[inline]
    fn bit_length(self) -> u32 {
        let count = self.limb_count();
        if count == 0 { 0 } else { 64 * count as u32 - self.limbs[count - 1].leading_zeros() }
    }
    #[inline]
    fn bit(self, n: u32) -> bool {
        n < Self::BITS && (self.limbs[(n / 64) as usize] >> (n % 64)) & 1 == 1
    }
    fn any_low_bits(self, n: u32) -> bool {
        if n >= Self::BITS {
            return !self.is_zero();
        }
        let (whole, part) = ((n / 64) as usize, n % 64);
        self.limbs[..whole].iter().any(|&limb| limb != 0) || self.limbs[whole] & ((1 << part) - 1) != 0
    }
    #[inline]
    fn low_bits(self, n: u32) -> Self {
        let (whole, part) = ((n / 64) as usize, n % 64);
        let mut limbs = [0; N];
        limbs[..whole].copy_from_slice(&self.limbs[..whole]);
        limbs[whole] = self.limbs[whole] & ((1 << part) - 1);
        Uint { limbs }
    }
    #[inline]
    fn shl(self, n: u32) -> Self {
        debug_assert!(self.bit_length() + n <= Self::BITS, "left shift loses bits");
        self.shl_dropping(n)
    }
    fn shr(self, n: u32) -> Self {
        let (limb_shift, bit_shift) = ((n / 64) as usize, n % 64);
        let mut limbs = [0; N];
        for (i, limb) in limbs.iter_mut().enumerate().take(N.saturating_sub(limb_shift)) {
            let low = self.limbs[i + limb_shift] >> bit_shift;
            let high = if bit_shift > 0 && i + limb_shift + 1 < N {
                self.limbs[i + limb_shift + 1] << (64 - bit_shift)
            } else {
                0
            };
            *limb = low | high;
        }
        Uint { limbs }
    }
    fn add(mut self, other: Self) -> Self {
        let mut carry = false;
        for (limb, addend) in self.limbs.iter_mut().zip(other.limbs) {
            (*limb, carry) = carrying_add(*limb, addend, carry);
        }
        debug_assert!(!carry, "sum does not fit");
        self
    }
    fn sub(mut self, other: Self) -> Self {
        let mut borrow = false;
        for (limb, subtrahend) in self.limbs.iter_mut().zip(other.limbs) {
            (*limb, borrow) = borrowing_sub(*limb, subtrahend, borrow);
        }
        debug_assert!(!borrow, "difference is negative");
        self
    }
    fn mul(self, other: Self) -> Self {
        let (count, other_count) = (self.limb_count(), other.limb_count());
        let mut limbs = [0u64; N];
        for i in 0..count {
            let mut carry = 0u128;
            for j in 0..other_count.min(N - i) {
                carry += u128::from(limbs[i + j]) + u128::from(self.limbs[i]) * u128::from(other.limbs[j]);
                limbs[i + j] = carry as u64;
                carry >>= 64;
            }
            if i + other_count < N {
                limbs[i + other_count] = carry as u64;
            } else {
                debug_assert!(carry == 0, "product does not fit");
            }
        }
        Uint { limbs }
    }
    fn div_rem(self, divisor: Self) -> (Self, Self) {
        assert!(!divisor.is_zero(), "division by zero");
        if self < divisor {
            (Self::ZERO, self)
        } else if divisor.limb_count() == 1 {
            self.div_rem_limb(divisor.limbs[0])
        } else {
            self.div_rem_knuth(divisor)
        }
    }
    fn isqrt(self) -> Self {
        let length = self.bit_length();
        if length <= 128 {
            return Self::from_u128(self.low_u128().isqrt());
        }
        // A start above the root: the root of the leading 127 or 128 bits, plus one, scaled back.
        let drop = (length - 127) & !1;
        let leading = self.shr(drop).low_u128();
        let mut root = Self::from_u128(leading.isqrt() + 1).shl(drop / 2);
        // Newton's iteration falls strictly until it has reached the floor of the root.
        loop {
            let next = root.add(self.div_rem(root).0).shr(1);
            if next >= root {
                return root;
            }
            root = next;
        }
    }
    #[inline]
    fn with_sticky(mut self, sticky: bool) -> Self {
        self.limbs[0] |= u64::from(sticky);
        self
    }
}
