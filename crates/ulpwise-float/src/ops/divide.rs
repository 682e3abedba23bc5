//! Division (IEEE 754-2019 clause 5.4.1).

use super::assert_same_format;
use crate::env::Env;
use crate::flags::Flags;
use crate::format::Format;
use crate::magnitude::{Magnitude, Significand};
use crate::nan;
use crate::round::round;
use crate::unpack::{UnpackedKind, unpack};
use crate::value::{Float, Outcome, at_hot_width, at_single_width};

impl Float {
    /// The quotient, rounded. A finite non-zero number over zero is infinite and raises
    /// [`Flags::DIVIDE_BY_ZERO`] (clause 7.3).
    ///
    /// # Panics
    /// If the formats differ.
    #[inline]
    pub fn div(self, other: Float, env: impl Into<Env>) -> Outcome {
        at_hot_width!(self.format(), divide, divide_others, &self, &other, env.into())
    }
}

#[inline(never)]
fn divide_others(format: Format, x: &Float, y: &Float, env: Env) -> Outcome {
    at_single_width!(format, divide, format, x, y, env)
}

#[inline(always)]
pub(crate) fn divide<S: Significand>(format: Format, x: &Float, y: &Float, env: Env) -> Outcome {
    assert_same_format(x, y);
    let (a, b) = (unpack::<S>(format, x), unpack::<S>(format, y));
    let negative = a.negative != b.negative;
    match (a.kind, b.kind) {
        (UnpackedKind::Finite, UnpackedKind::Finite) => {
            // The quotient has at least p + 2 bits, and the remainder becomes a sticky bit below
            // them.
            let extra = format.significand_bits() + 2;
            let (quotient, remainder) = a.significand.widen().shl(extra).div_rem(b.significand.widen());
            let significand = S::narrow(quotient).shl(1).with_sticky(!remainder.is_zero());
            round(format, env, negative, a.exponent - b.exponent - i64::from(extra) - 1, significand)
        }
        (UnpackedKind::NotANumber, _) | (_, UnpackedKind::NotANumber) => nan::propagate(&[*x, *y], env),
        (UnpackedKind::Zero, UnpackedKind::Zero) | (UnpackedKind::Infinity, UnpackedKind::Infinity) => {
            nan::invalid(format, env)
        }
        (UnpackedKind::Infinity, _) => (Float::infinity(format, negative), Flags::NONE),
        (UnpackedKind::Zero, _) | (_, UnpackedKind::Infinity) => (Float::zero(format, negative), Flags::NONE),
        (UnpackedKind::Finite, UnpackedKind::Zero) => {
            (Float::infinity(format, negative), Flags::DIVIDE_BY_ZERO)
        }
    }
}
