//! Sums and differences.

use super::{RoundingRules, Unrounded};
use crate::form::{ErrorForm, NO_UNIT};
use crate::magnitude::{above, over_above, times_above};
use ulpwise_domain::Interval;

/// The sum of two forms, rounded.
pub(crate) fn sum(rules: &RoundingRules, a: &ErrorForm, b: &ErrorForm) -> Option<ErrorForm> {
    if !a.is_sound() || !b.is_sound() {
        return Some(ErrorForm::LOST);
    }
    // Adding zero changes nothing but perhaps the sign of zero.
    if a.is_exact() && a.computed.is_zero() && b.unit >= rules.precision.unit {
        return Some(*b);
    }
    if b.is_exact() && b.computed.is_zero() && a.unit >= rules.precision.unit {
        return Some(*a);
    }
    rules.rounded(unrounded(rules, a, b, false))
}

/// The same before it is rounded.
pub(super) fn unrounded(
    rules: &RoundingRules,
    a: &ErrorForm,
    b: &ErrorForm,
    may_underflow: bool,
) -> Unrounded {
    let unit = a.unit.min(b.unit);
    let ideal = a.ideal.plus(b.ideal);
    let one_sign = (a.ideal.is_not_negative() && b.ideal.is_not_negative())
        || (a.ideal.is_not_positive() && b.ideal.is_not_positive());
    let least = if one_sign { a.least.min(b.least) } else { ideal.mignitude() };
    Unrounded {
        computed: a.computed.plus(b.computed),
        ideal,
        error: a.error.plus(b.error),
        relative: relative(rules, a, b, one_sign),
        least,
        unit: if unit < rules.precision.unit { NO_UNIT } else { unit },
        may_underflow: may_underflow || unit < rules.precision.unit,
    }
}

/// The relative error that the errors of the terms make.
fn relative(rules: &RoundingRules, a: &ErrorForm, b: &ErrorForm, one_sign: bool) -> f64 {
    if a.relative == 0.0 && b.relative == 0.0 {
        return 0.0;
    }
    if a.relative.is_infinite() || b.relative.is_infinite() {
        return f64::INFINITY;
    }
    // |r a + s b| is at most max(r, s) (|a| + |b|), which is |a + b| for numbers of one sign.
    if one_sign && rules.invariants.sign {
        return a.relative.max(b.relative);
    }
    let amplified = |one: &ErrorForm, other: &ErrorForm| {
        let (of_one, of_other) = amplification(one.ideal, other.ideal);
        above(&[times_above(one.relative, of_one), times_above(other.relative, of_other)])
    };
    amplified(a, b).min(amplified(b, a))
}

/// How much larger than a + b can a be, and b: 1/|1 + q| and |q|/|1 + q|, where q = b/a.
fn amplification(a: Interval, b: Interval) -> (f64, f64) {
    let Some(quotient) = b.over(a).filter(|quotient| quotient.is_bounded()) else {
        return (f64::INFINITY, f64::INFINITY);
    };
    let denominator = Interval::ONE.plus(quotient);
    let Some(inverse) = denominator.inverse() else { return (f64::INFINITY, f64::INFINITY) };
    // q/(1+q) is 1 - 1/(1+q), and 1/(1+q) is what was just enclosed.
    let other = Interval::ONE.minus(inverse).magnitude();
    let directly = over_above(quotient.magnitude(), denominator.mignitude());
    (inverse.magnitude(), other.min(directly))
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
    fn sums_of_one_sign_keep_the_relative_error() {
        let term = ErrorForm {
            relative: 1e-3,
            error: Interval::within(1.0),
            ..ErrorForm::exact(Interval::new(0.0, 1000.0), -149)
        };
        let sum = sum(&rules(), &term, &term).unwrap();
        assert!(sum.relative >= 1e-3 && sum.relative < 1.002e-3, "{sum:?}");
        assert!(sum.computed.is_not_negative());
    }

    #[test]
    fn differences_of_exact_numbers_are_rounded_once_and_others_amplify() {
        let one = ErrorForm::exact(Interval::new(1.0, 2.0), -149);
        let exact = sum(&rules(), &one, &one.negate()).unwrap();
        assert_eq!(exact.relative, 2f64.powi(-23));
        let rough = ErrorForm { relative: 1e-6, error: Interval::within(2e-6), ..one };
        let far = ErrorForm::exact(Interval::new(8.0, 9.0), -149);
        let difference = sum(&rules(), &far, &rough.negate()).unwrap();
        assert!(difference.relative < 5e-7, "{difference:?}");
        let cancelling = sum(&rules(), &rough, &rough.negate()).unwrap();
        assert_eq!(cancelling.relative, f64::INFINITY);
    }

    #[test]
    fn small_integers_add_exactly() {
        let count = ErrorForm::exact(Interval::new(-1000.0, 1000.0), 0);
        assert!(sum(&rules(), &count, &count).unwrap().is_exact());
        let large = ErrorForm::exact(Interval::new(-2e7, 2e7), 0);
        assert!(!sum(&rules(), &large, &large).unwrap().is_exact());
    }
}
