//! Multiplication (IEEE 754-2019 clause 5.4.1).

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
    /// The product, rounded.
    ///
    /// # Panics
    /// If the formats differ.
    #[inline]
    pub fn mul(self, other: Float, env: impl Into<Env>) -> Outcome {
        at_hot_width!(self.format(), multiply, multiply_others, &self, &other, env.into())
    }
}

#[inline(never)]
fn multiply_others(format: Format, x: &Float, y: &Float, env: Env) -> Outcome {
    at_single_width!(format, multiply, format, x, y, env)
}

#[inline(always)]
pub(crate) fn multiply<S: Significand>(format: Format, x: &Float, y: &Float, env: Env) -> Outcome {
    assert_same_format(x, y);
    let (a, b) = (unpack::<S>(format, x), unpack::<S>(format, y));
    let negative = a.negative != b.negative;
    match (a.kind, b.kind) {
        (UnpackedKind::Finite, UnpackedKind::Finite) => {
            // Of the product's 2p bits the upper ones that fit the width are p + 2 at least.
            let dropped = (2 * format.significand_bits()).saturating_sub(S::BITS);
            let product = a.significand.full_product(b.significand).shr_sticky(dropped.into());
            round(format, env, negative, a.exponent + b.exponent + i64::from(dropped), S::narrow(product))
        }
        (UnpackedKind::NotANumber, _) | (_, UnpackedKind::NotANumber) => nan::propagate(&[*x, *y], env),
        (UnpackedKind::Zero, UnpackedKind::Infinity) | (UnpackedKind::Infinity, UnpackedKind::Zero) => {
            nan::invalid(format, env)
        }
        (UnpackedKind::Infinity, _) | (_, UnpackedKind::Infinity) => {
            (Float::infinity(format, negative), Flags::NONE)
        }
        (UnpackedKind::Zero, _) | (_, UnpackedKind::Zero) => (Float::zero(format, negative), Flags::NONE),
    }
}
