//! Addition and subtraction (IEEE 754-2019 clause 5.4.1).

use super::assert_same_format;
use crate::env::{Env, Rounding};
use crate::flags::Flags;
use crate::format::Format;
use crate::magnitude::Magnitude;
use crate::nan;
use crate::round::round;
use crate::unpack::{Unpacked, UnpackedKind, unpack};
use crate::value::{Float, Outcome, at_hot_width, at_single_width};

impl Float {
    /// The sum, rounded.
    ///
    /// # Panics
    /// If the formats differ.
    #[inline]
    pub fn add(self, other: Float, env: impl Into<Env>) -> Outcome {
        at_hot_width!(self.format(), add, add_others, &self, &other, false, env.into())
    }

    /// The difference, rounded.
    ///
    /// # Panics
    /// If the formats differ.
    #[inline]
    pub fn sub(self, other: Float, env: impl Into<Env>) -> Outcome {
        at_hot_width!(self.format(), add, add_others, &self, &other, true, env.into())
    }
}

#[inline(never)]
fn add_others(format: Format, x: &Float, y: &Float, subtract: bool, env: Env) -> Outcome {
    at_single_width!(format, add, format, x, y, subtract, env)
}

/// `x + y`, or `x - y` if `subtract`. The sign of `y` is inverted after it is taken apart, so that
/// a NaN `y` keeps its own.
#[inline(always)]
pub(crate) fn add<M: Magnitude>(format: Format, x: &Float, y: &Float, subtract: bool, env: Env) -> Outcome {
    assert_same_format(x, y);
    let a = unpack::<M>(format, x);
    let mut b = unpack::<M>(format, y);
    b.negative ^= subtract;
    match (a.kind, b.kind) {
        (UnpackedKind::Finite, UnpackedKind::Finite) => {
            let shift = M::BITS - 1 - format.significand_bits();
            add_raised(format, env, a.raised(shift), b.raised(shift))
        }
        (UnpackedKind::NotANumber, _) | (_, UnpackedKind::NotANumber) => nan::propagate(&[*x, *y], env),
        (UnpackedKind::Infinity, UnpackedKind::Infinity) if a.negative != b.negative => {
            nan::invalid(format, env)
        }
        (UnpackedKind::Infinity, _) => (Float::infinity(format, a.negative), Flags::NONE),
        (_, UnpackedKind::Infinity) => (Float::infinity(format, b.negative), Flags::NONE),
        (UnpackedKind::Zero, UnpackedKind::Zero) => {
            (add_zeros(format, env, a.negative, b.negative), Flags::NONE)
        }
        (UnpackedKind::Finite, UnpackedKind::Zero) => {
            round(format, env, a.negative, a.exponent, a.significand)
        }
        (UnpackedKind::Zero, UnpackedKind::Finite) => {
            round(format, env, b.negative, b.exponent, b.significand)
        }
    }
}

/// The sum of two zeros: their common sign, else that of an exact cancellation (clause 6.3).
pub(crate) fn add_zeros(format: Format, env: Env, negative: bool, other_negative: bool) -> Float {
    let cancelled = env.rounding == Rounding::TowardNegative;
    Float::zero(format, if negative == other_negative { negative } else { cancelled })
}

/// The rounded sum of two finite non-zero numbers whose significands have their leading bit at the
/// second-highest position and end in three zeros: p bits in single width, or an exact product of
/// 2p in double width.
///
/// The smaller number is shifted right into place. If it moves by at most one place nothing is
/// lost, since low bits are free; if by more, the sum loses at most one leading bit, so that at
/// least p + 2 remain and the sticky bit lies below the place of rounding.
#[inline(always)]
pub(crate) fn add_raised<M: Magnitude>(format: Format, env: Env, a: Unpacked<M>, b: Unpacked<M>) -> Outcome {
    let swap = (b.exponent, b.significand) > (a.exponent, a.significand);
    let (large, small) = if swap { (b, a) } else { (a, b) };
    let aligned = small.significand.shr_sticky((large.exponent - small.exponent) as u64);
    let significand = large.significand.add_or_sub(aligned, large.negative != small.negative);
    if significand.is_zero() {
        return (add_zeros(format, env, false, true), Flags::NONE);
    }
    round(format, env, large.negative, large.exponent, significand)
}
