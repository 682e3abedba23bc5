//! Conversion to integers.

use super::form::{FloatBits, sizes};
use super::mode::Mode;
use super::normalized::unbiased_exponent;
use crate::aig::{Aig, Lit};
use crate::bits::{self, Bits};

/// The rounded number as an integer of `width` bits, and whether it fits. If not, the bits are
/// garbage.
pub(crate) fn to_integer(
    aig: &mut Aig,
    mode: &Mode,
    x: &FloatBits,
    width: usize,
    signed: bool,
) -> (Bits, Lit) {
    let (_, precision) = sizes(x.format);
    // The significand starts just behind the point, as that of a number from a half to one.
    let distance = unbiased_exponent(aig, x).add_constant(aig, 1);
    let too_large = !distance.less_constant(aig, width as i64 + 1);
    let tiny = distance.less_constant(aig, 0);
    let amount = distance.clamp(aig, 0, width as i64);
    let shifted = bits::shift_left_amount(aig, &x.significand, amount.unsigned_bits(), precision + width);
    let (fraction, whole) = shifted.split_at(precision);
    let half = aig.and(fraction[precision - 1], !tiny);
    let rest = aig.or_all(&fraction[..precision - 1]);
    let last = aig.and(tiny, fraction[precision - 1]);
    let rest = aig.or(rest, last);
    let up = mode.rounds_up(aig, x.sign, whole[0], half, rest);
    let (magnitude, carry) = bits::increment(aig, whole, up);
    let magnitude_fits = if signed {
        let top = magnitude[width - 1];
        let others = bits::is_zero(aig, &magnitude[..width - 1]);
        let least = aig.and(x.sign, others);
        aig.or(!top, least)
    } else {
        let zero = bits::is_zero(aig, &magnitude);
        aig.or(!x.sign, zero)
    };
    let fits = aig.and_all(&[!x.nan, !x.infinite, !too_large, !carry, magnitude_fits]);
    let result = if signed { bits::negate_if(aig, &magnitude, x.sign) } else { magnitude };
    (result, fits)
}
