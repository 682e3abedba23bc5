//! What the precision of a sum says about its summands (Marre and Michel 2010; Bagnara, Carlier,
//! Gori and Gotlieb 2016).
//!
//! If x is more than twice as large as every sum z that is allowed, then y nearly cancels it: y
//! lies between -x/2 and -2x, so that x + y is exact (Sterbenz), and z is a multiple of the last
//! place of the smaller one of the two. So if q is the largest power of two that divides some z,
//! the smaller one is at most (2^p - 1) q, and the larger one is at most that and z. This bounds x
//! and y even if nothing else does. It needs that zero and infinity are not among the sums: every x
//! cancels to zero, and an infinite sum is not exact.

use super::real::{Bound, wide, widened};
use crate::domain::{OrdinalRange, ordinal};
use ulpwise_float::{Float, Format, Rounding};

/// The finite numbers that can be a summand of a sum in this range, for whatever other summand.
pub(super) fn summands(format: Format, sums: OrdinalRange) -> OrdinalRange {
    let top = ordinal::max_finite(format);
    let all = OrdinalRange::new(!top, top);
    let negative = sums.high < 0;
    let magnitudes = if negative { OrdinalRange::new(!sums.high, !sums.low) } else { sums };
    if magnitudes.low <= 0 || magnitudes.high > top {
        return all;
    }
    let largest = widened(format, magnitudes.high);
    let exponent = largest_unit(format, magnitudes);
    let ones = (1_u128 << format.significand_bits()) - 1;
    let up = Rounding::TowardPositive;
    let reach = Float::from_u128(wide(format), ones, up).0.scalbn(exponent, up).0;
    let twice = largest.scalbn(1, up).0;
    let (beyond, _) = largest.add(reach, up);
    let limit = |at: Float| Bound { at, closed: true }.last_inside(format).min(top);
    let same_sign = limit(if beyond.compares_less(twice) { twice } else { beyond });
    // A summand of the other sign is the smaller one of the two: its own last place is at most q.
    let other_sign = limit(if reach.compares_less(twice) { twice } else { reach });
    if negative {
        OrdinalRange::new(!same_sign, other_sign)
    } else {
        OrdinalRange::new(!other_sign, same_sign)
    }
}

/// The exponent of the largest power of two that divides some number of a range of magnitudes, none
/// zero or infinite.
fn largest_unit(format: Format, magnitudes: OrdinalRange) -> i64 {
    let stored = format.significand_bits() - 1;
    let field = magnitudes.high >> stored;
    let power = field << stored;
    if field > 0 && power >= magnitudes.low {
        // The power of two at the start of the highest binade.
        return field as i64 - format.bias();
    }
    // All have one distance to the next: the one with most trailing zeros is the highest with its
    // low bits cleared.
    let differing = (magnitudes.low - 1) ^ magnitudes.high;
    let zeros = 127 - differing.leading_zeros();
    let last_place = field.max(1) as i64 - format.bias() - i64::from(stored);
    last_place + i64::from(zeros)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The exponent of the largest power of two that divides a number.
    fn unit(format: Format, magnitude: i128) -> i64 {
        ordinal::float(format, magnitude).to_exact_parts().expect("finite").2
    }

    #[test]
    fn the_largest_unit_of_every_range() {
        for (exponent_bits, precision) in [(2, 3), (3, 4), (2, 6)] {
            let format = Format::new(exponent_bits, precision).expect("a format");
            let top = ordinal::max_finite(format);
            for low in 1..=top {
                let mut largest = i64::MIN;
                for high in low..=top {
                    largest = largest.max(unit(format, high));
                    assert_eq!(
                        largest_unit(format, OrdinalRange::new(low, high)),
                        largest,
                        "{low} to {high}"
                    );
                }
            }
        }
    }

    #[test]
    fn summands_of_every_sum_are_inside_and_the_bound_is_reached() {
        let format = Format::new(4, 3).expect("a format");
        let top = ordinal::max_finite(format);
        let mut reached = 0;
        for sum in 1..=top {
            let bounds = summands(format, OrdinalRange::new(sum, sum));
            let mut found = OrdinalRange::new(0, -1);
            for x in !top..=top {
                for y in !top..=top {
                    let exact =
                        ordinal::float(format, x).add(ordinal::float(format, y), Rounding::NearestEven);
                    if ordinal::from_float(exact.0) == sum {
                        assert!(bounds.contains(x), "{x} + {y} is {sum}");
                        found = if found.is_empty() {
                            OrdinalRange::new(x, x)
                        } else {
                            OrdinalRange::new(found.low.min(x), found.high.max(x))
                        };
                    }
                }
            }
            reached += u32::from(found == bounds);
            let mirrored = summands(format, OrdinalRange::new(!sum, !sum));
            assert_eq!(mirrored, OrdinalRange::new(!bounds.high, !bounds.low));
        }
        assert!(3 * i128::from(reached) > top, "{reached} of {top} bounds are exact");
    }
}
