//! Conversions and comparisons: results, flags, and what happens to values that do not fit.

use crate::bits::Bits;
use std::cmp::Ordering;
use ulpwise_host::RoundingMode::{NearestEven, TowardNegative, TowardPositive, TowardZero};
use ulpwise_host::{Flags, RoundingMode, sse};

const SIGNALLING: f64 = f64::from_bits(0x7ff0_0000_0000_0001);
const SIGNALLING_SINGLE: f32 = f32::from_bits(0x7f80_0001);

#[test]
fn rounding_to_integers_follows_the_mode_and_truncation_does_not() {
    let table = [
        (NearestEven, [2, 4, -2, -4]),
        (TowardNegative, [2, 3, -3, -4]),
        (TowardPositive, [3, 4, -2, -3]),
        (TowardZero, [2, 3, -2, -3]),
    ];
    for (mode, expected) in table {
        for (value, expected) in [2.5, 3.5, -2.5, -3.5].into_iter().zip(expected) {
            let single = value as f32;
            assert_eq!(sse::round_f64_to_i32_flags(mode, value), (expected, Flags::INEXACT));
            assert_eq!(sse::round_f64_to_i64_flags(mode, value), (expected.into(), Flags::INEXACT));
            assert_eq!(sse::round_f32_to_i32_flags(mode, single), (expected, Flags::INEXACT));
            assert_eq!(sse::round_f32_to_i64_flags(mode, single), (expected.into(), Flags::INEXACT));
            assert_eq!(sse::truncate_f64_to_i32_flags(mode, value), (value as i32, Flags::INEXACT));
            assert_eq!(sse::truncate_f64_to_i64_flags(mode, value), (value as i64, Flags::INEXACT));
            assert_eq!(sse::truncate_f32_to_i32_flags(mode, single), (value as i32, Flags::INEXACT));
            assert_eq!(sse::truncate_f32_to_i64_flags(mode, single), (value as i64, Flags::INEXACT));
        }
        assert_eq!(sse::truncate_f64_to_i32_flags(mode, -7.0), (-7, Flags::NONE));
    }
    assert_eq!(sse::round_f64_to_i64(2.5), 2);
    assert_eq!(sse::round_f32_to_i32(3.5), 4);
}

#[test]
fn what_does_not_fit_an_integer_is_the_indefinite_and_invalid() {
    for mode in RoundingMode::ALL {
        for value in [f64::NAN, f64::INFINITY, -1e300, 9.3e18] {
            assert_eq!(sse::truncate_f64_to_i64_flags(mode, value), (i64::MIN, Flags::INVALID));
            assert_eq!(sse::round_f64_to_i32_flags(mode, value), (i32::MIN, Flags::INVALID));
            assert_eq!(sse::truncate_f32_to_i32_flags(mode, value as f32), (i32::MIN, Flags::INVALID));
        }
        assert_eq!(sse::truncate_f64_to_i32_flags(mode, 2_147_483_648.0), (i32::MIN, Flags::INVALID));
        assert_eq!(sse::truncate_f64_to_i32_flags(mode, -2_147_483_648.0), (i32::MIN, Flags::NONE));
        assert_eq!(sse::truncate_f64_to_i32_flags(mode, -2_147_483_648.5), (i32::MIN, Flags::INEXACT));
        assert_eq!(
            sse::truncate_f64_to_i64_flags(mode, -9_223_372_036_854_775_808.0),
            (i64::MIN, Flags::NONE)
        );
    }
}

#[test]
fn integers_convert_exactly_or_inexactly() {
    for mode in RoundingMode::ALL {
        assert_eq!(sse::i32_to_f64_flags(mode, i32::MIN), (-2_147_483_648.0, Flags::NONE));
        let up = mode == TowardPositive;
        let near = mode == NearestEven || up;
        let odd = (1_i64 << 53) + 1;
        let expected = if up { 9_007_199_254_740_994.0 } else { 9_007_199_254_740_992.0 };
        assert_eq!(sse::i64_to_f64_flags(mode, odd), (expected, Flags::INEXACT));
        let expected = if near { 2_147_483_648.0 } else { 2_147_483_520.0 };
        assert_eq!(sse::i32_to_f32_flags(mode, i32::MAX), (expected, Flags::INEXACT));
        let expected = if near { 9_223_372_036_854_775_808.0 } else { 9_223_371_487_098_961_920.0 };
        assert_eq!(sse::i64_to_f32_flags(mode, i64::MAX), (expected, Flags::INEXACT));
    }
    let mut bits = Bits::new(5);
    for _ in 0..10_000 {
        let integer = bits.next() as i64;
        assert_eq!(sse::i64_to_f64(integer), integer as f64);
        assert_eq!(sse::i64_to_f32(integer), integer as f32);
        assert_eq!(sse::i32_to_f64(integer as i32), f64::from(integer as i32));
        assert_eq!(sse::i32_to_f32(integer as i32), integer as i32 as f32);
        let float = bits.f64();
        let fits = (-9_223_372_036_854_775_808.0..9_223_372_036_854_775_808.0).contains(&float);
        assert_eq!(sse::truncate_f64_to_i64(float), if fits { float as i64 } else { i64::MIN });
        let fits = -2_147_483_649.0 < float && float < 2_147_483_648.0;
        assert_eq!(sse::truncate_f64_to_i32(float), if fits { float as i32 } else { i32::MIN });
    }
}

#[test]
fn formats_convert_with_their_flags() {
    for mode in RoundingMode::ALL {
        assert_eq!(sse::f64_to_f32_flags(mode, 0.5), (0.5, Flags::NONE));
        assert_eq!(sse::f64_to_f32_flags(mode, 0.1).1, Flags::INEXACT);
        assert_eq!(sse::f64_to_f32_flags(mode, 1e-42).1, Flags::UNDERFLOW | Flags::INEXACT);
        assert_eq!(sse::f32_to_f64_flags(mode, 0.1), (f64::from(0.1_f32), Flags::NONE));
        let tiny = f32::from_bits(1);
        assert_eq!(sse::f32_to_f64_flags(mode, tiny), (f64::from(tiny), Flags::DENORMAL));
        let (wide, flags) = sse::f32_to_f64_flags(mode, SIGNALLING_SINGLE);
        assert_eq!((wide.to_bits(), flags), (0x7ff8_0000_2000_0000, Flags::INVALID));
        let (narrow, flags) = sse::f64_to_f32_flags(mode, SIGNALLING);
        assert_eq!((narrow.to_bits(), flags), (0x7fc0_0000, Flags::INVALID));
    }
    assert_eq!(sse::f64_to_f32(0.1), 0.1);
    assert_eq!(sse::f32_to_f64(0.5), 0.5);
}

#[test]
fn comparisons_order_and_signal_as_the_instructions_do() {
    let table = [
        (1.0, 2.0, Some(Ordering::Less)),
        (2.0, 1.0, Some(Ordering::Greater)),
        (0.0, -0.0, Some(Ordering::Equal)),
        (f64::NEG_INFINITY, f64::INFINITY, Some(Ordering::Less)),
    ];
    for (a, b, expected) in table {
        assert_eq!(sse::compare_quiet_f64_flags(a, b), (expected, Flags::NONE));
        assert_eq!(sse::compare_signaling_f64_flags(a, b), (expected, Flags::NONE));
        assert_eq!(sse::compare_quiet_f32_flags(a as f32, b as f32), (expected, Flags::NONE));
        assert_eq!(sse::compare_signaling_f32_flags(a as f32, b as f32), (expected, Flags::NONE));
    }
    for (a, b) in [(f64::NAN, 1.0), (1.0, f64::NAN), (f64::NAN, f64::NAN)] {
        assert_eq!(sse::compare_quiet_f64_flags(a, b), (None, Flags::NONE));
        assert_eq!(sse::compare_signaling_f64_flags(a, b), (None, Flags::INVALID));
        assert_eq!(sse::compare_quiet_f32_flags(a as f32, b as f32), (None, Flags::NONE));
        assert_eq!(sse::compare_signaling_f32_flags(a as f32, b as f32), (None, Flags::INVALID));
    }
    assert_eq!(sse::compare_quiet_f64_flags(SIGNALLING, 1.0), (None, Flags::INVALID));
    assert_eq!(sse::compare_quiet_f32_flags(1.0, SIGNALLING_SINGLE), (None, Flags::INVALID));
    let tiny = f64::from_bits(1);
    assert_eq!(sse::compare_quiet_f64_flags(tiny, 0.0), (Some(Ordering::Greater), Flags::DENORMAL));
}

#[test]
fn fast_comparisons_agree_with_rust() {
    let mut bits = Bits::new(6);
    for _ in 0..10_000 {
        let (a, b) = (bits.f64(), bits.f64());
        let (c, d) = (bits.f32(), bits.f32());
        assert_eq!(sse::compare_quiet_f64(a, b), a.partial_cmp(&b));
        assert_eq!(sse::compare_signaling_f64(a, b), a.partial_cmp(&b));
        assert_eq!(sse::compare_quiet_f32(c, d), c.partial_cmp(&d));
        assert_eq!(sse::compare_signaling_f32(c, d), c.partial_cmp(&d));
    }
}
