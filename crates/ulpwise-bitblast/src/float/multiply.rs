//! Products.

use super::form::{FloatBits, sizes};
use super::mode::Mode;
use super::normalized::Normalized;
use super::round::round;
use crate::aig::{Aig, Lit};
use crate::bits::{self, Bits, Int};

/// The exact product of two finite numbers.
pub(crate) struct Product {
    /// Twice the precision; the highest or the next bit is set, unless it is zero.
    pub(crate) significand: Bits,
    /// The exponent of the place below the highest one.
    pub(crate) exponent: Int,
}

/// The exact product.
pub(crate) fn exact_product(aig: &mut Aig, x: &FloatBits, y: &FloatBits) -> Product {
    let first = Normalized::new(aig, x);
    let second = Normalized::new(aig, y);
    let significand = if first.significand == second.significand {
        bits::square_full(aig, &first.significand)
    } else {
        bits::multiply_full(aig, &first.significand, &second.significand)
    };
    let exponent = first.exponent.add(aig, &second.exponent);
    Product { significand, exponent }
}

/// Sign, NaN and infinity of a product.
pub(crate) fn special_product(aig: &mut Aig, x: &FloatBits, y: &FloatBits) -> (Lit, Lit, Lit) {
    let sign = aig.xor(x.sign, y.sign);
    let first = aig.and(x.infinite, y.zero);
    let second = aig.and(x.zero, y.infinite);
    let nan = aig.or_all(&[x.nan, y.nan, first, second]);
    let infinite = aig.or(x.infinite, y.infinite);
    (sign, nan, infinite)
}

/// The rounded product.
pub(crate) fn multiply(aig: &mut Aig, mode: &Mode, x: &FloatBits, y: &FloatBits) -> FloatBits {
    let (_, precision) = sizes(x.format);
    let (sign, nan, infinite) = special_product(aig, x, y);
    let product = exact_product(aig, x, y);
    let top = product.significand[2 * precision - 1];
    let exponent = product.exponent.add_carry(aig, &Int::constant(0), top);
    // One bit more than the precision, from the highest set one on.
    let significand = &product.significand;
    let kept =
        bits::select(aig, top, &significand[precision - 1..], &significand[precision - 2..2 * precision - 1]);
    let below = aig.or_all(&significand[..precision - 2]);
    let last = aig.and(top, significand[precision - 2]);
    let sticky = aig.or(below, last);
    round(aig, x.format, mode, sign, &exponent, &kept, sticky).unless(aig, nan, infinite)
}
