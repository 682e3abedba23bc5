//! Conversions between formats, and between floats and integers.

use super::magnitude::{finite, least_proper};
use crate::value::FloatValue;
use ulpwise_externals::Exceptions;
use ulpwise_float::{Format, Rounding};
use ulpwise_interp::Exception;
use ulpwise_interval::domain::{BitVecDomain, FloatDomain, OrdinalRange, RoundingDomain, ordinal};
use ulpwise_interval::project::float::{Signedness, convert_direct, from_integer_direct, to_integer_direct};
use ulpwise_ir::FloatFormat;

/// To another format.
pub(crate) fn between_formats(
    modes: RoundingDomain,
    x: &FloatValue,
    format: Format,
) -> (FloatValue, Exceptions) {
    let mut results = FloatDomain::empty(format);
    for mode in modes.modes() {
        results = results.union(&convert_direct(mode, &x.domain, format));
    }
    let numbers = finite(&x.domain);
    let overflows = match modes.singleton_value() {
        Some(Rounding::NearestEven) => {
            convert_direct(Rounding::NearestEven, &numbers, format).can_be_infinite()
        }
        _ => [Rounding::TowardPositive, Rounding::TowardNegative]
            .into_iter()
            .any(|mode| convert_direct(mode, &numbers, format).can_be_infinite()),
    };
    let becomes_tiny = least_proper(&numbers).is_some_and(|least| {
        let (rounded, _) = least.convert(format, Rounding::TowardZero);
        // What was tiny and stays what it was is not made here; only rounding it counts.
        let stays = least.is_subnormal() && is_within(x.domain.format(), format);
        (rounded.is_zero() || rounded.is_subnormal()) && !stays
    });
    let raised = Exceptions::NONE
        .with_if(x.can_signal(), Exception::Invalid)
        .with_if(overflows, Exception::Overflow)
        .with_if(becomes_tiny, Exception::Underflow);
    (FloatValue::computed(results), raised)
}

/// Whether every number of a format is one of the other.
fn is_within(inner: Format, outer: Format) -> bool {
    inner.significand_bits() <= outer.significand_bits() && inner.exponent_bits() <= outer.exponent_bits()
}

fn signedness(signed: bool) -> Signedness {
    if signed { Signedness::Signed } else { Signedness::Unsigned }
}

/// To an integer, towards zero.
pub(crate) fn to_int(signed: bool, bits: u8, x: &FloatDomain) -> (BitVecDomain, Exceptions) {
    let width = u32::from(bits);
    let fits = |at: i128| {
        let float = ordinal::float(x.format(), at);
        if signed {
            float.to_i128(width, Rounding::TowardZero).0.is_some()
        } else {
            float.to_u128(width, Rounding::TowardZero).0.is_some()
        }
    };
    let all_fit = !x.can_be_nan() && x.ranges().iter().all(|range| fits(range.low) && fits(range.high));
    if !all_fit {
        return (BitVecDomain::full(width), Exceptions::from_slice(&[Exception::IntConversion]));
    }
    (to_integer_direct(signedness(signed), Rounding::TowardZero, x, width), Exceptions::NONE)
}

/// From an integer.
pub(crate) fn from_int(
    modes: RoundingDomain,
    signed: bool,
    x: &BitVecDomain,
    format: FloatFormat,
) -> Option<(FloatValue, Exceptions)> {
    let target = crate::value::modelled(format)?;
    // Compiled code has only the way through a float to the half-size formats.
    let by_way_of = if matches!(format, FloatFormat::F16 | FloatFormat::BF16) { Format::F32 } else { target };
    let mut results = FloatDomain::empty(target);
    let mut raised = Exceptions::NONE;
    for mode in modes.modes() {
        let mut first = from_integer_direct(signedness(signed), mode, x, by_way_of);
        // Compiled code makes zero of unsigned 64 bits by a subtraction.
        if first.can_be_zero() {
            first.add_range(OrdinalRange::new(ordinal::MINUS_ZERO, ordinal::PLUS_ZERO));
        }
        raised = raised.with_if(first.can_be_infinite(), Exception::Overflow);
        let (second, again) =
            between_formats(RoundingDomain::singleton(mode), &FloatValue::computed(first), target);
        raised = raised.union(again);
        results = results.union(&second.domain);
    }
    Some((FloatValue::computed(results), raised))
}
