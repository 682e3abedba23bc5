//! Conversion from integers.

use super::form::FloatBits;
use super::mode::Mode;
use super::round::round;
use crate::aig::{Aig, Lit};
use crate::bits::{self, Int};
use ulpwise_float::Format;

/// The integer as a float, rounded.
pub(crate) fn from_integer(
    aig: &mut Aig,
    format: Format,
    mode: &Mode,
    integer: &[Lit],
    signed: bool,
) -> FloatBits {
    let sign = if signed { integer[integer.len() - 1] } else { Lit::FALSE };
    let magnitude = bits::negate_if(aig, integer, sign);
    let (significand, zeros) = bits::normalize(aig, &magnitude);
    let highest = integer.len() as i64 - 1;
    let zeros = Int::from_unsigned(&zeros, 0, highest);
    let exponent = Int::constant(highest).subtract(aig, &zeros);
    round(aig, format, mode, sign, &exponent, &significand, Lit::FALSE)
}
