//! Distances of the commonest operations, on the bits of their operands.
//!
//! Loops execute a watched operation thousands of times in a call, so measuring it is most of what
//! driving towards goals costs. Integers need no floating-point environment of their own, and what
//! is known of an operation is looked up once for each goal instead of each time.
//!
//! What holds: the distances are those of [`super::distance`].

use super::distance::{BEYOND, FAR};
use crate::goal::{Aim, Gap};
use ulpwise_interp::Exception;
use ulpwise_ir::{FloatBinaryOp, FloatFormat, Inst};

/// What is measured of an operation on doubles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Quick {
    /// How far two operands are from each other.
    Flip,
    Overflow,
    Underflow {
        of_sum: bool,
    },
    /// How far the divisor is from zero.
    Pole,
    /// How far from two infinities that cancel.
    InvalidSum,
    /// How far from zero and an infinity.
    InvalidProduct,
    /// How far from two zeros, or two infinities.
    InvalidQuotient,
}

const INFINITY: Gap = f64::INFINITY.to_bits().cast_signed();
const SMALLEST: Gap = f64::MIN_POSITIVE.to_bits().cast_signed();

/// How far from zero; a NaN is above infinity.
fn magnitude(bits: u64) -> Gap {
    (bits & (u64::MAX >> 1)).cast_signed()
}

/// The ordinal of a number among all doubles.
fn ordinal(bits: u64) -> Gap {
    if bits >> 63 == 0 { magnitude(bits) } else { -magnitude(bits) }
}

fn size(bits: u64) -> Gap {
    let size = magnitude(bits);
    if size > INFINITY { FAR } else { size }
}

fn below_infinity(bits: u64) -> Gap {
    let size = magnitude(bits);
    if size > INFINITY { FAR } else { INFINITY - size }
}

impl Quick {
    /// What is measured for a goal; `None` where it takes more.
    pub(super) fn for_goal(inst: &Inst, aim: Aim) -> Option<Quick> {
        use FloatBinaryOp::{Add, Div, Mul, Sub};
        match (*inst, aim) {
            (Inst::FloatCompare { format: FloatFormat::F64, .. }, Aim::Flip) => Some(Self::Flip),
            (Inst::Float { op, format: FloatFormat::F64, .. }, Aim::Exception(exception)) => {
                match (exception, op) {
                    (Exception::Overflow, Add | Sub | Mul | Div) => Some(Self::Overflow),
                    (Exception::Underflow, Add | Sub) => Some(Self::Underflow { of_sum: true }),
                    (Exception::Underflow, Mul | Div) => Some(Self::Underflow { of_sum: false }),
                    (Exception::DivideByZero, Div) => Some(Self::Pole),
                    (Exception::Invalid, Add | Sub) => Some(Self::InvalidSum),
                    (Exception::Invalid, Mul) => Some(Self::InvalidProduct),
                    (Exception::Invalid, Div) => Some(Self::InvalidQuotient),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// The distance, given the bits of two operands and of the result.
    #[inline]
    pub(super) fn gap(self, [a, b, result]: [u64; 3]) -> Gap {
        let has_operand = |sort: fn(Gap) -> bool| sort(magnitude(a)) || sort(magnitude(b));
        match self {
            Self::Flip if magnitude(a).max(magnitude(b)) > INFINITY => FAR,
            Self::Flip => ordinal(a).saturating_sub(ordinal(b)),
            Self::Overflow => match magnitude(result) {
                nan if nan > INFINITY => FAR,
                INFINITY if has_operand(|size| size == INFINITY) => BEYOND,
                size => INFINITY - size,
            },
            Self::Underflow { of_sum } => match magnitude(result) {
                0 if of_sum => FAR,
                0 if has_operand(|size| size == 0 || size == INFINITY) => BEYOND,
                0 => 0,
                _ => (size(result) + 1 - SMALLEST).max(0),
            },
            Self::Pole => ordinal(b),
            Self::InvalidSum => match below_infinity(a).saturating_add(below_infinity(b)) {
                0 if magnitude(result) <= INFINITY => FAR,
                infinite => infinite,
            },
            Self::InvalidProduct => {
                let one = size(a).saturating_add(below_infinity(b));
                one.min(below_infinity(a).saturating_add(size(b)))
            }
            Self::InvalidQuotient => {
                let zeros = size(a).saturating_add(size(b));
                zeros.min(below_infinity(a).saturating_add(below_infinity(b)))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::distance::MeasuredOperation;
    use super::*;
    use ulpwise_base::SplitMix64;
    use ulpwise_ir::{FloatPredicate, SiteId, Slot};

    #[test]
    fn it_measures_what_is_measured_slowly() {
        let slot = Slot::new(0);
        let site = SiteId::new(0);
        let binary = |op, format| Inst::Float { op, format, dst: slot, a: slot, b: slot, site };
        let operations = [FloatBinaryOp::Add, FloatBinaryOp::Sub, FloatBinaryOp::Mul, FloatBinaryOp::Div];
        let aims = [Exception::Overflow, Exception::Underflow, Exception::DivideByZero, Exception::Invalid];
        let mut random = SplitMix64::new(1);
        let special =
            [0.0, -0.0, 1.0, -1.5, 5e-324, -5e-324, 1e-308, 2.3e-308, f64::MAX, -f64::MAX, 1e200, 1e-200];
        let special = special.into_iter().chain([f64::INFINITY, f64::NEG_INFINITY, f64::NAN, -f64::NAN]);
        let numbers: Vec<f64> = special.chain((0..50).map(|_| f64::from_bits(random.next_u64()))).collect();
        let mut compared = 0;
        for (a, b) in numbers.iter().flat_map(|&a| numbers.iter().map(move |&b| (a, b))) {
            for op in operations {
                let inst = binary(op, FloatFormat::F64);
                let result = match op {
                    FloatBinaryOp::Add => a + b,
                    FloatBinaryOp::Sub => a - b,
                    FloatBinaryOp::Mul => a * b,
                    _ => a / b,
                };
                let measured =
                    MeasuredOperation { inst: &inst, function: None, operands: [a, b, 0.0], result };
                for aim in aims.map(Aim::Exception) {
                    let quick =
                        Quick::for_goal(&inst, aim).map(|quick| quick.gap([a, b, result].map(f64::to_bits)));
                    assert_eq!(quick, measured.gap(aim), "{op:?} {aim:?} of {a:e}, {b:e}");
                    compared += usize::from(quick.is_some());
                }
            }
            let inst = Inst::FloatCompare {
                predicate: FloatPredicate::Olt,
                format: FloatFormat::F64,
                signaling: false,
                dst: slot,
                a: slot,
                b: slot,
                site,
            };
            let measured =
                MeasuredOperation { inst: &inst, function: None, operands: [a, b, 0.0], result: 0.0 };
            let quick = Quick::for_goal(&inst, Aim::Flip).expect("comparisons are quick");
            assert_eq!(
                Some(quick.gap([a, b, 0.0].map(f64::to_bits))),
                measured.gap(Aim::Flip),
                "{a:e}, {b:e}"
            );
        }
        assert!(compared > 50_000, "{compared}");
        assert_eq!(
            Quick::for_goal(
                &binary(FloatBinaryOp::Add, FloatFormat::F32),
                Aim::Exception(Exception::Overflow)
            ),
            None
        );
    }
}
