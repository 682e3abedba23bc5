//! From an encoding to sign, exponent and integer significand.

use crate::format::Format;
use crate::magnitude::Magnitude;
use crate::value::{Class, Float};

/// A datum taken apart. For finite non-zero numbers the value is `significand * 2^exponent`, and
/// the significand has exactly the precision of the format (subnormals are shifted up, their
/// exponent going below the format's range). For everything else both are zero.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unpacked<M> {
    pub(crate) negative: bool,
    pub(crate) kind: UnpackedKind,
    pub(crate) exponent: i64,
    pub(crate) significand: M,
}

impl<M: Magnitude> Unpacked<M> {
    /// The same number with its significand shifted left.
    #[inline(always)]
    pub(crate) fn raised(self, shift: u32) -> Unpacked<M> {
        let (significand, exponent) = (self.significand.shl(shift), self.exponent - i64::from(shift));
        Unpacked { significand, exponent, ..self }
    }
}

/// The distinctions arithmetic makes: [`Class`] with the finite non-zero numbers as one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum UnpackedKind {
    Zero,
    Finite,
    Infinity,
    /// Quiet or signalling NaN, or an unsupported x87 encoding.
    NotANumber,
}

/// The three fields of an encoding.
struct Fields<M> {
    negative: bool,
    exponent: u64,
    significand: M,
}

#[inline(always)]
fn fields<M: Magnitude>(format: Format, float: &Float) -> Fields<M> {
    let stored = format.stored_significand_bits();
    let raw = M::from_bits(float.bits());
    Fields {
        negative: raw.bit(format.width() - 1),
        exponent: raw.shr(stored).low_u64() & format.special_exponent_field(),
        significand: raw.low_bits(stored),
    }
}

/// Takes a datum of the given format apart. (The format is passed along so that it can be a
/// constant.)
#[inline(always)]
pub(crate) fn unpack<M: Magnitude>(format: Format, float: &Float) -> Unpacked<M> {
    debug_assert_eq!(format, float.format());
    let Fields { negative, exponent: field, significand } = fields::<M>(format, float);
    if field != 0 && field != format.special_exponent_field() && !format.has_explicit_leading_bit() {
        let leading = format.significand_bits() - 1;
        let significand = significand.add(M::ONE.shl(leading));
        let exponent = field as i64 - format.bias() - i64::from(leading);
        return Unpacked { negative, kind: UnpackedKind::Finite, exponent, significand };
    }
    unpack_rare(format, negative, field, significand)
}

/// Zeros, subnormals, infinities, NaNs, and everything x87.
#[inline(never)]
fn unpack_rare<M: Magnitude>(format: Format, negative: bool, field: u64, significand: M) -> Unpacked<M> {
    let kind = match classify(format, field, significand) {
        Class::Zero => UnpackedKind::Zero,
        Class::Subnormal | Class::Normal => UnpackedKind::Finite,
        Class::Infinity => UnpackedKind::Infinity,
        Class::QuietNan | Class::SignalingNan | Class::Unsupported => UnpackedKind::NotANumber,
    };
    if kind != UnpackedKind::Finite {
        return Unpacked { negative, kind, exponent: 0, significand: M::ZERO };
    }
    // An x87 pseudo-denormal has field 0 and a full significand; it needs no shift and means what
    // field 1 would.
    let precision = format.significand_bits();
    let shift = precision - significand.bit_length();
    let exponent = field.max(1) as i64 - format.bias() - i64::from(precision - 1) - i64::from(shift);
    Unpacked { negative, kind, exponent, significand: significand.shl(shift) }
}

/// The class of a datum.
#[inline]
pub(crate) fn class_of<M: Magnitude>(float: &Float) -> Class {
    let fields = fields::<M>(float.format(), float);
    classify(float.format(), fields.exponent, fields.significand)
}

/// The class of the datum with this biased exponent and stored significand (IEEE 754-2019 clause
/// 3.4; for x87 Intel SDM volume 1, table 8-3).
#[inline]
fn classify<M: Magnitude>(format: Format, field: u64, significand: M) -> Class {
    if field == 0 {
        return if significand.is_zero() { Class::Zero } else { Class::Subnormal };
    }
    let leading = format.significand_bits() - 1;
    if format.has_explicit_leading_bit() && !significand.bit(leading) {
        return Class::Unsupported;
    }
    if field < format.special_exponent_field() {
        Class::Normal
    } else if !significand.any_low_bits(leading) {
        Class::Infinity
    } else if significand.bit(format.quiet_bit()) {
        Class::QuietNan
    } else {
        Class::SignalingNan
    }
}
