//! Conversions to and from exact rationals.

use super::integer::round_natural;
use crate::env::Env;
use crate::flags::Flags;
use crate::format::Format;
use crate::magnitude::Magnitude;
use crate::unpack::{UnpackedKind, unpack};
use crate::value::{Float, Outcome, at_single_width};
use crate::{Integer, Natural, Rational};
use dashu_int::Sign;
use dashu_int::ops::{BitTest, DivRem};

impl Float {
    /// The exact value; `None` if infinite or no number. Both zeros give 0.
    pub fn to_rational(self) -> Option<Rational> {
        let (negative, exponent, significand) = at_single_width!(self.format(), to_parts, &self)?;
        let sign = if negative { Sign::Negative } else { Sign::Positive };
        let (numerator, denominator) = if exponent >= 0 {
            (significand << exponent as usize, Natural::ONE)
        } else {
            (significand, Natural::ONE << exponent.unsigned_abs() as usize)
        };
        Some(Rational::from_parts(Integer::from_parts(sign, numerator), denominator))
    }

    /// The finite value as sign, integer significand without trailing zero bits, and exponent of
    /// two: `(-1)^negative * significand * 2^exponent`; `None` if infinite or no number.
    pub fn to_exact_parts(self) -> Option<(bool, Natural, i64)> {
        let (negative, exponent, significand) = at_single_width!(self.format(), to_parts, &self)?;
        Some((negative, significand, exponent))
    }

    /// The rational as a number of `format`, rounded. Zero becomes plus zero.
    pub fn from_rational(format: Format, value: &Rational, env: impl Into<Env>) -> Outcome {
        let (sign, magnitude) = value.numerator().clone().into_parts();
        let negative = sign == Sign::Negative;
        round_quotient(format, env.into(), negative, magnitude, value.denominator().clone())
    }
}

/// Sign, exponent and odd significand of a finite number; significand and exponent are 0 for a
/// zero.
fn to_parts<M: Magnitude>(x: &Float) -> Option<(bool, i64, Natural)> {
    let a = unpack::<M>(x.format(), x);
    match a.kind {
        UnpackedKind::NotANumber | UnpackedKind::Infinity => None,
        UnpackedKind::Zero => Some((a.negative, 0, Natural::ZERO)),
        UnpackedKind::Finite => {
            let significand = Natural::from_words(&a.significand.to_limbs());
            let zeros = significand.trailing_zeros().unwrap_or(0);
            Some((a.negative, a.exponent + zeros as i64, significand >> zeros))
        }
    }
}

/// `numerator / denominator` with the given sign, rounded. Zero becomes plus zero.
pub(crate) fn round_quotient(
    format: Format,
    env: Env,
    negative: bool,
    numerator: Natural,
    denominator: Natural,
) -> Outcome {
    if numerator.is_zero() {
        return (Float::zero(format, false), Flags::NONE);
    }
    // Scale by a power of two so that the integer quotient has p + 2 or p + 3 bits.
    let wanted = i64::from(format.significand_bits()) + 3;
    let shift = wanted - (numerator.bit_len() as i64 - denominator.bit_len() as i64);
    let (numerator, denominator) = if shift >= 0 {
        (numerator << shift as usize, denominator)
    } else {
        (numerator, denominator << shift.unsigned_abs() as usize)
    };
    let (quotient, remainder) = numerator.div_rem(denominator);
    round_natural(format, env, negative, -shift, &quotient, !remainder.is_zero())
}
