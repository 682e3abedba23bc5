//! Fused multiply-add: x * y + w, rounded once.
//!
//! The product of finite factors of given signs is a real interval whose ends are exact in a format
//! of twice the precision. Directly, the ends of the results are fused multiply-adds of ends.
//! Indirectly, w lies in the reals that round into Z less the product, and x * y in those less W.
//! The sign of a zero result is not used.

use super::magnitude::{parts, proper, signed, zero_meets_infinity};
use super::real::{Bound, finite_between, lower_bound, upper_bound, widened};
use crate::domain::{FloatDomain, OrdinalRange, Ranges, ordinal};
use ulpwise_float::{Float, Format, Rounding};

/// The three operands: two factors and a summand.
pub(super) type FmaOperands<'a> = [&'a FloatDomain; 3];

/// The results of x * y + w.
pub fn fma_direct(mode: Rounding, [x, y, w]: FmaOperands) -> FloatDomain {
    let format = x.format();
    let top = ordinal::infinity(format);
    let mut found = FloatDomain::from_parts(format, can_be_nan([x, y, w]), Ranges::EMPTY);
    for infinity in infinite_products(x, y) {
        if w.hull().is_some_and(|hull| hull != OrdinalRange::new(!infinity, !infinity)) {
            found.add_range(OrdinalRange::new(infinity, infinity));
        }
    }
    if has_finite_product(x, y) {
        for infinity in [top, !top] {
            if w.contains_ordinal(infinity) {
                found.add_range(OrdinalRange::new(infinity, infinity));
            }
        }
    }
    for [(x_low, y_low), (x_high, y_high)] in finite_products(x, y) {
        for range in w.ranges() {
            let range = finite(format, *range);
            if !range.is_empty() {
                let result = |x: Float, y: Float, w: i128| {
                    ordinal::from_float(x.fma(y, ordinal::float(format, w), mode).0)
                };
                found.add_range(OrdinalRange::new(
                    result(x_low, y_low, range.low),
                    result(x_high, y_high, range.high),
                ));
            }
        }
    }
    found
}

fn finite(format: Format, range: OrdinalRange) -> OrdinalRange {
    let top = ordinal::max_finite(format);
    range.intersect(OrdinalRange::new(!top, top))
}

/// Whether some operands give the NaN.
fn can_be_nan([x, y, w]: FmaOperands) -> bool {
    let none_empty = !x.is_empty() && !y.is_empty() && !w.is_empty();
    let operand = x.can_be_nan() || y.can_be_nan() || w.can_be_nan();
    let infinities = infinite_products(x, y).any(|infinity| w.contains_ordinal(!infinity));
    none_empty && (operand || zero_meets_infinity(x, y) || infinities)
}

/// The infinities that are the product of an infinity and a number other than zero.
fn infinite_products(x: &FloatDomain, y: &FloatDomain) -> impl Iterator<Item = i128> {
    let top = ordinal::infinity(x.format());
    let can_be = move |negative: bool| {
        parts(x).any(|(x_negative, a)| {
            parts(y).any(|(y_negative, b)| {
                let infinite = (a.high == top && b.high > 0) || (b.high == top && a.high > 0);
                (x_negative != y_negative) == negative && infinite
            })
        })
    };
    let found = [can_be(false).then_some(top), can_be(true).then_some(!top)];
    found.into_iter().flatten()
}

fn has_finite_product(x: &FloatDomain, y: &FloatDomain) -> bool {
    finite_products(x, y).next().is_some()
}

/// For each combination of ranges and signs, the factors of the least and of the greatest product
/// of finite numbers.
fn finite_products(x: &FloatDomain, y: &FloatDomain) -> impl Iterator<Item = [(Float, Float); 2]> {
    let format = x.format();
    let top = ordinal::max_finite(format);
    let limited = move |range: OrdinalRange| range.intersect(OrdinalRange::new(0, top));
    let of_sign = move |at: i128, negative: bool| ordinal::float(format, at).with_sign(negative);
    parts(x).flat_map(move |(x_negative, a)| {
        parts(y).filter_map(move |(y_negative, b)| {
            let (a, b) = (limited(a), limited(b));
            if a.is_empty() || b.is_empty() {
                return None;
            }
            let small = (of_sign(a.low, x_negative), of_sign(b.low, y_negative));
            let large = (of_sign(a.high, x_negative), of_sign(b.high, y_negative));
            Some(if x_negative == y_negative { [small, large] } else { [large, small] })
        })
    })
}

/// The format in which products are exact.
fn product_format(format: Format) -> Format {
    let span = (1_u64 << format.exponent_bits()) + 4 * u64::from(format.significand_bits()) + 16;
    let exponent_bits = (u64::BITS - span.leading_zeros() + 1).min(Format::MAX_EXPONENT_BITS);
    let precision = (2 * format.significand_bits() + 2).min(Format::MAX_SIGNIFICAND_BITS);
    Format::new(exponent_bits.max(format.exponent_bits() + 2), precision)
        .expect("operands have at most 128 bits")
}

/// The same number in the format of products.
fn lifted(format: Format, number: Float) -> Float {
    number.convert(product_format(format), Rounding::NearestEven).0
}

fn lifted_bound(format: Format, bound: Bound) -> Bound {
    Bound { at: lifted(format, bound.at), closed: bound.closed }
}

/// The w for which some x and y give a result in `z`. Those that are not in `w` may be missing.
pub fn fma_indirect_summand(mode: Rounding, z: &FloatDomain, [x, y, w]: FmaOperands) -> FloatDomain {
    let format = w.format();
    let mut found = FloatDomain::empty(format);
    if x.is_empty() || y.is_empty() {
        return found;
    }
    let top = ordinal::infinity(format);
    if z.can_be_nan() {
        found.add_nan();
        if x.can_be_nan() || y.can_be_nan() || zero_meets_infinity(x, y) {
            found.add_range(OrdinalRange::new(!top, top));
        }
        for infinity in infinite_products(x, y) {
            found.add_range(OrdinalRange::new(!infinity, !infinity));
        }
    }
    for infinity in infinite_products(x, y).filter(|&infinity| z.contains_ordinal(infinity)) {
        let opposite = OrdinalRange::new(!infinity, !infinity);
        found = found.union(&FloatDomain::from_parts(
            format,
            false,
            *numbers_without(format, opposite).range_set(),
        ));
    }
    for infinity in [top, !top] {
        if z.contains_ordinal(infinity) {
            found.add_range(OrdinalRange::new(infinity, infinity));
        }
    }
    for [least, greatest] in finite_products(x, y) {
        let exact = Rounding::TowardNegative;
        let (low, low_flags) = lifted(format, least.0).mul(lifted(format, least.1), exact);
        let (high, high_flags) =
            lifted(format, greatest.0).mul(lifted(format, greatest.1), Rounding::TowardPositive);
        debug_assert!(product_format(format).significand_bits() < 256 || low_flags == high_flags);
        for range in z.ranges() {
            let (Some(from), Some(to)) =
                (lower_bound(format, mode, range.low), upper_bound(format, mode, range.high))
            else {
                continue;
            };
            let from = lifted_bound(format, from).lower_minus(high);
            let to = lifted_bound(format, to).upper_minus(low);
            found.add_range(finite_between(format, from, to));
        }
    }
    found
}

fn numbers_without(format: Format, excluded: OrdinalRange) -> FloatDomain {
    let mut numbers = FloatDomain::numbers(format);
    numbers.remove_range(excluded);
    numbers
}

/// The x for which some y and w give a result in `z`. Those that are not in `x` may be missing.
pub fn fma_indirect_factor(mode: Rounding, z: &FloatDomain, [x, y, w]: FmaOperands) -> FloatDomain {
    let format = x.format();
    let top = ordinal::infinity(format);
    let all = OrdinalRange::new(!top, top);
    let mut found = FloatDomain::empty(format);
    if y.is_empty() || w.is_empty() {
        return found;
    }
    if z.can_be_nan() {
        found.add_nan();
        if y.can_be_nan() || w.can_be_nan() || (y.can_be_infinite() && w.can_be_infinite()) {
            found.add_range(all);
        }
        found.add_range(OrdinalRange::new(top, top));
        found.add_range(OrdinalRange::new(!top, !top));
        if y.can_be_infinite() {
            found.add_range(OrdinalRange::new(ordinal::MINUS_ZERO, ordinal::PLUS_ZERO));
        }
    }
    for infinity in [top, !top] {
        if z.contains_ordinal(infinity) {
            if w.contains_ordinal(infinity) || y.can_be_infinite() {
                found.add_range(all);
            }
            found.add_range(OrdinalRange::new(top, top));
            found.add_range(OrdinalRange::new(!top, !top));
        }
    }
    for results in z.ranges() {
        for summands in w.ranges() {
            let summands = finite(format, *summands);
            if let Some(products) = real_products(format, mode, *results, summands) {
                add_factors(&mut found, products, y);
            }
        }
    }
    found
}

/// The ends of the real products that, with some summand, round into a range.
fn real_products(
    format: Format,
    mode: Rounding,
    results: OrdinalRange,
    summands: OrdinalRange,
) -> Option<(Bound, Bound)> {
    if summands.is_empty() {
        return None;
    }
    let low = lifted_bound(format, lower_bound(format, mode, results.low)?);
    let high = lifted_bound(format, upper_bound(format, mode, results.high)?);
    let ends =
        (lifted(format, widened(format, summands.low)), lifted(format, widened(format, summands.high)));
    Some((low.lower_minus(ends.1), high.upper_minus(ends.0)))
}

/// Adds the finite x whose exact product with some finite y lies between the ends.
fn add_factors(found: &mut FloatDomain, (low, high): (Bound, Bound), y: &FloatDomain) {
    let format = found.format();
    let top = ordinal::infinity(format);
    let zero = Float::zero(low.at.format(), false);
    let below = low.at.compares_less(zero) || (low.closed && low.at.is_zero());
    let above = zero.compares_less(high.at) || (high.closed && high.at.is_zero());
    if below && above {
        // Zero is among the products.
        found.add_range(OrdinalRange::new(ordinal::MINUS_ZERO, ordinal::PLUS_ZERO));
        if y.can_be_zero() {
            found.add_range(OrdinalRange::new(!(top - 1), top - 1));
        }
    }
    for products_negative in [false, true] {
        let (from, to) = if products_negative { (high.negated(), low.negated()) } else { (low, high) };
        if !zero.compares_less(to.at) {
            continue;
        }
        let from = if zero.compares_less(from.at) { from } else { Bound { at: zero, closed: false } };
        for (y_negative, factors) in parts(y) {
            let factors = proper(factors, top);
            if factors.is_empty() {
                continue;
            }
            let least = from.lower_over(lifted(format, widened(format, factors.high)));
            let greatest = to.upper_over(lifted(format, widened(format, factors.low)));
            let range = finite_between(format, least, greatest).intersect(OrdinalRange::new(1, top - 1));
            if !range.is_empty() {
                found.add_range(signed(range, products_negative != y_negative));
            }
        }
    }
}
