//! Quotients and remainders.
//!
//! [`divide`] is a circuit, row by row as one divides by hand. [`divide_by_guess`] takes quotient
//! and remainder as new inputs and says what they must fulfil:
//! `quotient * divisor + remainder = dividend` and `remainder < divisor`. Division by zero is
//! SMT-LIB's in both.

use super::{Bits, add, compare, multiply, negate_if, select, subtract, zero_extend};
use crate::aig::{Aig, Lit};

/// Quotient and remainder; all ones and the dividend if the divisor is zero. The dividend may be
/// wider or narrower than the divisor; the quotient is as wide as the dividend, the remainder as
/// the divisor.
pub(crate) fn divide(aig: &mut Aig, dividend: &[Lit], divisor: &[Lit]) -> (Bits, Bits) {
    let width = divisor.len();
    // For each width, whether the divisor has no bit set from there on.
    let mut fits = vec![Lit::TRUE; width + 1];
    for position in (0..width).rev() {
        fits[position] = aig.and(fits[position + 1], !divisor[position]);
    }
    let mut rest: Bits = Vec::new();
    let mut quotient = vec![Lit::FALSE; dividend.len()];
    for position in (0..dividend.len()).rev() {
        if aig.stopped().is_some() {
            break;
        }
        rest.insert(0, dividend[position]);
        // The rest is below twice the divisor, so it has at most one bit more.
        let used = rest.len().min(width);
        let subtrahend = zero_extend(&divisor[..used], rest.len());
        let (difference, not_below) = subtract(aig, &rest, &subtrahend);
        let taken = aig.and(not_below, fits[used]);
        quotient[position] = taken;
        rest = select(aig, taken, &difference, &rest);
        rest.truncate(width);
    }
    rest.resize(width, Lit::FALSE);
    (quotient, rest)
}

/// The same with guessed results, and what they must fulfil. Operands have one width.
pub(crate) fn divide_by_guess(aig: &mut Aig, dividend: &[Lit], divisor: &[Lit]) -> (Bits, Bits, Lit) {
    let width = dividend.len();
    let (quotient, rest) = (aig.inputs(width), aig.inputs(width));
    let product = multiply::multiply_full(aig, &quotient, divisor);
    let no_overflow = compare::is_zero(aig, &product[width..]);
    let (sum, carry) = super::add_with_carry(aig, &product[..width], &rest, Lit::FALSE);
    let same = compare::equal(aig, &sum, dividend);
    let below = compare::unsigned_less(aig, &rest, divisor);
    let by_zero = compare::is_zero(aig, divisor);
    let all_ones = aig.and_all(&quotient);
    // With a zero divisor the equation makes the rest the dividend.
    let ordinary = aig.or(by_zero, below);
    let zero_case = aig.implies(by_zero, all_ones);
    let condition = aig.and_all(&[no_overflow, !carry, same, ordinary, zero_case]);
    (quotient, rest, condition)
}

fn sign(bits: &[Lit]) -> Lit {
    bits.last().copied().unwrap_or(Lit::FALSE)
}

fn divide_magnitudes(aig: &mut Aig, dividend: &[Lit], divisor: &[Lit]) -> (Bits, Bits) {
    let dividend = negate_if(aig, dividend, sign(dividend));
    let divisor = negate_if(aig, divisor, sign(divisor));
    divide(aig, &dividend, &divisor)
}

/// Signed quotient, truncated.
pub(crate) fn signed_divide(aig: &mut Aig, dividend: &[Lit], divisor: &[Lit]) -> Bits {
    let (quotient, _) = divide_magnitudes(aig, dividend, divisor);
    let negative = aig.xor(sign(dividend), sign(divisor));
    negate_if(aig, &quotient, negative)
}

/// Signed remainder with the sign of the dividend.
pub(crate) fn signed_remainder(aig: &mut Aig, dividend: &[Lit], divisor: &[Lit]) -> Bits {
    let (_, rest) = divide_magnitudes(aig, dividend, divisor);
    negate_if(aig, &rest, sign(dividend))
}

/// Signed remainder with the sign of the divisor.
pub(crate) fn signed_modulo(aig: &mut Aig, dividend: &[Lit], divisor: &[Lit]) -> Bits {
    let rest = signed_remainder(aig, dividend, divisor);
    let signs_differ = aig.xor(sign(dividend), sign(divisor));
    let is_zero = compare::is_zero(aig, &rest);
    let corrected = aig.and(signs_differ, !is_zero);
    let addend = super::and_all_with(aig, divisor, corrected);
    add(aig, &rest, &addend)
}
