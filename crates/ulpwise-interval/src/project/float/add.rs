//! Addition, and subtraction as the addition of the negation.
//!
//! The rounded sum of finite numbers is monotone in both summands in the total order, so that
//! direct projections need only the ends. Indirect ones go through the reals: x + y rounds into Z
//! exactly if its exact value lies in the real interval that rounds into Z, and x lies in that
//! interval less Y. Zero sums have a sign of their own (IEEE 754-2019 clause 6.3) and are taken
//! apart.

use super::largest_unit;
use super::real::{finite_between, lower_bound, upper_bound, widened};
use crate::domain::ordinal::{self, MINUS_ZERO, PLUS_ZERO};
use crate::domain::{FloatDomain, OrdinalRange};
use ulpwise_float::{Format, Rounding};

/// The sums of x and y.
pub fn add_direct(mode: Rounding, x: &FloatDomain, y: &FloatDomain) -> FloatDomain {
    let format = x.format();
    let top = ordinal::infinity(format);
    let mut sums = FloatDomain::empty(format);
    if nan_from_sum(x, y) {
        sums.add_nan();
    }
    for infinity in [top, !top] {
        let meets = |a: &FloatDomain, b: &FloatDomain| {
            a.contains_ordinal(infinity)
                && b.hull().is_some_and(|hull| hull != OrdinalRange::new(!infinity, !infinity))
        };
        if meets(x, y) || meets(y, x) {
            sums.add_range(OrdinalRange::new(infinity, infinity));
        }
    }
    for a in x.ranges() {
        for b in y.ranges() {
            sums.add_range(finite_sums(format, mode, finite(format, *a), finite(format, *b)));
        }
    }
    sums
}

/// Whether some sum is the NaN.
fn nan_from_sum(x: &FloatDomain, y: &FloatDomain) -> bool {
    let top = ordinal::infinity(x.format());
    (x.can_be_nan() && !y.is_empty())
        || (y.can_be_nan() && !x.is_empty())
        || (x.contains_ordinal(top) && y.contains_ordinal(!top))
        || (x.contains_ordinal(!top) && y.contains_ordinal(top))
}

/// The part of a range without infinities.
fn finite(format: Format, range: OrdinalRange) -> OrdinalRange {
    let top = ordinal::max_finite(format);
    range.intersect(OrdinalRange::new(!top, top))
}

fn finite_sums(format: Format, mode: Rounding, a: OrdinalRange, b: OrdinalRange) -> OrdinalRange {
    if a.is_empty() || b.is_empty() {
        return OrdinalRange::new(0, -1);
    }
    let sum = |x: i128, y: i128| {
        ordinal::from_float(ordinal::float(format, x).add(ordinal::float(format, y), mode).0)
    };
    OrdinalRange::new(sum(a.low, b.low), sum(a.high, b.high))
}

/// The x for which some y of `y` gives a sum in `z`. Those that are not in `x` may be missing.
pub fn add_indirect(mode: Rounding, z: &FloatDomain, x: &FloatDomain, y: &FloatDomain) -> FloatDomain {
    let format = x.format();
    let mut found = FloatDomain::empty(format);
    if y.is_empty() {
        return found;
    }
    if z.can_be_nan() {
        add_for_nan(&mut found, y);
    }
    add_for_infinities(&mut found, z, y);
    for range in z.ranges() {
        for (part, kind) in parts(*range) {
            for other in y.ranges() {
                let other = finite(format, *other);
                if part.is_empty() || other.is_empty() {
                    continue;
                }
                match kind {
                    Part::Zero => add_for_zero(&mut found, mode, part, other),
                    Part::Reals => found.add_range(summand(format, mode, part, other)),
                }
            }
        }
    }
    found
}

/// The x that give the NaN.
fn add_for_nan(found: &mut FloatDomain, y: &FloatDomain) {
    let top = ordinal::infinity(y.format());
    if y.can_be_nan() {
        found.add_range(OrdinalRange::new(!top, top));
    }
    found.add_nan();
    for infinity in [top, !top] {
        if y.contains_ordinal(infinity) {
            found.add_range(OrdinalRange::new(!infinity, !infinity));
        }
    }
}

/// The x that give an infinity exactly: infinities, or numbers beside one.
fn add_for_infinities(found: &mut FloatDomain, z: &FloatDomain, y: &FloatDomain) {
    let top = ordinal::infinity(y.format());
    for infinity in [top, !top] {
        if !z.contains_ordinal(infinity) {
            continue;
        }
        if y.hull().is_some_and(|hull| hull != OrdinalRange::new(!infinity, !infinity)) {
            found.add_range(OrdinalRange::new(infinity, infinity));
        }
        if y.contains_ordinal(infinity) {
            let others = if infinity > 0 {
                OrdinalRange::new(!infinity + 1, infinity)
            } else {
                OrdinalRange::new(infinity, !infinity - 1)
            };
            found.add_range(others);
        }
    }
}

/// What a part of a range of sums is for.
#[derive(Clone, Copy)]
enum Part {
    /// Zeros, not both.
    Zero,
    /// Numbers with both zeros or none: as good as reals.
    Reals,
}

/// A range of sums, cut where it holds one zero but not the other.
fn parts(range: OrdinalRange) -> [(OrdinalRange, Part); 2] {
    let none = (OrdinalRange::new(0, -1), Part::Reals);
    if range.high == MINUS_ZERO {
        let rest = OrdinalRange::new(range.low, MINUS_ZERO - 1);
        [(rest, Part::Reals), (OrdinalRange::new(MINUS_ZERO, MINUS_ZERO), Part::Zero)]
    } else if range.low == PLUS_ZERO {
        let rest = OrdinalRange::new(PLUS_ZERO + 1, range.high);
        [(OrdinalRange::new(PLUS_ZERO, PLUS_ZERO), Part::Zero), (rest, Part::Reals)]
    } else {
        [(range, Part::Reals), none]
    }
}

/// The finite x for which some finite y of a range gives exactly this zero.
fn add_for_zero(found: &mut FloatDomain, mode: Rounding, zero: OrdinalRange, y: OrdinalRange) {
    // Opposite numbers, zeros included, give the zero of the direction; equal zeros give
    // themselves.
    let cancelled = if mode == Rounding::TowardNegative { MINUS_ZERO } else { PLUS_ZERO };
    if zero.contains(cancelled) {
        found.add_range(OrdinalRange::new(!y.high, !y.low));
    }
    if y.contains(zero.low) {
        found.add_range(zero);
    }
}

/// The finite x for which x + y, for some real y between finite ends, rounds into the part.
fn summand(format: Format, mode: Rounding, part: OrdinalRange, y: OrdinalRange) -> OrdinalRange {
    let (Some(low), Some(high)) = (lower_bound(format, mode, part.low), upper_bound(format, mode, part.high))
    else {
        return OrdinalRange::new(0, -1);
    };
    let low = low.lower_minus(widened(format, y.high));
    let high = high.upper_minus(widened(format, y.low));
    let found = finite_between(format, low, high);
    // Twice a number is at most one binade above it.
    let binade = 1_i128 << (format.significand_bits() - 1);
    let largest_sum = part.high.max(!part.low);
    if found.high.max(!found.low) > largest_sum.saturating_add(binade) {
        return found.intersect(largest_unit::summands(format, part));
    }
    found
}

/// The differences of x and y. IEEE 754 defines x - y as x + (-y).
pub fn sub_direct(mode: Rounding, x: &FloatDomain, y: &FloatDomain) -> FloatDomain {
    add_direct(mode, x, &y.negated())
}

/// The x for which some y of `y` gives a difference in `z`. Those that are not in `x` may be
/// missing.
pub fn sub_indirect_minuend(
    mode: Rounding,
    z: &FloatDomain,
    x: &FloatDomain,
    y: &FloatDomain,
) -> FloatDomain {
    add_indirect(mode, z, x, &y.negated())
}

/// The y for which some x of `x` gives a difference in `z`. Those that are not in `y` may be
/// missing.
pub fn sub_indirect_subtrahend(
    mode: Rounding,
    z: &FloatDomain,
    x: &FloatDomain,
    y: &FloatDomain,
) -> FloatDomain {
    add_indirect(mode, z, &y.negated(), x).negated()
}
