//! Multiplication (IEEE 754-2019 clause 5.4.1).

use super::assert_same_format;
use crate::env::Env;
use crate::flags::Flags;
use crate::format::Format;
use crate::magnitude::{Magnitude, Significand};
use crate::nan;
use crate::round::round;
use crate::unpack::{Kind, unpack};
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
        (Kind::Finite, Kind::Finite) => {
            // Of the product's 2p bits the upper ones that fit the width are p + 2 at least.
            let dropped = (2 * format.significand_bits()).saturating_sub(S::BITS);
            let product = a.significand.full_product(b.significand).shr_sticky(dropped.into());
            round(format, env, negative, a.exponent + b.exponent + i64::from(dropped), S::narrow(product))
        }
        (Kind::NotANumber, _) | (_, Kind::NotANumber) => nan::propagate(&[*x, *y], env),
        (Kind::Zero, Kind::Infinity) | (Kind::Infinity, Kind::Zero) => nan::invalid(format, env),
        (Kind::Infinity, _) | (_, Kind::Infinity) => (Float::infinity(format, negative), Flags::NONE),
        (Kind::Zero, _) | (_, Kind::Zero) => (Float::zero(format, negative), Flags::NONE),
    }
}
