//! How far a rounded result may be from the exact one.

use crate::hull::Hull;
use ulpwise_domain::Dyadic;
use ulpwise_float::{Format, Rounding};

/// The least and the greatest `rounded - exact` of an operation whose rounded result lies in this
/// hull, which is finite.
///
/// `None` if there is no bound: a directed mode delivers the largest finite number for results of
/// any size beyond it.
pub(crate) fn rounding_error(
    format: Format,
    hull: Hull,
    rounding: Option<Rounding>,
) -> Option<(Dyadic, Dyadic)> {
    let exponent = last_place(format, hull)?;
    let is_nearest = matches!(rounding, Some(Rounding::NearestEven | Rounding::NearestAway));
    let all = Hull::all_finite(format);
    if !is_nearest && (hull.low == all.low || hull.high == all.high) {
        return None;
    }
    Some(error_of_unit(exponent, rounding, hull))
}

/// The error if results are rounded to multiples of 2^`exponent`, or more finely.
pub(crate) fn error_of_unit(exponent: i64, rounding: Option<Rounding>, hull: Hull) -> (Dyadic, Dyadic) {
    let (unit, half) = (Dyadic::power_of_two(exponent), Dyadic::power_of_two(exponent - 1));
    match rounding {
        Some(Rounding::NearestEven | Rounding::NearestAway) => (half.negated(), half),
        Some(Rounding::TowardPositive) => (Dyadic::ZERO, unit),
        Some(Rounding::TowardNegative) => (unit.negated(), Dyadic::ZERO),
        // A result with a sign is not further from zero than the exact value.
        Some(Rounding::TowardZero) if hull.low > 0 => (unit.negated(), Dyadic::ZERO),
        Some(Rounding::TowardZero) if hull.high < -1 => (Dyadic::ZERO, unit),
        Some(Rounding::TowardZero) | None => (unit.negated(), unit),
    }
}

/// The exponent of the last place of the numbers of greatest magnitude in the hull; `None` if it is
/// not finite.
///
/// A number that rounds to one in the hull is no further from it than a unit in this place, or half
/// of it to nearest: the gaps between floats grow with the magnitude, and the gap above the
/// greatest magnitude is this unit too.
pub(crate) fn last_place(format: Format, hull: Hull) -> Option<i64> {
    if !hull.is_finite(format) {
        return None;
    }
    let (low, high) = hull.numbers(format)?;
    let exponent = low.ilogb().max(high.ilogb()).unwrap_or(format.min_exponent());
    Some(exponent.max(format.min_exponent()) - i64::from(format.significand_bits()) + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ulpwise_float::Float;

    #[test]
    fn sums_of_all_pairs_keep_the_bound() {
        let format = Format::new(3, 3).unwrap();
        let finite: Vec<Float> = (0..1u128 << format.width())
            .map(|bits| Float::from_bits(format, bits))
            .filter(|number| number.is_finite())
            .collect();
        for rounding in Rounding::ALL {
            for (&x, &y) in finite.iter().flat_map(|x| finite.iter().map(move |y| (x, y))) {
                let rounded = x.mul(y, rounding).0;
                let exact = Dyadic::from_float(x).unwrap().times(&Dyadic::from_float(y).unwrap());
                let Some(result) = Dyadic::from_float(rounded) else { continue };
                for mode in [Some(rounding), None] {
                    let Some((low, high)) = rounding_error(format, Hull::point(rounded), mode) else {
                        assert!(rounded.abs() == Float::max_finite(format, false));
                        continue;
                    };
                    let error = result.minus(&exact);
                    assert!(low <= error && error <= high, "{x:?} * {y:?} {rounding:?}: {error:?}");
                }
            }
        }
    }
}
