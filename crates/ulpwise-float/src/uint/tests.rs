//! Fixed-width integers against unbounded ones.

use super::*;
use crate::Natural;
use dashu_int::ops::{DivRem, SquareRoot};
use ulpwise_base::SplitMix64;

/// Runs of zeros and ones, which make quotient digits hard to estimate.
fn awkward<const N: usize>(random: &mut SplitMix64, limbs: usize) -> Uint<N> {
    let mut value = [0; N];
    for limb in &mut value[..limbs] {
        *limb = match random.below(5) {
            0 => 0,
            1 => u64::MAX,
            2 => 1 << random.below(64),
            3 => u64::MAX << random.below(64),
            _ => random.next_u64(),
        };
    }
    Uint { limbs: value }
}

fn natural<const N: usize>(value: &Uint<N>) -> Natural {
    Natural::from_words(&value.limbs)
}

fn check<const N: usize>(seed: u64) {
    let mut random = SplitMix64::new(seed);
    for _ in 0..50_000 {
        let a: Uint<N> = {
            let limbs = random.below(N as u64 + 1) as usize;
            awkward(&mut random, limbs)
        };
        let b: Uint<N> = {
            let limbs = random.below(N as u64 + 1) as usize;
            awkward(&mut random, limbs)
        };
        let (x, y) = (natural(&a), natural(&b));
        assert_eq!(a.cmp(&b), x.cmp(&y));
        assert_eq!(a.bit_length() as usize, dashu_int::ops::BitTest::bit_len(&x));
        if !b.is_zero() {
            let (quotient, remainder) = a.div_rem(b);
            assert_eq!((natural(&quotient), natural(&remainder)), (&x).div_rem(&y), "{x} / {y}");
        }
        assert_eq!(natural(&a.isqrt()), x.sqrt(), "square root of {x}");
        let shift = random.below(64 * N as u64 + 10) as u32;
        assert_eq!(natural(&a.shr(shift)), &x >> shift as usize);
        assert_eq!(a.any_low_bits(shift), (&x >> shift as usize) << shift as usize != x);
        if a.bit_length() + b.bit_length() <= Uint::<N>::BITS {
            assert_eq!(natural(&a.mul(b)), &x * &y);
        }
    }
}

#[test]
fn agrees_with_an_unbounded_integer() {
    check::<4>(1);
    check::<5>(2);
    check::<9>(3);
}

#[test]
fn the_product_of_two_128_bit_integers_is_exact() {
    use crate::magnitude::Significand;
    let mut random = SplitMix64::new(4);
    for _ in 0..50_000 {
        let (a, b) = (awkward::<2>(&mut random, 2).low_u128(), awkward::<2>(&mut random, 2).low_u128());
        assert_eq!(natural(&a.full_product(b)), Natural::from(a) * Natural::from(b));
    }
}
