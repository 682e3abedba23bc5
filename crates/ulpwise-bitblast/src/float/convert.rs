//! Conversion between formats.

use super::form::{FloatBits, sizes};
use super::mode::Mode;
use super::normalized::{Normalized, unbiased_exponent};
use super::round::round;
use crate::aig::{Aig, Lit};
use ulpwise_float::Format;

/// The number in another format, rounded.
pub(crate) fn convert(aig: &mut Aig, format: Format, mode: &Mode, x: &FloatBits) -> FloatBits {
    let source = x.format;
    let (_, precision) = sizes(format);
    let added = precision.checked_sub(x.significand.len());
    if let Some(added) = added.filter(|_| source.exponent_bits() == format.exponent_bits()) {
        let mut significand = vec![Lit::FALSE; added];
        significand.extend_from_slice(&x.significand);
        return FloatBits { format, significand, ..x.clone() };
    }
    // A subnormal number far below the least one of the target is as good as any other tiny number.
    let vanishes = source.min_exponent() < format.min_subnormal_exponent() - 1;
    let number = if vanishes {
        Normalized { exponent: unbiased_exponent(aig, x), significand: x.significand.clone() }
    } else {
        Normalized::new(aig, x)
    };
    let rounded = round(aig, format, mode, x.sign, &number.exponent, &number.significand, Lit::FALSE);
    rounded.unless(aig, x.nan, x.infinite)
}
