//! Whether the operands of a sum can cancel, so that half of the larger one's digits are gone.
//!
//! Only numbers of opposite signs cancel, and only those of which neither is more than twice the
//! other: otherwise the sum is at least half of the larger one.

use super::magnitude::{finite, greatest_proper, least, least_proper};
use ulpwise_float::{Float, Rounding};
use ulpwise_interval::domain::{FloatDomain, OrdinalRange, RoundingDomain, ordinal};
use ulpwise_interval::project::float as project;

/// Whether `x + y` can be so small that its operands have cancelled.
pub(super) fn is_possible(modes: RoundingDomain, x: &FloatDomain, y: &FloatDomain) -> bool {
    let ([below_x, above_x], [below_y, above_y]) = (by_sign(x), by_sign(y));
    cancel(modes, &above_x, &below_y) || cancel(modes, &below_x, &above_y)
}

/// The finite negative and positive members.
fn by_sign(x: &FloatDomain) -> [FloatDomain; 2] {
    let top = ordinal::max_finite(x.format());
    [OrdinalRange::new(!top, ordinal::MINUS_ZERO - 1), OrdinalRange::new(ordinal::PLUS_ZERO + 1, top)].map(
        |side| {
            let mut members = finite(x);
            members.intersect_range(side);
            members
        },
    )
}

fn cancel(modes: RoundingDomain, x: &FloatDomain, y: &FloatDomain) -> bool {
    let (near_x, near_y) = (near(x, y), near(y, x));
    let (Some(one), Some(other)) = (greatest_proper(&near_x), greatest_proper(&near_y)) else { return false };
    let larger = if one.compares_less(other) { other } else { one };
    let lost = i64::from(x.format().significand_bits().div_ceil(2));
    modes.modes().any(|mode| {
        let sums = project::add_direct(mode, &near_x, &near_y);
        least(&sums).is_some_and(|least| {
            let (scaled, _) = ordinal::float(x.format(), least).scalbn(lost, Rounding::NearestEven);
            scaled.compares_less_equal(larger)
        })
    })
}

/// The members that are at most twice, and at least half of, a member of the other set in magnitude.
fn near(x: &FloatDomain, other: &FloatDomain) -> FloatDomain {
    let (Some(low), Some(high)) = (least_proper(other), greatest_proper(other)) else {
        return FloatDomain::empty(x.format());
    };
    let half: Float = low.scalbn(-1, Rounding::TowardZero).0;
    let twice: Float = high.scalbn(1, Rounding::TowardPositive).0;
    let (low, high) = (ordinal::from_float(half), ordinal::from_float(twice));
    let (mut above, mut below) = (*x, *x);
    above.intersect_range(OrdinalRange::new(low, high));
    below.intersect_range(OrdinalRange::new(!high, !low));
    above.union(&below)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn between(low: f64, high: f64) -> FloatDomain {
        FloatDomain::between(Float::from_f64(low), Float::from_f64(high))
    }

    fn cancels(x: [f64; 2], y: [f64; 2]) -> bool {
        let nearest = RoundingDomain::singleton(Rounding::NearestEven);
        is_possible(nearest, &between(x[0], x[1]), &between(y[0], y[1]))
    }

    #[test]
    fn only_near_numbers_of_opposite_signs_cancel() {
        assert!(cancels([1.0, 2.0], [-2.0, -1.0]));
        assert!(cancels([-1.0, 1.0], [-1.0, 1.0]));
        assert!(cancels([1.0, 1.0], [-0.999_999_999_999, -0.999_999_999_999]));
        assert!(!cancels([1.0, 2.0], [1e-9, 2.0]));
        assert!(!cancels([1.0, 2.0], [-0.9, -1e-9]));
        assert!(!cancels([1e-10, 1e10], [-1e-25, -1e-30]));
        assert!(!cancels([0.0, 0.0], [-1.0, 1.0]));
    }
}
