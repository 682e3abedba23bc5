//! The least and the greatest remainder of positive dividends by positive divisors.
//!
//! The dividends of one binade are an arithmetic progression, so that its extreme remainders by one
//! divisor are found without trying each. Divisors are gone through from the greatest down, until
//! no smaller one can leave more. Where this takes longer than is worth it, the rest is bounded by
//! half the next divisor, or by the divisor itself.

use super::Remainder;
use super::progression::{Progression, power_of_two};
use crate::domain::OrdinalRange;
use ulpwise_float::{Format, Natural};

/// How many binades of dividends are looked at for one hull, those for different divisors counted
/// apart.
const MAX_BINADES: usize = 64;

/// The empty range.
const NOTHING: OrdinalRange = OrdinalRange::new(0, -1);

/// The least range with the remainders of `dividends` by `divisors`, which are finite and the
/// divisors not zero; or a larger one where the search was given up.
pub(super) fn hull(
    kind: Remainder,
    format: Format,
    dividends: OrdinalRange,
    divisors: OrdinalRange,
) -> OrdinalRange {
    let mut search = Search { kind, format, dividends, left: MAX_BINADES };
    // By the divisors from here on every dividend is its own remainder.
    let own = kind.least_divisor(format, dividends.high);
    let mut found = if divisors.high >= own { dividends } else { NOTHING };
    let divisors = divisors.intersect(OrdinalRange::new(1, own - 1));
    if divisors.is_empty() {
        return found;
    }
    // A round divisor, which many numbers are multiples of, leaves the remainder zero if any does.
    if let Some(remainders) = search.by_divisor(roundest(divisors)) {
        found = join(found, remainders);
    }
    for divisor in (divisors.low..=divisors.high).rev() {
        let limits = search.limits(divisor);
        if covers(found, limits) {
            break;
        }
        found = match search.by_divisor(divisor) {
            Some(remainders) => join(found, remainders),
            None => return join(found, limits),
        };
    }
    found
}

struct Search {
    kind: Remainder,
    format: Format,
    dividends: OrdinalRange,
    /// Binades that may still be looked at.
    left: usize,
}

impl Search {
    /// What no remainder by this divisor or a smaller one lies beyond.
    fn limits(&self, divisor: i128) -> OrdinalRange {
        let limit = self.kind.limit(self.format, divisor).min(self.dividends.high);
        match self.kind {
            Remainder::Nearest if limit > 0 => OrdinalRange::new(!limit, limit),
            _ => OrdinalRange::new(0, limit),
        }
    }

    /// The hull of the remainders by one divisor, which not every dividend is less than; `None` if
    /// it takes too long.
    fn by_divisor(&mut self, divisor: i128) -> Option<OrdinalRange> {
        let limit = self.kind.limit(self.format, divisor);
        let limits = self.limits(divisor);
        let mut found = self.dividends.intersect(OrdinalRange::new(0, limit));
        let mut low = self.dividends.low.max(limit + 1);
        while low <= self.dividends.high && !covers(found, limits) {
            self.left = self.left.checked_sub(1)?;
            let precision_below = self.format.significand_bits() - 1;
            let last_of_binade = low | ((1 << precision_below) - 1);
            let binade = OrdinalRange::new(low, last_of_binade.min(self.dividends.high));
            found = join(found, self.by_binade(binade, divisor));
            low = binade.high + 1;
        }
        Some(found)
    }

    /// The hull of the remainders of dividends from one binade by one divisor that none of them is
    /// less than half of.
    fn by_binade(&self, binade: OrdinalRange, divisor: i128) -> OrdinalRange {
        let (first, spacing) = scaled(self.format, binade.low);
        let (significand, exponent) = scaled(self.format, divisor);
        // In units of the smaller spacing all are integers.
        let unit = spacing.min(exponent);
        let divisor = significand << (exponent - unit) as usize;
        let step = power_of_two((spacing - unit) as u64, &(&divisor + &divisor));
        let last = Natural::from((binade.high - binade.low) as u128);
        let dividends = Progression { start: first * &step, step, last };
        let (negative, least, greatest) = match self.kind {
            Remainder::Truncated => {
                (Natural::ZERO, dividends.least_residue(&divisor), dividends.greatest_residue(&divisor))
            }
            Remainder::Nearest => nearest(&dividends, &divisor),
        };
        let at = |shifted: Natural| {
            if shifted >= negative {
                magnitude(self.format, shifted - &negative, unit)
            } else {
                !magnitude(self.format, &negative - shifted, unit)
            }
        };
        OrdinalRange::new(at(least), at(greatest))
    }
}

/// The least and the greatest remainder to nearest, both more by the number that comes first.
fn nearest(dividends: &Progression, divisor: &Natural) -> (Natural, Natural, Natural) {
    let (twice, half) = (divisor + divisor, divisor >> 1);
    if &half + &half != *divisor {
        let shifted = dividends.plus(&half);
        return (half, shifted.least_residue(divisor), shifted.greatest_residue(divisor));
    }
    // An odd half leaves plus half the divisor if the quotient below it is even, and minus half
    // otherwise.
    let is_met =
        |residue: Natural| dividends.plus(&(&twice - residue)).least_residue(&twice) == Natural::ZERO;
    let greatest =
        if is_met(half.clone()) { divisor.clone() } else { dividends.plus(&half).greatest_residue(divisor) };
    let least = if is_met(&half + divisor) {
        Natural::ZERO
    } else {
        // Here plus half the divisor is the greatest residue instead of the least.
        dividends.plus(&(&half + divisor - Natural::ONE)).least_residue(divisor) + Natural::ONE
    };
    (half, least, greatest)
}

/// A magnitude as an integer and the exponent of its unit.
fn scaled(format: Format, magnitude: i128) -> (Natural, i64) {
    let stored = format.significand_bits() - 1;
    let binade = magnitude >> stored;
    let above = (binade - 1).max(0);
    (Natural::from((magnitude - (above << stored)) as u128), format.min_subnormal_exponent() + above as i64)
}

/// The magnitude of an integer in some unit that the format has.
fn magnitude(format: Format, integer: Natural, unit: i64) -> i128 {
    let precision = i64::from(format.significand_bits());
    let integer = u128::try_from(integer).expect("less than the divisor's significand");
    if integer == 0 {
        return 0;
    }
    let length = i64::from(u128::BITS - integer.leading_zeros());
    let spacing = (unit + length - precision).max(format.min_subnormal_exponent());
    debug_assert!(spacing <= unit, "a remainder has no more bits than the divisor");
    let binade = i128::from(spacing - format.min_subnormal_exponent());
    (binade << (precision - 1)) + (integer << (unit - spacing)) as i128
}

/// The member with the most trailing zeros.
fn roundest(range: OrdinalRange) -> i128 {
    let mut kept = range.high;
    while kept & (kept - 1) >= range.low.max(1) {
        kept &= kept - 1;
    }
    kept
}

fn covers(range: OrdinalRange, other: OrdinalRange) -> bool {
    range.low <= other.low && other.high <= range.high
}

/// The least range with both, of which one may be empty.
fn join(range: OrdinalRange, other: OrdinalRange) -> OrdinalRange {
    if range.is_empty() {
        return other;
    }
    if other.is_empty() {
        return range;
    }
    OrdinalRange::new(range.low.min(other.low), range.high.max(other.high))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::ordinal;
    use ulpwise_base::SplitMix64;
    use ulpwise_float::Float;

    /// The hull by trying all.
    fn enumerated(
        kind: Remainder,
        format: Format,
        dividends: OrdinalRange,
        divisors: OrdinalRange,
    ) -> OrdinalRange {
        let numbers = |range: OrdinalRange| (range.low..=range.high).map(|at| ordinal::float(format, at));
        let remainders =
            |divisor: Float| numbers(dividends).map(move |x| ordinal::from_float(kind.apply(x, divisor)));
        numbers(divisors).flat_map(remainders).fold(NOTHING, |hull, at| join(hull, OrdinalRange::new(at, at)))
    }

    /// A range of at most 64 positive numbers, so that it spans at most two binades.
    fn range(format: Format, random: &mut SplitMix64) -> OrdinalRange {
        let low = 1 + i128::from(random.below(ordinal::max_finite(format) as u64));
        let length = 1 << random.below(7);
        OrdinalRange::new(low, (low + i128::from(random.below(length))).min(ordinal::max_finite(format)))
    }

    #[test]
    fn hulls_of_half_precision_are_exact_or_larger() {
        let mut random = SplitMix64::new(11);
        let (mut cases, mut exact) = (0, 0);
        for kind in [Remainder::Nearest, Remainder::Truncated] {
            for _ in 0..600 {
                let (dividends, divisors) =
                    (range(Format::F16, &mut random), range(Format::F16, &mut random));
                let expected = enumerated(kind, Format::F16, dividends, divisors);
                let found = hull(kind, Format::F16, dividends, divisors);
                let case = format!("{kind:?} of {dividends:?} by {divisors:?}: {found:?}, not {expected:?}");
                assert!(covers(found, expected), "{case}");
                // The first divisor is looked at twice.
                assert!(found == expected || 2 * (divisors.count() + 1) > MAX_BINADES as u128, "{case}");
                cases += 1;
                exact += i32::from(found == expected);
            }
        }
        assert!(exact * 100 >= cases * 99, "{exact} of {cases} are exact");
    }

    #[test]
    fn the_widest_format_fits() {
        let top = ordinal::max_finite(Format::F128);
        for kind in [Remainder::Nearest, Remainder::Truncated] {
            let divisor = (1 << 112) + 12345;
            let found = hull(
                kind,
                Format::F128,
                OrdinalRange::new(top - 5, top),
                OrdinalRange::new(divisor, divisor),
            );
            let expected = enumerated(
                kind,
                Format::F128,
                OrdinalRange::new(top - 5, top),
                OrdinalRange::new(divisor, divisor),
            );
            assert_eq!(found, expected);
        }
    }
}
