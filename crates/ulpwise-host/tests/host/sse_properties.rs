//! Properties of the SSE operations over many awkward inputs.

use crate::bits::Bits;
use ulpwise_host::RoundingMode::{NearestEven, TowardNegative, TowardPositive, TowardZero};
use ulpwise_host::{Flags, RoundingMode, sse};

const ROUNDS: usize = 200_000;
/// What an ordinary result rules out.
const NOTABLE: Flags =
    Flags::INVALID.union(Flags::DIVIDE_BY_ZERO).union(Flags::OVERFLOW).union(Flags::UNDERFLOW);

fn same(a: f64, b: f64) -> bool {
    a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan()
}

#[test]
fn fast_exact_and_rust_agree_in_round_to_nearest() {
    let mut bits = Bits::new(2);
    for _ in 0..ROUNDS {
        let (a, b) = (bits.f64(), bits.f64());
        let cases = [
            (sse::add_f64(a, b), sse::add_f64_flags(NearestEven, a, b).0, a + b),
            (sse::sub_f64(a, b), sse::sub_f64_flags(NearestEven, a, b).0, a - b),
            (sse::mul_f64(a, b), sse::mul_f64_flags(NearestEven, a, b).0, a * b),
            (sse::div_f64(a, b), sse::div_f64_flags(NearestEven, a, b).0, a / b),
            (sse::sqrt_f64(a), sse::sqrt_f64_flags(NearestEven, a).0, a.sqrt()),
            (sse::fma_f64(a, b, 1.0), sse::fma_f64_flags(NearestEven, a, b, 1.0).0, a.mul_add(b, 1.0)),
        ];
        for (fast, exact, rust) in cases {
            assert_eq!(fast.to_bits(), exact.to_bits(), "{a:e} {b:e}");
            assert!(same(fast, rust), "{a:e} {b:e}: {fast:e} {rust:e}");
        }
        let (a, b) = (bits.f32(), bits.f32());
        let cases = [
            (sse::add_f32(a, b), sse::add_f32_flags(NearestEven, a, b).0, a + b),
            (sse::sub_f32(a, b), sse::sub_f32_flags(NearestEven, a, b).0, a - b),
            (sse::mul_f32(a, b), sse::mul_f32_flags(NearestEven, a, b).0, a * b),
            (sse::div_f32(a, b), sse::div_f32_flags(NearestEven, a, b).0, a / b),
            (sse::sqrt_f32(a), sse::sqrt_f32_flags(NearestEven, a).0, a.sqrt()),
        ];
        for (fast, exact, rust) in cases {
            assert_eq!(fast.to_bits(), exact.to_bits(), "{a:e} {b:e}");
            assert!(same(fast.into(), rust.into()), "{a:e} {b:e}: {fast:e} {rust:e}");
        }
    }
}

#[test]
fn directed_results_enclose_the_others_and_coincide_exactly_when_exact() {
    let mut bits = Bits::new(3);
    for _ in 0..ROUNDS {
        let (a, b) = (bits.f64(), bits.f64());
        for operation in [sse::add_f64_flags, sse::sub_f64_flags, sse::mul_f64_flags, sse::div_f64_flags] {
            let (down, flags) = operation(TowardNegative, a, b);
            let (up, _) = operation(TowardPositive, a, b);
            let (near, _) = operation(NearestEven, a, b);
            let (zero, _) = operation(TowardZero, a, b);
            if near.is_nan() {
                assert!(down.is_nan() && up.is_nan() && zero.is_nan());
                continue;
            }
            assert!(down <= near && near <= up, "{a:e} {b:e}");
            assert_eq!(zero, if zero.is_sign_negative() { up } else { down }, "{a:e} {b:e}");
            assert_eq!(down == up, !flags.contains(Flags::INEXACT), "{a:e} {b:e}");
        }
    }
}

#[test]
fn an_ordinary_result_rules_out_the_notable_flags() {
    let mut bits = Bits::new(4);
    let mut ordinary = [0_usize; 2];
    for _ in 0..ROUNDS {
        let (a, b) = (bits.f64(), bits.f64());
        let (c, d) = (bits.f32(), bits.f32());
        for mode in RoundingMode::ALL {
            let doubles = [
                sse::add_f64_flags(mode, a, b),
                sse::sub_f64_flags(mode, a, b),
                sse::mul_f64_flags(mode, a, b),
                sse::div_f64_flags(mode, a, b),
                sse::sqrt_f64_flags(mode, a),
                sse::fma_f64_flags(mode, a, b, 1.0),
            ];
            for (result, flags) in doubles {
                let is_ordinary = sse::ordinary_f64(result.to_bits());
                ordinary[0] += usize::from(is_ordinary);
                assert!(!is_ordinary || !flags.intersects(NOTABLE), "{a:e} {b:e} {flags:?}");
            }
            let singles = [
                sse::add_f32_flags(mode, c, d),
                sse::sub_f32_flags(mode, c, d),
                sse::mul_f32_flags(mode, c, d),
                sse::div_f32_flags(mode, c, d),
                sse::sqrt_f32_flags(mode, c),
                sse::fma_f32_flags(mode, c, d, 1.0),
            ];
            for (result, flags) in singles {
                let is_ordinary = sse::ordinary_f32(result.to_bits());
                ordinary[1] += usize::from(is_ordinary);
                assert!(!is_ordinary || !flags.intersects(NOTABLE), "{c:e} {d:e} {flags:?}");
            }
        }
    }
    assert!(
        ordinary.iter().all(|count| *count > ROUNDS),
        "the property was tested on few results: {ordinary:?}"
    );
}

#[test]
fn ordinary_excludes_exactly_the_boundaries_and_beyond() {
    for sign in [0, 1_u64 << 63] {
        let ordinary = [0x0010_0000_0000_0001, 0x3ff0_0000_0000_0000, 0x7fef_ffff_ffff_fffe];
        let others = [
            0,
            1,
            0x000f_ffff_ffff_ffff,
            0x0010_0000_0000_0000,
            0x7fef_ffff_ffff_ffff,
            0x7ff0 << 48,
            0x7ff8 << 48,
        ];
        assert!(ordinary.iter().all(|bits| sse::ordinary_f64(bits | sign)));
        assert!(!others.iter().any(|bits| sse::ordinary_f64(bits | sign)));
    }
    for sign in [0, 1_u32 << 31] {
        let ordinary = [0x0080_0001, 0x3f80_0000, 0x7f7f_fffe];
        let others = [0, 1, 0x007f_ffff, 0x0080_0000, 0x7f7f_ffff, 0x7f80_0000, 0x7fc0_0000];
        assert!(ordinary.iter().all(|bits| sse::ordinary_f32(bits | sign)));
        assert!(!others.iter().any(|bits| sse::ordinary_f32(bits | sign)));
    }
}
