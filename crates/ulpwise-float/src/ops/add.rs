//! Addition and subtraction (IEEE 754-2019 clause 5.4.1).

use super::assert_same_format;
use crate::env::{Env, Rounding};
use crate::flags::Flags;
use crate::format::Format;
use crate::magnitude::Magnitude;
use crate::nan;
use crate::round::round;
use crate::unpack::{Kind, Unpacked, unpack};
use crate::value::{Float, Outcome, at_width};

impl Float {
    /// The sum, rounded.
    ///
    /// # Panics
    /// If the formats differ.
    #[inline]
    pub fn add(self, other: Float, env: impl Into<Env>) -> Outcome {
        at_width!(self.format(), add, &self, &other, false, env.into())
    }

    /// The difference, rounded.
    ///
    /// # Panics
    /// If the formats differ.
    #[inline]
    pub fn sub(self, other: Float, env: impl Into<Env>) -> Outcome {
        at_width!(self.format(), add, &self, &other, true, env.into())
    }
}

/// `x + y`, or `x - y` if `subtract`. The sign of `y` is inverted after it is taken apart, so that a NaN `y`
/// keeps its own.
pub(crate) fn add<M: Magnitude>(x: &Float, y: &Float, subtract: bool, env: Env) -> Outcome {
    assert_same_format(x, y);
    let format = x.format();
    let a = unpack::<M>(x);
    let mut b = unpack::<M>(y);
    b.negative ^= subtract;
    match (a.kind, b.kind) {
        (Kind::Finite, Kind::Finite) => add_finite(format, env, a, b),
        (Kind::NotANumber, _) | (_, Kind::NotANumber) => nan::propagate(&[*x, *y], env),
        (Kind::Infinity, Kind::Infinity) if a.negative != b.negative => nan::invalid(format, env),
        (Kind::Infinity, _) => (Float::infinity(format, a.negative), Flags::NONE),
        (_, Kind::Infinity) => (Float::infinity(format, b.negative), Flags::NONE),
        (Kind::Zero, Kind::Zero) => (add_zeros(format, env, a.negative, b.negative), Flags::NONE),
        (Kind::Finite, Kind::Zero) => round(format, env, a.negative, a.exponent, a.significand),
        (Kind::Zero, Kind::Finite) => round(format, env, b.negative, b.exponent, b.significand),
    }
}

/// The sum of two zeros: their common sign, else that of an exact cancellation (clause 6.3).
pub(crate) fn add_zeros(format: Format, env: Env, negative: bool, other_negative: bool) -> Float {
    let cancelled = env.rounding == Rounding::TowardNegative;
    Float::zero(format, if negative == other_negative { negative } else { cancelled })
}

/// The rounded sum of two finite non-zero numbers whose significands leave at least three bits of the width free
/// (which holds for exact products, too).
///
/// Both significands are moved up to the second-highest bit, and the smaller number is shifted right into place.
/// If it moves by at most one place nothing is lost, since two low bits are free; if by more, the sum loses at
/// most one leading bit, so the sticky bit stays far below the place of rounding.
#[inline]
pub(crate) fn add_finite<M: Magnitude>(format: Format, env: Env, a: Unpacked<M>, b: Unpacked<M>) -> Outcome {
    let (a, b) = (raise(a), raise(b));
    let a_is_larger = (a.exponent, a.significand) >= (b.exponent, b.significand);
    let (large, small) = if a_is_larger { (a, b) } else { (b, a) };
    let aligned = small.significand.shr_sticky((large.exponent - small.exponent) as u64);
    let significand = if large.negative == small.negative {
        large.significand.add(aligned)
    } else {
        large.significand.sub(aligned)
    };
    if significand.is_zero() {
        return (add_zeros(format, env, false, true), Flags::NONE);
    }
    round(format, env, large.negative, large.exponent, significand)
}

/// The same number with its leading significand bit at the second-highest position.
#[inline]
fn raise<M: Magnitude>(x: Unpacked<M>) -> Unpacked<M> {
    let shift = M::BITS - 1 - x.significand.bit_length();
    Unpacked { significand: x.significand.shl(shift), exponent: x.exponent - i64::from(shift), ..x }
}
