//! Rounding by definition: IEEE 754-2019 clauses 4.3, 7.4, 7.5 and 7.6.

use super::Reference;
use super::real::Real;
use crate::operation::ReferenceAnswer;
use crate::ratio::Ratio;
use std::cmp::Ordering;
use ulpwise_float::{Env, Flags, Float, Rounding, Tininess};

/// Two neighbouring numbers around an exact magnitude, and whether the lower one has an even
/// significand.
struct Neighbours {
    lower: Ratio,
    upper: Ratio,
    lower_is_even: bool,
}

impl Neighbours {
    /// The one that an exact magnitude is rounded to.
    fn choose(&self, exact: Real, negative: bool, rounding: Rounding) -> Ratio {
        if exact.equals(self.lower) {
            return self.lower;
        }
        let middle = self.lower.plus(self.upper).over(Ratio::integer(2));
        let take_upper = match (rounding, exact.compare(middle)) {
            (Rounding::NearestEven, Ordering::Equal) => !self.lower_is_even,
            (Rounding::NearestAway, Ordering::Equal) => true,
            (Rounding::NearestEven | Rounding::NearestAway, side) => side == Ordering::Greater,
            (Rounding::TowardPositive, _) => !negative,
            (Rounding::TowardNegative, _) => negative,
            (Rounding::TowardZero, _) => false,
        };
        if take_upper { self.upper } else { self.lower }
    }
}

impl Reference {
    /// The exact number with the given sign and magnitude, rounded into the format.
    pub(super) fn rounded(&self, negative: bool, exact: Real, env: Env) -> (ReferenceAnswer, Flags) {
        let (float, flags) = self.rounded_float(negative, exact, env);
        (ReferenceAnswer::Float(float), flags)
    }

    fn rounded_float(&self, negative: bool, exact: Real, env: Env) -> (Float, Flags) {
        let unbounded = self.unbounded_neighbours(exact).choose(exact, negative, env.rounding);
        if unbounded > self.largest() {
            return (self.overflowed(negative, env), Flags::OVERFLOW | Flags::INEXACT);
        }
        let result = self.neighbours(exact).choose(exact, negative, env.rounding);
        let smallest_normal = Ratio::power_of_two(self.format.min_exponent());
        let tiny = match env.tininess {
            Tininess::AfterRounding => unbounded < smallest_normal,
            Tininess::BeforeRounding => exact.is_below(smallest_normal),
        };
        let inexact = !exact.equals(result);
        let flags = Flags::INEXACT.when(inexact) | Flags::UNDERFLOW.when(tiny && inexact);
        (self.representable(negative, result), flags)
    }

    /// A rational as an argument from outside, rounded; zero is plus zero.
    pub fn round(&self, value: Ratio, env: Env) -> (Float, Flags) {
        if value.is_zero() {
            return (self.encoded(false, 0), Flags::NONE);
        }
        self.rounded_float(value.sign() < 0, Real::Rational(value.abs()), env)
    }

    fn largest(&self) -> Ratio {
        *self.magnitudes.last().expect("every format has finite numbers")
    }

    fn overflowed(&self, negative: bool, env: Env) -> Float {
        let stays_finite = match env.rounding {
            Rounding::NearestEven | Rounding::NearestAway => false,
            Rounding::TowardZero => true,
            Rounding::TowardPositive => negative,
            Rounding::TowardNegative => !negative,
        };
        if stays_finite { self.representable(negative, self.largest()) } else { self.infinity(negative) }
    }

    /// The neighbours in the format's precision if there were no bounds on the exponent.
    fn unbounded_neighbours(&self, exact: Real) -> Neighbours {
        let mut exponent = 0;
        while !exact.is_below(Ratio::power_of_two(exponent + 1)) {
            exponent += 1;
        }
        while exact.is_below(Ratio::power_of_two(exponent)) {
            exponent -= 1;
        }
        let precision = i64::from(self.format.significand_bits());
        let unit = Ratio::power_of_two(exponent - (precision - 1));
        let multiple = |count: i128| Ratio::integer(count).times(unit);
        let mut count = 1 << (precision - 1);
        while !exact.is_below(multiple(count + 1)) {
            count += 1;
        }
        Neighbours { lower: multiple(count), upper: multiple(count + 1), lower_is_even: count % 2 == 0 }
    }

    /// The neighbours among the numbers of the format. Above the largest there is none: what is
    /// rounded there has to be rounded down, and the neighbour above is its own.
    fn neighbours(&self, exact: Real) -> Neighbours {
        let above = self.magnitudes.partition_point(|&magnitude| !exact.is_below(magnitude));
        let lower = self.magnitudes[above - 1];
        let upper = self.magnitudes.get(above).copied().unwrap_or(lower);
        // Encodings of one sign are consecutive, and an encoding is even if its significand is.
        Neighbours { lower, upper, lower_is_even: (above - 1).is_multiple_of(2) }
    }
}
