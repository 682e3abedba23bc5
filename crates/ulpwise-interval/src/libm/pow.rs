//! Powers: monotone in base and exponent on each side of base 1 and exponent 0; a negative base
//! with an integer exponent has the power of its magnitude, with a sign by the exponent's parity.
//!
//! An assumption about the host besides its error: to nearest, powers do not pass 1 on the wrong
//! side.

use super::call::{Call, Corners};
use crate::domain::{FloatDomain, OrdinalRange, ordinal};
use ulpwise_float::{Float, Format, Integer, Rounding};

/// Where exponents and bases change the direction in which a power goes.
pub(super) fn base_parts(call: &Call<'_>) -> [OrdinalRange; 4] {
    let (top, one) = (ordinal::infinity(call.format), one(call.format));
    [
        OrdinalRange::new(!top, !one),
        OrdinalRange::new(!one + 1, -1),
        OrdinalRange::new(0, one - 1),
        OrdinalRange::new(one, top),
    ]
}

fn one(format: Format) -> i128 {
    ordinal::from_float(Float::one(format, false))
}

/// What powers with bases and exponents in these domains are.
pub(super) fn enclose(call: &Call<'_>, x: &FloatDomain, y: &FloatDomain, exact: bool) -> FloatDomain {
    let mut results = of_nan(call, x, y);
    let top = ordinal::infinity(call.format);
    for &exponents in y.ranges() {
        for &bases in x.ranges() {
            let positive = bases.intersect(OrdinalRange::new(0, top));
            if !positive.is_empty() {
                results = results.union(&of_magnitude(call, positive, exponents, false, exact));
            }
            let negative = bases.intersect(OrdinalRange::new(!top, -1));
            if !negative.is_empty() {
                results = results.union(&of_negative(call, negative, exponents));
            }
        }
    }
    results
}

/// Powers in which base or exponent is the NaN: one, if the exponent is zero or the base is one,
/// and the NaN otherwise.
fn of_nan(call: &Call<'_>, x: &FloatDomain, y: &FloatDomain) -> FloatDomain {
    let mut results = FloatDomain::empty(call.format);
    let one = one(call.format);
    let has_other_than = |domain: &FloatDomain, low, high| {
        domain.ranges().iter().any(|range| range.low < low || high < range.high)
    };
    if x.can_be_nan() {
        if y.can_be_zero() {
            results.add_range(OrdinalRange::new(one, one));
        }
        if y.can_be_nan() || has_other_than(y, -1, 0) {
            results.add_nan();
        }
    }
    if y.can_be_nan() {
        if x.contains_ordinal(one) {
            results.add_range(OrdinalRange::new(one, one));
        }
        if x.can_be_nan() || has_other_than(x, one, one) {
            results.add_nan();
        }
    }
    results
}

/// Powers of negative bases, minus zero and minus infinity included. They are bounded by powers of
/// magnitudes, whose exact values are the same.
fn of_negative(call: &Call<'_>, bases: OrdinalRange, exponents: OrdinalRange) -> FloatDomain {
    let magnitudes = OrdinalRange::new(!bases.high, !bases.low);
    let kinds = Kinds::classify(call.format, exponents);
    let top = ordinal::infinity(call.format);
    let mut results = FloatDomain::empty(call.format);
    let has_ends = magnitudes.contains(0) || magnitudes.contains(top);
    if kinds.even || (kinds.fraction && has_ends) {
        results = results.union(&of_magnitude(call, magnitudes, exponents, false, false));
    }
    if kinds.odd {
        results = results.union(&of_magnitude(call, magnitudes, exponents, true, false));
    }
    if kinds.fraction && !magnitudes.intersect(OrdinalRange::new(1, top - 1)).is_empty() {
        results.add_nan();
    }
    results
}

/// Powers of magnitudes, with the sign minus if `mirrored`.
fn of_magnitude(
    call: &Call<'_>,
    bases: OrdinalRange,
    exponents: OrdinalRange,
    mirrored: bool,
    exact: bool,
) -> FloatDomain {
    let (top, one) = (ordinal::infinity(call.format), one(call.format));
    let mut results = FloatDomain::empty(call.format);
    if bases.contains(one) || exponents.contains(-1) || exponents.contains(0) {
        // Exactly, whatever the other one is.
        results.add_range(OrdinalRange::new(one, one));
    }
    for (side, is_large) in [(OrdinalRange::new(0, one - 1), false), (OrdinalRange::new(one + 1, top), true)]
    {
        for (sign, is_positive) in [(OrdinalRange::new(!top, -2), false), (OrdinalRange::new(1, top), true)] {
            let (base, exponent) = (bases.intersect(side), exponents.intersect(sign));
            if base.is_empty() || exponent.is_empty() {
                continue;
            }
            let (least_base, greatest_base) =
                if is_positive { (base.low, base.high) } else { (base.high, base.low) };
            let (least_exponent, greatest_exponent) =
                if is_large { (exponent.low, exponent.high) } else { (exponent.high, exponent.low) };
            // Towards exponent zero, and so towards one.
            let step = if is_positive { -2 } else { 2 };
            let far_from_zero = exponent.low > 2 || exponent.high < -4;
            let before = [least_base, least_exponent + step];
            let (least, greatest) = ([least_base, least_exponent], [greatest_base, greatest_exponent]);
            // Mirrored, other modes overflow to infinity.
            let overflows = is_large == is_positive && (!mirrored || call.is_nearest());
            let before = (far_from_zero && overflows).then_some(&before[..]);
            let within = if is_large == is_positive {
                OrdinalRange::new(call.least(one), top)
            } else {
                OrdinalRange::new(0, call.greatest(one))
            };
            let corners = Corners { least: &least, greatest: &greatest, before };
            let part = call.between(corners, within, exact);
            results = results.union(&part);
        }
    }
    if mirrored { results.negated() } else { results }
}

/// Which kinds of exponents are in a range.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Kinds {
    odd: bool,
    /// Infinities and zeros count as even.
    even: bool,
    fraction: bool,
}

impl Kinds {
    fn classify(format: Format, exponents: OrdinalRange) -> Kinds {
        let top = ordinal::infinity(format);
        let finite = exponents.intersect(OrdinalRange::new(!top + 1, top - 1));
        let mut kinds = Kinds { odd: false, even: finite != exponents, fraction: false };
        if finite.is_empty() {
            return kinds;
        }
        let integer = |at: i128, rounding| ordinal::float(format, at).to_integer(rounding).0;
        let first = integer(finite.low, Rounding::TowardPositive).expect("finite");
        let last = integer(finite.high, Rounding::TowardNegative).expect("finite");
        let is_odd = |integer: &Integer| integer % 2 != 0;
        if first <= last {
            let single = first == last;
            kinds.odd |= !single || is_odd(&first);
            kinds.even |= !single || !is_odd(&first);
        }
        // A single float is an integer or not; of several some may be fractions unless all are
        // large.
        let (low, high) = (ordinal::float(format, finite.low), ordinal::float(format, finite.high));
        let large = |float: Float| {
            float.ilogb().is_some_and(|exponent| exponent >= i64::from(format.significand_bits()) - 1)
        };
        let all_are_large = large(low) && large(high) && low.is_sign_negative() == high.is_sign_negative();
        kinds.fraction = if finite.low == finite.high { first > last } else { !all_are_large };
        kinds
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exponents_are_distinguished() {
        let kinds = |low: f64, high: f64| {
            let kinds = Kinds::classify(
                Format::F64,
                OrdinalRange::new(
                    ordinal::from_float(Float::from_f64(low)),
                    ordinal::from_float(Float::from_f64(high)),
                ),
            );
            (kinds.odd, kinds.even, kinds.fraction)
        };
        assert_eq!(kinds(2.0, 2.0), (false, true, false));
        assert_eq!(kinds(-3.0, -3.0), (true, false, false));
        assert_eq!(kinds(0.5, 0.5), (false, false, true));
        assert_eq!(kinds(0.25, 0.75), (false, false, true));
        assert_eq!(kinds(0.25, 1.75), (true, false, true));
        assert_eq!(kinds(-0.5, 0.5), (false, true, true));
        assert_eq!(kinds(1.0, 2.0), (true, true, true));
        assert_eq!(kinds(1e300, f64::INFINITY), (true, true, false));
        assert_eq!(kinds(f64::NEG_INFINITY, f64::NEG_INFINITY), (false, true, false));
        assert_eq!(kinds(-0.0, 0.0), (false, true, true));
    }
}
