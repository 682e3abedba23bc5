//! Division by Knuth's algorithm D (The Art of Computer Programming, volume 2, 4.3.1).

use super::{Uint, borrowing_sub, carrying_add};
use crate::magnitude::Magnitude;

impl<const N: usize> Uint<N> {
    /// Division by a single limb.
    pub(super) fn div_rem_limb(self, divisor: u64) -> (Self, Self) {
        let mut quotient = [0; N];
        let mut remainder = 0;
        for i in (0..self.limb_count()).rev() {
            (quotient[i], remainder) = divide_two_limbs(remainder, self.limbs[i], divisor);
        }
        (Uint { limbs: quotient }, Self::from_u64(remainder))
    }

    /// Knuth's algorithm D for a divisor of at least two limbs that is not larger than the
    /// dividend.
    pub(super) fn div_rem_knuth(self, divisor: Self) -> (Self, Self) {
        let n = divisor.limb_count();
        let m = self.limb_count() - n;
        // D1: scale so that the divisor's top bit is set; the dividend may gain one limb.
        let scale = divisor.limbs[n - 1].leading_zeros();
        let v = divisor.shl(scale).limbs;
        let mut u_top = if scale == 0 { 0 } else { self.limbs[m + n - 1] >> (64 - scale) };
        let mut u = self.shl_dropping(scale).limbs;
        if m + n < N {
            // That limb lives in `u_top`; what is left in `u` at the end must be the remainder
            // alone.
            u[m + n] = 0;
        }
        let mut quotient = [0; N];
        for j in (0..=m).rev() {
            // `u_top` stands for limb u[j + n], which the previous round left below the divisor's
            // top limb.
            let digit = estimate_digit(u_top, u[j + n - 1], u[j + n - 2], v[n - 1], v[n - 2]);
            quotient[j] = subtract_multiple(&mut u[j..j + n], &mut u_top, &v[..n], digit);
            u_top = u[j + n - 1];
            if j > 0 {
                u[j + n - 1] = 0;
            }
        }
        // The last round leaves the remainder in the low n limbs, with the top one mirrored in
        // `u_top`.
        (Uint { limbs: quotient }, Uint { limbs: u }.shr(scale))
    }
}

/// (high low) divided by `divisor`, which is greater than `high`.
#[inline]
fn divide_two_limbs(high: u64, low: u64, divisor: u64) -> (u64, u64) {
    let dividend = u128::from(high) << 64 | u128::from(low);
    let quotient = (dividend / u128::from(divisor)) as u64;
    // The remainder is less than the divisor, so that its low half is all of it.
    (quotient, low.wrapping_sub(quotient.wrapping_mul(divisor)))
}

/// Step D3: an estimate of the quotient digit of (u2 u1 u0) by (v1 v0) that is at most one too
/// large.
fn estimate_digit(u2: u64, u1: u64, u0: u64, v1: u64, v0: u64) -> u64 {
    let (mut digit, mut rest) = if u2 >= v1 {
        // The digit would not fit; the largest one leaves u1 + v1, and if that overflows the
        // estimate is final.
        let (rest, overflow) = u1.overflowing_add(v1);
        if overflow {
            return u64::MAX;
        }
        (u64::MAX, rest)
    } else {
        divide_two_limbs(u2, u1, v1)
    };
    while u128::from(digit) * u128::from(v0) > (u128::from(rest) << 64 | u128::from(u0)) {
        digit -= 1;
        let (next, overflow) = rest.overflowing_add(v1);
        if overflow {
            break;
        }
        rest = next;
    }
    digit
}

/// Steps D4 to D6: subtracts digit times `v` from (top, u), adding `v` back if the digit was one
/// too large; returns the true digit.
fn subtract_multiple(u: &mut [u64], top: &mut u64, v: &[u64], digit: u64) -> u64 {
    let mut product_carry = 0u128;
    let mut borrow = false;
    for (limb, &factor) in u.iter_mut().zip(v) {
        product_carry += u128::from(digit) * u128::from(factor);
        (*limb, borrow) = borrowing_sub(*limb, product_carry as u64, borrow);
        product_carry >>= 64;
    }
    (*top, borrow) = borrowing_sub(*top, product_carry as u64, borrow);
    if !borrow {
        return digit;
    }
    let mut carry = false;
    for (limb, &addend) in u.iter_mut().zip(v) {
        (*limb, carry) = carrying_add(*limb, addend, carry);
    }
    *top = top.wrapping_add(u64::from(carry));
    digit - 1
}
