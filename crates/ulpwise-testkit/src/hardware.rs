//! The processor as an oracle for f32, f64 and x87, in its four rounding modes.

use crate::operation::{Operation, ReferenceAnswer};
use ulpwise_float::{Flags, Float, Format, Rounding};
use ulpwise_host::{Flags as HostFlags, RoundingMode, sse, x87};

/// What the processor answers; `None` where it has no instruction that answers bit by bit: other
/// formats, ties away, and the remainder and rounding of f32 and f64 NaNs, which go through x87
/// registers with their own NaN rule.
pub fn evaluate(
    operation: Operation,
    operands: [Float; 3],
    rounding: Rounding,
) -> Option<(ReferenceAnswer, Flags)> {
    let mode = RoundingMode::from_exact(rounding)?;
    match operands[0].format() {
        Format::F64 => f64_answer(operation, operands.map(Float::to_f64), mode),
        Format::F32 => f32_answer(operation, operands.map(Float::to_f32), mode),
        Format::X87 => x87_answer(operation, operands.map(Float::to_bits), mode),
        _ => None,
    }
}

fn double((value, flags): (f64, HostFlags)) -> Option<(ReferenceAnswer, Flags)> {
    Some((ReferenceAnswer::Float(Float::from_f64(value)), flags.to_exact()))
}

fn single((value, flags): (f32, HostFlags)) -> Option<(ReferenceAnswer, Flags)> {
    Some((ReferenceAnswer::Float(Float::from_f32(value)), flags.to_exact()))
}

fn extended((bits, flags): (u128, HostFlags)) -> Option<(ReferenceAnswer, Flags)> {
    Some((ReferenceAnswer::Float(Float::from_bits(Format::X87, bits)), flags.to_exact()))
}

fn order((order, flags): (Option<std::cmp::Ordering>, HostFlags)) -> Option<(ReferenceAnswer, Flags)> {
    Some((ReferenceAnswer::Order(order), flags.to_exact()))
}

/// An integer conversion; the processor delivers a dummy when it is invalid.
fn integer<I: Into<i128>>((value, flags): (I, HostFlags)) -> Option<(ReferenceAnswer, Flags)> {
    let valid = !flags.contains(HostFlags::INVALID);
    Some((ReferenceAnswer::Integer(valid.then(|| value.into())), flags.to_exact()))
}

fn f64_answer(
    operation: Operation,
    [a, b, c]: [f64; 3],
    mode: RoundingMode,
) -> Option<(ReferenceAnswer, Flags)> {
    match operation {
        Operation::Add => double(sse::add_f64_flags(mode, a, b)),
        Operation::Sub => double(sse::sub_f64_flags(mode, a, b)),
        Operation::Mul => double(sse::mul_f64_flags(mode, a, b)),
        Operation::Div => double(sse::div_f64_flags(mode, a, b)),
        Operation::Fma => double(sse::fma_f64_flags(mode, a, b, c)),
        Operation::Sqrt => double(sse::sqrt_f64_flags(mode, a)),
        Operation::CompareQuiet => order(sse::compare_quiet_f64_flags(a, b)),
        Operation::CompareSignaling => order(sse::compare_signaling_f64_flags(a, b)),
        Operation::Convert(Format::F32) => single(sse::f64_to_f32_flags(mode, a)),
        Operation::Convert(Format::X87) => extended(x87::from_f64(a)),
        Operation::ToSigned(32) => integer(sse::round_f64_to_i32_flags(mode, a)),
        Operation::ToSigned(64) => integer(sse::round_f64_to_i64_flags(mode, a)),
        _ if a.is_nan() || b.is_nan() => None,
        // Exact in 80 bits, and representable in 64 again.
        _ => {
            let (wide_a, wide_b) = (x87::from_f64(a).0, x87::from_f64(b).0);
            let (result, flags) = through_x87(operation, wide_a, wide_b, mode)?;
            double((x87::to_f64(mode, result).0, flags))
        }
    }
}

fn f32_answer(
    operation: Operation,
    [a, b, c]: [f32; 3],
    mode: RoundingMode,
) -> Option<(ReferenceAnswer, Flags)> {
    match operation {
        Operation::Add => single(sse::add_f32_flags(mode, a, b)),
        Operation::Sub => single(sse::sub_f32_flags(mode, a, b)),
        Operation::Mul => single(sse::mul_f32_flags(mode, a, b)),
        Operation::Div => single(sse::div_f32_flags(mode, a, b)),
        Operation::Fma => single(sse::fma_f32_flags(mode, a, b, c)),
        Operation::Sqrt => single(sse::sqrt_f32_flags(mode, a)),
        Operation::CompareQuiet => order(sse::compare_quiet_f32_flags(a, b)),
        Operation::CompareSignaling => order(sse::compare_signaling_f32_flags(a, b)),
        Operation::Convert(Format::F64) => double(sse::f32_to_f64_flags(mode, a)),
        Operation::Convert(Format::X87) => extended(x87::from_f32(a)),
        Operation::ToSigned(32) => integer(sse::round_f32_to_i32_flags(mode, a)),
        Operation::ToSigned(64) => integer(sse::round_f32_to_i64_flags(mode, a)),
        _ if a.is_nan() || b.is_nan() => None,
        _ => {
            let (wide_a, wide_b) = (x87::from_f32(a).0, x87::from_f32(b).0);
            let (result, flags) = through_x87(operation, wide_a, wide_b, mode)?;
            single((x87::to_f32(mode, result).0, flags))
        }
    }
}

/// Operations whose result has no more bits than the operands.
fn through_x87(operation: Operation, a: u128, b: u128, mode: RoundingMode) -> Option<(u128, HostFlags)> {
    match operation {
        Operation::Remainder => Some(x87::rem(a, b)),
        Operation::Fmod => Some(x87::fmod(a, b)),
        Operation::RoundToIntegralExact => Some(x87::rint(mode, a)),
        _ => None,
    }
}

fn x87_answer(
    operation: Operation,
    [a, b, _]: [u128; 3],
    mode: RoundingMode,
) -> Option<(ReferenceAnswer, Flags)> {
    match operation {
        Operation::Add => extended(x87::add(mode, a, b)),
        Operation::Sub => extended(x87::sub(mode, a, b)),
        Operation::Mul => extended(x87::mul(mode, a, b)),
        Operation::Div => extended(x87::div(mode, a, b)),
        Operation::Sqrt => extended(x87::sqrt(mode, a)),
        Operation::CompareQuiet => order(x87::compare_quiet(a, b)),
        Operation::CompareSignaling => order(x87::compare_signaling(a, b)),
        Operation::Convert(Format::F64) => double(x87::to_f64(mode, a)),
        Operation::Convert(Format::F32) => single(x87::to_f32(mode, a)),
        Operation::ToSigned(16) => integer(x87::to_i16(mode, a)),
        Operation::ToSigned(32) => integer(x87::to_i32(mode, a)),
        Operation::ToSigned(64) => integer(x87::to_i64(mode, a)),
        other => extended(through_x87(other, a, b, mode)?),
    }
}

/// An integer as a double, by the processor; `None` for ties away.
pub fn f64_from_i64(value: i64, rounding: Rounding) -> Option<(Float, Flags)> {
    let (result, flags) = sse::i64_to_f64_flags(RoundingMode::from_exact(rounding)?, value);
    Some((Float::from_f64(result), flags.to_exact()))
}

/// An integer as a single, by the processor; `None` for ties away.
pub fn f32_from_i64(value: i64, rounding: Rounding) -> Option<(Float, Flags)> {
    let (result, flags) = sse::i64_to_f32_flags(RoundingMode::from_exact(rounding)?, value);
    Some((Float::from_f32(result), flags.to_exact()))
}
