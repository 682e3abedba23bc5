//! Fused multiply-add (IEEE 754-2019 clause 5.4.1): one rounding.

use super::add::{add_raised, add_zeros};
use super::assert_same_format;
use crate::env::Env;
use crate::flags::Flags;
use crate::magnitude::Magnitude;
use crate::nan;
use crate::round::round;
use crate::unpack::{Unpacked, UnpackedKind, unpack};
use crate::value::{Float, Outcome, at_double_width};

impl Float {
    /// `self * factor + addend`, rounded once.
    ///
    /// With several NaN operands "first" means `factor`, then `self`, then `addend`: so does the
    /// 213 form of x86's instruction, which glibc's `fma` uses and compilers prefer. Zero times
    /// infinity plus a quiet NaN is that NaN and raises nothing, as there (clause 7.2 leaves the
    /// flag open).
    ///
    /// # Panics
    /// If the formats differ.
    #[inline]
    pub fn fma(self, factor: Float, addend: Float, env: impl Into<Env>) -> Outcome {
        at_double_width!(self.format(), fma, &self, &factor, &addend, env.into())
    }
}

pub(crate) fn fma<M: Magnitude>(x: &Float, y: &Float, z: &Float, env: Env) -> Outcome {
    assert_same_format(x, y);
    assert_same_format(x, z);
    let format = x.format();
    let (a, b, c) = (unpack::<M>(x.format(), x), unpack::<M>(y.format(), y), unpack::<M>(z.format(), z));
    let negative = a.negative != b.negative;
    if [a.kind, b.kind, c.kind].contains(&UnpackedKind::NotANumber) {
        return nan::propagate(&[*y, *x, *z], env);
    }
    let product_kind = match (a.kind, b.kind) {
        (UnpackedKind::Zero, UnpackedKind::Infinity) | (UnpackedKind::Infinity, UnpackedKind::Zero) => {
            return nan::invalid(format, env);
        }
        (UnpackedKind::Infinity, _) | (_, UnpackedKind::Infinity) => UnpackedKind::Infinity,
        (UnpackedKind::Zero, _) | (_, UnpackedKind::Zero) => UnpackedKind::Zero,
        _ => UnpackedKind::Finite,
    };
    match (product_kind, c.kind) {
        (UnpackedKind::Infinity, UnpackedKind::Infinity) if negative != c.negative => {
            nan::invalid(format, env)
        }
        (UnpackedKind::Infinity, _) => (Float::infinity(format, negative), Flags::NONE),
        (_, UnpackedKind::Infinity) => (Float::infinity(format, c.negative), Flags::NONE),
        (UnpackedKind::Zero, UnpackedKind::Zero) => {
            (add_zeros(format, env, negative, c.negative), Flags::NONE)
        }
        (UnpackedKind::Zero, _) => round(format, env, c.negative, c.exponent, c.significand),
        _ => {
            let significand = a.significand.mul(b.significand);
            let exponent = a.exponent + b.exponent;
            let product = Unpacked { negative, kind: UnpackedKind::Finite, exponent, significand };
            if c.kind == UnpackedKind::Zero {
                round(format, env, negative, exponent, significand)
            } else {
                let raise = |x: Unpacked<M>| x.raised(M::BITS - 1 - x.significand.bit_length());
                add_raised(format, env, raise(product), raise(c))
            }
        }
    }
}
