//! Known flags and results of single SSE operations, and the behaviour of the sticky flags.

use crate::bits::Bits;
use ulpwise_host::RoundingMode::{NearestEven, TowardNegative, TowardPositive, TowardZero};
use ulpwise_host::{Flags, RoundingMode, sse};

const MAX: f64 = f64::MAX;
const MIN: f64 = f64::MIN_POSITIVE;
const TINY: f64 = f64::from_bits(1);
const OVERFLOW: Flags = Flags::OVERFLOW.union(Flags::INEXACT);
const UNDERFLOW: Flags = Flags::UNDERFLOW.union(Flags::INEXACT);

#[test]
fn division_flags_are_the_same_in_every_mode() {
    for mode in RoundingMode::ALL {
        assert_eq!(sse::div_f64_flags(mode, 1.0, 0.0), (f64::INFINITY, Flags::DIVIDE_BY_ZERO));
        assert_eq!(sse::div_f64_flags(mode, -1.0, 0.0), (f64::NEG_INFINITY, Flags::DIVIDE_BY_ZERO));
        assert_eq!(sse::div_f64_flags(mode, f64::INFINITY, 0.0), (f64::INFINITY, Flags::NONE));
        assert_eq!(sse::div_f64_flags(mode, 6.0, 2.0), (3.0, Flags::NONE));
        assert_eq!(sse::div_f32_flags(mode, 1.0, 0.0), (f32::INFINITY, Flags::DIVIDE_BY_ZERO));
        let (quotient, flags) = sse::div_f64_flags(mode, 0.0, 0.0);
        assert_eq!((quotient.to_bits(), flags), (0xfff8 << 48, Flags::INVALID));
        let (quotient, flags) = sse::div_f32_flags(mode, 0.0, 0.0);
        assert_eq!((quotient.to_bits(), flags), (0xffc0_0000, Flags::INVALID));
        let (root, flags) = sse::sqrt_f64_flags(mode, -1.0);
        assert_eq!((root.to_bits(), flags), (0xfff8 << 48, Flags::INVALID));
        let (difference, flags) = sse::sub_f64_flags(mode, f64::INFINITY, f64::INFINITY);
        assert_eq!((difference.to_bits(), flags), (0xfff8 << 48, Flags::INVALID));
    }
}

#[test]
fn overflow_gives_infinity_or_the_largest_number_by_mode() {
    let expected = [
        (NearestEven, f64::INFINITY, f64::NEG_INFINITY),
        (TowardNegative, MAX, f64::NEG_INFINITY),
        (TowardPositive, f64::INFINITY, -MAX),
        (TowardZero, MAX, -MAX),
    ];
    for (mode, positive, negative) in expected {
        assert_eq!(sse::mul_f64_flags(mode, MAX, 2.0), (positive, OVERFLOW));
        assert_eq!(sse::mul_f64_flags(mode, MAX, -2.0), (negative, OVERFLOW));
        assert_eq!(sse::add_f64_flags(mode, MAX, MAX), (positive, OVERFLOW));
        assert_eq!(sse::fma_f64_flags(mode, MAX, 2.0, 1.0), (positive, OVERFLOW));
        let single = if positive.is_finite() { f32::MAX } else { f32::INFINITY };
        assert_eq!(sse::mul_f32_flags(mode, f32::MAX, 2.0), (single, OVERFLOW));
        assert_eq!(sse::f64_to_f32_flags(mode, MAX), (single, OVERFLOW));
    }
}

#[test]
fn underflow_is_tiny_and_inexact_after_rounding() {
    for mode in RoundingMode::ALL {
        let (third, flags) = sse::div_f64_flags(mode, MIN, 3.0);
        assert_eq!(flags, UNDERFLOW);
        let below = third.to_bits();
        assert_eq!(below, 0x5_5555_5555_5555 + u64::from(mode == TowardPositive));
        assert_eq!(sse::div_f32_flags(mode, f32::MIN_POSITIVE, 3.0).1, UNDERFLOW);
        // Exact tiny results raise no underflow, whatever the mode.
        assert_eq!(sse::mul_f64_flags(mode, MIN, 0.5), (f64::from_bits(1 << 51), Flags::NONE));
        // A tiny sum is always exact; both operands are subnormal.
        assert_eq!(sse::add_f64_flags(mode, TINY, TINY), (f64::from_bits(2), Flags::DENORMAL));
    }
    // Just below the smallest normal number: rounded up to it, with underflow where the result with
    // unbounded exponent would still be tiny, without where it would not.
    let almost_one = 1.0 - f64::EPSILON / 2.0;
    let near = f64::from_bits(MIN.to_bits() + 1);
    assert_eq!(sse::mul_f64_flags(NearestEven, MIN, almost_one), (MIN, UNDERFLOW));
    assert_eq!(sse::mul_f64_flags(TowardPositive, near, almost_one), (near, Flags::INEXACT));
    assert_eq!(sse::mul_f64_flags(TowardPositive, MIN, almost_one), (MIN, UNDERFLOW));
}

#[test]
fn inexact_results_follow_the_mode() {
    let third = 1.0_f64 / 3.0;
    let up = f64::from_bits(third.to_bits() + 1);
    for (mode, expected) in
        [(NearestEven, third), (TowardNegative, third), (TowardPositive, up), (TowardZero, third)]
    {
        assert_eq!(sse::div_f64_flags(mode, 1.0, 3.0), (expected, Flags::INEXACT));
        assert_eq!(sse::div_f64_flags(mode, 4.0, 2.0), (2.0, Flags::NONE));
    }
    let one_up = f64::from_bits(1.0_f64.to_bits() + 1);
    assert_eq!(sse::add_f64_flags(TowardPositive, 1.0, TINY), (one_up, Flags::INEXACT | Flags::DENORMAL));
    assert_eq!(
        sse::sub_f64_flags(TowardNegative, 1.0, 1.0).0.to_bits(),
        1 << 63,
        "-0 only when rounding down"
    );
    assert_eq!(sse::sub_f64_flags(NearestEven, 1.0, 1.0).0.to_bits(), 0);
    let root_of_two = 2.0_f64.sqrt();
    let root_up = sse::sqrt_f64_flags(TowardPositive, 2.0).0;
    let root_down = sse::sqrt_f64_flags(TowardNegative, 2.0).0;
    assert_eq!(root_up.to_bits(), root_down.to_bits() + 1);
    assert!(root_of_two == root_up || root_of_two == root_down);
}

#[test]
fn fused_multiply_add_rounds_once() {
    // (1 + e)(1 - e) - 1 = -e², which a rounded product would lose.
    let e = f64::EPSILON;
    for mode in RoundingMode::ALL {
        assert_eq!(sse::fma_f64_flags(mode, 1.0 + e, 1.0 - e, -1.0), (-e * e, Flags::NONE));
    }
    assert_eq!(sse::fma_f64(1.0 + e, 1.0 - e, -1.0), -e * e);
    let e = f32::EPSILON;
    assert_eq!(sse::fma_f32(1.0 + e, 1.0 - e, -1.0), -e * e);
}

#[test]
fn first_nan_operand_wins_and_signalling_ones_raise_invalid() {
    let nan = |payload: u64| f64::from_bits(0x7ff8 << 48 | payload);
    let signalling = |payload: u64| f64::from_bits(0x7ff0 << 48 | payload);
    let bits = |(value, flags): (f64, Flags)| (value.to_bits(), flags);
    let quiet = |payload: u64, flags| (0x7ff8 << 48 | payload, flags);
    for mode in RoundingMode::ALL {
        for operation in [sse::add_f64_flags, sse::sub_f64_flags, sse::mul_f64_flags, sse::div_f64_flags] {
            assert_eq!(bits(operation(mode, nan(1), nan(2))), quiet(1, Flags::NONE));
            assert_eq!(bits(operation(mode, nan(2), nan(1))), quiet(2, Flags::NONE));
            assert_eq!(bits(operation(mode, 1.0, nan(2))), quiet(2, Flags::NONE));
            assert_eq!(bits(operation(mode, signalling(3), 1.0)), quiet(3, Flags::INVALID));
            assert_eq!(bits(operation(mode, nan(1), signalling(3))), quiet(1, Flags::INVALID));
        }
        assert_eq!(bits(sse::sqrt_f64_flags(mode, signalling(5))), quiet(5, Flags::INVALID));
        assert_eq!(bits(sse::fma_f64_flags(mode, nan(1), nan(2), nan(3))), quiet(2, Flags::NONE));
        assert_eq!(bits(sse::fma_f64_flags(mode, nan(1), 1.0, nan(3))), quiet(1, Flags::NONE));
        assert_eq!(bits(sse::fma_f64_flags(mode, 1.0, 1.0, nan(3))), quiet(3, Flags::NONE));
    }
    assert_eq!(sse::add_f64(nan(1), nan(2)).to_bits(), nan(1).to_bits());
    assert_eq!(sse::add_f64(nan(2), nan(1)).to_bits(), nan(2).to_bits());
    let single = |payload: u32| f32::from_bits(0x7fc0_0000 | payload);
    assert_eq!(sse::mul_f32(single(1), single(2)).to_bits(), single(1).to_bits());
}

#[test]
fn fast_operations_leave_sticky_flags_and_exact_ones_do_not() {
    sse::clear_sticky_flags(Flags::ALL);
    assert_eq!(sse::read_sticky_flags(), Flags::NONE);
    assert_eq!(sse::div_f64(1.0, 0.0), f64::INFINITY);
    assert_eq!(sse::read_sticky_flags(), Flags::DIVIDE_BY_ZERO);
    assert_eq!(sse::mul_f64(MAX, 2.0), f64::INFINITY);
    assert_eq!(sse::read_sticky_flags(), Flags::DIVIDE_BY_ZERO | OVERFLOW);
    sse::clear_sticky_flags(Flags::DIVIDE_BY_ZERO);
    assert_eq!(sse::read_sticky_flags(), OVERFLOW);
    assert_eq!(sse::div_f64_flags(TowardZero, 1.0, 0.0).1, Flags::DIVIDE_BY_ZERO);
    assert_eq!(sse::read_sticky_flags(), OVERFLOW, "an exact operation restores the caller's flags");
    sse::raise_sticky_flags(Flags::INVALID);
    assert_eq!(sse::read_sticky_flags(), OVERFLOW | Flags::INVALID);
    sse::set_sticky_flags(Flags::UNDERFLOW);
    assert_eq!(sse::read_sticky_flags(), Flags::UNDERFLOW);
    assert_eq!(sse::add_f64(1.0, 1.0), 2.0);
    assert_eq!(sse::read_sticky_flags(), Flags::UNDERFLOW, "flags are sticky");
    sse::set_sticky_flags(Flags::NONE);
    assert_eq!(sse::read_sticky_flags(), Flags::NONE);
}

#[test]
fn the_rounding_mode_never_leaks() {
    let mut bits = Bits::new(1);
    for _ in 0..1000 {
        let (a, b) = (bits.f64(), bits.f64());
        for mode in RoundingMode::ALL {
            sse::add_f64_flags(mode, a, b);
            assert_eq!(sse::div_f64(1.0, 10.0).to_bits(), 0x3fb9_9999_9999_999a);
            assert_eq!(sse::div_f64(-1.0, 3.0).to_bits(), 0xbfd5_5555_5555_5555);
        }
    }
}

#[test]
fn flags_read_well_in_messages() {
    let flags = Flags::OVERFLOW | Flags::INEXACT;
    assert_eq!(format!("{flags:?} {:?}", Flags::NONE), "Flags{overflow inexact} Flags{}");
    assert_eq!(flags.without(Flags::INEXACT) & Flags::IEEE, Flags::OVERFLOW);
}
