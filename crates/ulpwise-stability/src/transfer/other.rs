//! Roots, conversions, smallest and greatest, integral parts and remainders.

use super::{RoundingRules, Unrounded};
use crate::form::{ErrorForm, FloatStatus, NO_UNIT};
use crate::magnitude::over_above;
use crate::precision::Precision;
use ulpwise_domain::Interval;
use ulpwise_domain::directed::{sqrt_down, sqrt_up};
use ulpwise_ir::FloatUnaryOp;

/// The square root of a form, rounded.
pub(crate) fn root(rules: &RoundingRules, a: &ErrorForm) -> Option<ErrorForm> {
    if !a.is_sound() {
        return Some(ErrorForm::LOST);
    }
    if a.computed.low < 0.0 || a.ideal.low < 0.0 {
        let status = FloatStatus::NAN.when(a.computed.low < 0.0);
        return Some(ErrorForm { status, undefined: a.ideal.low < 0.0, ..ErrorForm::LOST });
    }
    let [computed, ideal] = [a.computed, a.ideal].map(|range| range.sqrt().unwrap_or(Interval::ENTIRE));
    let sum = computed.plus(ideal);
    // The roots of two numbers are no farther from each other than the root of their distance.
    let error = a.error.over(sum).unwrap_or_else(|| Interval::within(sqrt_up(a.error.magnitude())));
    let error = if a.error.is_zero() { Interval::ZERO } else { error };
    // 1 - sqrt(1 - r) is r / (1 + sqrt(1 - r)), and more than sqrt(1 + r) - 1.
    let relative = match a.relative <= 1.0 {
        true => over_above(a.relative, 1.0 + (1.0 - a.relative).max(0.0).sqrt().next_down().max(0.0)),
        false => f64::INFINITY,
    };
    rules.rounded(Unrounded {
        computed,
        ideal,
        error,
        relative,
        least: sqrt_down(a.least),
        unit: NO_UNIT,
        may_underflow: false,
    })
}

/// A form as a number of another format.
pub(crate) fn converted(rules: &RoundingRules, from: &Precision, a: &ErrorForm) -> Option<ErrorForm> {
    if !a.is_sound() {
        return Some(ErrorForm::LOST);
    }
    let to = &rules.precision;
    if to.bits >= from.bits && to.unit <= from.unit && to.greatest >= from.greatest {
        return Some(*a);
    }
    let ErrorForm { computed, ideal, error, relative, least, unit, .. } = *a;
    rules.rounded(Unrounded { computed, ideal, error, relative, least, unit, may_underflow: true })
}

/// An integer between two numbers as a float.
pub(crate) fn from_int(rules: &RoundingRules, range: Interval) -> Option<ErrorForm> {
    let ErrorForm { computed, ideal, error, relative, least, unit, .. } = ErrorForm::exact(range, 0);
    rules.rounded(Unrounded { computed, ideal, error, relative, least, unit, may_underflow: false })
}

/// The smaller or the greater of two.
pub(crate) fn least_or_greatest(a: &ErrorForm, b: &ErrorForm, greatest: bool) -> Option<ErrorForm> {
    if !a.is_sound() || !b.is_sound() {
        return Some(ErrorForm::LOST);
    }
    let of = |one: Interval, other: Interval| match greatest {
        true => Interval::new(one.low.max(other.low), one.high.max(other.high)),
        false => Interval::new(one.low.min(other.low), one.high.min(other.high)),
    };
    // x - r |x| rises with x as long as r is below one, so that the errors of both are those of the
    // one that is chosen.
    let relative = a.relative.max(b.relative);
    let form = ErrorForm {
        status: FloatStatus::NUMBER,
        undefined: false,
        computed: of(a.computed, b.computed),
        ideal: of(a.ideal, b.ideal),
        error: a.error.hull(b.error),
        relative: if relative < 1.0 { relative } else { f64::INFINITY },
        least: a.least.min(b.least),
        unit: a.unit.min(b.unit),
    };
    form.settled()
}

/// An integer near a form.
pub(crate) fn integral(op: FloatUnaryOp, a: &ErrorForm) -> Option<ErrorForm> {
    if !a.is_sound() {
        return Some(ErrorForm::LOST);
    }
    let below_and_above = |range: Interval| Interval::new(range.low.floor(), range.high.ceil());
    let of = |range: Interval| match op {
        FloatUnaryOp::Floor => Interval::new(range.low.floor(), range.high.floor()),
        FloatUnaryOp::Ceil => Interval::new(range.low.ceil(), range.high.ceil()),
        FloatUnaryOp::Trunc => Interval::new(range.low.trunc(), range.high.trunc()),
        _ => below_and_above(range),
    };
    let by_mode = matches!(op, FloatUnaryOp::Rint | FloatUnaryOp::NearbyInt);
    let error = match (a.is_exact(), op) {
        (true, _) if !by_mode || a.unit >= 0 => Interval::ZERO,
        (_, FloatUnaryOp::Floor | FloatUnaryOp::Ceil) => below_and_above(a.error),
        // These do not treat all integers alike, so that one more is possible.
        _ => below_and_above(a.error).plus(Interval::within(1.0)),
    };
    let form = ErrorForm {
        status: FloatStatus::NUMBER,
        undefined: false,
        computed: of(a.computed),
        ideal: of(a.ideal),
        error,
        relative: f64::INFINITY,
        least: 1.0,
        unit: a.unit.max(0),
    };
    form.settled()
}

/// The remainder of a division, with the sign of the first operand.
pub(crate) fn remainder(a: &ErrorForm, b: &ErrorForm) -> Option<ErrorForm> {
    if !a.is_sound() || !b.is_sound() || b.computed.contains(0.0) || b.ideal.contains(0.0) {
        return Some(ErrorForm::LOST);
    }
    let of = |a: Interval, b: Interval| {
        let most = b.magnitude();
        Interval::new(
            if a.low < 0.0 { a.low.max(-most) } else { 0.0 },
            if a.high > 0.0 { a.high.min(most) } else { 0.0 },
        )
    };
    let (computed, ideal) = (of(a.computed, b.computed), of(a.ideal, b.ideal));
    let exact = a.is_exact() && b.is_exact();
    let form = ErrorForm {
        status: FloatStatus::NUMBER,
        undefined: false,
        computed,
        ideal,
        error: if exact { Interval::ZERO } else { computed.minus(ideal) },
        relative: f64::INFINITY,
        least: 0.0,
        unit: a.unit.min(b.unit),
    };
    form.settled()
}
