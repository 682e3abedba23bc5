//! Conversions between formats, and between floats and integers.
//!
//! An out-of-range conversion to an integer is undefined in LLVM. Here it does what x86-64 code
//! does, down to the instruction sequences for unsigned numbers, because programs are compared with
//! their native runs.

use super::float::{self, exact, f32_of, f64_of};
use super::int::wide;
use super::mode::Computed;
use ulpwise_float::{Class, Flags, Float, Rounding};
use ulpwise_host::{RoundingMode, sse, x87};
use ulpwise_ir::{FloatBinaryOp, FloatFormat};

/// To another format.
pub fn between_formats(from: FloatFormat, to: FloatFormat, rounding: Rounding, a: u128) -> Computed {
    match (from, to, RoundingMode::from_exact(rounding)) {
        (FloatFormat::F64, FloatFormat::F32, Some(mode)) => sse::f64_to_f32_flags(mode, f64_of(a)).into(),
        (FloatFormat::F32, FloatFormat::F64, Some(mode)) => sse::f32_to_f64_flags(mode, f32_of(a)).into(),
        (FloatFormat::F64, FloatFormat::X87, _) => x87::from_f64(f64_of(a)).into(),
        (FloatFormat::F32, FloatFormat::X87, _) => x87::from_f32(f32_of(a)).into(),
        (FloatFormat::X87, FloatFormat::F64, Some(mode)) => x87::to_f64(mode, a).into(),
        (FloatFormat::X87, FloatFormat::F32, Some(mode)) => x87::to_f32(mode, a).into(),
        _ => exact(from, a).convert(to.exact_format(), rounding).into(),
    }
}

/// From an integer of `bits` bits.
pub fn from_int(signed: bool, bits: u8, to: FloatFormat, rounding: Rounding, a: u128) -> Computed {
    let unsigned_long = !signed && (33..=64).contains(&bits);
    match (to, RoundingMode::from_exact(rounding)) {
        (FloatFormat::F64, Some(mode)) if unsigned_long => u64_to_f64(mode, a as u64),
        (FloatFormat::F64, Some(mode)) if bits <= 64 => {
            sse::i64_to_f64_flags(mode, as_i64(signed, bits, a)).into()
        }
        (FloatFormat::F32, Some(mode)) if bits <= 64 && !unsigned_long => {
            sse::i64_to_f32_flags(mode, as_i64(signed, bits, a)).into()
        }
        // Compiled code has only the way through a float, where the value is rounded for the first
        // time.
        (FloatFormat::F16 | FloatFormat::BF16, _) => {
            let single = from_int(signed, bits, FloatFormat::F32, rounding, a);
            let half = between_formats(FloatFormat::F32, to, rounding, single.bits);
            Computed { bits: half.bits, flags: single.flags.union(half.flags) }
        }
        _ if signed => Float::from_i128(to.exact_format(), wide::signed(a, bits), rounding).into(),
        _ => Float::from_u128(to.exact_format(), a, rounding).into(),
    }
}

fn as_i64(signed: bool, bits: u8, a: u128) -> i64 {
    if signed { wide::signed(a, bits) as i64 } else { a as i64 }
}

/// As compiled for SSE2: both halves become doubles by way of their bit patterns, exactly, and are
/// added. The value is rounded once, but zero comes out as -0 when rounding down.
fn u64_to_f64(mode: RoundingMode, a: u64) -> Computed {
    let low = f64::from_bits(0x4330_0000_0000_0000 | (a & 0xffff_ffff));
    let high = f64::from_bits(0x4530_0000_0000_0000 | (a >> 32));
    let (low, _) = sse::sub_f64_flags(mode, low, f64::from_bits(0x4330_0000_0000_0000));
    let (high, _) = sse::sub_f64_flags(mode, high, f64::from_bits(0x4530_0000_0000_0000));
    sse::add_f64_flags(mode, high, low).into()
}

/// To an integer of `bits` bits, towards zero; out of range as compiled code does it.
pub fn to_int(signed: bool, format: FloatFormat, bits: u8, rounding: Rounding, a: u128) -> Computed {
    if let Some(computed) = by_one_instruction(signed, format, bits, a) {
        return computed;
    }
    let flags = range_flags(signed, format, bits, a);
    let value = match (format, RoundingMode::from_exact(rounding)) {
        (FloatFormat::F64, Some(mode)) if bits <= 64 => f64_to_int(signed, bits, mode, f64_of(a)),
        (FloatFormat::F32, Some(mode)) if bits <= 64 => f32_to_int(signed, bits, mode, f32_of(a)),
        (FloatFormat::F16 | FloatFormat::BF16, Some(mode)) if bits <= 64 => {
            let single = between_formats(format, FloatFormat::F32, rounding, a);
            f32_to_int(signed, bits, mode, f32_of(single.bits))
        }
        (FloatFormat::X87, _) if bits <= 64 => x87_to_int(signed, bits, a),
        _ => return saturating_to_int(signed, format, bits, a),
    };
    Computed { bits: wide::truncate(u128::from(value), bits), flags }
}

/// The common conversions are one machine instruction, whose flags are those of the conversion.
fn by_one_instruction(signed: bool, format: FloatFormat, bits: u8, a: u128) -> Option<Computed> {
    let mode = RoundingMode::NearestEven;
    let (value, flags) = match (format, signed, bits) {
        (FloatFormat::F64, true, 32) => widened(sse::truncate_f64_to_i32_flags(mode, f64_of(a))),
        (FloatFormat::F64, true, 64) => sse::truncate_f64_to_i64_flags(mode, f64_of(a)),
        (FloatFormat::F32, true, 32) => widened(sse::truncate_f32_to_i32_flags(mode, f32_of(a))),
        (FloatFormat::F32, true, 64) => sse::truncate_f32_to_i64_flags(mode, f32_of(a)),
        _ => return None,
    };
    Some(Computed { bits: wide::truncate(value as u128, bits), flags: flags.to_exact() })
}

fn widened((value, flags): (i32, ulpwise_host::Flags)) -> (i64, ulpwise_host::Flags) {
    (value.into(), flags)
}

/// The flags of the conversion as such, whatever sequence of instructions performs it.
fn range_flags(signed: bool, format: FloatFormat, bits: u8, a: u128) -> Flags {
    let width = u32::from(bits);
    let value = exact(format, a);
    if signed {
        value.to_i128(width, Rounding::TowardZero).1
    } else {
        value.to_u128(width, Rounding::TowardZero).1
    }
}

fn f64_to_int(signed: bool, bits: u8, mode: RoundingMode, a: f64) -> u64 {
    match (signed, bits) {
        (true, ..=32) | (false, ..=16) => i64::from(sse::truncate_f64_to_i32(a)) as u64,
        (true, _) | (false, ..=32) => sse::truncate_f64_to_i64(a) as u64,
        (false, _) => {
            let (shifted, _) = sse::sub_f64_flags(mode, a, 9_223_372_036_854_775_808.0);
            unsigned_choice(sse::truncate_f64_to_i64(a), sse::truncate_f64_to_i64(shifted))
        }
    }
}

fn f32_to_int(signed: bool, bits: u8, mode: RoundingMode, a: f32) -> u64 {
    match (signed, bits) {
        (true, ..=32) | (false, ..=16) => i64::from(sse::truncate_f32_to_i32(a)) as u64,
        (true, _) | (false, ..=32) => sse::truncate_f32_to_i64(a) as u64,
        (false, _) => {
            let (shifted, _) = sse::sub_f32_flags(mode, a, 9_223_372_036_854_775_808.0);
            unsigned_choice(sse::truncate_f32_to_i64(a), sse::truncate_f32_to_i64(shifted))
        }
    }
}

/// As compiled: the plain conversion, with the shifted one mixed in where the plain one is
/// negative.
fn unsigned_choice(plain: i64, shifted: i64) -> u64 {
    (plain | (shifted & (plain >> 63))) as u64
}

fn x87_to_int(signed: bool, bits: u8, a: u128) -> u64 {
    match (signed, bits) {
        (true, ..=16) => i64::from(x87::truncate_to_i16(a).0) as u64,
        (true, ..=32) | (false, ..=16) => i64::from(x87::truncate_to_i32(a).0) as u64,
        (true, _) | (false, ..=32) => x87::truncate_to_i64(a).0 as u64,
        (false, _) => {
            // Compiled code compares with 2^63, subtracts it if not below, and flips the top bit
            // back.
            let two_to_63: u128 = (0x403e << 64) | (1 << 63);
            let (order, _) = float::compare(false, FloatFormat::X87, a, two_to_63);
            let shift = order.is_some_and(std::cmp::Ordering::is_ge);
            let subtrahend = if shift { two_to_63 } else { 0 };
            let rest =
                float::binary(FloatBinaryOp::Sub, FloatFormat::X87, Rounding::NearestEven, a, subtrahend)
                    .bits;
            (x87::truncate_to_i64(rest).0 as u64) ^ (u64::from(shift) << 63)
        }
    }
}

/// To an integer of `bits` bits, towards zero; out of range it is the nearest end, for NaN zero.
pub fn saturating_to_int(signed: bool, format: FloatFormat, bits: u8, a: u128) -> Computed {
    let width = u32::from(bits);
    let value = exact(format, a);
    let (result, flags) = if signed {
        let (result, flags) = value.to_i128(width, Rounding::TowardZero);
        (result.map(i128::cast_unsigned), flags)
    } else {
        value.to_u128(width, Rounding::TowardZero)
    };
    let (smallest, largest) =
        if signed { (1 << (bits - 1), (1 << (bits - 1)) - 1) } else { (0, wide::truncate(u128::MAX, bits)) };
    // Encodings that the x87 does not know compare like a NaN.
    let is_number = !value.is_nan() && value.class() != Class::Unsupported;
    let bits_of = result.unwrap_or(if !is_number {
        0
    } else if value.is_sign_negative() {
        smallest
    } else {
        largest
    });
    Computed { bits: wide::truncate(bits_of, bits), flags }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 2^30 + 2^22 + 1 lies above the middle of two bfloat16 numbers; as a float it is that middle,
    /// which goes to even.
    #[test]
    fn integers_become_bfloat16_by_way_of_float() {
        let computed =
            from_int(true, 32, FloatFormat::BF16, Rounding::NearestEven, (1 << 30) + (1 << 22) + 1);
        assert_eq!(computed.bits, 0x4e80);
        assert!(computed.flags.contains(Flags::INEXACT));
        assert_eq!(from_int(false, 64, FloatFormat::F16, Rounding::NearestEven, 65519).bits, 0x7bff);
    }

    /// It has no leading bit, and yet an exponent.
    #[test]
    fn an_encoding_that_the_x87_does_not_know_saturates_to_zero() {
        let unnormal = 0xf7eb_31ba_8f6f_ada9_c32a;
        assert_eq!(saturating_to_int(true, FloatFormat::X87, 32, unnormal).bits, 0);
    }
}
