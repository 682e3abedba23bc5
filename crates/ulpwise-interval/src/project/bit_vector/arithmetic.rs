//! Sums, differences and products modulo a power of two.
//!
//! Intervals are computed where no operands wrap, or all of them once; the low bits of results
//! follow from the low bits of operands whatever wraps.

use crate::domain::{BitVecDomain, bit_mask, max_signed, min_signed};
use crate::project::Recorder;
use ulpwise_expr::Op;

pub(super) fn project(
    op: Op,
    (x, y): (&mut BitVecDomain, &mut BitVecDomain),
    z: &mut BitVecDomain,
    recorder: &mut Recorder,
) {
    match op {
        Op::BvAdd => {
            recorder.result(z.intersect(&sums(x, y)));
            recorder.argument(0, x.intersect(&differences(z, y)));
            recorder.argument(1, y.intersect(&differences(z, x)));
        }
        Op::BvSub => {
            recorder.result(z.intersect(&differences(x, y)));
            recorder.argument(0, x.intersect(&sums(z, y)));
            recorder.argument(1, y.intersect(&differences(x, z)));
        }
        _ => {
            recorder.result(z.intersect(&products(x, y)));
            recorder.argument(0, x.intersect(&factors(z, x, y)));
            recorder.argument(1, y.intersect(&factors(z, y, x)));
        }
    }
}

/// The negations.
pub(super) fn negations(x: &BitVecDomain) -> BitVecDomain {
    differences(&BitVecDomain::of_bits(x.width(), 0), x)
}

fn sums(x: &BitVecDomain, y: &BitVecDomain) -> BitVecDomain {
    let width = x.width();
    if x.is_empty() || y.is_empty() {
        return BitVecDomain::empty(width);
    }
    let mut found =
        sum_bits(width, (x.known_ones(), x.known_zeros()), (y.known_ones(), y.known_zeros()), false);
    if let Some((low, high)) = wrapped_unsigned(
        width,
        unsigned_sum(width, x.unsigned().0, y.unsigned().0),
        unsigned_sum(width, x.unsigned().1, y.unsigned().1),
    ) {
        found.intersect(&BitVecDomain::unsigned_between(width, low, high));
    }
    let (low, high) = (x.signed().0.checked_add(y.signed().0), x.signed().1.checked_add(y.signed().1));
    intersect_signed(&mut found, low, high);
    found
}

fn differences(x: &BitVecDomain, y: &BitVecDomain) -> BitVecDomain {
    let width = x.width();
    if x.is_empty() || y.is_empty() {
        return BitVecDomain::empty(width);
    }
    // x - y is x + !y + 1.
    let mut found =
        sum_bits(width, (x.known_ones(), x.known_zeros()), (y.known_zeros(), y.known_ones()), true);
    let (low, low_borrows) = x.unsigned().0.overflowing_sub(y.unsigned().1);
    let (high, high_borrows) = x.unsigned().1.overflowing_sub(y.unsigned().0);
    let mask = bit_mask(width);
    if low_borrows == high_borrows {
        found.intersect(&BitVecDomain::unsigned_between(width, low & mask, high & mask));
    }
    let (low, high) = (x.signed().0.checked_sub(y.signed().1), x.signed().1.checked_sub(y.signed().0));
    intersect_signed(&mut found, low, high);
    found
}

/// A sum and whether it wraps.
fn unsigned_sum(width: u32, x: u128, y: u128) -> (u128, bool) {
    let (sum, carried) = x.overflowing_add(y);
    (sum & bit_mask(width), carried || sum > bit_mask(width))
}

/// The interval between two results that both wrap, or both do not.
fn wrapped_unsigned(width: u32, low: (u128, bool), high: (u128, bool)) -> Option<(u128, u128)> {
    debug_assert!(low.0 <= bit_mask(width));
    (low.1 == high.1).then_some((low.0, high.0))
}

/// Cuts to a signed interval unless an end does not fit.
fn intersect_signed(found: &mut BitVecDomain, low: Option<i128>, high: Option<i128>) {
    let width = found.width();
    if let (Some(low), Some(high)) = (low, high)
        && min_signed(width) <= low
        && high <= max_signed(width)
    {
        found.intersect(&BitVecDomain::signed_between(width, low, high));
    }
}

/// The bits of a sum of numbers with known (ones, zeros) and a carry in, that are known because
/// both summands' bits and the carry are: carries are between those of the least and of the
/// greatest summands.
fn sum_bits(width: u32, x: (u128, u128), y: (u128, u128), carry: bool) -> BitVecDomain {
    let mask = bit_mask(width);
    let least = x.0.wrapping_add(y.0).wrapping_add(carry.into());
    let greatest = (!x.1 & mask).wrapping_add(!y.1 & mask).wrapping_add(carry.into());
    let carries_of_greatest = greatest ^ !x.1 ^ !y.1;
    let carries_of_least = least ^ x.0 ^ y.0;
    let carry_known = !carries_of_greatest | carries_of_least;
    let known = carry_known & (x.0 | x.1) & (y.0 | y.1) & mask;
    BitVecDomain::with_bits(width, least & known, !least & known)
}

fn products(x: &BitVecDomain, y: &BitVecDomain) -> BitVecDomain {
    let width = x.width();
    if x.is_empty() || y.is_empty() {
        return BitVecDomain::empty(width);
    }
    let mask = bit_mask(width);
    // The low bits that are known in both factors give as many of the product; low zeros add up.
    let known = |domain: &BitVecDomain| (domain.known_ones() | domain.known_zeros()).trailing_ones();
    let zeros = |domain: &BitVecDomain| domain.known_zeros().trailing_ones();
    let low_known = low_mask(known(x).min(known(y)).min(width));
    let product = x.known_ones().wrapping_mul(y.known_ones());
    let low_zeros = low_mask((zeros(x) + zeros(y)).min(width));
    let bits = (product & low_known & !low_zeros, (!product & low_known) | low_zeros);
    let mut found = BitVecDomain::with_bits(width, bits.0, bits.1);
    let ((x_low, x_high), (y_low, y_high)) = (x.unsigned(), y.unsigned());
    if let Some(high) = x_high.checked_mul(y_high).filter(|&high| high <= mask) {
        found.intersect(&BitVecDomain::unsigned_between(width, x_low * y_low, high));
    }
    let corners = [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(i, j)| {
        let end = |ends: (i128, i128), at: i32| if at == 0 { ends.0 } else { ends.1 };
        end(x.signed(), i).checked_mul(end(y.signed(), j))
    });
    if let [Some(a), Some(b), Some(c), Some(d)] = corners {
        let (low, high) = (a.min(b).min(c).min(d), a.max(b).max(c).max(d));
        intersect_signed(&mut found, Some(low), Some(high));
    }
    found
}

/// The lowest bits.
fn low_mask(count: u32) -> u128 {
    if count == 0 { 0 } else { u128::MAX >> (128 - count) }
}

/// What one factor can be, given the product and the other factor.
fn factors(z: &BitVecDomain, x: &BitVecDomain, y: &BitVecDomain) -> BitVecDomain {
    let width = z.width();
    let mut found = BitVecDomain::full(width);
    if z.is_empty() || x.is_empty() || y.is_empty() {
        return BitVecDomain::empty(width);
    }
    if let Some(factor) = y.singleton_bits().filter(|factor| factor % 2 == 1) {
        // An odd factor has an inverse, by which low known bits of the product give those of x.
        let inverse = BitVecDomain::of_bits(width, inverse(factor) & bit_mask(width));
        found.intersect(&products(z, &inverse));
    }
    let fits = x.unsigned().1.checked_mul(y.unsigned().1).is_some_and(|high| high <= bit_mask(width));
    if fits {
        let (z_low, z_high) = z.unsigned();
        let (y_low, y_high) = y.unsigned();
        if y_high > 0 {
            found.intersect(&BitVecDomain::unsigned_between(width, z_low.div_ceil(y_high), u128::MAX));
        }
        if let Some(greatest) = z_high.checked_div(y_low) {
            found.intersect(&BitVecDomain::unsigned_between(width, 0, greatest));
        }
    }
    found
}

/// The inverse of an odd number modulo 2^128, by Newton's iteration, which doubles the number of
/// right bits.
fn inverse(odd: u128) -> u128 {
    let mut inverse = odd;
    for _ in 0..7 {
        inverse = inverse.wrapping_mul(2_u128.wrapping_sub(odd.wrapping_mul(inverse)));
    }
    inverse
}
