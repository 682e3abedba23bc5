//! Conversions to and from integers of any width (IEEE 754-2019 clauses 5.4.1 and 5.8).
//!
//! A conversion to an integer that cannot represent the rounded value delivers `None` and raises
//! invalid; what the program then sees (x86's "integer indefinite", LLVM's poison, saturation) is
//! the caller's to say. Otherwise inexact is raised as by `convertToIntegerExact…`; callers that
//! want the other family drop it.

use crate::env::Env;
use crate::flags::Flags;
use crate::format::Format;
use crate::magnitude::Magnitude;
use crate::round::round;
use crate::unpack::{UnpackedKind, unpack};
use crate::value::{Float, Outcome, at_double_width, at_single_width};
use crate::{Integer, Natural};
use dashu_int::Sign;
use dashu_int::ops::BitTest;

impl Float {
    /// The integer as a number of `format`, rounded. Zero becomes plus zero.
    pub fn from_u128(format: Format, value: u128, env: impl Into<Env>) -> Outcome {
        at_double_width!(format, from_magnitude, format, false, value, env.into())
    }

    /// The integer as a number of `format`, rounded. Zero becomes plus zero.
    pub fn from_i128(format: Format, value: i128, env: impl Into<Env>) -> Outcome {
        at_double_width!(format, from_magnitude, format, value < 0, value.unsigned_abs(), env.into())
    }

    /// The integer as a number of `format`, rounded. Zero becomes plus zero.
    pub fn from_integer(format: Format, value: &Integer, env: impl Into<Env>) -> Outcome {
        let (sign, limbs) = value.as_sign_words();
        at_double_width!(format, from_limbs, format, sign == Sign::Negative, limbs, 0, env.into())
    }

    /// The value rounded to an integer of unbounded size; `None` and invalid if it is infinite or
    /// no number.
    pub fn to_integer(self, env: impl Into<Env>) -> (Option<Integer>, Flags) {
        match at_single_width!(self.format(), to_integral, &self, env.into()) {
            None => (None, Flags::INVALID),
            Some(integral) => (Some(integral.to_integer()), integral.flags()),
        }
    }

    /// The value rounded to an unsigned integer of `width` bits; `None` and invalid if that does
    /// not hold it.
    pub fn to_unsigned(self, width: u32, env: impl Into<Env>) -> (Option<Natural>, Flags) {
        match at_single_width!(self.format(), to_integral, &self, env.into()) {
            Some(integral) if integral.fits_unsigned(width) => {
                let (_, magnitude) = integral.to_integer().into_parts();
                (Some(magnitude), integral.flags())
            }
            _ => (None, Flags::INVALID),
        }
    }

    /// The value rounded to a signed two's-complement integer of `width` bits; `None` and invalid
    /// if that does not hold it.
    pub fn to_signed(self, width: u32, env: impl Into<Env>) -> (Option<Integer>, Flags) {
        match at_single_width!(self.format(), to_integral, &self, env.into()) {
            Some(integral) if integral.fits_signed(width) => (Some(integral.to_integer()), integral.flags()),
            _ => (None, Flags::INVALID),
        }
    }

    /// [`Float::to_unsigned`] for at most 128 bits, without allocating.
    ///
    /// # Panics
    /// If `width` exceeds 128.
    pub fn to_u128(self, width: u32, env: impl Into<Env>) -> (Option<u128>, Flags) {
        assert!(width <= 128, "width {width} exceeds 128 bits");
        match at_single_width!(self.format(), to_integral, &self, env.into()) {
            Some(integral) if integral.fits_unsigned(width) => {
                (Some(integral.small_magnitude()), integral.flags())
            }
            _ => (None, Flags::INVALID),
        }
    }

    /// [`Float::to_signed`] for at most 128 bits, without allocating.
    ///
    /// # Panics
    /// If `width` exceeds 128.
    pub fn to_i128(self, width: u32, env: impl Into<Env>) -> (Option<i128>, Flags) {
        assert!(width <= 128, "width {width} exceeds 128 bits");
        match at_single_width!(self.format(), to_integral, &self, env.into()) {
            Some(integral) if integral.fits_signed(width) => {
                let magnitude = integral.small_magnitude() as i128;
                let value = if integral.negative { magnitude.wrapping_neg() } else { magnitude };
                (Some(value), integral.flags())
            }
            _ => (None, Flags::INVALID),
        }
    }
}

/// A value rounded to the integer `magnitude * 2^exponent` with a sign.
struct Integral {
    negative: bool,
    exponent: u32,
    magnitude: [u64; crate::magnitude::MAX_LIMBS],
    bit_length: u64,
    is_power_of_two: bool,
    inexact: bool,
}

impl Integral {
    fn flags(&self) -> Flags {
        Flags::INEXACT.when(self.inexact)
    }

    fn fits_unsigned(&self, width: u32) -> bool {
        self.bit_length == 0 || (!self.negative && self.bit_length <= u64::from(width))
    }

    fn fits_signed(&self, width: u32) -> bool {
        // Only -2^(width-1) may use the leading bit.
        let least = self.negative && self.is_power_of_two && self.bit_length == u64::from(width);
        self.bit_length < u64::from(width) || self.bit_length == 0 || least
    }

    fn to_integer(&self) -> Integer {
        let sign = if self.negative { Sign::Negative } else { Sign::Positive };
        Integer::from_parts(sign, Natural::from_words(&self.magnitude) << self.exponent as usize)
    }

    /// The magnitude when it has at most 128 bits.
    fn small_magnitude(&self) -> u128 {
        let low = u128::from(self.magnitude[0]) | u128::from(self.magnitude[1]) << 64;
        if low == 0 { 0 } else { low << self.exponent }
    }
}

/// The rounded value; `None` for infinities and what is no number.
fn to_integral<M: Magnitude>(x: &Float, env: Env) -> Option<Integral> {
    let a = unpack::<M>(x.format(), x);
    let (magnitude, inexact) = match a.kind {
        UnpackedKind::NotANumber | UnpackedKind::Infinity => return None,
        UnpackedKind::Zero => (M::ZERO, false),
        UnpackedKind::Finite if a.exponent >= 0 => (a.significand, false),
        UnpackedKind::Finite => {
            let shift = u32::try_from(-a.exponent).expect("exponents have 31 bits");
            let kept = a.significand.shr(shift);
            let half = a.significand.bit(shift - 1);
            let rest = a.significand.any_low_bits(shift - 1);
            let up = env.rounding.rounds_up(a.negative, kept.bit(0), half, rest);
            (if up { kept.add(M::ONE) } else { kept }, half || rest)
        }
    };
    let exponent = if magnitude.is_zero() { 0 } else { a.exponent.max(0) as u32 };
    let length = magnitude.bit_length();
    Some(Integral {
        negative: a.negative,
        exponent,
        magnitude: magnitude.to_limbs(),
        bit_length: u64::from(length) + u64::from(exponent),
        is_power_of_two: length > 0 && !magnitude.any_low_bits(length - 1),
        inexact,
    })
}

fn from_magnitude<M: Magnitude>(format: Format, negative: bool, magnitude: u128, env: Env) -> Outcome {
    from_limbs::<M>(format, negative, &[magnitude as u64, (magnitude >> 64) as u64], 0, env)
}

/// The integer with these limbs, times 2^`exponent`, rounded. `M` is the double width: what does
/// not fit it becomes a sticky bit.
pub(crate) fn from_limbs<M: Magnitude>(
    format: Format,
    negative: bool,
    limbs: &[u64],
    exponent: i64,
    env: Env,
) -> Outcome {
    let used = limbs.iter().rposition(|&limb| limb != 0).map_or(0, |top| top + 1);
    if used == 0 {
        return (Float::zero(format, false), Flags::NONE);
    }
    // All limbs of the double width but the first are full, which is more than p + 2 bits, so that
    // the sticky bit lies below the place of rounding.
    let dropped = used.saturating_sub((M::BITS / 64) as usize);
    let sticky = limbs[..dropped].iter().any(|&limb| limb != 0);
    let significand = M::from_limb_slice(&limbs[dropped..used]);
    let exponent = exponent + 64 * dropped as i64;
    round(format, env, negative, exponent, significand.with_sticky(sticky))
}

/// The natural number times 2^`exponent` as a number of `format`; `sticky` says that the true value
/// is a little larger, and demands at least two bits more than the precision.
pub(crate) fn round_natural(
    format: Format,
    env: Env,
    negative: bool,
    exponent: i64,
    value: &Natural,
    sticky: bool,
) -> Outcome {
    debug_assert!(!sticky || value.bit_len() >= format.significand_bits() as usize + 2);
    if !sticky {
        return at_double_width!(format, from_limbs, format, negative, value.as_words(), exponent, env);
    }
    let widened = (value << 1) | Natural::ONE;
    at_double_width!(format, from_limbs, format, negative, widened.as_words(), exponent - 1, env)
}
