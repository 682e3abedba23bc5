//! What is known of a float at once: the numbers that can be computed, the true ones, and how far
//! they are from each other.
//!
//! The *true* value, or ideal, is the real number that would come out if no operation since the
//! inputs had rounded, with the branches that the program takes. A form holds bounds of both
//! values, of their difference, and of that relative to the ideal, each of which makes the others
//! sharper ([`ErrorForm::settled`]).
//!
//! What holds: whatever runs in the modes of the [model](crate::RoundingModel) computes, together
//! with its ideal, is described by the form.

use crate::magnitude::{over_above, times_above};
use crate::precision::{Precision, exponent_of, power_below};
use std::ops::BitOr;
use ulpwise_domain::Interval;

/// No number divides all values.
pub(crate) const NO_UNIT: i32 = i32::MIN / 4;

/// What a computed value may be besides a finite number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct FloatStatus(u8);

impl FloatStatus {
    /// It is a finite number.
    pub const NUMBER: FloatStatus = FloatStatus(0);
    /// It may be plus infinity.
    pub const PLUS_INFINITY: FloatStatus = FloatStatus(1);
    /// It may be minus infinity.
    pub const MINUS_INFINITY: FloatStatus = FloatStatus(2);
    /// It may be no number.
    pub const NAN: FloatStatus = FloatStatus(4);
    /// It may be anything.
    pub const ANY: FloatStatus = FloatStatus(7);

    /// Whether it is a finite number for certain.
    pub fn is_number(self) -> bool {
        self == FloatStatus::NUMBER
    }

    /// Whether it may be this, too.
    pub fn may_be(self, other: FloatStatus) -> bool {
        self.0 & other.0 != 0
    }

    /// A status only under a condition.
    #[must_use]
    pub fn when(self, condition: bool) -> FloatStatus {
        if condition { self } else { FloatStatus::NUMBER }
    }

    /// That of the number with the other sign.
    #[must_use]
    pub fn negate(self) -> FloatStatus {
        FloatStatus((self.0 & 1) << 1 | (self.0 & 2) >> 1 | self.0 & 4)
    }
}

impl BitOr for FloatStatus {
    type Output = FloatStatus;
    fn bitor(self, other: FloatStatus) -> FloatStatus {
        FloatStatus(self.0 | other.0)
    }
}

/// What is known of a float.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ErrorForm {
    /// What it may be besides a number.
    pub status: FloatStatus,
    /// The finite numbers that can be computed.
    pub computed: Interval,
    /// The true values.
    pub ideal: Interval,
    /// Whether there may be no true value: something was divided by zero, or had no root.
    pub undefined: bool,
    /// What is computed minus what is true.
    pub error: Interval,
    /// The magnitude of that, in terms of the magnitude of what is true, at most; infinite if there
    /// is no bound.
    pub relative: f64,
    /// A true value other than zero has at least this magnitude.
    pub least: f64,
    /// What is computed is a multiple of 2 to this power.
    pub unit: i32,
}

impl ErrorForm {
    /// Nothing is known.
    pub const LOST: ErrorForm = ErrorForm {
        status: FloatStatus::ANY,
        computed: Interval::ENTIRE,
        ideal: Interval::ENTIRE,
        undefined: true,
        error: Interval::ENTIRE,
        relative: f64::INFINITY,
        least: 0.0,
        unit: NO_UNIT,
    };

    /// A value that is as it is computed, between two numbers, and a multiple of 2^unit.
    pub fn exact(range: Interval, unit: i32) -> ErrorForm {
        ErrorForm {
            status: FloatStatus::NUMBER,
            computed: range,
            ideal: range,
            undefined: false,
            error: Interval::ZERO,
            relative: 0.0,
            least: range.mignitude().max(power_below(unit)),
            unit,
        }
    }

    /// A value of a program's input, which may be off by an error that was there before.
    #[must_use]
    pub fn with_error(self, magnitude: f64) -> ErrorForm {
        if magnitude == 0.0 {
            return self;
        }
        let error = Interval::within(magnitude);
        ErrorForm { error, ideal: self.computed.minus(error), relative: f64::INFINITY, least: 0.0, ..self }
    }

    /// Whether it is a number, close to a true one.
    pub fn is_sound(&self) -> bool {
        self.status.is_number() && !self.undefined
    }

    /// Whether it is what is true, without any error.
    pub fn is_exact(&self) -> bool {
        self.is_sound() && self.error.is_zero()
    }

    /// The relative error that it has at most: infinite if it may be no number.
    pub fn bound(&self) -> f64 {
        if self.is_sound() { self.relative } else { f64::INFINITY }
    }

    /// What each bound says about the others. `None` if no run is left.
    pub fn settled(mut self) -> Option<ErrorForm> {
        if !self.is_sound() {
            return Some(self);
        }
        if self.relative.is_finite() {
            let most = times_above(self.relative, self.ideal.magnitude());
            self.error = self.error.meet(Interval::within(most))?;
        }
        if self.relative < 1.0 {
            let ratio =
                Interval::new((1.0 - self.relative).next_down().max(0.0), (1.0 + self.relative).next_up());
            self.computed = self.computed.meet(self.ideal.times(ratio))?;
            // A true value of zero would have been computed as zero. A ratio that may be zero says
            // nothing.
            if let Some(quotient) = self.computed.over(ratio) {
                self.ideal = self.ideal.meet(quotient)?;
            }
        }
        self.computed = self.computed.meet(self.ideal.plus(self.error))?;
        self.ideal = self.ideal.meet(self.computed.minus(self.error))?;
        if !self.error.is_zero() {
            self.error = self.error.meet(self.computed.minus(self.ideal))?;
        }
        self.least = self.least.max(self.ideal.mignitude());
        if self.error.is_zero() {
            self.relative = 0.0;
            self.least = self.least.max(power_below(self.unit));
        } else {
            let by_range = over_above(self.error.magnitude(), self.ideal.mignitude());
            self.relative = self.relative.min(by_range);
        }
        Some(self)
    }

    /// The same where what is computed lies in a range. `None` if it cannot.
    pub fn restricted(mut self, range: Interval) -> Option<ErrorForm> {
        if !self.status.is_number() {
            // What is neither finite nor a number may lie there as well: nothing is learnt.
            return Some(self);
        }
        self.computed = self.computed.meet(range)?;
        self.settled()
    }

    /// Either of two.
    #[must_use]
    pub fn join(self, other: ErrorForm) -> ErrorForm {
        ErrorForm {
            status: self.status | other.status,
            computed: self.computed.hull(other.computed),
            ideal: self.ideal.hull(other.ideal),
            undefined: self.undefined || other.undefined,
            error: self.error.hull(other.error),
            relative: self.relative.max(other.relative),
            least: self.least.min(other.least),
            unit: self.unit.min(other.unit),
        }
    }

    /// The number with the other sign.
    #[must_use]
    pub fn negate(self) -> ErrorForm {
        ErrorForm {
            status: self.status.negate(),
            computed: self.computed.negated(),
            ideal: self.ideal.negated(),
            error: self.error.negated(),
            ..self
        }
    }

    /// The magnitude.
    #[must_use]
    pub fn magnitude(self) -> ErrorForm {
        let both = |holds: fn(Interval) -> bool| holds(self.computed) && holds(self.ideal);
        if both(Interval::is_not_negative) && self.status.is_number() {
            return self;
        }
        if both(Interval::is_not_positive) && self.status.is_number() {
            return self.negate();
        }
        let infinite = FloatStatus::PLUS_INFINITY | FloatStatus::MINUS_INFINITY;
        ErrorForm {
            status: FloatStatus::PLUS_INFINITY.when(self.status.may_be(infinite))
                | FloatStatus::NAN.when(self.status.may_be(FloatStatus::NAN)),
            computed: self.computed.abs(),
            ideal: self.ideal.abs(),
            // The magnitudes are no farther from each other than the numbers.
            error: Interval::within(self.error.magnitude()),
            ..self
        }
    }
}

/// The unit of what is rounded to a format, and at least this large.
pub(crate) fn unit_of_rounded(least: f64, precision: &Precision) -> i32 {
    exponent_of(least).map_or(precision.unit, |exponent| (exponent - precision.bits + 1).max(precision.unit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_make_each_other_sharper() {
        let form = ErrorForm {
            error: Interval::within(0.5),
            relative: f64::INFINITY,
            ..ErrorForm::exact(Interval::new(2.0, 3.0), NO_UNIT)
        };
        let form = ErrorForm { ideal: Interval::new(1.0, 8.0), ..form };
        let settled = form.settled().unwrap();
        assert_eq!(settled.ideal, Interval::new(1.5, 3.5));
        assert!(settled.relative >= 0.5 / 1.5 && settled.relative < 0.34);
        assert_eq!(form.restricted(Interval::new(9.0, 10.0)), None);
        assert_eq!(ErrorForm::exact(Interval::new(-1.0, 1.0), -3).settled().unwrap().least, 0.125);
    }

    #[test]
    fn magnitudes_and_signs() {
        let form = ErrorForm {
            error: Interval::new(-0.5, 0.25),
            ..ErrorForm::exact(Interval::new(-3.0, 1.0), NO_UNIT)
        };
        assert_eq!(form.negate().error, Interval::new(-0.25, 0.5));
        assert_eq!(form.magnitude().error, Interval::within(0.5));
        assert_eq!(form.magnitude().computed, Interval::new(0.0, 3.0));
        assert_eq!(FloatStatus::PLUS_INFINITY.negate(), FloatStatus::MINUS_INFINITY);
    }
}
