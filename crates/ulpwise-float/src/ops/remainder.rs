//! Remainders: IEEE 754-2019 clause 5.3.1 `remainder` (SMT-LIB `fp.rem`) and C's `fmod`. Both are
//! exact.

use super::assert_same_format;
use crate::env::Env;
use crate::flags::Flags;
use crate::magnitude::Magnitude;
use crate::nan;
use crate::round::exact;
use crate::unpack::{Unpacked, UnpackedKind, unpack};
use crate::value::{Float, Outcome, at_double_width};

impl Float {
    /// The IEEE remainder `self - n * divisor`, where n is the integer nearest to the exact
    /// quotient, the even one of two equally near. A zero result has the sign of `self`.
    ///
    /// # Panics
    /// If the formats differ.
    pub fn remainder(self, divisor: Float, env: impl Into<Env>) -> Outcome {
        at_double_width!(self.format(), divide_remainder, &self, &divisor, Quotient::Nearest, env.into())
    }

    /// C's `fmod`: `self - n * divisor`, where n is the exact quotient truncated to an integer. The
    /// result has the sign of `self`.
    ///
    /// # Panics
    /// If the formats differ.
    pub fn fmod(self, divisor: Float, env: impl Into<Env>) -> Outcome {
        at_double_width!(self.format(), divide_remainder, &self, &divisor, Quotient::Truncated, env.into())
    }
}

/// How the quotient is made an integer.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Quotient {
    Nearest,
    Truncated,
}

pub(crate) fn divide_remainder<M: Magnitude>(x: &Float, y: &Float, quotient: Quotient, env: Env) -> Outcome {
    assert_same_format(x, y);
    let format = x.format();
    let (a, b) = (unpack::<M>(x.format(), x), unpack::<M>(y.format(), y));
    match (a.kind, b.kind) {
        (UnpackedKind::NotANumber, _) | (_, UnpackedKind::NotANumber) => nan::propagate(&[*x, *y], env),
        (UnpackedKind::Infinity, _) | (_, UnpackedKind::Zero) => nan::invalid(format, env),
        (UnpackedKind::Zero, _) => (*x, Flags::NONE),
        // Only an x87 pseudo-denormal is changed by being encoded anew.
        (_, UnpackedKind::Infinity) => (exact(format, a.negative, a.exponent, a.significand), Flags::NONE),
        (UnpackedKind::Finite, UnpackedKind::Finite) => {
            let (flip, exponent, magnitude) = match quotient {
                Quotient::Truncated => truncated(&a, &b),
                Quotient::Nearest => nearest(&a, &b),
            };
            (exact(format, a.negative != flip, exponent, magnitude), Flags::NONE)
        }
    }
}

/// Whether the sign flips, the exponent and the magnitude of the remainder under a truncated
/// quotient.
fn truncated<M: Magnitude>(a: &Unpacked<M>, b: &Unpacked<M>) -> (bool, i64, M) {
    // Significands are normalised: a smaller exponent means a smaller magnitude.
    if a.exponent < b.exponent {
        return (false, a.exponent, a.significand);
    }
    let shift = (a.exponent - b.exponent) as u64;
    (false, b.exponent, scaled_modulo(a.significand, shift, b.significand))
}

/// The same under a quotient rounded to nearest, ties to even.
fn nearest<M: Magnitude>(a: &Unpacked<M>, b: &Unpacked<M>) -> (bool, i64, M) {
    // Below half the divisor the quotient is 0.
    if a.exponent < b.exponent - 1 {
        return (false, a.exponent, a.significand);
    }
    // Both in units of the smaller exponent, and modulo twice the divisor to learn the quotient's
    // parity.
    let exponent = a.exponent.min(b.exponent);
    let shift = (a.exponent - exponent) as u64;
    let divisor = b.significand.shl((b.exponent - exponent) as u32);
    let doubled = scaled_modulo(a.significand, shift, divisor.shl(1));
    let odd = doubled >= divisor;
    let rest = if odd { doubled.sub(divisor) } else { doubled };
    let twice = rest.shl(1);
    if twice > divisor || (twice == divisor && odd) {
        (true, exponent, divisor.sub(rest))
    } else {
        (false, exponent, rest)
    }
}

/// `value * 2^shift` modulo `modulus`, whose square fits the width together with two more bits.
fn scaled_modulo<M: Magnitude>(value: M, shift: u64, modulus: M) -> M {
    let value = value.div_rem(modulus).1;
    let room = u64::from(M::BITS - modulus.bit_length());
    if shift <= room {
        return value.shl(shift as u32).div_rem(modulus).1;
    }
    value.mul(power_of_two_modulo(shift, modulus)).div_rem(modulus).1
}

/// 2^`exponent` modulo `modulus`, by squaring: exponent differences reach 2^30.
fn power_of_two_modulo<M: Magnitude>(exponent: u64, modulus: M) -> M {
    let mut power = M::ONE.div_rem(modulus).1;
    for position in (0..64 - exponent.leading_zeros()).rev() {
        power = power.mul(power).div_rem(modulus).1;
        if exponent >> position & 1 == 1 {
            power = power.shl(1).div_rem(modulus).1;
        }
    }
    power
}
