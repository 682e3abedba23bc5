//! From results to arguments: what lies at an end of an interval of arguments and leads to no
//! allowed result is cut off.
//!
//! An interval is first cut into parts on which the function is monotone in that argument. On each
//! part, bisection in the order of floats finds how much of either end can go: every step asks the
//! direct enclosure whether a whole stretch leads nowhere, so that it is sound whatever the
//! function does.

use super::call::Call;
use super::{pair, periodic, pieces, pow};
use crate::domain::{FloatDomain, OrdinalRange};
use ulpwise_expr::LibmFunction;

/// What one argument can be, the others being in their domains and the result in `allowed`.
pub(super) fn argument(
    call: &Call<'_>,
    arguments: &mut [FloatDomain],
    index: usize,
    allowed: &FloatDomain,
) -> FloatDomain {
    let domain = arguments[index];
    let mut leads_somewhere = |part: FloatDomain| {
        let before = std::mem::replace(&mut arguments[index], part);
        let mut image = call.enclose(arguments, false);
        arguments[index] = before;
        image.intersect(allowed);
        !image.is_empty()
    };
    let mut kept = FloatDomain::empty(call.format);
    if domain.can_be_nan() && leads_somewhere(FloatDomain::only_nan(call.format)) {
        kept.add_nan();
    }
    for &range in domain.ranges() {
        for part in parts(call, index, range) {
            if part.is_monotone {
                let in_range = |numbers| FloatDomain::from_range(call.format, numbers);
                kept.add_range(shave(part.numbers, |numbers| leads_somewhere(in_range(numbers))));
            } else {
                kept.add_range(part.numbers);
            }
        }
    }
    kept
}

/// Parts of a range of an argument, ascending, that together are the range.
fn parts(call: &Call<'_>, index: usize, range: OrdinalRange) -> Vec<periodic::Part> {
    let monotone =
        |numbers: OrdinalRange| periodic::Part { numbers: range.intersect(numbers), is_monotone: true };
    let mut parts: Vec<periodic::Part> = match (call.function, index) {
        (LibmFunction::Pow, 0) => pow::base_parts(call).map(monotone).into(),
        (LibmFunction::Pow | LibmFunction::Atan2 | LibmFunction::Hypot, _) => {
            pair::signs(call).map(monotone).into()
        }
        (LibmFunction::Sin | LibmFunction::Cos | LibmFunction::Tan, _) => {
            let infinities = [range.low, range.high].map(|at| monotone(OrdinalRange::new(at, at)));
            let [minus, plus] = infinities;
            let is_infinite = |part: &periodic::Part| !periodic::is_finite(call, part.numbers.low);
            let mut parts = Vec::new();
            parts.extend(Some(minus).filter(is_infinite));
            for side in periodic::sides(call) {
                parts.extend(periodic::parts(call, range.intersect(side)));
            }
            parts.extend(Some(plus).filter(is_infinite));
            parts
        }
        _ => pieces::pieces(call).into_iter().map(|piece| monotone(piece.numbers)).collect(),
    };
    parts.retain(|part| !part.numbers.is_empty());
    parts
}

/// What is left of a range if stretches at its ends that lead nowhere are cut off; perhaps nothing.
fn shave(range: OrdinalRange, mut leads_somewhere: impl FnMut(OrdinalRange) -> bool) -> OrdinalRange {
    let OrdinalRange { mut low, mut high } = range;
    if !leads_somewhere(OrdinalRange::new(low, low)) {
        if low == high || !leads_somewhere(range) {
            return OrdinalRange::new(1, 0);
        }
        // All up to `low - 1` lead nowhere; something from `low` to `open` may.
        let mut open = high;
        low += 1;
        while low < open {
            let middle = low + (open - low) / 2;
            if leads_somewhere(OrdinalRange::new(low, middle)) {
                open = middle;
            } else {
                low = middle + 1;
            }
        }
    }
    if low < high && !leads_somewhere(OrdinalRange::new(high, high)) {
        let mut open = low;
        high -= 1;
        while open < high {
            let middle = high - (high - open) / 2;
            if leads_somewhere(OrdinalRange::new(middle, high)) {
                open = middle;
            } else {
                high = middle - 1;
            }
        }
    }
    OrdinalRange::new(low, high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_that_lead_nowhere_go() {
        let around = |low: i128, high: i128| {
            shave(OrdinalRange::new(0, 1000), |range| range.low <= high && low <= range.high)
        };
        for (low, high) in [(0, 1000), (0, 0), (1000, 1000), (17, 17), (3, 999), (500, 501)] {
            assert_eq!(around(low, high), OrdinalRange::new(low, high));
        }
        assert!(around(2000, 3000).is_empty());
    }
}
