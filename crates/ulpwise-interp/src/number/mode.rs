//! Between the three crates that speak of formats, modes and flags.

use ulpwise_float::{Flags, Float, Format, Rounding};
use ulpwise_host::RoundingMode;
use ulpwise_ir::FloatFormat;

/// A result and the flags it raised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Computed {
    /// The bits of the result.
    pub bits: u128,
    /// The flags of this operation alone.
    pub flags: Flags,
}

impl From<(Float, Flags)> for Computed {
    fn from((value, flags): (Float, Flags)) -> Self {
        Self { bits: value.to_bits(), flags }
    }
}

impl From<(f64, ulpwise_host::Flags)> for Computed {
    fn from((value, flags): (f64, ulpwise_host::Flags)) -> Self {
        Self { bits: value.to_bits().into(), flags: flags_from_host(flags) }
    }
}

impl From<(f32, ulpwise_host::Flags)> for Computed {
    fn from((value, flags): (f32, ulpwise_host::Flags)) -> Self {
        Self { bits: value.to_bits().into(), flags: flags_from_host(flags) }
    }
}

impl From<(u128, ulpwise_host::Flags)> for Computed {
    fn from((bits, flags): (u128, ulpwise_host::Flags)) -> Self {
        Self { bits, flags: flags_from_host(flags) }
    }
}

/// The hardware's name of a rounding mode; it does not know ties away from zero.
pub fn host_mode(rounding: Rounding) -> Option<RoundingMode> {
    match rounding {
        Rounding::NearestEven => Some(RoundingMode::NearestEven),
        Rounding::TowardPositive => Some(RoundingMode::TowardPositive),
        Rounding::TowardNegative => Some(RoundingMode::TowardNegative),
        Rounding::TowardZero => Some(RoundingMode::TowardZero),
        Rounding::NearestAway => None,
    }
}

/// The IEEE flags among the hardware's; that an operand was subnormal is none of them.
pub fn flags_from_host(flags: ulpwise_host::Flags) -> Flags {
    [
        (ulpwise_host::Flags::INVALID, Flags::INVALID),
        (ulpwise_host::Flags::DIVIDE_BY_ZERO, Flags::DIVIDE_BY_ZERO),
        (ulpwise_host::Flags::OVERFLOW, Flags::OVERFLOW),
        (ulpwise_host::Flags::UNDERFLOW, Flags::UNDERFLOW),
        (ulpwise_host::Flags::INEXACT, Flags::INEXACT),
    ]
    .into_iter()
    .filter(|&(host, _)| flags.contains(host))
    .fold(Flags::NONE, |set, (_, flag)| set.union(flag))
}

/// The exact arithmetic's name of a format.
pub fn format_of(format: FloatFormat) -> Format {
    match format {
        FloatFormat::F16 => Format::F16,
        FloatFormat::BF16 => Format::BF16,
        FloatFormat::F32 => Format::F32,
        FloatFormat::F64 => Format::F64,
        FloatFormat::X87 => Format::X87,
        FloatFormat::F128 => Format::F128,
    }
}
