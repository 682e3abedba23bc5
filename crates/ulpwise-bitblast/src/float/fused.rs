//! Fused multiply-add: the exact product plus a summand, rounded once.

use super::add::{align_and_add, sign_of_sum, with_special_summands};
use super::form::{FloatBits, sizes};
use super::mode::Mode;
use super::multiply::{exact_product, special_product};
use super::normalized::Normalized;
use super::round::round;
use crate::aig::{Aig, Lit};
use crate::bits::{self, Bits, Int};

/// `x * y + z`, rounded once.
pub(crate) fn fused_multiply_add(
    aig: &mut Aig,
    mode: &Mode,
    x: &FloatBits,
    y: &FloatBits,
    z: &FloatBits,
) -> FloatBits {
    let format = x.format;
    let (_, precision) = sizes(format);
    let width = 2 * precision;
    let (product_sign, product_nan, product_infinite) = special_product(aig, x, y);
    let product_zero = aig.or(x.zero, y.zero);

    // Both summands with a leading one and twice the precision. A zero gets the least exponent, to
    // be the smaller one.
    let product = exact_product(aig, x, y);
    let top = product.significand[width - 1];
    let product_exponent = product.exponent.add_carry(aig, &Int::constant(0), top);
    let doubled = [&[Lit::FALSE], &product.significand[..width - 1]].concat();
    let product_significand = bits::select(aig, top, &product.significand, &doubled);
    let summand = Normalized::new(aig, z);
    let summand_significand = [&vec![Lit::FALSE; precision][..], &summand.significand[..]].concat();
    let least = product_exponent.low().min(summand.exponent.low());
    let highest = product_exponent.high().max(summand.exponent.high());
    let product_exponent = Int::select(aig, product_zero, &Int::constant(least), &product_exponent);
    let summand_exponent = Int::select(aig, z.zero, &Int::constant(least), &summand.exponent);

    let key = |significand: &Bits, exponent: &Int| {
        [&significand[..], &exponent.order_bits(least, highest)[..]].concat()
    };
    let product_key = key(&product_significand, &product_exponent);
    let summand_key = key(&summand_significand, &summand_exponent);
    let swapped = bits::unsigned_less(aig, &product_key, &summand_key);
    let larger = bits::select(aig, swapped, &summand_significand, &product_significand);
    let smaller = bits::select(aig, swapped, &product_significand, &summand_significand);
    let exponent = Int::select(aig, swapped, &summand_exponent, &product_exponent);
    let smaller_exponent = Int::select(aig, swapped, &product_exponent, &summand_exponent);
    let distance = exponent.subtract(aig, &smaller_exponent).within(0, i64::MAX);
    let signs_differ = aig.xor(product_sign, z.sign);
    let sum = align_and_add(aig, &larger, &smaller, distance.unsigned_bits(), signs_differ);

    let (significand, zeros) = bits::normalize(aig, &sum.magnitude);
    let zeros = Int::from_unsigned(&zeros, 0, width as i64 + 3);
    let exponent = exponent.add_constant(aig, 1).subtract(aig, &zeros);
    let sign = aig.ite(swapped, z.sign, product_sign);
    let sign = sign_of_sum(aig, mode, sign, signs_differ, sum.zero);
    let result = round(aig, format, mode, sign, &exponent, &significand, Lit::FALSE);
    with_special_summands(
        aig,
        result,
        (product_nan, product_infinite, product_sign),
        (z.nan, z.infinite, z.sign),
    )
}
