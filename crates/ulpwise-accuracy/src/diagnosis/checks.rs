//! The inaccuracy checks of sums and differences: digits that are lost because one operand is far
//! smaller than the other, and leading digits that cancel.

use super::unit;
use ulpwise_ir::{FloatBinaryOp, FloatFormat, Module, SiteId, SiteKind};
use ulpwise_native::TracedOperation;
use ulpwise_symex::terms::{CheckLimits, Inaccuracy};

/// How often checks applied.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checks {
    /// Digits were lost.
    pub losses: usize,
    /// Operands cancelled.
    pub cancellations: usize,
    /// Operands cancelled that carried errors.
    pub harmful: usize,
}

/// A relative error of more units than this is no longer one that a few roundings make.
const HARMFUL_UNITS: f64 = 1024.0;

impl Checks {
    /// Looks at a sum of two operands.
    pub(super) fn add(
        &mut self,
        [a, b]: [f64; 2],
        operation: &TracedOperation,
        format: FloatFormat,
        limits: CheckLimits,
    ) {
        if a == 0.0 || b == 0.0 || !operation.value.is_finite() {
            return;
        }
        let (one, other) = (exponent(a), exponent(b));
        let limit = |inaccuracy| limits.limit_in(inaccuracy, format) as i32;
        if (one - other).abs() >= limit(Inaccuracy::PrecisionLoss) && operation.rounding != 0.0 {
            self.losses += 1;
        }
        let result = if operation.value == 0.0 { i32::MIN / 2 } else { exponent(operation.value) };
        if one.max(other) - result >= limit(Inaccuracy::Cancellation) {
            self.cancellations += 1;
            let wrong = (operation.value - operation.right).abs();
            if wrong > HARMFUL_UNITS * unit(operation.right, format) {
                self.harmful += 1;
            }
        }
    }
}

/// The biased exponent of a number, by its bits.
fn exponent(number: f64) -> i32 {
    (number.to_bits() >> 52 & 0x7ff) as i32
}

/// The operands of a sum or difference, as they are added, each with the right one.
pub(super) fn sum_operands(module: &Module, site: SiteId, pairs: [(f64, f64); 3]) -> Option<[(f64, f64); 2]> {
    let [(a, right_a), (b, right_b), (c, right_c)] = pairs;
    match module.sites[site].kind {
        SiteKind::Binary(FloatBinaryOp::Add, _) => Some([(a, right_a), (b, right_b)]),
        SiteKind::Binary(FloatBinaryOp::Sub, _) => Some([(a, right_a), (-b, -right_b)]),
        SiteKind::Fma(_) => Some([(a * b, right_a * right_b), (c, right_c)]),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn operation(a: f64, b: f64, value: f64, right: f64, rounding: f64) -> TracedOperation {
        TracedOperation {
            site: None,
            number: 1,
            value,
            right,
            rounding,
            operands: [(0, a), (0, b), (0, 0.0)],
        }
    }

    fn checks(a: f64, b: f64, value: f64, right: f64, rounding: f64) -> Checks {
        let mut checks = Checks::default();
        let operation = operation(a, b, value, right, rounding);
        checks.add([a, b], &operation, FloatFormat::F64, CheckLimits::default());
        checks
    }

    #[test]
    fn lost_digits_and_cancelled_ones_are_reported_apart() {
        let lost = checks(1.0, 1e-12, 1.0 + 1e-12, 1.0 + 1e-12, 1e-17);
        assert_eq!((lost.losses, lost.cancellations), (1, 0));
        let exact = checks(1.0, 2f64.powi(-40), 1.0 + 2f64.powi(-40), 1.0 + 2f64.powi(-40), 0.0);
        assert_eq!(exact.losses, 0, "nothing is rounded");
        let benign = checks(1.0, -1.0 + 2f64.powi(-50), 2f64.powi(-50), 2f64.powi(-50), 0.0);
        assert_eq!((benign.cancellations, benign.harmful), (1, 0));
        let harmful = checks(1.0, -1.0, 0.0, 1e-17, 0.0);
        assert_eq!((harmful.cancellations, harmful.harmful), (1, 1));
        let plain = checks(1.0, 2.0, 3.0, 3.0, 0.0);
        assert_eq!(plain, Checks::default());
    }
}
