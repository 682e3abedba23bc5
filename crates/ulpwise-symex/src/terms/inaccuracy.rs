//! The inaccuracy checks of sums and differences: digits that are lost because one operand is far
//! smaller than the other, and leading digits that cancel.
//!
//! Both are formulas over the exponents' bits without a single branch, as FPGen's authors have
//! them: the magnitude of a difference and the larger of two numbers are computed with the mask
//! that a shifted sign makes.

use super::{Terms, term_format};
use ulpwise_expr::Term;
use ulpwise_float::Rounding;
use ulpwise_ir::{FloatBinaryOp, FloatFormat, Inst};

/// What a sum may do to its operands' digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Inaccuracy {
    /// Digits of the smaller operand are lost: the operands' exponents differ by much.
    PrecisionLoss,
    /// Leading digits cancel: the result's exponent lies far below those of the operands.
    Cancellation,
}

/// From which differences of exponents on a check tells, in double; in other formats by the share
/// of their digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CheckLimits {
    /// Digits are lost when the operands' exponents differ by so much.
    pub precision_loss: u32,
    /// Operands cancel when the result's exponent lies so much below theirs.
    pub cancellation: u32,
}

impl Default for CheckLimits {
    fn default() -> Self {
        Self { precision_loss: 32, cancellation: 40 }
    }
}

impl CheckLimits {
    /// The limit of a check in a format.
    pub fn limit_in(self, inaccuracy: Inaccuracy, format: FloatFormat) -> u32 {
        let limit = match inaccuracy {
            Inaccuracy::PrecisionLoss => self.precision_loss,
            Inaccuracy::Cancellation => self.cancellation,
        };
        let digits = term_format(format).significand_bits();
        ((limit * digits + 26) / 53).max(1)
    }
}

/// How many bits an exponent gets more than its field has: room for the sign of a difference.
const ROOM: u32 = 2;

impl Terms {
    /// Whether an instruction that adds or subtracts does that to its operands' digits; `None` if
    /// it does neither.
    ///
    /// A zero has no digits to lose, and an infinity none to cancel: no check tells of them.
    pub fn is_inaccurate(
        &mut self,
        inaccuracy: Inaccuracy,
        limits: CheckLimits,
        inst: Inst,
        rounding: Rounding,
        operands: &[Term],
    ) -> Option<Term> {
        let Inst::Float { op: op @ (FloatBinaryOp::Add | FloatBinaryOp::Sub), format, .. } = inst else {
            return None;
        };
        let result = self.float_binary(op, format, rounding, operands[0], operands[1]);
        let [a, b, result] = [operands[0], operands[1], result].map(|value| self.float(format, value));
        let mut all = vec![self.is_finite(result)];
        for operand in [a, b] {
            let is_zero = self.store.fp_is_zero(operand);
            all.push(self.store.not(is_zero));
        }
        let (one, other) = (self.biased_exponent(format, a), self.biased_exponent(format, b));
        let far = match inaccuracy {
            Inaccuracy::PrecisionLoss => self.magnitude_of_difference(one, other),
            Inaccuracy::Cancellation => {
                let larger = self.larger(one, other);
                let of_result = self.biased_exponent(format, result);
                self.store.bv_sub(larger, of_result)
            }
        };
        let width = self.store.width(far);
        let limit = self.store.bv(width, limits.limit_in(inaccuracy, format).into());
        all.push(self.store.bv_sle(limit, far));
        Some(self.store.and(&all))
    }

    /// The biased exponent of a float, as a signed number.
    fn biased_exponent(&mut self, format: FloatFormat, float: Term) -> Term {
        let format = term_format(format);
        let low = format.significand_bits() - 1;
        let bits = self.store.fp_to_bits(float);
        let field = self.store.bv_extract(bits, low + format.exponent_bits() - 1, low);
        self.store.bv_zero_extend(field, ROOM)
    }

    /// All ones where a signed number is below zero, and no ones elsewhere.
    fn mask_of_sign(&mut self, number: Term) -> Term {
        let width = self.store.width(number);
        let amount = self.store.bv(width, u64::from(width) - 1);
        self.store.bv_ashr(number, amount)
    }

    fn magnitude_of_difference(&mut self, one: Term, other: Term) -> Term {
        let difference = self.store.bv_sub(one, other);
        let mask = self.mask_of_sign(difference);
        let turned = self.store.bv_xor(difference, mask);
        self.store.bv_sub(turned, mask)
    }

    fn larger(&mut self, one: Term, other: Term) -> Term {
        let difference = self.store.bv_sub(one, other);
        let mask = self.mask_of_sign(difference);
        let below = self.store.bv_and(difference, mask);
        self.store.bv_sub(one, below)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ulpwise_base::Id;
    use ulpwise_ir::Slot;

    /// Whether a check tells of a sum or difference of two doubles.
    fn tells(inaccuracy: Inaccuracy, op: FloatBinaryOp, a: f64, b: f64) -> bool {
        let mut terms = Terms::new();
        let slot = Slot::from_index(0);
        let inst = Inst::Float {
            op,
            format: FloatFormat::F64,
            dst: slot,
            a: slot,
            b: slot,
            site: Id::from_index(0),
        };
        let operands = [a, b].map(|number| terms.constant(64, number.to_bits().into()));
        let term =
            terms.is_inaccurate(inaccuracy, CheckLimits::default(), inst, Rounding::NearestEven, &operands);
        terms.store.bool_constant(term.unwrap()).expect("constants give a constant")
    }

    /// The same by its definition, in host floats.
    fn expected(inaccuracy: Inaccuracy, op: FloatBinaryOp, a: f64, b: f64) -> bool {
        let exponent = |number: f64| (number.to_bits() >> 52 & 0x7ff) as i64;
        let result = if op == FloatBinaryOp::Add { a + b } else { a - b };
        let far = match inaccuracy {
            Inaccuracy::PrecisionLoss => (exponent(a) - exponent(b)).abs() >= 32,
            Inaccuracy::Cancellation => exponent(a).max(exponent(b)) - exponent(result) >= 40,
        };
        far && result.is_finite() && a != 0.0 && b != 0.0
    }

    #[test]
    fn formulas_are_their_definitions() {
        let numbers = [
            0.0,
            -0.0,
            1.0,
            -1.0,
            1.0 + f64::EPSILON,
            2f64.powi(-32),
            2f64.powi(-31),
            1.0 - 2f64.powi(-40),
            1.0 - 2f64.powi(-39),
            5e-324,
            f64::MAX,
            -f64::MAX,
            f64::INFINITY,
            f64::NAN,
            1e300,
            1e-300,
        ];
        let mut reported = 0;
        for inaccuracy in [Inaccuracy::PrecisionLoss, Inaccuracy::Cancellation] {
            for op in [FloatBinaryOp::Add, FloatBinaryOp::Sub] {
                for a in numbers {
                    for b in numbers {
                        let is = tells(inaccuracy, op, a, b);
                        assert_eq!(is, expected(inaccuracy, op, a, b), "{inaccuracy:?} {op:?} {a} {b}");
                        reported += u32::from(is);
                    }
                }
            }
        }
        assert!(reported > 50, "{reported}");
    }

    #[test]
    fn limits_are_the_same_share_of_the_digits_in_every_format() {
        let limits = CheckLimits::default();
        assert_eq!(limits.limit_in(Inaccuracy::Cancellation, FloatFormat::F64), 40);
        assert_eq!(limits.limit_in(Inaccuracy::Cancellation, FloatFormat::F32), 18);
        assert_eq!(limits.limit_in(Inaccuracy::PrecisionLoss, FloatFormat::F32), 14);
        assert_eq!(limits.limit_in(Inaccuracy::PrecisionLoss, FloatFormat::BF16), 5);
    }
}
