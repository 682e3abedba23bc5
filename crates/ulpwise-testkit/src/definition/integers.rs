//! Integral values and conversions.

use super::arithmetic::integer_magnitude;
use super::fields::{Fields, extended, range_bits, scale, scaled};
use super::rounding::{FINER, is_rounded};
use ulpwise_expr::{Op, Term, TermStore};
use ulpwise_float::Rounding;

/// That a float is right as the result of a conversion or of rounding to integral.
pub(super) fn is_right_float(
    store: &mut TermStore,
    op: Op,
    mode: Rounding,
    floats: &[Fields],
    operands: &[Term],
    result: &Fields,
) -> Option<Term> {
    match (op, floats) {
        (Op::FpRoundToIntegral, [x]) => Some(integral(store, mode, x, result)),
        (Op::FpFromFp(_), [x]) => Some(converted(store, mode, x, result)),
        (Op::FpFromSigned(_), _) => Some(from_integer(store, mode, operands[0], true, result)),
        (Op::FpFromUnsigned(_), _) => Some(from_integer(store, mode, operands[0], false, result)),
        _ => None,
    }
}

/// The magnitude of a float rounded to an integer, in the bits that the range has and two more.
fn rounded_integer(store: &mut TermStore, mode: Rounding, x: &Fields) -> Term {
    let (width, unit) = (range_bits(x.format).max(scale(x.format)) + 2, scale(x.format));
    let number = x.units(store, width);
    let by = store.bv(width, unit.into());
    let whole = store.bv_lshr(number, by);
    let back = store.bv_shl(whole, by);
    let rest = store.bv_sub(number, back);
    let zero = store.bv(width, 0);
    let one = store.bv(width, 1);
    let half = scaled(store, one, unit - 1);
    let is_exact = store.eq(rest, zero);
    let is_inexact = store.not(is_exact);
    let above_half = store.bv_ult(half, rest);
    let is_half = store.eq(half, rest);
    let last = store.bv_extract(whole, 0, 0);
    let odd = store.bv(1, 1);
    let is_odd = store.eq(last, odd);
    let to_even = store.and(&[is_half, is_odd]);
    let positive = store.not(x.negative);
    let up = match mode {
        Rounding::NearestEven => store.or(&[above_half, to_even]),
        Rounding::NearestAway => store.or(&[above_half, is_half]),
        Rounding::TowardPositive => store.and(&[is_inexact, positive]),
        Rounding::TowardNegative => store.and(&[is_inexact, x.negative]),
        Rounding::TowardZero => store.bool(false),
    };
    let next = store.bv_add(whole, one);
    store.ite(up, next, whole)
}

fn integral(store: &mut TermStore, mode: Rounding, x: &Fields, result: &Fields) -> Term {
    let integer = rounded_integer(store, mode, x);
    let width = store.width(integer);
    let expected = scaled(store, integer, scale(x.format));
    let found = result.units(store, width);
    let same = store.eq(found, expected);
    let same_sign = store.eq(result.negative, x.negative);
    let finite = result.finite(store);
    let finite = store.and(&[same, same_sign, finite]);
    with_special(store, x, result, finite)
}

/// A NaN and an infinity stay what they are.
fn with_special(store: &mut TermStore, x: &Fields, result: &Fields, finite: Term) -> Term {
    let same_sign = store.eq(result.negative, x.negative);
    let is_infinite = store.and(&[result.infinite, same_sign]);
    let otherwise = store.ite(x.infinite, is_infinite, finite);
    store.ite(x.nan, result.nan, otherwise)
}

fn converted(store: &mut TermStore, mode: Rounding, x: &Fields, result: &Fields) -> Term {
    let (source, target) = (scale(x.format), scale(result.format));
    let boundary_bits = range_bits(result.format) + FINER + 2 + source;
    let width = boundary_bits.max(range_bits(x.format) + target + FINER + 1) + 1;
    let number = x.units(store, width);
    let number = scaled(store, number, target + FINER);
    let mut compare = |store: &mut TermStore, boundary: Term| {
        let boundary = scaled(store, boundary, source);
        (store.bv_ult(boundary, number), store.eq(boundary, number))
    };
    let (format, sign) = (result.format, x.negative);
    let rounded = is_rounded(store, format, mode, sign, result.magnitude, width, &mut compare);
    let same_sign = store.eq(result.negative, sign);
    let finite = store.and(&[rounded, same_sign]);
    with_special(store, x, result, finite)
}

fn from_integer(
    store: &mut TermStore,
    mode: Rounding,
    integer: Term,
    is_signed: bool,
    result: &Fields,
) -> Term {
    let unit = scale(result.format);
    let integer_bits = store.width(integer) + unit + FINER + 1;
    let width = integer_bits.max(range_bits(result.format) + FINER + 3);
    let (negative, magnitude) = integer_magnitude(store, integer, is_signed, width);
    let magnitude = scaled(store, magnitude, unit + FINER);
    let mut compare = |store: &mut TermStore, boundary: Term| {
        (store.bv_ult(boundary, magnitude), store.eq(boundary, magnitude))
    };
    let format = result.format;
    let rounded = is_rounded(store, format, mode, negative, result.magnitude, width, &mut compare);
    let same_sign = store.eq(result.negative, negative);
    store.and(&[rounded, same_sign])
}

/// That an integer is the rounded float, if that fits.
pub(super) fn is_right_integer(
    store: &mut TermStore,
    op: Op,
    mode: Rounding,
    x: &Fields,
    result: Term,
) -> Option<Term> {
    let (bits, is_signed) = match op {
        Op::FpToSigned { width } => (width, true),
        Op::FpToUnsigned { width } => (width, false),
        _ => return None,
    };
    let integer = rounded_integer(store, mode, x);
    let width = store.width(integer).max(bits) + 2;
    let magnitude = extended(store, integer, width);
    let negated = store.bv_neg(magnitude);
    let number = store.ite(x.negative, negated, magnitude);
    let one = store.bv(width, 1);
    let beyond = scaled(store, one, if is_signed { bits - 1 } else { bits });
    let least = if is_signed { store.bv_neg(beyond) } else { store.bv(width, 0) };
    let too_small = store.bv_slt(number, least);
    let small_enough = store.bv_slt(number, beyond);
    let large_enough = store.not(too_small);
    let finite = x.finite(store);
    let fits = store.and(&[finite, large_enough, small_enough]);
    let low = store.bv_extract(number, bits - 1, 0);
    let same = store.eq(low, result);
    Some(store.implies(fits, same))
}
