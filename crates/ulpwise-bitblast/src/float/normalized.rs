//! Numbers with a leading one: subnormals shifted up.

use super::form::{FloatBits, sizes};
use crate::aig::Aig;
use crate::bits::{self, Bits, Int};

/// A finite number that is not zero: `significand`, whose highest bit is set and stands for
/// 2^exponent. Of a zero the significand is zero and the exponent garbage.
#[derive(Clone, Debug)]
pub(crate) struct Normalized {
    pub(crate) exponent: Int,
    pub(crate) significand: Bits,
}

impl Normalized {
    /// The number, normalised.
    pub(crate) fn new(aig: &mut Aig, float: &FloatBits) -> Normalized {
        let (significand, shifted) = bits::normalize(aig, &float.significand);
        let (_, precision) = sizes(float.format);
        let shifted = Int::from_unsigned(&shifted, 0, precision as i64 - 1);
        let exponent = unbiased_exponent(aig, float).subtract(aig, &shifted);
        Normalized { exponent, significand }
    }
}

/// The exponent as it is stored.
pub(crate) fn biased_exponent(float: &FloatBits) -> Int {
    Int::from_unsigned(&float.exponent, float.exponents.0, float.exponents.1)
}

/// The exponent of the leading bit's place.
pub(crate) fn unbiased_exponent(aig: &mut Aig, float: &FloatBits) -> Int {
    biased_exponent(float).add_constant(aig, -float.format.bias())
}
