//! Products, quotients and fused products.

use super::{RoundingRules, Unrounded, sum};
use crate::form::{ErrorForm, FloatStatus, NO_UNIT};
use crate::magnitude::{above, over_above, over_below, times_above, times_below};
use crate::precision::exponent_of;
use ulpwise_domain::Interval;
use ulpwise_domain::directed::{mul_down, mul_up};

/// The product of two forms, rounded; `same` says that they are one value.
pub(crate) fn product(rules: &RoundingRules, a: &ErrorForm, b: &ErrorForm, same: bool) -> Option<ErrorForm> {
    if !a.is_sound() || !b.is_sound() {
        return Some(ErrorForm::LOST);
    }
    rules.rounded(unrounded(rules, a, b, same))
}

fn unrounded(rules: &RoundingRules, a: &ErrorForm, b: &ErrorForm, same: bool) -> Unrounded {
    let times = |one: Interval, other: Interval| {
        if same {
            return one.squared();
        }
        if rules.invariants.product { one.times(other) } else { times_by_cases(one, other) }
    };
    // The difference of two products, both ways of putting one operand after the other.
    let first = a.error.times(b.computed).plus(a.ideal.times(b.error));
    let second = a.computed.times(b.error).plus(a.error.times(b.ideal));
    let unit = a.unit.saturating_add(b.unit);
    Unrounded {
        computed: times(a.computed, b.computed),
        ideal: times(a.ideal, b.ideal),
        error: first.meet(second).unwrap_or(first),
        relative: above(&[a.relative, b.relative, times_above(a.relative, b.relative)]),
        least: times_below(a.least, b.least),
        unit: if a.unit <= NO_UNIT || b.unit <= NO_UNIT { NO_UNIT } else { unit },
        may_underflow: true,
    }
}

/// Products by the least and the greatest of all four of the bounds: without the invariant that
/// says which two decide.
fn times_by_cases(one: Interval, other: Interval) -> Interval {
    let pairs = [one.low, one.high].into_iter().flat_map(|a| [(a, other.low), (a, other.high)]);
    let low = pairs.clone().map(|(a, b)| mul_down(a, b)).fold(f64::INFINITY, f64::min);
    let high = pairs.map(|(a, b)| mul_up(a, b)).fold(f64::NEG_INFINITY, f64::max);
    Interval::new(low, high)
}

/// The quotient of two forms, rounded; `same` says that they are one value.
pub(crate) fn quotient(rules: &RoundingRules, a: &ErrorForm, b: &ErrorForm, same: bool) -> Option<ErrorForm> {
    if !a.is_sound() || !b.is_sound() {
        return Some(ErrorForm::LOST);
    }
    if b.computed.contains(0.0) {
        let infinite = FloatStatus::PLUS_INFINITY | FloatStatus::MINUS_INFINITY;
        let status = infinite | FloatStatus::NAN.when(a.computed.contains(0.0));
        return Some(ErrorForm { status, undefined: b.ideal.contains(0.0), ..ErrorForm::LOST });
    }
    if b.ideal.contains(0.0) {
        return Some(ErrorForm { status: FloatStatus::ANY, ..ErrorForm::LOST });
    }
    if same {
        let unit = 0;
        return Some(ErrorForm::exact(Interval::point(1.0), unit));
    }
    // No divisor contains zero here; a quotient without bounds would say nothing.
    let over = |a: Interval, b: Interval| a.over(b).unwrap_or(Interval::ENTIRE);
    let ideal = over(a.ideal, b.ideal);
    let relative = match b.relative < 1.0 {
        true => over_above(above(&[a.relative, b.relative]), (1.0 - b.relative).next_down()),
        false => f64::INFINITY,
    };
    let divisor = b.computed;
    let unit = match exponent_of(divisor.low.abs()) {
        Some(exponent) if divisor.low == divisor.high && is_power(divisor.low) && a.unit > NO_UNIT => {
            a.unit - exponent
        }
        _ => NO_UNIT,
    };
    rules.rounded(Unrounded {
        computed: over(a.computed, b.computed),
        ideal,
        error: over(a.error.minus(ideal.times(b.error)), b.computed),
        relative: if a.relative.is_infinite() { f64::INFINITY } else { relative },
        least: over_below(a.least, b.ideal.magnitude()),
        unit,
        may_underflow: true,
    })
}

fn is_power(value: f64) -> bool {
    value.is_normal() && value.to_bits() << 12 == 0
}

/// `a * b + c`, rounded once.
pub(crate) fn fma(
    rules: &RoundingRules,
    a: &ErrorForm,
    b: &ErrorForm,
    c: &ErrorForm,
    same: bool,
) -> Option<ErrorForm> {
    if !a.is_sound() || !b.is_sound() || !c.is_sound() {
        return Some(ErrorForm::LOST);
    }
    let Unrounded { computed, ideal, error, relative, least, unit, .. } = unrounded(rules, a, b, same);
    let product = ErrorForm {
        status: FloatStatus::NUMBER,
        undefined: false,
        computed,
        ideal,
        error,
        relative,
        least,
        unit,
    };
    rules.rounded(sum::unrounded(rules, &product, c, true))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::precision::{Invariants, Precision, RoundingModel};
    use ulpwise_ir::FloatFormat;

    fn rules() -> RoundingRules {
        let precision = Precision::for_format(FloatFormat::F32, &RoundingModel::default());
        RoundingRules { precision, invariants: Invariants::ALL }
    }

    #[test]
    fn products_of_normal_numbers_err_by_one_rounding() {
        let x = ErrorForm::exact(Interval::new(1e3, 1e4), -20);
        assert_eq!(product(&rules(), &x, &x, false).unwrap().relative, 2f64.powi(-23));
        let around_zero = ErrorForm::exact(Interval::new(-1.0, 1.0), -149);
        assert!(
            product(&rules(), &around_zero, &around_zero, false).unwrap().relative > 1.0,
            "it may underflow"
        );
        let by_large = product(&rules(), &around_zero, &x, false).unwrap();
        assert!(by_large.relative < 2e-3, "{by_large:?}");
        assert!(product(&rules(), &around_zero, &around_zero, true).unwrap().computed.is_not_negative());
    }

    #[test]
    fn divisors_that_may_be_zero_lose_everything() {
        let one = ErrorForm::exact(Interval::point(1.0), 0);
        let around_zero = ErrorForm::exact(Interval::new(-1.0, 1.0), -149);
        let lost = quotient(&rules(), &one, &around_zero, false).unwrap();
        assert!(
            !lost.is_sound()
                && lost.status.may_be(FloatStatus::PLUS_INFINITY)
                && !lost.status.may_be(FloatStatus::NAN)
        );
        let third = quotient(&rules(), &one, &ErrorForm::exact(Interval::point(3.0), 0), false).unwrap();
        assert!(third.relative > 0.0 && third.relative <= 2f64.powi(-23));
        let half = quotient(&rules(), &one, &ErrorForm::exact(Interval::point(2.0), 1), false).unwrap();
        assert!(half.is_exact());
    }

    #[test]
    fn fused_products_round_once() {
        let x = ErrorForm::exact(Interval::new(1.0, 2.0), -22);
        let fused = fma(&rules(), &x, &x, &x, false).unwrap();
        assert_eq!(fused.relative, 2f64.powi(-23));
    }
}
