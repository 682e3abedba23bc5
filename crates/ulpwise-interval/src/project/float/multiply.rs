//! Multiplication.
//!
//! On magnitudes the rounded product is monotone in both factors. Indirectly, x * y rounds into Z
//! exactly if its exact value lies in the real interval that rounds into Z, and x lies in that
//! interval divided by Y.

use super::magnitude::{
    add_both_signs, add_for_nan_operand, for_sign, nan_operand, parts, proper, signed, zero_meets_infinity,
};
use super::real::{Bound, finite_between, lower_bound, upper_bound, wide, widened};
use crate::domain::{FloatDomain, OrdinalRange, Ranges, ordinal};
use ulpwise_float::{Float, Format, Rounding};

/// The products of x and y.
pub fn mul_direct(mode: Rounding, x: &FloatDomain, y: &FloatDomain) -> FloatDomain {
    let nan = nan_operand(x, y) || zero_meets_infinity(x, y);
    let mut products = FloatDomain::from_parts(x.format(), nan, Ranges::EMPTY);
    for (x_negative, a) in parts(x) {
        for (y_negative, b) in parts(y) {
            let negative = x_negative != y_negative;
            let mode = for_sign(mode, negative);
            for range in products_of_magnitudes(x.format(), mode, a, b) {
                products.add_range(signed(range, negative));
            }
        }
    }
    products
}

/// The finite products, and infinity where a factor is infinite and the other is not zero.
fn products_of_magnitudes(
    format: Format,
    mode: Rounding,
    a: OrdinalRange,
    b: OrdinalRange,
) -> [OrdinalRange; 2] {
    let top = ordinal::infinity(format);
    let product = |x: i128, y: i128| {
        ordinal::from_float(ordinal::float(format, x).mul(ordinal::float(format, y), mode).0)
    };
    let finite = if a.low < top && b.low < top {
        OrdinalRange::new(product(a.low, b.low), product(a.high.min(top - 1), b.high.min(top - 1)))
    } else {
        OrdinalRange::new(0, -1)
    };
    let infinite = (a.high == top && b.high > 0) || (b.high == top && a.high > 0);
    [finite, if infinite { OrdinalRange::new(top, top) } else { OrdinalRange::new(0, -1) }]
}

/// The x for which some y of `y` gives a product in `z`. Those that are not in `x` may be missing.
pub fn mul_indirect(mode: Rounding, z: &FloatDomain, x: &FloatDomain, y: &FloatDomain) -> FloatDomain {
    let format = x.format();
    let mut found = FloatDomain::empty(format);
    if z.can_be_nan() {
        add_for_nan_operand(&mut found, y);
        let top = ordinal::infinity(format);
        if y.can_be_zero() {
            add_both_signs(&mut found, OrdinalRange::new(top, top));
        }
        if y.can_be_infinite() {
            add_both_signs(&mut found, OrdinalRange::new(0, 0));
        }
    }
    for (z_negative, products) in parts(z) {
        for (y_negative, factors) in parts(y) {
            let negative = z_negative != y_negative;
            let mode = for_sign(mode, z_negative);
            for range in other_factors(format, mode, products, factors) {
                found.add_range(signed(range, negative));
            }
        }
    }
    found
}

/// The magnitudes of x whose product with some y rounds into `products`.
fn other_factors(
    format: Format,
    mode: Rounding,
    products: OrdinalRange,
    y: OrdinalRange,
) -> [OrdinalRange; 3] {
    let top = ordinal::infinity(format);
    let none = OrdinalRange::new(0, -1);
    let mut found = [none; 3];
    if y.low < top {
        found[0] = finite_factors(format, mode, products, y);
    }
    if products.high == top {
        if y.high == top {
            found[1] = OrdinalRange::new(1, top - 1);
        }
        if y.high > 0 {
            found[2] = OrdinalRange::new(top, top);
        }
    }
    found
}

/// The same for finite x and y.
fn finite_factors(format: Format, mode: Rounding, products: OrdinalRange, y: OrdinalRange) -> OrdinalRange {
    let top = ordinal::infinity(format);
    let any = OrdinalRange::new(0, top - 1);
    if y.low == 0 && products.low == 0 {
        return any;
    }
    let factors = proper(y, top);
    if factors.is_empty() {
        // Only zero is left, whose products are not in the range.
        return OrdinalRange::new(0, -1);
    }
    let (Some(low), Some(high)) = real_results(format, mode, products) else {
        return OrdinalRange::new(0, -1);
    };
    let low = low.lower_over(widened(format, factors.high));
    let high = high.upper_over(widened(format, factors.low));
    finite_between(format, low, high).intersect(any)
}

/// The ends of the reals, none negative, that round into a range of magnitudes.
pub(super) fn real_results(
    format: Format,
    mode: Rounding,
    results: OrdinalRange,
) -> (Option<Bound>, Option<Bound>) {
    let zero = Bound { at: Float::zero(wide(format), false), closed: true };
    let low = if results.low == 0 { Some(zero) } else { lower_bound(format, mode, results.low) };
    (low, upper_bound(format, mode, results.high))
}
