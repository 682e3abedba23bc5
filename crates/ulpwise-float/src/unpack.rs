//! From an encoding to sign, exponent and integer significand.

use crate::format::Format;
use crate::magnitude::Magnitude;
use crate::value::{Class, Float};

/// A datum taken apart. For finite non-zero numbers the value is `significand * 2^exponent`, and the
/// significand has exactly the precision of the format (subnormals are shifted up, their exponent going below
/// the format's range). For everything else both are zero.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unpacked<M> {
    pub(crate) negative: bool,
    pub(crate) kind: Kind,
    pub(crate) exponent: i64,
    pub(crate) significand: M,
}

/// The distinctions arithmetic makes: [`Class`] with the finite non-zero numbers as one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Zero,
    Finite,
    Infinity,
    /// Quiet or signalling NaN, or an unsupported x87 encoding.
    NotANumber,
}

/// Takes a datum apart.
#[inline]
pub(crate) fn unpack<M: Magnitude>(float: &Float) -> Unpacked<M> {
    let format = float.format();
    let stored = format.stored_significand_bits();
    let raw = M::from_bits(float.bits());
    let negative = raw.bit(format.width() - 1);
    let field = raw.shr(stored).low_u64() & format.special_exponent_field();
    let fraction = raw.low_bits(stored);
    if field != 0 && field != format.special_exponent_field() && !format.has_explicit_leading_bit() {
        let significand = fraction.add(M::ONE.shl(stored));
        let exponent = field as i64 - format.bias() - i64::from(stored);
        return Unpacked { negative, kind: Kind::Finite, exponent, significand };
    }
    unpack_rare(float, format, negative, field as i64, fraction)
}

/// Zeros, subnormals, infinities, NaNs, and everything x87.
fn unpack_rare<M: Magnitude>(
    float: &Float,
    format: Format,
    negative: bool,
    field: i64,
    fraction: M,
) -> Unpacked<M> {
    let kind = match float.class() {
        Class::Zero => Kind::Zero,
        Class::Subnormal | Class::Normal => Kind::Finite,
        Class::Infinity => Kind::Infinity,
        Class::QuietNan | Class::SignalingNan | Class::Unsupported => Kind::NotANumber,
    };
    if kind != Kind::Finite {
        return Unpacked { negative, kind, exponent: 0, significand: M::ZERO };
    }
    // An x87 pseudo-denormal has field 0 and a full significand; it needs no shift and means what field 1 would.
    let precision = format.significand_bits();
    let shift = precision - fraction.bit_length();
    let exponent = field.max(1) - format.bias() - i64::from(precision - 1) - i64::from(shift);
    Unpacked { negative, kind, exponent, significand: fraction.shl(shift) }
}
