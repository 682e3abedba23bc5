//! Sums, products, quotients, roots and remainders.

use super::fields::{Fields, extended, range_bits, scale, scaled};
use super::rounding::{FINER, is_rounded};
use ulpwise_expr::{Op, Term, TermStore};
use ulpwise_float::Rounding;

/// What an operator makes of NaN and infinite operands: when the result is NaN, when it is
/// infinite, and its sign then.
struct Special {
    nan: Term,
    infinite: Term,
    sign: Term,
}

/// That a result is right; `None` for other operators.
pub(super) fn is_right(
    store: &mut TermStore,
    op: Op,
    mode: Rounding,
    floats: &[Fields],
    operands: &[Term],
    result: &Fields,
) -> Option<Term> {
    let (special, finite) = match (op, floats) {
        (Op::FpAdd, [x, y]) => sum(store, mode, x, y, result),
        (Op::FpSub, [x, y]) => {
            let negated = Fields { negative: store.not(y.negative), ..*y };
            sum(store, mode, x, &negated, result)
        }
        (Op::FpMul, [x, y]) => product(store, mode, x, y, result),
        (Op::FpFma, [x, y, z]) => fused(store, mode, [x, y, z], result),
        (Op::FpDiv, [x, y]) => quotient(store, mode, x, y, result),
        (Op::FpSqrt, [x]) => root(store, mode, x, result),
        (Op::FpRem | Op::FpFmod, [x, y]) => {
            assert_eq!(operands.len(), 2);
            remainder(store, op == Op::FpRem, x, y, result)
        }
        _ => return None,
    };
    let same_sign = store.eq(result.negative, special.sign);
    let is_infinite = store.and(&[result.infinite, same_sign]);
    let is_number = store.not(result.nan);
    let otherwise = store.and(&[is_number, finite]);
    let otherwise = store.ite(special.infinite, is_infinite, otherwise);
    Some(store.ite(special.nan, result.nan, otherwise))
}

/// A signed number from sign and magnitude.
fn signed(store: &mut TermStore, negative: Term, magnitude: Term) -> Term {
    let negated = store.bv_neg(magnitude);
    store.ite(negative, negated, magnitude)
}

/// The sign of an exact sum: that of the number, or of a zero (IEEE 754-2019 clause 6.3); and its
/// magnitude.
fn exact_sum(
    store: &mut TermStore,
    mode: Rounding,
    (first_negative, first): (Term, Term),
    (second_negative, second): (Term, Term),
) -> (Term, Term) {
    let width = store.width(first);
    let (a, b) = (signed(store, first_negative, first), signed(store, second_negative, second));
    let sum = store.bv_add(a, b);
    let zero = store.bv(width, 0);
    let below = store.bv_slt(sum, zero);
    let is_zero = store.eq(sum, zero);
    let same = store.eq(first_negative, second_negative);
    let toward_negative = store.bool(mode == Rounding::TowardNegative);
    let sign_of_zero = store.ite(same, first_negative, toward_negative);
    let negative = store.ite(is_zero, sign_of_zero, below);
    (negative, signed(store, below, sum))
}

/// That a result is an exact magnitude with this sign, rounded. The magnitude is compared with
/// boundaries times a power of two.
fn is_rounded_exact(
    store: &mut TermStore,
    mode: Rounding,
    result: &Fields,
    negative: Term,
    exact: Term,
    boundary_scale: u32,
) -> Term {
    let width = store.width(exact);
    let mut compare = |store: &mut TermStore, boundary: Term| {
        let boundary = scaled(store, boundary, boundary_scale);
        (store.bv_ult(boundary, exact), store.eq(boundary, exact))
    };
    let format = result.format;
    let rounded = is_rounded(store, format, mode, negative, result.magnitude, width, &mut compare);
    let same_sign = store.eq(result.negative, negative);
    store.and(&[same_sign, rounded])
}

fn sum(store: &mut TermStore, mode: Rounding, x: &Fields, y: &Fields, result: &Fields) -> (Special, Term) {
    let signs_differ = store.xor(x.negative, y.negative);
    let invalid = store.and(&[x.infinite, y.infinite, signs_differ]);
    let special = Special {
        nan: store.or(&[x.nan, y.nan, invalid]),
        infinite: store.or(&[x.infinite, y.infinite]),
        sign: store.ite(x.infinite, x.negative, y.negative),
    };
    let width = range_bits(x.format) + FINER + 4;
    let [a, b] = [x, y].map(|float| {
        let units = float.units(store, width);
        scaled(store, units, FINER)
    });
    let (negative, exact) = exact_sum(store, mode, (x.negative, a), (y.negative, b));
    (special, is_rounded_exact(store, mode, result, negative, exact, 0))
}

/// Sign, NaN and infinity of a product.
fn special_product(store: &mut TermStore, x: &Fields, y: &Fields) -> Special {
    let invalid = [store.and(&[x.infinite, y.zero]), store.and(&[x.zero, y.infinite])];
    Special {
        nan: store.or(&[x.nan, y.nan, invalid[0], invalid[1]]),
        infinite: store.or(&[x.infinite, y.infinite]),
        sign: store.xor(x.negative, y.negative),
    }
}

fn product(
    store: &mut TermStore,
    mode: Rounding,
    x: &Fields,
    y: &Fields,
    result: &Fields,
) -> (Special, Term) {
    let special = special_product(store, x, y);
    let (range, unit) = (range_bits(x.format), scale(x.format));
    // In squares of the least subnormal number.
    let width = (2 * range).max(range + unit + 1) + 3;
    let [a, b] = [x, y].map(|float| float.units(store, width));
    let exact = store.bv_mul(a, b);
    let finite = is_rounded_exact(store, mode, result, special.sign, exact, unit - FINER);
    (special, finite)
}

fn fused(store: &mut TermStore, mode: Rounding, [x, y, z]: [&Fields; 3], result: &Fields) -> (Special, Term) {
    let of_product = special_product(store, x, y);
    let signs_differ = store.xor(of_product.sign, z.negative);
    let invalid = store.and(&[of_product.infinite, z.infinite, signs_differ]);
    let special = Special {
        nan: store.or(&[of_product.nan, z.nan, invalid]),
        infinite: store.or(&[of_product.infinite, z.infinite]),
        sign: store.ite(of_product.infinite, of_product.sign, z.negative),
    };
    let (range, unit) = (range_bits(x.format), scale(x.format));
    let width = (2 * range).max(range + unit + 1) + 4;
    let [a, b, c] = [x, y, z].map(|float| float.units(store, width));
    let product = store.bv_mul(a, b);
    let summand = scaled(store, c, unit);
    let (negative, exact) = exact_sum(store, mode, (of_product.sign, product), (z.negative, summand));
    (special, is_rounded_exact(store, mode, result, negative, exact, unit - FINER))
}

fn quotient(
    store: &mut TermStore,
    mode: Rounding,
    x: &Fields,
    y: &Fields,
    result: &Fields,
) -> (Special, Term) {
    let invalid = [store.and(&[x.infinite, y.infinite]), store.and(&[x.zero, y.zero])];
    let special = Special {
        nan: store.or(&[x.nan, y.nan, invalid[0], invalid[1]]),
        infinite: store.or(&[x.infinite, y.zero]),
        sign: store.xor(x.negative, y.negative),
    };
    let (range, unit) = (range_bits(x.format), scale(x.format));
    let width = (2 * range).max(range + unit) + FINER + 3;
    let [dividend, divisor] = [x, y].map(|float| float.units(store, width));
    let dividend = scaled(store, dividend, unit + FINER);
    // A boundary is below the quotient if its product with the divisor is below the dividend.
    let mut compare = |store: &mut TermStore, boundary: Term| {
        let product = store.bv_mul(boundary, divisor);
        (store.bv_ult(product, dividend), store.eq(product, dividend))
    };
    let (format, sign) = (result.format, special.sign);
    let rounded = is_rounded(store, format, mode, sign, result.magnitude, width, &mut compare);
    let finite = store.ite(y.infinite, result.zero, rounded);
    let same_sign = store.eq(result.negative, sign);
    (special, store.and(&[same_sign, finite]))
}

fn root(store: &mut TermStore, mode: Rounding, x: &Fields, result: &Fields) -> (Special, Term) {
    let not_zero = store.not(x.zero);
    let invalid = store.and(&[x.negative, not_zero]);
    let special = Special { nan: store.or(&[x.nan, invalid]), infinite: x.infinite, sign: store.bool(false) };
    let (range, unit) = (range_bits(x.format), scale(x.format));
    let width = (2 * range + 2).max(range + unit) + 2 * FINER + 2;
    let radicand = x.units(store, width);
    let radicand = scaled(store, radicand, unit + 2 * FINER);
    let mut compare = |store: &mut TermStore, boundary: Term| {
        let square = store.bv_mul(boundary, boundary);
        (store.bv_ult(square, radicand), store.eq(square, radicand))
    };
    let (format, sign) = (result.format, x.negative);
    let rounded = is_rounded(store, format, mode, sign, result.magnitude, width, &mut compare);
    let same_sign = store.eq(result.negative, sign);
    (special, store.and(&[same_sign, rounded]))
}

fn remainder(
    store: &mut TermStore,
    to_nearest: bool,
    x: &Fields,
    y: &Fields,
    result: &Fields,
) -> (Special, Term) {
    let special = Special {
        nan: store.or(&[x.nan, y.nan, x.infinite, y.zero]),
        infinite: store.bool(false),
        sign: x.negative,
    };
    let width = range_bits(x.format) + 2;
    let [dividend, divisor, found] = [x, y, result].map(|float| float.units(store, width));
    let rest = store.bv_urem(dividend, divisor);
    let quotient = store.bv_udiv(dividend, divisor);
    let last = store.bv_extract(quotient, 0, 0);
    let one = store.bv(1, 1);
    let odd = store.eq(last, one);
    let twice = store.bv_add(rest, rest);
    let above = store.bv_ult(divisor, twice);
    let tie = store.eq(divisor, twice);
    let odd_tie = store.and(&[tie, odd]);
    let nearest = store.bool(to_nearest);
    let next = store.or(&[above, odd_tie]);
    let next = store.and(&[nearest, next]);
    let complement = store.bv_sub(divisor, rest);
    let expected = store.ite(next, complement, rest);
    let same = store.eq(found, expected);
    let other_side = store.xor(x.negative, next);
    let sign = store.ite(result.zero, x.negative, other_side);
    let same_sign = store.eq(result.negative, sign);
    let is_finite = result.finite(store);
    let ordinary = store.and(&[same, same_sign, is_finite]);
    let same_magnitude = store.eq(result.magnitude, x.magnitude);
    let kept_sign = store.eq(result.negative, x.negative);
    let unchanged = store.and(&[same_magnitude, kept_sign]);
    (special, store.ite(y.infinite, unchanged, ordinary))
}

/// An operand that is no float, wide enough for what follows.
pub(super) fn integer_magnitude(
    store: &mut TermStore,
    integer: Term,
    is_signed: bool,
    width: u32,
) -> (Term, Term) {
    let own = store.width(integer);
    let zero = store.bv(own, 0);
    let below = store.bv_slt(integer, zero);
    let is_signed = store.bool(is_signed);
    let negative = store.and(&[is_signed, below]);
    let magnitude = signed(store, negative, integer);
    (negative, extended(store, magnitude, width))
}
