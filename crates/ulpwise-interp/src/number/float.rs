//! Floating-point operations: result and flags, for every format and rounding mode.

use super::min_max;
use super::mode::Computed;
use std::cmp::Ordering;
use ulpwise_float::{Class, Flags, Float, Rounding};
use ulpwise_host::{RoundingMode, sse, x87};
use ulpwise_ir::{FloatBinaryOp, FloatFormat, FloatUnaryOp};

/// The `f64` of these bits.
#[inline(always)]
pub fn f64_of(bits: u128) -> f64 {
    f64::from_bits(bits as u64)
}

/// The `f32` of these bits.
#[inline(always)]
pub fn f32_of(bits: u128) -> f32 {
    f32::from_bits(bits as u32)
}

/// The exact arithmetic's value of these bits.
pub fn exact(format: FloatFormat, bits: u128) -> Float {
    Float::from_bits(format.exact_format(), bits)
}

/// An operation of two operands.
pub fn binary(op: FloatBinaryOp, format: FloatFormat, rounding: Rounding, a: u128, b: u128) -> Computed {
    match (format, RoundingMode::from_exact(rounding)) {
        (FloatFormat::F64, Some(mode)) => binary_f64(op, mode, f64_of(a), f64_of(b)),
        (FloatFormat::F32, Some(mode)) => binary_f32(op, mode, f32_of(a), f32_of(b)),
        (FloatFormat::X87, Some(mode)) => binary_x87(op, mode, a, b),
        _ => binary_exact(op, format, rounding, a, b),
    }
}

fn binary_f64(op: FloatBinaryOp, mode: RoundingMode, a: f64, b: f64) -> Computed {
    match op {
        FloatBinaryOp::Add => sse::add_f64_flags(mode, a, b).into(),
        FloatBinaryOp::Sub => sse::sub_f64_flags(mode, a, b).into(),
        FloatBinaryOp::Mul => sse::mul_f64_flags(mode, a, b).into(),
        FloatBinaryOp::Div => sse::div_f64_flags(mode, a, b).into(),
        // Exact in every mode, so the reference arithmetic gives the same bits as fmod.
        FloatBinaryOp::Rem => {
            binary_exact(op, FloatFormat::F64, Rounding::NearestEven, a.to_bits().into(), b.to_bits().into())
        }
        _ => min_max::select(op, FloatFormat::F64, a.to_bits().into(), b.to_bits().into()),
    }
}

fn binary_f32(op: FloatBinaryOp, mode: RoundingMode, a: f32, b: f32) -> Computed {
    match op {
        FloatBinaryOp::Add => sse::add_f32_flags(mode, a, b).into(),
        FloatBinaryOp::Sub => sse::sub_f32_flags(mode, a, b).into(),
        FloatBinaryOp::Mul => sse::mul_f32_flags(mode, a, b).into(),
        FloatBinaryOp::Div => sse::div_f32_flags(mode, a, b).into(),
        FloatBinaryOp::Rem => {
            binary_exact(op, FloatFormat::F32, Rounding::NearestEven, a.to_bits().into(), b.to_bits().into())
        }
        _ => min_max::select(op, FloatFormat::F32, a.to_bits().into(), b.to_bits().into()),
    }
}

fn binary_x87(op: FloatBinaryOp, mode: RoundingMode, a: u128, b: u128) -> Computed {
    match op {
        FloatBinaryOp::Add => x87::add(mode, a, b).into(),
        FloatBinaryOp::Sub => x87::sub(mode, a, b).into(),
        FloatBinaryOp::Mul => x87::mul(mode, a, b).into(),
        FloatBinaryOp::Div => x87::div(mode, a, b).into(),
        FloatBinaryOp::Rem => x87::fmod(a, b).into(),
        _ => min_max::select(op, FloatFormat::X87, a, b),
    }
}

fn binary_exact(op: FloatBinaryOp, format: FloatFormat, rounding: Rounding, a: u128, b: u128) -> Computed {
    let (x, y) = (exact(format, a), exact(format, b));
    match op {
        FloatBinaryOp::Add => x.add(y, rounding).into(),
        FloatBinaryOp::Sub => x.sub(y, rounding).into(),
        FloatBinaryOp::Mul => x.mul(y, rounding).into(),
        FloatBinaryOp::Div => x.div(y, rounding).into(),
        FloatBinaryOp::Rem => x.fmod(y, rounding).into(),
        _ => min_max::select(op, format, a, b),
    }
}

/// A fused multiply-add.
pub fn fma(format: FloatFormat, rounding: Rounding, [a, b, c]: [u128; 3]) -> Computed {
    match (format, RoundingMode::from_exact(rounding)) {
        (FloatFormat::F64, Some(mode)) => sse::fma_f64_flags(mode, f64_of(a), f64_of(b), f64_of(c)).into(),
        (FloatFormat::F32, Some(mode)) => sse::fma_f32_flags(mode, f32_of(a), f32_of(b), f32_of(c)).into(),
        _ => exact(format, a).fma(exact(format, b), exact(format, c), rounding).into(),
    }
}

/// An operation of one operand.
pub fn unary(op: FloatUnaryOp, format: FloatFormat, rounding: Rounding, a: u128) -> Computed {
    if op == FloatUnaryOp::Sqrt {
        return sqrt(format, rounding, a);
    }
    let x = exact(format, a);
    let quiet = |mode| Computed::from(x.round_to_integral(mode));
    match op {
        FloatUnaryOp::Sqrt => unreachable!("computed above"),
        FloatUnaryOp::Floor => quiet(Rounding::TowardNegative),
        FloatUnaryOp::Ceil => quiet(Rounding::TowardPositive),
        FloatUnaryOp::Trunc => quiet(Rounding::TowardZero),
        FloatUnaryOp::Round => quiet(Rounding::NearestAway),
        FloatUnaryOp::RoundEven => quiet(Rounding::NearestEven),
        FloatUnaryOp::NearbyInt => quiet(rounding),
        FloatUnaryOp::Rint => x.round_to_integral_exact(rounding).into(),
        // Rounding to its own format quiets a signalling NaN and changes nothing else.
        FloatUnaryOp::Canonicalize => x.convert(format.exact_format(), rounding).into(),
    }
}

fn sqrt(format: FloatFormat, rounding: Rounding, a: u128) -> Computed {
    match (format, RoundingMode::from_exact(rounding)) {
        (FloatFormat::F64, Some(mode)) => sse::sqrt_f64_flags(mode, f64_of(a)).into(),
        (FloatFormat::F32, Some(mode)) => sse::sqrt_f32_flags(mode, f32_of(a)).into(),
        (FloatFormat::X87, Some(mode)) => x87::sqrt(mode, a).into(),
        _ => exact(format, a).sqrt(rounding).into(),
    }
}

/// How two numbers compare (`None`: one is NaN), and the flags of comparing them.
pub fn compare(signaling: bool, format: FloatFormat, a: u128, b: u128) -> (Option<Ordering>, Flags) {
    if format == FloatFormat::X87 {
        let (ordering, flags) =
            if signaling { x87::compare_signaling(a, b) } else { x87::compare_quiet(a, b) };
        return (ordering, flags.to_exact());
    }
    let (x, y) = (exact(format, a), exact(format, b));
    if signaling { x.compare_signaling(y) } else { x.compare_quiet(y) }
}

/// The bit of `llvm.is.fpclass` that the value's class has.
pub fn class_bit(format: FloatFormat, bits: u128) -> u16 {
    let value = exact(format, bits);
    let negative = value.is_sign_negative();
    let position = match value.class() {
        Class::SignalingNan => 0,
        Class::QuietNan => 1,
        Class::Infinity => {
            if negative {
                2
            } else {
                9
            }
        }
        Class::Normal => {
            if negative {
                3
            } else {
                8
            }
        }
        Class::Subnormal => {
            if negative {
                4
            } else {
                7
            }
        }
        Class::Zero => {
            if negative {
                5
            } else {
                6
            }
        }
        Class::Unsupported => 1,
    };
    1 << position
}

/// Whether a result is not zero and below the smallest normal number.
pub fn is_tiny(format: FloatFormat, bits: u128) -> bool {
    exact(format, bits).is_subnormal()
}

/// The mask of the sign bit.
#[inline(always)]
pub fn sign_mask(format: FloatFormat) -> u128 {
    1 << (format.bits() - 1)
}
