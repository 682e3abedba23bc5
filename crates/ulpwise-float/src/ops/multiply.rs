//! Multiplication (IEEE 754-2019 clause 5.4.1).

use super::assert_same_format;
use crate::env::Env;
use crate::flags::Flags;
use crate::magnitude::Magnitude;
use crate::nan;
use crate::round::round;
use crate::unpack::{Kind, unpack};
use crate::value::{Float, Outcome, at_width};

impl Float {
    /// The product, rounded.
    ///
    /// # Panics
    /// If the formats differ.
    #[inline]
    pub fn mul(self, other: Float, env: impl Into<Env>) -> Outcome {
        at_width!(self.format(), multiply, &self, &other, env.into())
    }
}

pub(crate) fn multiply<M: Magnitude>(x: &Float, y: &Float, env: Env) -> Outcome {
    assert_same_format(x, y);
    let format = x.format();
    let (a, b) = (unpack::<M>(x), unpack::<M>(y));
    let negative = a.negative != b.negative;
    match (a.kind, b.kind) {
        (Kind::Finite, Kind::Finite) => {
            let product = a.significand.mul(b.significand);
            round(format, env, negative, a.exponent + b.exponent, product)
        }
        (Kind::NotANumber, _) | (_, Kind::NotANumber) => nan::propagate(&[*x, *y], env),
        (Kind::Zero, Kind::Infinity) | (Kind::Infinity, Kind::Zero) => nan::invalid(format, env),
        (Kind::Infinity, _) | (_, Kind::Infinity) => (Float::infinity(format, negative), Flags::NONE),
        (Kind::Zero, _) | (_, Kind::Zero) => (Float::zero(format, negative), Flags::NONE),
    }
}
