//! Known results and flags of x87 operations, in every rounding mode and on encodings that are no
//! numbers.

use crate::bits::Bits;
use std::cmp::Ordering;
use ulpwise_host::RoundingMode::{NearestEven, TowardNegative, TowardPositive, TowardZero};
use ulpwise_host::{Flags, RoundingMode, sse, x87};

const INFINITY: u128 = 0x7fff_8000_0000_0000_0000;
const DEFAULT_NAN: u128 = 0xffff_c000_0000_0000_0000;
const ONE: u128 = 0x3fff_8000_0000_0000_0000;
const LARGEST: u128 = 0x7ffe_ffff_ffff_ffff_ffff;
const SMALLEST_NORMAL: u128 = 0x0001_8000_0000_0000_0000;
const SIGN: u128 = 1 << 79;
const OVERFLOW: Flags = Flags::OVERFLOW.union(Flags::INEXACT);
const UNDERFLOW: Flags = Flags::UNDERFLOW.union(Flags::INEXACT);

/// Not numbers for any x87 since the 387: leading bit clear with a non-zero exponent.
const UNNORMAL: u128 = 0x3fff_4000_0000_0000_0000;
const PSEUDO_INFINITY: u128 = 0x7fff_0000_0000_0000_0000;
const PSEUDO_NAN: u128 = 0x7fff_4000_0000_0000_0000;
/// The smallest normal number written with exponent 0: a valid operand.
const PSEUDO_DENORMAL: u128 = 0x0000_8000_0000_0000_0000;

fn wide(value: f64) -> u128 {
    x87::from_f64(value).0
}

#[test]
fn arithmetic_facts_hold_in_every_mode() {
    for mode in RoundingMode::ALL {
        assert_eq!(x87::add(mode, ONE, wide(2.0)), (wide(3.0), Flags::NONE));
        assert_eq!(x87::sub(mode, ONE, wide(3.0)), (wide(-2.0), Flags::NONE));
        assert_eq!(x87::mul(mode, wide(1.5), wide(-4.0)), (wide(-6.0), Flags::NONE));
        assert_eq!(x87::div(mode, wide(1.0), wide(-8.0)), (wide(-0.125), Flags::NONE));
        assert_eq!(x87::sqrt(mode, wide(9.0)), (wide(3.0), Flags::NONE));
        assert_eq!(x87::div(mode, ONE, 0), (INFINITY, Flags::DIVIDE_BY_ZERO));
        assert_eq!(x87::div(mode, 0, 0), (DEFAULT_NAN, Flags::INVALID));
        assert_eq!(x87::sqrt(mode, wide(-1.0)), (DEFAULT_NAN, Flags::INVALID));
        assert_eq!(x87::sub(mode, INFINITY, INFINITY), (DEFAULT_NAN, Flags::INVALID));
        let third = 0x3ffd_aaaa_aaaa_aaaa_aaaa;
        let up = u128::from(matches!(mode, NearestEven | TowardPositive));
        assert_eq!(x87::div(mode, ONE, wide(3.0)), (third + up, Flags::INEXACT));
        let infinite = matches!(mode, NearestEven | TowardPositive);
        let expected = if infinite { INFINITY } else { LARGEST };
        assert_eq!(x87::mul(mode, LARGEST, wide(2.0)), (expected, OVERFLOW));
        let (quotient, flags) = x87::div(mode, SMALLEST_NORMAL, wide(3.0));
        assert_eq!((quotient, flags), (0x2aaa_aaaa_aaaa_aaaa + up, UNDERFLOW));
        assert_eq!(x87::mul(mode, SMALLEST_NORMAL, wide(0.5)), (1 << 62, Flags::NONE));
    }
}

#[test]
fn encodings_that_are_no_numbers_are_invalid_operands() {
    for mode in RoundingMode::ALL {
        for operand in [UNNORMAL, PSEUDO_INFINITY, PSEUDO_NAN] {
            for operation in [x87::add, x87::sub, x87::mul, x87::div] {
                assert_eq!(operation(mode, operand, ONE), (DEFAULT_NAN, Flags::INVALID));
                assert_eq!(operation(mode, ONE, operand | SIGN), (DEFAULT_NAN, Flags::INVALID));
            }
            assert_eq!(x87::sqrt(mode, operand), (DEFAULT_NAN, Flags::INVALID));
            assert_eq!(x87::rint(mode, operand), (DEFAULT_NAN, Flags::INVALID));
            assert_eq!(x87::to_f64(mode, operand).0.to_bits(), 0xfff8 << 48);
            assert_eq!(x87::to_f64(mode, operand).1, Flags::INVALID);
            assert_eq!(x87::to_i64(mode, operand), (i64::MIN, Flags::INVALID));
        }
        assert_eq!(x87::add(mode, PSEUDO_DENORMAL, 0), (SMALLEST_NORMAL, Flags::DENORMAL));
    }
    assert_eq!(x87::compare_quiet(UNNORMAL, ONE), (None, Flags::INVALID));
    assert_eq!(x87::rem(UNNORMAL, ONE), (DEFAULT_NAN, Flags::INVALID));
    assert_eq!(x87::fmod(ONE, PSEUDO_NAN), (DEFAULT_NAN, Flags::INVALID));
    assert_eq!(
        x87::compare_quiet(PSEUDO_DENORMAL, SMALLEST_NORMAL),
        (Some(Ordering::Equal), Flags::DENORMAL)
    );
}

#[test]
fn of_two_nans_the_larger_significand_wins() {
    let nan = |payload: u128| 0x7fff_c000_0000_0000_0000 | payload;
    for mode in RoundingMode::ALL {
        assert_eq!(x87::add(mode, nan(1), nan(2)), (nan(2), Flags::NONE));
        assert_eq!(x87::add(mode, nan(2), nan(1)), (nan(2), Flags::NONE));
        let signalling = nan(5) ^ 1 << 62;
        assert_eq!(x87::mul(mode, signalling, ONE), (nan(5), Flags::INVALID));
    }
}

#[test]
fn remainders_are_exact_and_need_many_steps() {
    assert_eq!(x87::rem(wide(5.0), wide(3.0)), (wide(-1.0), Flags::NONE));
    assert_eq!(x87::fmod(wide(5.0), wide(3.0)), (wide(2.0), Flags::NONE));
    assert_eq!(x87::fmod(wide(-5.0), wide(3.0)), (wide(-2.0), Flags::NONE));
    assert_eq!(x87::rem(ONE, 0), (DEFAULT_NAN, Flags::INVALID));
    assert_eq!(x87::fmod(INFINITY, ONE), (DEFAULT_NAN, Flags::INVALID));
    assert_eq!(x87::fmod(ONE, INFINITY), (ONE, Flags::NONE));
    // 2^k mod 3 is 1 or 2 by the parity of k: here k = 16383, after hundreds of steps.
    let huge = 0x7ffe_8000_0000_0000_0000;
    assert_eq!(x87::fmod(huge, wide(3.0)), (wide(2.0), Flags::NONE));
    assert_eq!(x87::rem(huge, wide(3.0)), (wide(-1.0), Flags::NONE));
    let mut bits = Bits::new(7);
    for _ in 0..10_000 {
        let (a, b) = (bits.f64(), bits.f64());
        let (remainder, _) = x87::fmod(wide(a), wide(b));
        let (remainder, flags) = x87::to_f64(NearestEven, remainder);
        let expected = a % b;
        assert!(remainder == expected || remainder.is_nan() && expected.is_nan(), "{a:e} {b:e}");
        assert_eq!(flags.without(Flags::DENORMAL), Flags::NONE);
    }
}

#[test]
fn rounding_to_integers_follows_the_mode() {
    let table = [
        (NearestEven, [2, 4, -2, -4]),
        (TowardNegative, [2, 3, -3, -4]),
        (TowardPositive, [3, 4, -2, -3]),
        (TowardZero, [2, 3, -2, -3]),
    ];
    for (mode, expected) in table {
        for (value, expected) in [2.5, 3.5, -2.5, -3.5].into_iter().zip(expected) {
            let value = wide(value);
            assert_eq!(x87::rint(mode, value), (x87::from_i16(expected), Flags::INEXACT));
            assert_eq!(x87::to_i16(mode, value), (expected, Flags::INEXACT));
            assert_eq!(x87::to_i32(mode, value), (expected.into(), Flags::INEXACT));
            assert_eq!(x87::to_i64(mode, value), (expected.into(), Flags::INEXACT));
        }
        assert_eq!(x87::rint(mode, wide(-7.0)), (wide(-7.0), Flags::NONE));
    }
    assert_eq!(x87::truncate_to_i16(wide(-3.9)), (-3, Flags::INEXACT));
    assert_eq!(x87::truncate_to_i32(wide(3.9)), (3, Flags::INEXACT));
    assert_eq!(x87::truncate_to_i64(wide(3.0)), (3, Flags::NONE));
    assert_eq!(x87::truncate_to_i16(wide(32768.0)), (i16::MIN, Flags::INVALID));
    assert_eq!(x87::truncate_to_i32(wide(2_147_483_648.0)), (i32::MIN, Flags::INVALID));
    assert_eq!(x87::truncate_to_i64(wide(1e19)), (i64::MIN, Flags::INVALID));
    assert_eq!(x87::truncate_to_i64(DEFAULT_NAN), (i64::MIN, Flags::INVALID));
    assert_eq!(x87::truncate_to_i16(wide(-32768.0)), (i16::MIN, Flags::NONE));
}

#[test]
fn conversions_keep_or_round_values() {
    assert_eq!(x87::from_f64(1.0), (ONE, Flags::NONE));
    assert_eq!(x87::from_f64(f64::from_bits(1)), (0x3bcd_8000_0000_0000_0000, Flags::DENORMAL));
    assert_eq!(x87::from_f32(f32::from_bits(0x7f80_0001)), (0x7fff_c000_0100_0000_0000, Flags::INVALID));
    assert_eq!(x87::from_i64(i64::MIN), wide(-9_223_372_036_854_775_808.0));
    assert_eq!(x87::from_i64(i64::MAX), 0x403d_ffff_ffff_ffff_fffe);
    assert_eq!(x87::from_i32(-1), ONE | SIGN);
    let above_one = ONE + 1;
    for mode in RoundingMode::ALL {
        let up = mode == TowardPositive;
        let expected = if up { 1.0 + f64::EPSILON } else { 1.0 };
        assert_eq!(x87::to_f64(mode, above_one), (expected, Flags::INEXACT));
        let expected = if up { 1.0 + f32::EPSILON } else { 1.0 };
        assert_eq!(x87::to_f32(mode, above_one), (expected, Flags::INEXACT));
        let infinite = matches!(mode, NearestEven | TowardPositive);
        assert_eq!(x87::to_f64(mode, LARGEST), (if infinite { f64::INFINITY } else { f64::MAX }, OVERFLOW));
        assert_eq!(x87::to_f64(mode, SMALLEST_NORMAL).1, UNDERFLOW);
    }
    let mut bits = Bits::new(8);
    for _ in 0..10_000 {
        let (double, single, integer) = (bits.f64(), bits.f32(), bits.next() as i64);
        if !double.is_nan() {
            assert_eq!(x87::to_f64(TowardZero, wide(double)).0.to_bits(), double.to_bits());
        }
        if !single.is_nan() {
            assert_eq!(x87::to_f32(TowardZero, x87::from_f32(single).0).0.to_bits(), single.to_bits());
        }
        assert_eq!(x87::to_i64(NearestEven, x87::from_i64(integer)), (integer, Flags::NONE));
        assert_eq!(x87::to_i32(NearestEven, x87::from_i32(integer as i32)), (integer as i32, Flags::NONE));
        assert_eq!(x87::to_i16(NearestEven, x87::from_i16(integer as i16)), (integer as i16, Flags::NONE));
    }
}

#[test]
fn comparisons_order_and_signal() {
    let quiet_nan = 0x7fff_c000_0000_0000_0001;
    let signalling_nan = 0x7fff_8000_0000_0000_0001;
    for compare in [x87::compare_quiet, x87::compare_signaling] {
        assert_eq!(compare(ONE, wide(2.0)), (Some(Ordering::Less), Flags::NONE));
        assert_eq!(compare(wide(2.0), ONE), (Some(Ordering::Greater), Flags::NONE));
        assert_eq!(compare(0, SIGN), (Some(Ordering::Equal), Flags::NONE));
        assert_eq!(compare(signalling_nan, ONE), (None, Flags::INVALID));
    }
    assert_eq!(x87::compare_quiet(quiet_nan, ONE), (None, Flags::NONE));
    assert_eq!(x87::compare_signaling(ONE, quiet_nan), (None, Flags::INVALID));
}

type Extended = fn(RoundingMode, u128, u128) -> (u128, Flags);
type Double = fn(RoundingMode, f64, f64) -> (f64, Flags);

/// A result that is exact in 80 bits, rounded to double, is the double operation's result.
#[test]
fn exact_results_agree_with_sse() {
    let pairs: [(Extended, Double); 4] = [
        (x87::add, sse::add_f64_flags),
        (x87::sub, sse::sub_f64_flags),
        (x87::mul, sse::mul_f64_flags),
        (x87::div, sse::div_f64_flags),
    ];
    let mut bits = Bits::new(9);
    let mut compared = 0;
    for _ in 0..100_000 {
        let (a, b) = (bits.f64(), bits.f64());
        for (mode, (extended, double)) in
            RoundingMode::ALL.into_iter().flat_map(|mode| pairs.map(|pair| (mode, pair)))
        {
            let (value, flags) = extended(mode, wide(a), wide(b));
            let (expected, _) = double(mode, a, b);
            if !flags.contains(Flags::INEXACT) && !expected.is_nan() {
                assert_eq!(x87::to_f64(mode, value).0.to_bits(), expected.to_bits(), "{a:e} {b:e}");
                compared += 1;
            }
        }
    }
    assert!(compared > 50_000, "only {compared} results were exact");
}

/// A leak of one register per operation would turn the ninth result into a NaN.
#[test]
fn the_register_stack_does_not_fill_up_and_the_mode_does_not_leak() {
    for _ in 0..20 {
        for mode in RoundingMode::ALL {
            x87::add(mode, ONE, ONE);
            x87::sqrt(mode, ONE);
            x87::rem(ONE, ONE);
            x87::compare_quiet(ONE, ONE);
            x87::to_i16(mode, ONE);
            x87::to_f32(mode, ONE);
            assert_eq!(x87::from_f64(1.0), (ONE, Flags::NONE));
            assert_eq!(sse::div_f64(1.0, 10.0).to_bits(), 0x3fb9_9999_9999_999a);
        }
    }
}
