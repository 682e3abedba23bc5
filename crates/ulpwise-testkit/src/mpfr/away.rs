//! Round to nearest, ties away from zero, from a result truncated to one bit more than the
//! precision.
//!
//! Whether the magnitude is rounded up depends on the first dropped bit alone; truncating what was
//! truncated keeps it. So this needs no sticky bit, and no case distinction for ties.

use super::number::MpfrNumber;
use ulpwise_float::{Flags, Float, Format, Natural};

/// Rounds a number of p + 1 bits, truncated from an exact result if `inexact`, into a format of
/// precision p.
pub(super) fn round(number: &MpfrNumber, format: Format, inexact: bool) -> (Float, Flags) {
    let Some(exponent) = number.exponent() else {
        // Infinity, or a zero: of MPFR's functions only rounding to an integer makes one from
        // another number.
        return (number.to_float(format), Flags::INEXACT.when(inexact));
    };
    let (minimum, precision) = (format.min_exponent(), format.significand_bits() as usize);
    let significand = number.significand();
    // To full precision, as if the exponent were unbounded.
    let unbounded = half_up(&significand, 1);
    let carried = unbounded == Natural::ONE << precision;
    if exponent + i64::from(carried) > format.max_exponent() {
        let infinity = Float::infinity(format, number.is_negative());
        return (infinity, Flags::OVERFLOW | Flags::INEXACT);
    }
    let tiny = exponent + i64::from(carried) < minimum;
    // To the places that the format has.
    let dropped = 1 + (minimum - exponent).max(0) as usize;
    let kept = half_up(&significand, dropped);
    let inexact = inexact || (&significand >> dropped) << dropped != significand;
    let flags = Flags::INEXACT.when(inexact) | Flags::UNDERFLOW.when(tiny && inexact);
    // With the leading bit implied, a carry out of the significand is one into the exponent.
    let binades = Natural::from((exponent.max(minimum) - minimum) as u64);
    let magnitude = (binades << (precision - 1)) + kept;
    (Float::from_limbs(format, magnitude.as_words()).with_sign(number.is_negative()), flags)
}

/// The integer divided by 2^`shift`, rounded to nearest, halves up.
fn half_up(integer: &Natural, shift: usize) -> Natural {
    let doubled = integer >> (shift - 1);
    (doubled + Natural::ONE) >> 1
}
