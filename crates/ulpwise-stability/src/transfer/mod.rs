//! What an operation makes of forms: the model of rounding, one file a kind of operation.
//!
//! Each first says what the operation would give without rounding, on the computed operands and on
//! the true ones ([`Unrounded`]), and then rounds the former. `None` means that no run is left:
//! bounds contradict each other.

mod other;
mod product;
mod status;
mod sum;

pub(crate) use other::{converted, from_int, integral, least_or_greatest, remainder, root};
pub(crate) use product::{fma, product, quotient};
pub(crate) use sum::sum;

use crate::form::{ErrorForm, FloatStatus, unit_of_rounded};
use crate::magnitude::{above, over_above};
use crate::precision::{Invariants, Precision, power_below};
use ulpwise_domain::Interval;

/// What is known where a form is made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RoundingRules {
    /// The format of the result.
    pub(crate) precision: Precision,
    /// What is used of what is known.
    pub(crate) invariants: Invariants,
}

/// A result before it is rounded.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unrounded {
    /// The exact results on computed operands.
    pub(crate) computed: Interval,
    /// The true results.
    pub(crate) ideal: Interval,
    /// The difference of the two.
    pub(crate) error: Interval,
    /// Its magnitude in terms of that of the true result.
    pub(crate) relative: f64,
    /// A true result other than zero has at least this magnitude.
    pub(crate) least: f64,
    /// The exact result is a multiple of 2 to this power.
    pub(crate) unit: i32,
    /// Whether a result below the normal numbers loses something: sums of floats of one format
    /// never do (IEEE 754: they are multiples of the least number).
    pub(crate) may_underflow: bool,
}

impl RoundingRules {
    /// Rounds a result.
    pub(crate) fn rounded(&self, exact: Unrounded) -> Option<ErrorForm> {
        let RoundingRules { precision, invariants } = self;
        let Unrounded { computed, ideal, error, relative, least, unit, may_underflow } = exact;
        let form = ErrorForm {
            status: FloatStatus::NUMBER,
            computed,
            ideal,
            undefined: false,
            error,
            relative,
            least,
            unit,
        };
        let limit = precision.greatest;
        let overflows =
            above(&[computed.magnitude(), precision.error_of(computed.magnitude(), false)]) > limit;
        if overflows {
            return Some(overflowed(form, limit));
        }
        if !invariants.status && !status::of_monitors(computed, precision).is_number() {
            return Some(overflowed(form, limit));
        }
        if self.is_representable(&exact) {
            return ErrorForm { unit: unit.max(precision.unit), ..form }.settled();
        }
        let is_tiny = may_underflow && computed.mignitude() < precision.least_normal;
        let underflows = is_tiny || !invariants.normal;
        let error_of = |magnitude: f64| precision.error_of(magnitude.abs(), underflows);
        let spread = Interval::within(error_of(computed.magnitude()));
        let reached = Interval::new(
            computed.low - error_of(computed.low).next_up(),
            computed.high + error_of(computed.high).next_up(),
        );
        let reached = Interval::new(reached.low.next_down(), reached.high.next_up());
        let reached = if invariants.sign { keep_sign(computed, reached) } else { reached };
        let relative = precision.compounded(relative);
        let relative =
            if underflows { above(&[relative, over_above(precision.absolute, least)]) } else { relative };
        let form = ErrorForm {
            computed: reached,
            error: error.plus(spread),
            relative,
            unit: unit_of_rounded(reached.mignitude(), precision),
            ..form
        };
        form.settled()
    }

    /// Whether the exact result is a number of the format whatever it is within its bounds.
    fn is_representable(&self, exact: &Unrounded) -> bool {
        let Precision { bits, unit, .. } = self.precision;
        exact.computed.is_zero()
            || self.precision.is_own()
                && exact.unit >= unit
                && exact.computed.magnitude() <= power_below(exact.unit.saturating_add(bits).min(2000))
    }
}

/// A number that is not negative is not rounded to one that is.
fn keep_sign(exact: Interval, rounded: Interval) -> Interval {
    Interval::new(
        if exact.low >= 0.0 { rounded.low.max(0.0) } else { rounded.low },
        if exact.high <= 0.0 { rounded.high.min(0.0) } else { rounded.high },
    )
}

/// What may be beyond the greatest number: infinite, or that number itself.
fn overflowed(form: ErrorForm, limit: f64) -> ErrorForm {
    let status = FloatStatus::PLUS_INFINITY.when(form.computed.high > limit / 2.0)
        | FloatStatus::MINUS_INFINITY.when(form.computed.low < -limit / 2.0);
    ErrorForm {
        status,
        computed: form.computed.meet(Interval::within(f64::INFINITY)).unwrap_or(Interval::ENTIRE),
        error: Interval::ENTIRE,
        relative: f64::INFINITY,
        unit: crate::form::NO_UNIT,
        ..form
    }
}
