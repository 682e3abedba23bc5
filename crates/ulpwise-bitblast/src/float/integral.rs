//! Rounding to an integral value.

use super::form::{FloatBits, largest_exponent, sizes};
use super::mode::Mode;
use super::normalized::unbiased_exponent;
use crate::aig::{Aig, Lit};
use crate::bits::{self, Int};

/// The integral value in the rounding direction; a zero keeps the sign.
pub(crate) fn round_to_integral(aig: &mut Aig, mode: &Mode, x: &FloatBits) -> FloatBits {
    let format = x.format;
    let (exponent_bits, precision) = sizes(format);
    let exponent = unbiased_exponent(aig, x);
    // So many places of the significand lie behind the point; with one more than all, none is left
    // to round at.
    let last = precision as i64 - 1;
    let places = Int::constant(last).subtract(aig, &exponent).clamp(aig, 0, precision as i64 + 1);
    let mut extended = vec![Lit::FALSE];
    extended.extend_from_slice(&x.significand);
    let (shifted, rest) = bits::shift_right_sticky(aig, &extended, places.unsigned_bits());
    let (half, whole) = (shifted[0], &shifted[1..]);
    let up = mode.rounds_up(aig, x.sign, whole[0], half, rest);
    let (whole, _) = bits::increment(aig, whole, up);
    // The bit above is set if the number is doubled, which leaves a power of two.
    let back = bits::shift_left_amount(aig, &whole, places.unsigned_bits(), precision + 1);
    let doubled = back[precision];
    let mut significand = back[..precision].to_vec();
    significand[precision - 1] = aig.or(significand[precision - 1], doubled);

    // Below one the result is zero or one, however far below.
    let below_one = exponent.less_constant(aig, 0);
    let one = aig.and(below_one, up);
    for bit in &mut significand[..precision - 1] {
        *bit = aig.and(*bit, !below_one);
    }
    let leading = aig.ite(below_one, one, significand[precision - 1]);
    significand[precision - 1] = leading;
    let mut result_exponent = bits::constant(format.bias() as u64, exponent_bits);
    let (grown, _) = bits::increment(aig, &x.exponent, doubled);
    result_exponent = bits::select(aig, below_one, &result_exponent, &grown);
    // Infinity, in formats whose range ends below their precision.
    let ones = aig.and_all(&grown);
    let overflow = aig.and_all(&[ones, doubled, !below_one]);
    for bit in &mut result_exponent {
        *bit = aig.and(*bit, leading);
    }
    result_exponent[0] = aig.or(result_exponent[0], !leading);
    let zero = bits::is_zero(aig, &significand);
    let result = FloatBits {
        format,
        nan: Lit::FALSE,
        infinite: Lit::FALSE,
        zero,
        sign: x.sign,
        exponent: result_exponent,
        // One, zero, or a number of the operand's size or the next power of two.
        exponents: (1, (x.exponents.1 + 1).max(format.bias()).min(largest_exponent(format))),
        significand,
    };
    let infinite = aig.or(x.infinite, overflow);
    result.unless(aig, x.nan, infinite)
}
