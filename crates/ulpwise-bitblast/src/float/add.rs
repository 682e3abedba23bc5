//! Sums.
//!
//! Operands stay as they are, subnormals too: sums of floats are multiples of the least subnormal
//! number, so a sum that is subnormal is exact, and the shift that removes leading zeros just stops
//! at the least exponent.

use super::form::{FloatBits, sizes};
use super::mode::Mode;
use super::round::round_aligned;
use crate::aig::{Aig, Lit};
use crate::bits::{self, Bits, Int};

/// A magnitude and a smaller one, added or subtracted.
pub(crate) struct Sum {
    /// Four bits more than the operands: one above, three below. The highest stands for twice the
    /// place of the larger operand's highest; the lowest is sticky.
    pub(crate) magnitude: Bits,
    /// Whether it is zero.
    pub(crate) zero: Lit,
}

/// The sum of significands, or their difference, the second one shifted down by `distance` first.
/// The first magnitude is not below the second.
pub(crate) fn align_and_add(
    aig: &mut Aig,
    larger: &[Lit],
    smaller: &[Lit],
    distance: &[Lit],
    subtract: Lit,
) -> Sum {
    let mut extended = vec![Lit::FALSE; 2];
    extended.extend_from_slice(smaller);
    let (shifted, lost) = bits::shift_right_sticky(aig, &extended, distance);
    let mut second = vec![aig.xor(lost, subtract)];
    second.extend(shifted.iter().map(|&bit| aig.xor(bit, subtract)));
    let mut first = vec![Lit::FALSE; 3];
    first.extend_from_slice(larger);
    let (mut magnitude, carry) = bits::add_with_carry(aig, &first, &second, subtract);
    magnitude.push(aig.and(carry, !subtract));
    let zero = bits::is_zero(aig, &magnitude);
    Sum { magnitude, zero }
}

/// The sign of a sum that is zero if `zero` holds: then it is that of both operands, and if these
/// differ, minus when rounding toward negative (IEEE 754-2019 clause 6.3).
pub(crate) fn sign_of_sum(
    aig: &mut Aig,
    mode: &Mode,
    sign_of_larger: Lit,
    signs_differ: Lit,
    zero: Lit,
) -> Lit {
    let toward_negative = mode.is_toward_negative(aig);
    let cancelled = aig.and(zero, signs_differ);
    aig.ite(cancelled, toward_negative, sign_of_larger)
}

/// The rounded sum.
pub(crate) fn add(aig: &mut Aig, mode: &Mode, x: &FloatBits, y: &FloatBits) -> FloatBits {
    let format = x.format;
    let (_, precision) = sizes(format);
    let key = |float: &FloatBits| [&float.significand[..], &float.exponent[..]].concat();
    let swapped = bits::unsigned_less(aig, &key(x), &key(y));
    let larger = bits::select(aig, swapped, &key(y), &key(x));
    let smaller = bits::select(aig, swapped, &key(x), &key(y));
    let (larger, larger_exponent) = larger.split_at(precision);
    let (smaller, smaller_exponent) = smaller.split_at(precision);
    // The larger operand has the larger exponent; the smaller one's is at most that.
    let ((x_least, x_greatest), (y_least, y_greatest)) = (x.exponents, y.exponents);
    let greatest = x_greatest.max(y_greatest);
    let exponent = Int::from_unsigned(larger_exponent, x_least.max(y_least), greatest);
    let smaller_exponent =
        Int::from_unsigned(smaller_exponent, x_least.min(y_least), x_greatest.min(y_greatest));
    let most = (x_greatest - y_least).max(y_greatest - x_least);
    let distance = exponent.subtract(aig, &smaller_exponent).within(0, most);
    let signs_differ = aig.xor(x.sign, y.sign);
    let sum = align_and_add(aig, larger, smaller, distance.unsigned_bits(), signs_differ);

    // The highest bit of the sum has the exponent of the larger operand plus one; it may sink to 1.
    let zeros = bits::leading_zeros(aig, &sum.magnitude);
    let zeros = Int::from_unsigned(&zeros, 0, (1i64 << zeros.len()) - 1);
    let few = zeros.less(aig, &exponent);
    let shift = Int::select(aig, few, &zeros, &exponent);
    let shift = shift.within(0, zeros.high().min(greatest));
    let shifted = bits::shift_left(aig, &sum.magnitude, shift.unsigned_bits());
    let biased = exponent.add_constant(aig, 1).subtract(aig, &shift).within(1, greatest + 1);
    let (below, kept) = shifted.split_at(3);
    let sticky = aig.or_all(below);

    let sign = aig.ite(swapped, y.sign, x.sign);
    let sign = sign_of_sum(aig, mode, sign, signs_differ, sum.zero);
    let sum = round_aligned(aig, format, mode, sign, &biased, kept, sticky);
    with_special_summands(aig, sum, (x.nan, x.infinite, x.sign), (y.nan, y.infinite, y.sign))
}

/// The sum of finite operands, or what NaN and infinite ones make of it. Each is NaN, infinite,
/// sign.
pub(crate) fn with_special_summands(
    aig: &mut Aig,
    sum: FloatBits,
    (x_nan, x_infinite, x_sign): (Lit, Lit, Lit),
    (y_nan, y_infinite, y_sign): (Lit, Lit, Lit),
) -> FloatBits {
    let infinite = aig.or(x_infinite, y_infinite);
    let signs_differ = aig.xor(x_sign, y_sign);
    let both = aig.and(x_infinite, y_infinite);
    let invalid = aig.and(both, signs_differ);
    let nan = aig.or_all(&[x_nan, y_nan, invalid]);
    let sign_if_infinite = aig.ite(x_infinite, x_sign, y_sign);
    let sign = aig.ite(infinite, sign_if_infinite, sum.sign);
    sum.with_sign(sign).unless(aig, nan, infinite)
}
