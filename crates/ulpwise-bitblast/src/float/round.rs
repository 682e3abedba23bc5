//! The rounder: from an exact or sticky intermediate result to a float.

use super::form::{FloatBits, largest_exponent, sizes};
use super::mode::Mode;
use crate::aig::{Aig, Lit};
use crate::bits::{self, Int};
use ulpwise_float::Format;

/// Rounds a magnitude with a sign.
///
/// The highest bit of `significand` stands for 2^exponent. It is set, or all are clear and the
/// result is zero. The value may be a little larger if `sticky` is set, provided that the
/// significand has at least one bit more than the precision.
pub(crate) fn round(
    aig: &mut Aig,
    format: Format,
    mode: &Mode,
    sign: Lit,
    exponent: &Int,
    significand: &[Lit],
    sticky: Lit,
) -> FloatBits {
    let (_, precision) = sizes(format);
    debug_assert!(sticky == Lit::FALSE || significand.len() > precision);
    let missing = (precision + 1).saturating_sub(significand.len());
    let mut padded = vec![Lit::FALSE; missing];
    padded.extend_from_slice(significand);
    let (below, kept) = padded.split_at(padded.len() - precision - 1);
    let below = aig.or_all(below);
    let sticky = aig.or(sticky, below);
    let biased = exponent.add_constant(aig, format.bias());
    if biased.low() >= 1 {
        return round_aligned(aig, format, mode, sign, &biased, kept, sticky);
    }
    // Subnormal: shifted down to the exponent 1. One place more than the precision leaves nothing
    // but a sticky bit.
    let amount = Int::constant(1).subtract(aig, &biased).clamp(aig, 0, precision as i64 + 1);
    let (kept, lost) = bits::shift_right_sticky(aig, kept, amount.unsigned_bits());
    let sticky = aig.or(sticky, lost);
    round_aligned(aig, format, mode, sign, &biased, &kept, sticky)
}

/// Rounds a magnitude whose last place is that of the format already.
///
/// `kept` is the significand with one bit more below. If its highest bit is clear, the number is
/// subnormal or zero, and the exponent does not matter: it is 1.
pub(crate) fn round_aligned(
    aig: &mut Aig,
    format: Format,
    mode: &Mode,
    sign: Lit,
    biased: &Int,
    kept: &[Lit],
    sticky: Lit,
) -> FloatBits {
    let (exponent_bits, precision) = sizes(format);
    let leading = kept[precision];
    let up = mode.rounds_up(aig, sign, kept[1], kept[0], sticky);
    let (mut significand, carry) = bits::increment(aig, &kept[1..precision], up);
    // A carry makes a subnormal number the least normal one; else it doubles the number.
    significand.push(aig.or(leading, carry));
    let carry = aig.and(leading, carry);
    let mut exponent = bits::and_all_with(aig, &biased.low_bits(exponent_bits), leading);
    exponent[0] = aig.or(exponent[0], !leading);
    let (mut exponent, _) = bits::increment(aig, &exponent, carry);
    let largest = largest_exponent(format);
    let limit = largest + 1;
    let overflow = if biased.high() + 1 < limit {
        Lit::FALSE
    } else {
        let before = biased.less_constant(aig, limit);
        let after = aig.and_all(&exponent);
        let beyond = aig.or(!before, after);
        aig.and(leading, beyond)
    };
    // The largest finite number, where that is not infinity.
    for bit in &mut significand {
        *bit = aig.or(*bit, overflow);
    }
    exponent[0] = aig.and(exponent[0], !overflow);
    for bit in &mut exponent[1..] {
        *bit = aig.or(*bit, overflow);
    }
    let to_infinity = mode.overflows_to_infinity(aig, sign);
    let zero = bits::is_zero(aig, &significand);
    FloatBits {
        format,
        nan: Lit::FALSE,
        infinite: aig.and(overflow, to_infinity),
        zero,
        sign,
        exponent,
        exponents: (
            if leading == Lit::TRUE { biased.low().clamp(1, largest) } else { 1 },
            // A carry may add one; what overflows gets the largest.
            if leading == Lit::FALSE { 1 } else { (biased.high() + 1).clamp(1, largest) },
        ),
        significand,
    }
}
