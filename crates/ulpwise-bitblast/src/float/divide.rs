//! Quotients, as a circuit and by guessing.

use super::Guessed;
use super::form::{FloatBits, sizes};
use super::mode::Mode;
use super::normalized::Normalized;
use super::round::round;
use crate::aig::{Aig, Lit};
use crate::bits::{self, Bits};

/// The quotient of significands with two bits more than the precision, whether there is a rest, and
/// what must hold.
struct SignificandQuotient {
    bits: Bits,
    inexact: Lit,
    condition: Lit,
}

/// Row by row, as one divides by hand. The divisor's highest bit is set.
fn by_rows(aig: &mut Aig, dividend: &[Lit], divisor: &[Lit]) -> SignificandQuotient {
    let precision = dividend.len();
    let divisor = bits::zero_extend(divisor, precision + 1);
    let mut rest = bits::zero_extend(dividend, precision + 1);
    let mut quotient = vec![Lit::FALSE; precision + 2];
    for digit in quotient.iter_mut().rev() {
        // The rest is below twice the divisor.
        let (difference, not_below) = bits::subtract(aig, &rest, &divisor);
        *digit = not_below;
        let kept = bits::select(aig, not_below, &difference[..precision], &rest[..precision]);
        rest = [&[Lit::FALSE], &kept[..]].concat();
    }
    let inexact = aig.or_all(&rest);
    SignificandQuotient { bits: quotient, inexact, condition: Lit::TRUE }
}

/// Quotient and rest guessed: `quotient * divisor + rest = dividend * 2^(precision + 1)`,
/// `rest < divisor`.
fn by_guess(aig: &mut Aig, dividend: &[Lit], divisor: &[Lit]) -> SignificandQuotient {
    let precision = dividend.len();
    let quotient = aig.inputs(precision + 2);
    let rest = aig.inputs(precision);
    let product = bits::multiply_full(aig, &quotient, divisor);
    let extended = bits::zero_extend(&rest, product.len());
    let (sum, carry) = bits::add_with_carry(aig, &product, &extended, Lit::FALSE);
    let mut scaled = vec![Lit::FALSE; precision + 1];
    scaled.extend_from_slice(dividend);
    scaled.push(Lit::FALSE);
    let same = bits::equal(aig, &sum, &scaled);
    let below = bits::unsigned_less(aig, &rest, divisor);
    let right = aig.and_all(&[same, !carry, below]);
    // A divisor without its highest bit is zero, or garbage. Then a definite guess, so that there
    // is just one.
    let usable = divisor[precision - 1];
    let guesses = [&quotient[..], &rest[..]].concat();
    let nothing = bits::is_zero(aig, &guesses);
    let condition = aig.ite(usable, right, nothing);
    let inexact = aig.or_all(&rest);
    SignificandQuotient { bits: quotient, inexact, condition }
}

/// The rounded quotient.
pub(crate) fn divide(aig: &mut Aig, mode: &Mode, x: &FloatBits, y: &FloatBits, guess: bool) -> Guessed {
    let format = x.format;
    let (_, precision) = sizes(format);
    let dividend = Normalized::new(aig, x);
    let divisor = Normalized::new(aig, y);
    let quotient = if guess {
        by_guess(aig, &dividend.significand, &divisor.significand)
    } else {
        by_rows(aig, &dividend.significand, &divisor.significand)
    };
    // The highest or the next bit is set.
    let top = quotient.bits[precision + 1];
    let mut lower = vec![Lit::FALSE];
    lower.extend_from_slice(&quotient.bits[..=precision]);
    let significand = bits::select(aig, top, &quotient.bits, &lower);
    let exponent = dividend.exponent.subtract(aig, &divisor.exponent);
    let exponent = exponent.add_carry(aig, &bits::Int::constant(-1), top);

    let sign = aig.xor(x.sign, y.sign);
    let result = round(aig, format, mode, sign, &exponent, &significand, quotient.inexact);
    let result = with_special_operands(aig, result, x, y);
    Guessed { result, condition: quotient.condition }
}

fn with_special_operands(aig: &mut Aig, quotient: FloatBits, x: &FloatBits, y: &FloatBits) -> FloatBits {
    let both_infinite = aig.and(x.infinite, y.infinite);
    let both_zero = aig.and(x.zero, y.zero);
    let nan = aig.or_all(&[x.nan, y.nan, both_infinite, both_zero]);
    let infinite = aig.or(x.infinite, y.zero);
    // What an infinite divisor leaves is zero, whatever came out of its garbage.
    let vanishes = y.infinite;
    let masked = FloatBits {
        infinite: aig.and(quotient.infinite, !vanishes),
        zero: aig.or(quotient.zero, vanishes),
        exponent: {
            let mut exponent = bits::and_all_with(aig, &quotient.exponent, !vanishes);
            exponent[0] = aig.or(exponent[0], vanishes);
            exponent
        },
        significand: bits::and_all_with(aig, &quotient.significand, !vanishes),
        exponents: (if vanishes == Lit::FALSE { quotient.exponents.0 } else { 1 }, quotient.exponents.1),
        ..quotient
    };
    masked.unless(aig, nan, infinite)
}
