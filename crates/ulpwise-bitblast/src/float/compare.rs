//! Comparisons and identity.

use super::form::FloatBits;
use crate::aig::{Aig, Lit};
use crate::bits;

/// Whether the magnitude of a number is below that of another. Neither is NaN.
pub(crate) fn magnitude_less(aig: &mut Aig, x: &FloatBits, y: &FloatBits) -> Lit {
    let key = |float: &FloatBits| [&float.significand[..], &float.exponent[..]].concat();
    let finite = bits::unsigned_less(aig, &key(x), &key(y));
    let less = aig.or(y.infinite, finite);
    aig.and(!x.infinite, less)
}

/// Less than; false if unordered.
pub(crate) fn less(aig: &mut Aig, x: &FloatBits, y: &FloatBits) -> Lit {
    let positive_less = magnitude_less(aig, x, y);
    let negative_less = magnitude_less(aig, y, x);
    let when_positive = aig.and(!y.sign, positive_less);
    let when_negative = aig.or(!y.sign, negative_less);
    let less = aig.ite(x.sign, when_negative, when_positive);
    let both_zero = aig.and(x.zero, y.zero);
    let ordered = aig.and(!x.nan, !y.nan);
    let comparable = aig.and(ordered, !both_zero);
    aig.and(comparable, less)
}

/// Less than or equal; false if unordered.
pub(crate) fn less_equal(aig: &mut Aig, x: &FloatBits, y: &FloatBits) -> Lit {
    let greater = less(aig, y, x);
    let ordered = aig.and(!x.nan, !y.nan);
    aig.and(ordered, !greater)
}

/// Whether two floats are the same: NaN is the same as NaN, +0 is not the same as -0.
pub(crate) fn identical(aig: &mut Aig, x: &FloatBits, y: &FloatBits) -> Lit {
    let first = x.encoding(aig);
    let second = y.encoding(aig);
    bits::equal(aig, &first, &second)
}

/// Equal as numbers: the zeros are, a NaN is to nothing.
pub(crate) fn equal_as_numbers(aig: &mut Aig, x: &FloatBits, y: &FloatBits) -> Lit {
    let same = identical(aig, x, y);
    let both_zero = aig.and(x.zero, y.zero);
    let equal = aig.or(same, both_zero);
    aig.and_all(&[equal, !x.nan, !y.nan])
}
