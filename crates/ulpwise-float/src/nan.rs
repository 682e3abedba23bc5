//! NaN results (IEEE 754-2019 clause 6.2): which one, and when reaching it is invalid.

use crate::env::{Env, NanRule};
use crate::flags::Flags;
use crate::format::Format;
use crate::magnitude::Magnitude;
use crate::value::{Class, Float, Outcome};

/// How NaN operands combine once `NanRule::X86` is resolved for a format.
fn resolve(rule: NanRule, format: Format) -> NanRule {
    match rule {
        NanRule::X86 if format == Format::X87 => NanRule::LargerSignificand,
        NanRule::X86 => NanRule::FirstOperand,
        other => other,
    }
}

/// The NaN of an operation that has none to pass on.
pub(crate) fn default_nan(format: Format, env: Env) -> Float {
    Float::quiet_nan(format, env.nan != NanRule::Canonical)
}

/// The outcome of an invalid operation on numbers (clause 7.2).
#[cold]
pub(crate) fn invalid(format: Format, env: Env) -> Outcome {
    (default_nan(format, env), Flags::INVALID)
}

/// The outcome of an operation with at least one operand that is a NaN or an unsupported x87
/// encoding.
///
/// Unsupported encodings are invalid operands whatever the others are, as the x87 unit has it.
#[cold]
pub(crate) fn propagate(operands: &[Float], env: Env) -> Outcome {
    let format = operands[0].format();
    if operands.iter().any(|operand| operand.class() == Class::Unsupported) {
        return invalid(format, env);
    }
    let flags = Flags::INVALID.when(operands.iter().any(|operand| operand.is_signaling_nan()));
    (choose(operands, format, env), flags)
}

/// The NaN to deliver when at least one operand is a NaN and none is unsupported.
fn choose(operands: &[Float], format: Format, env: Env) -> Float {
    let mut nans = operands.iter().copied().filter(|operand| operand.is_nan());
    let rule = resolve(env.nan, format);
    let chosen = match rule {
        NanRule::Canonical => return default_nan(format, env),
        NanRule::LargerSignificand => nans.reduce(larger_significand),
        NanRule::FirstOperand | NanRule::X86 => nans.next(),
    };
    quiet(chosen.expect("an operand is a NaN"))
}

/// The x87 unit's preference between two NaNs (Intel SDM volume 1, table 4-7).
fn larger_significand(first: Float, second: Float) -> Float {
    let rank = |nan: Float| (!nan.is_signaling_nan(), nan.significand_field(), !nan.is_sign_negative());
    if rank(second) > rank(first) { second } else { first }
}

/// The NaN with its quiet bit set.
pub(crate) fn quiet(nan: Float) -> Float {
    let format = nan.format();
    Float::new(format, nan.bits().with_bit(format.quiet_bit()))
}

/// A NaN (or unsupported encoding) converted to another format: the leading payload bits are kept,
/// the rest is dropped, and the result is quiet (clause 6.2.3, as x86 does it).
#[cold]
pub(crate) fn convert(nan: Float, target: Format, env: Env) -> Outcome {
    if nan.class() == Class::Unsupported {
        return invalid(target, env);
    }
    let flags = Flags::INVALID.when(nan.is_signaling_nan());
    if env.nan == NanRule::Canonical {
        return (default_nan(target, env), flags);
    }
    let (from, to) = (nan.format().significand_bits(), target.significand_bits());
    // The trailing significand, without a stored leading bit.
    let payload = nan.significand_field().low_bits(from - 1);
    let payload = if to >= from { payload.shl(to - from) } else { payload.shr(from - to) };
    let special = Float::infinity(target, nan.is_sign_negative());
    (quiet(Float::new(target, special.bits().add(payload))), flags)
}
