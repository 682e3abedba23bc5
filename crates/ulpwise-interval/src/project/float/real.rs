//! Sets of reals that round into a range of floats, and exact arithmetic on their bounds.
//!
//! Bounds are numbers of a *wide* format, which has at least two more exponent bits and two more
//! significand bits than the format of the operands, so that midpoints of neighbours and the
//! threshold of overflow are exact. Each bound says whether it belongs to the set. Arithmetic on
//! bounds rounds outwards and then makes the bound open; since the wide format holds every number
//! of the narrow one, no narrow number is gained by that, and cutting to the narrow format stays
//! exact.

use crate::domain::{OrdinalRange, ordinal};
use ulpwise_float::{Flags, Float, Format, Rounding};

/// An end of a set of reals: a wide number, and whether it is in the set.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bound {
    pub(super) at: Float,
    pub(super) closed: bool,
}

/// The format of bounds for a format: half of its least number is a normal number there.
#[inline]
pub(super) fn wide(format: Format) -> Format {
    let (exponent_bits, precision) = (format.exponent_bits(), format.significand_bits());
    // In formats of the usual shapes two more exponent bits are ample.
    let span = (1_u64 << (exponent_bits - 1)) + u64::from(precision) + 4;
    let enough = u64::BITS - span.leading_zeros() + 1;
    let exponent_bits = enough.max(exponent_bits + 2).min(Format::MAX_EXPONENT_BITS);
    Format::new(exponent_bits, precision + 2).expect("operands have at most 128 bits")
}

/// The direction that rounds negated numbers as the given one rounds numbers.
pub(super) fn mirrored(mode: Rounding) -> Rounding {
    match mode {
        Rounding::TowardPositive => Rounding::TowardNegative,
        Rounding::TowardNegative => Rounding::TowardPositive,
        other => other,
    }
}

/// The magnitude that lies `half_steps` half steps above zero in the total order, as a wide number.
/// Infinity stands for the power of two that follows the largest finite number.
fn wide_magnitude(format: Format, half_steps: u128) -> Float {
    let (wide, precision) = (wide(format), format.significand_bits());
    if wide.width() > 128 {
        return widest_magnitude(format, half_steps);
    }
    let offset = (wide.bias() - format.bias()) as u128;
    // Two more significand bits make a step four; half a step is two.
    let shifted = half_steps << 1;
    if half_steps >> precision != 0 {
        return Float::from_bits(wide, shifted + (offset << (precision + 1)));
    }
    if half_steps == 0 {
        return Float::zero(wide, false);
    }
    // A subnormal number of the narrow format is normal in the wide one: its leading bit gives the
    // exponent.
    let leading = 127 - shifted.leading_zeros();
    let top = precision + 1;
    // The value is shifted * 2^(min_subnormal_exponent - 2).
    let exponent = i64::from(leading) + format.min_subnormal_exponent() - 2 + wide.bias();
    let fraction = (shifted << (top - leading)) & ((1 << top) - 1);
    Float::from_bits(wide, (exponent as u128) << top | fraction)
}

/// The same where the wide format's encodings do not fit an integer.
fn widest_magnitude(format: Format, half_steps: u128) -> Float {
    let wide = wide(format);
    let exact = Rounding::NearestEven;
    let at_step = |step: u128| {
        let number = Float::from_bits(format, step);
        if !number.is_infinite() {
            return number.convert(wide, exact).0;
        }
        Float::one(wide, false).scalbn(format.max_exponent() + 1, exact).0
    };
    let (below, above) = (at_step(half_steps / 2), at_step(half_steps.div_ceil(2)));
    below.add(above, exact).0.scalbn(-1, exact).0
}

/// The number with an ordinal as a wide number; infinities as powers of two.
pub(super) fn widened(format: Format, ordinal: i128) -> Float {
    if ordinal >= 0 {
        wide_magnitude(format, (ordinal as u128) << 1)
    } else {
        wide_magnitude(format, (!ordinal as u128) << 1).negate()
    }
}

/// The lower end of the reals that round to the number with this ordinal or a greater one; zeros
/// count as one number. `None` if no real does.
pub(super) fn lower_bound(format: Format, mode: Rounding, ordinal: i128) -> Option<Bound> {
    let top = ordinal::infinity(format);
    let unbounded = || Bound { at: Float::infinity(wide(format), true), closed: false };
    if ordinal <= !top {
        return Some(unbounded());
    }
    // Down from a positive number is towards zero, from zero or a negative number away from it.
    let positive = ordinal > 0;
    let magnitude = if ordinal >= 0 { ordinal as u128 } else { !ordinal as u128 };
    let signed = |steps: u128| {
        let number = wide_magnitude(format, steps);
        if positive { number } else { number.negate() }
    };
    let below = if positive { 2 * magnitude - 2 } else { 2 * magnitude + 2 };
    let halfway = if positive { 2 * magnitude - 1 } else { 2 * magnitude + 1 };
    let exactly = || (ordinal < top).then(|| Bound { at: signed(2 * magnitude), closed: true });
    match mode {
        Rounding::TowardNegative => exactly(),
        Rounding::TowardZero if positive => exactly(),
        Rounding::TowardPositive | Rounding::TowardZero => {
            // Below the most negative finite number lie only reals that round to it in these
            // directions.
            if below == 2 * top as u128 && !positive {
                return Some(unbounded());
            }
            Some(Bound { at: signed(below), closed: false })
        }
        Rounding::NearestEven => Some(Bound { at: signed(halfway), closed: magnitude.is_multiple_of(2) }),
        Rounding::NearestAway => Some(Bound { at: signed(halfway), closed: positive }),
    }
}

/// The upper end of the reals that round to the number with this ordinal or a smaller one.
pub(super) fn upper_bound(format: Format, mode: Rounding, ordinal: i128) -> Option<Bound> {
    lower_bound(format, mirrored(mode), !ordinal).map(Bound::negated)
}

impl Bound {
    pub(super) fn negated(self) -> Bound {
        Bound { at: self.at.negate(), closed: self.closed }
    }

    /// This bound after an operation with an exact operand that rounded towards the outside.
    fn moved(self, (at, flags): (Float, Flags)) -> Bound {
        Bound { at, closed: self.closed && !flags.contains(Flags::INEXACT) }
    }

    /// This lower bound less a finite wide number.
    pub(super) fn lower_minus(self, number: Float) -> Bound {
        self.moved(self.at.sub(number, Rounding::TowardNegative))
    }

    /// This upper bound less a finite wide number.
    pub(super) fn upper_minus(self, number: Float) -> Bound {
        self.moved(self.at.sub(number, Rounding::TowardPositive))
    }

    /// This lower bound, not negative, over a positive wide number.
    pub(super) fn lower_over(self, number: Float) -> Bound {
        self.moved(self.at.div(number, Rounding::TowardNegative))
    }

    /// This upper bound, not negative, over a positive wide number.
    pub(super) fn upper_over(self, number: Float) -> Bound {
        self.moved(self.at.div(number, Rounding::TowardPositive))
    }

    /// This lower bound, not negative, times a positive wide number.
    pub(super) fn lower_times(self, number: Float) -> Bound {
        self.moved(self.at.mul(number, Rounding::TowardNegative))
    }

    /// This upper bound, not negative, times a positive wide number.
    pub(super) fn upper_times(self, number: Float) -> Bound {
        self.moved(self.at.mul(number, Rounding::TowardPositive))
    }

    /// The lower bound of a positive wide number over what has this upper bound.
    pub(super) fn lower_under(self, number: Float) -> Bound {
        self.moved(number.div(self.at, Rounding::TowardNegative))
    }

    /// The upper bound of a positive wide number over what has this lower bound, which is not
    /// negative; over zero it is infinity.
    pub(super) fn upper_under(self, number: Float) -> Bound {
        self.moved(number.div(self.at, Rounding::TowardPositive))
    }

    /// The ordinal of the least number of the format in the set that has this lower end, -0 before
    /// +0; beyond infinity's if there is none.
    pub(super) fn first_inside(self, format: Format) -> i128 {
        let (number, flags) = self.at.convert(format, Rounding::TowardPositive);
        if number.is_zero() {
            // From below it was rounded up to zero; from zero itself only an open bound excludes
            // it.
            let excluded = !self.closed && !flags.contains(Flags::INEXACT);
            return if excluded { ordinal::PLUS_ZERO + 1 } else { ordinal::MINUS_ZERO };
        }
        let excluded = !self.closed && !flags.contains(Flags::INEXACT);
        ordinal::from_float(number) + i128::from(excluded)
    }

    /// The ordinal of the greatest number of the format in the set that has this upper end, +0
    /// after -0.
    pub(super) fn last_inside(self, format: Format) -> i128 {
        !self.negated().first_inside(format)
    }
}

/// The finite numbers of the format between two bounds.
pub(super) fn finite_between(format: Format, low: Bound, high: Bound) -> OrdinalRange {
    let top = ordinal::max_finite(format);
    OrdinalRange::new(low.first_inside(format).max(!top), high.last_inside(format).min(top))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thresholds_are_midpoints_and_neighbours() {
        for (exponent_bits, precision) in [(2, 3), (3, 4), (2, 9)] {
            let format = Format::new(exponent_bits, precision).expect("a format");
            let top = ordinal::infinity(format);
            for ordinal in !top..=top {
                let fast = widened(format, ordinal);
                let slow = widest_magnitude(format, 2 * if ordinal < 0 { !ordinal } else { ordinal } as u128);
                assert_eq!(fast, slow.with_sign(ordinal < 0));
            }
            for half_steps in 0..2 * top as u128 {
                assert_eq!(wide_magnitude(format, half_steps), widest_magnitude(format, half_steps));
            }
        }
    }

    /// Every wide number rounds to `ordinal` or above exactly if it lies in the set that the lower
    /// bound opens.
    #[test]
    fn bounds_separate_what_rounds_up_to_a_number() {
        let format = Format::new(3, 3).expect("a format");
        let (wide, top) = (wide(format), ordinal::infinity(format));
        let wide_top = ordinal::max_finite(wide);
        for mode in Rounding::ALL {
            for ordinal in (!top..=top).filter(|&ordinal| ordinal != ordinal::PLUS_ZERO) {
                let bound = lower_bound(format, mode, ordinal);
                for wide_ordinal in !wide_top..=wide_top {
                    let real = ordinal::float(wide, wide_ordinal);
                    let rounded = real.convert(format, mode).0;
                    let rounds_up = ordinal::float(format, ordinal).compares_less_equal(rounded);
                    let inside = bound.is_some_and(|bound| {
                        bound.at.compares_less(real) || (bound.closed && bound.at.compares_equal(real))
                    });
                    assert_eq!(inside, rounds_up, "{mode:?} {real} to {ordinal}");
                }
            }
        }
    }

    #[test]
    fn the_widest_format_has_bounds() {
        let bound = lower_bound(Format::F128, Rounding::NearestEven, ordinal::infinity(Format::F128));
        let bound = bound.expect("large reals round to infinity");
        assert_eq!(bound.first_inside(Format::F128), ordinal::infinity(Format::F128));
        assert_eq!(bound.last_inside(Format::F128), ordinal::max_finite(Format::F128));
    }
}
