//! Remainders: IEEE 754's and C's `fmod`. Both are exact.
//!
//! The dividend is shifted up by the difference of the exponents and divided row by row; there is a
//! row for every difference that can occur, more than two thousand of them for f64.

use super::form::{FloatBits, sizes};
use super::mode::Mode;
use super::normalized::Normalized;
use super::round::round;
use crate::aig::{Aig, Lit};
use crate::bits::{self, Bits, Int};
use ulpwise_float::Rounding;

/// How the quotient is made an integer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Quotient {
    /// To nearest, ties to even.
    Nearest,
    /// Towards zero.
    Truncated,
}

/// The remainder of the dividend's significand, shifted up by `shift`, and whether the quotient is
/// odd.
fn shifted_modulo(aig: &mut Aig, dividend: &[Lit], shift: &Int, divisor: &[Lit]) -> (Bits, Lit) {
    let precision = dividend.len();
    let rows = shift.high() as usize + 1;
    let shifted = bits::shift_left_amount(aig, dividend, shift.unsigned_bits(), precision + rows - 1);
    // As many bits as cannot reach the divisor, whose highest bit is set.
    let mut rest = shifted[rows..].to_vec();
    let divisor = bits::zero_extend(divisor, precision + 1);
    let mut odd = Lit::FALSE;
    for row in (0..rows).rev() {
        if aig.stopped().is_some() {
            break;
        }
        rest.insert(0, shifted[row]);
        rest.resize(precision + 1, Lit::FALSE);
        let (difference, not_below) = bits::subtract(aig, &rest, &divisor);
        rest = bits::select(aig, not_below, &difference[..precision], &rest[..precision]);
        odd = not_below;
    }
    rest.resize(precision, Lit::FALSE);
    (rest, odd)
}

/// The remainder.
pub(crate) fn remainder(aig: &mut Aig, x: &FloatBits, y: &FloatBits, quotient: Quotient) -> FloatBits {
    let format = x.format;
    let (_, precision) = sizes(format);
    let dividend = Normalized::new(aig, x);
    let divisor = Normalized::new(aig, y);
    let difference = dividend.exponent.subtract(aig, &divisor.exponent);
    // Each row has at least ten gates a bit: what cannot fit is not begun.
    // With a dividend that is always smaller there is one row, for nothing.
    let most = difference.high().max(0);
    if (most as usize).saturating_mul(10 * precision) > aig.room() {
        aig.stop_as_too_large();
        return x.clone();
    }
    let shift = difference.clamp(aig, 0, most);
    let (rest, odd) = shifted_modulo(aig, &dividend.significand, &shift, &divisor.significand);

    let (magnitude, flips, unchanged) = match quotient {
        Quotient::Truncated => {
            let unchanged = difference.less_constant(aig, 0);
            ([&[Lit::FALSE], &rest[..]].concat(), Lit::FALSE, unchanged)
        }
        Quotient::Nearest => {
            let unchanged = difference.less_constant(aig, -1);
            let (magnitude, flips) = nearest(aig, &dividend, &difference, &divisor, &rest, odd);
            (magnitude, flips, unchanged)
        }
    };
    // In units of half the divisor's last place; the leading bit of the vector has the divisor's
    // exponent.
    let (significand, zeros) = bits::normalize(aig, &magnitude);
    let zeros = Int::from_unsigned(&zeros, 0, precision as i64);
    let exponent = divisor.exponent.subtract(aig, &zeros);
    let sign = aig.xor(x.sign, flips);
    // It is exact, so the direction does not matter, except that this one costs nothing.
    let toward_zero = Mode::constant(Rounding::TowardZero);
    let computed = round(aig, format, &toward_zero, sign, &exponent, &significand, Lit::FALSE);
    // A zero has the sign of the dividend.
    let sign = aig.ite(computed.zero, x.sign, sign);
    let computed = computed.with_sign(sign);

    let unchanged = aig.or_all(&[unchanged, y.infinite, x.zero]);
    let result = FloatBits::select(aig, unchanged, x, &computed);
    let nan = aig.or_all(&[x.nan, y.nan, x.infinite, y.zero]);
    let result = FloatBits { nan: Lit::FALSE, infinite: Lit::FALSE, ..result };
    result.unless(aig, nan, Lit::FALSE)
}

/// The magnitude of the nearest remainder in units of half the divisor's last place, and whether it
/// lies on the other side of zero.
fn nearest(
    aig: &mut Aig,
    dividend: &Normalized,
    difference: &Int,
    divisor: &Normalized,
    rest: &[Lit],
    odd: Lit,
) -> (Bits, Lit) {
    // With an exponent that is one less, the dividend itself is the rest, in these units.
    let smaller = difference.less_constant(aig, 0);
    let doubled = [&[Lit::FALSE], rest].concat();
    let itself = [&dividend.significand[..], &[Lit::FALSE]].concat();
    let rest = bits::select(aig, smaller, &itself, &doubled);
    let odd = aig.and(odd, !smaller);
    // Above half the divisor, or at it and the quotient is odd.
    let half = [&divisor.significand[..], &[Lit::FALSE]].concat();
    let above = bits::unsigned_less(aig, &half, &rest);
    let tie = bits::equal(aig, &half, &rest);
    let odd_tie = aig.and(tie, odd);
    let next = aig.or(above, odd_tie);
    let whole = [&[Lit::FALSE], &divisor.significand[..]].concat();
    let (complement, _) = bits::subtract(aig, &whole, &rest);
    (bits::select(aig, next, &complement, &rest), next)
}
