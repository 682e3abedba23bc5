//! How far an operation was from an exception, or a comparison from its other answer.
//!
//! Distances count floats: the step from one float to the next is 1 wherever it is made, so that an
//! exponent too small by ten is as far from overflow for large numbers as for small ones, and
//! halving a distance means the same everywhere. Single precision is measured among the doubles,
//! with its own ends.
//!
//! What holds: an operation of SSE that raises the exception has distance 0 or is not reached at
//! all by a finite path; the converse is only likely (a sum of infinities may be of one sign).
//! Nothing is concluded from a distance.

use crate::goal::{Aim, Gap};
use ulpwise_externals::{ArgumentSet, FloatType, MathFacts, lookup};
use ulpwise_interp::Exception;
use ulpwise_ir::{FloatBinaryOp, FloatFormat, FloatUnaryOp, Inst};

/// So far away that nothing is known about the way.
pub(super) const FAR: Gap = Gap::MAX / 2;

/// On the other side, at a point from which nothing is known about the way back: what came in was
/// past the ends already. Between here and a point on this side lies the goal, if anywhere.
pub(super) const BEYOND: Gap = -FAR;

/// The ordinal of a number among all doubles; both zeros are at 0.
fn ordinal(number: f64) -> Gap {
    let bits = number.to_bits();
    let magnitude = (bits & (u64::MAX >> 1)).cast_signed();
    if bits >> 63 == 0 { magnitude } else { -magnitude }
}

/// How far from zero.
fn size(number: f64) -> Gap {
    if number.is_nan() { FAR } else { ordinal(number).abs() }
}

/// How far from the next infinity.
fn below_infinity(number: f64) -> Gap {
    if number.is_nan() { FAR } else { ordinal(f64::INFINITY) - size(number) }
}

/// How far above a bound, or 0.
fn above(number: f64, bound: f64) -> Gap {
    if number.is_nan() { FAR } else { (ordinal(number) - ordinal(bound)).max(0) }
}

/// The largest number of a format and its smallest normal one.
fn ends(format: FloatFormat) -> (f64, f64) {
    match format {
        FloatFormat::F32 => (f64::from(f32::MAX), f64::from(f32::MIN_POSITIVE)),
        _ => (f64::MAX, f64::MIN_POSITIVE),
    }
}

/// An operation with what it got and gave.
pub(super) struct MeasuredOperation<'i> {
    pub(super) inst: &'i Inst,
    /// The function, where it is a call of the mathematical library.
    pub(super) function: Option<&'i str>,
    pub(super) operands: [f64; 3],
    pub(super) result: f64,
}

impl MeasuredOperation<'_> {
    /// The distance from a goal; `None` if the operation cannot reach it in a way that is known
    /// here.
    pub(super) fn gap(&self, aim: Aim) -> Option<Gap> {
        let [a, b, _] = self.operands;
        match aim {
            Aim::Flip => {
                Some(if a.is_nan() || b.is_nan() { FAR } else { ordinal(a).saturating_sub(ordinal(b)) })
            }
            Aim::Exception(Exception::Overflow) => Some(self.gap_to_overflow()),
            Aim::Exception(Exception::Underflow) => Some(self.gap_to_underflow()),
            Aim::Exception(Exception::DivideByZero) => self.gap_to_pole(),
            Aim::Exception(Exception::Invalid) => self.gap_to_invalid(),
            Aim::Exception(Exception::IntConversion) => self.gap_to_int_range(),
            Aim::Exception(Exception::Inexact | Exception::Cancellation) => None,
        }
    }

    fn result_format(&self) -> FloatFormat {
        match *self.inst {
            Inst::Float { format, .. } | Inst::FloatFma { format, .. } | Inst::FloatUnary { format, .. } => {
                format
            }
            Inst::FloatConvert { to, .. } => to,
            _ => match self.function.and_then(lookup).and_then(|named| named.float) {
                Some(FloatType::Float) => FloatFormat::F32,
                _ => FloatFormat::F64,
            },
        }
    }

    fn gap_to_overflow(&self) -> Gap {
        let (largest, _) = ends(self.result_format());
        match () {
            () if self.result.is_nan() => FAR,
            () if self.result.is_infinite() && self.has_operand(f64::is_infinite) => BEYOND,
            () => (ordinal(largest) + 1 - size(self.result)).max(0),
        }
    }

    fn gap_to_underflow(&self) -> Gap {
        let (_, smallest) = ends(self.result_format());
        match () {
            () if self.result != 0.0 => (size(self.result) + 1 - ordinal(smallest)).max(0),
            // An exact zero is not an underflow; a sum says nothing about the way to one.
            () if self.is_sum() => FAR,
            () if self.has_operand(|operand| operand == 0.0 || operand.is_infinite()) => BEYOND,
            () => 0,
        }
    }

    fn is_sum(&self) -> bool {
        matches!(self.inst, Inst::Float { op: FloatBinaryOp::Add | FloatBinaryOp::Sub, .. })
    }

    /// Whether one of the operands that the operation has is of that sort.
    fn has_operand(&self, sort: impl Fn(f64) -> bool) -> bool {
        let count = match self.inst {
            Inst::Float { .. } => 2,
            Inst::FloatFma { .. } => 3,
            _ => 1,
        };
        self.operands[..count].iter().any(|&operand| sort(operand))
    }

    /// What is known of the function that is called.
    fn facts(&self) -> Option<&'static MathFacts> {
        lookup(self.function?)?.math()
    }

    fn gap_to_pole(&self) -> Option<Gap> {
        match self.inst {
            Inst::Float { op: FloatBinaryOp::Div, .. } => Some(ordinal(self.operands[1])),
            _ => self.gap_to_set(self.facts()?.poles),
        }
    }

    /// How far the arguments of a mathematical function are from a set; the sign tells the side of
    /// a single point.
    fn gap_to_set(&self, set: ArgumentSet) -> Option<Gap> {
        let [a, b, _] = self.operands;
        let to_integers = || size(a - a.round()).saturating_add(above(a, 0.0));
        Some(match set {
            ArgumentSet::Below(bound) => above(a, bound.next_down()),
            ArgumentSet::Beyond(bound) => above(-a.abs(), (-bound).next_down()),
            ArgumentSet::Infinities => below_infinity(a),
            ArgumentSet::Points([point]) => ordinal(a).saturating_sub(ordinal(*point)),
            // Points of both signs.
            ArgumentSet::Points(points) => size(a) - ordinal(*points.last()?),
            ArgumentSet::NegativeIntegers | ArgumentSet::NonPositiveIntegers => to_integers(),
            ArgumentSet::FractionalPowers => above(a, 0f64.next_down()),
            ArgumentSet::NegativePowersOfZero => size(a).saturating_add(above(b, -f64::MIN_POSITIVE)),
            ArgumentSet::ImpossibleDivisions => size(b).min(below_infinity(a)),
            ArgumentSet::Empty | ArgumentSet::Unknown => return None,
        })
    }

    fn gap_to_invalid(&self) -> Option<Gap> {
        let [a, b, _] = self.operands;
        let infinite = below_infinity(a).saturating_add(below_infinity(b));
        let zeros = size(a).saturating_add(size(b));
        let one_of_each =
            size(a).saturating_add(below_infinity(b)).min(below_infinity(a).saturating_add(size(b)));
        match *self.inst {
            Inst::Float { op, .. } => match op {
                // Of two infinities some cancel, others do not.
                FloatBinaryOp::Add | FloatBinaryOp::Sub if infinite == 0 && !self.result.is_nan() => {
                    Some(FAR)
                }
                FloatBinaryOp::Add | FloatBinaryOp::Sub => Some(infinite),
                FloatBinaryOp::Mul => Some(one_of_each),
                FloatBinaryOp::Div => Some(zeros.min(infinite)),
                FloatBinaryOp::Rem => Some(size(b).min(below_infinity(a))),
                _ => None,
            },
            Inst::FloatUnary { op: FloatUnaryOp::Sqrt, .. } => Some(above(a, -f64::from_bits(1))),
            Inst::FloatFma { .. } => Some(one_of_each),
            _ => self.gap_to_set(self.facts()?.invalid),
        }
    }

    fn gap_to_int_range(&self) -> Option<Gap> {
        let Inst::FloatToInt { signed, bits, .. } = *self.inst else { return None };
        let power = |exponent: u8| 2f64.powi(exponent.into());
        let (low, high) = if signed { (-power(bits - 1), power(bits - 1)) } else { (0.0, power(bits)) };
        let a = self.operands[0];
        if a.is_nan() {
            return Some(0);
        }
        let [inside_low, inside_high] =
            [ordinal(a) - ordinal(low) + 1, ordinal(high) - ordinal(a)].map(|gap| gap.max(0));
        Some(inside_low.min(inside_high))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ulpwise_externals::Exceptions;

    #[test]
    fn gaps_of_functions_are_those_to_their_domains_and_poles() {
        let inst = Inst::Unreachable;
        let gap = |function: &str, a: f64, b: f64, exception: Exception| {
            let (function, operands) = (Some(function), [a, b, 0.0]);
            MeasuredOperation { inst: &inst, function, operands, result: 0.0 }.gap(Aim::Exception(exception))
        };
        let (invalid, pole) = (Exception::Invalid, Exception::DivideByZero);
        for function in ["sqrt", "log", "log2f", "log10", "y0"] {
            assert_eq!(gap(function, -1.0, 0.0, invalid), Some(0), "{function}");
            assert_eq!(gap(function, -f64::from_bits(1), 0.0, invalid), Some(0), "{function}");
            assert_eq!(gap(function, 0.0, 0.0, invalid), Some(1), "{function}");
        }
        assert_eq!(gap("log", f64::from_bits(3), 0.0, pole), Some(3));
        assert_eq!(gap("log", -f64::from_bits(3), 0.0, pole), Some(-3));
        assert_eq!(gap("log1p", (-1f64).next_up(), 0.0, pole), Some(1));
        assert_eq!(gap("atanh", (-1f64).next_up(), 0.0, pole), Some(-1));
        assert_eq!(gap("atanhf", 1f64.next_up(), 0.0, pole), Some(1));
        assert_eq!(gap("asin", 1.0, 0.0, invalid), Some(1));
        assert_eq!(gap("acosh", 1.0, 0.0, invalid), Some(1));
        assert_eq!(gap("sin", f64::MAX, 0.0, invalid), Some(1));
        assert_eq!(gap("fmod", 1.0, 0.0, invalid), Some(0));
        assert_eq!(gap("pow", 0.0, -1.0, pole), Some(0));
        assert_eq!(gap("tgamma", -2.0, 0.0, invalid), Some(0));
        assert_eq!(gap("lgamma", -2.0, 0.0, pole), Some(0));
        assert_eq!(gap("exp", -1.0, 0.0, invalid), None);
        assert_eq!(gap("user_function", -1.0, 0.0, invalid), None);
    }
    use ulpwise_float::Rounding;
    use ulpwise_interp::number::site;
    use ulpwise_ir::{SiteId, Slot};

    const SAMPLES: [f64; 14] = [
        0.0,
        -0.0,
        1.0,
        -1.0,
        1.5,
        1e-200,
        -1e-200,
        5e-324,
        1e-308,
        1e200,
        -1e200,
        f64::MAX,
        f64::INFINITY,
        f64::NEG_INFINITY,
    ];

    fn operation(op: FloatBinaryOp) -> Inst {
        let slot = Slot::new(0);
        Inst::Float { op, format: FloatFormat::F64, dst: slot, a: slot, b: slot, site: SiteId::new(0) }
    }

    #[test]
    fn an_operation_that_raises_an_exception_is_at_distance_zero() {
        let mut raised = 0;
        for op in [FloatBinaryOp::Add, FloatBinaryOp::Sub, FloatBinaryOp::Mul, FloatBinaryOp::Div] {
            let inst = operation(op);
            for (a, b) in SAMPLES.iter().flat_map(|&a| SAMPLES.map(|b| (a, b))) {
                let operands = [a, b].map(|operand| u128::from(operand.to_bits()));
                let outcome = site::operation(&inst, Rounding::NearestEven, &operands).unwrap();
                let result = f64::from_bits(outcome.result as u64);
                let measured =
                    MeasuredOperation { inst: &inst, function: None, operands: [a, b, 0.0], result };
                for exception in outcome.exceptions(Exceptions::NONE) {
                    if result == 0.0 {
                        continue;
                    }
                    raised += 1;
                    let gap = measured.gap(Aim::Exception(exception));
                    assert_eq!(gap, Some(0), "{op:?} {a:e} {b:e}: {}", exception.id());
                }
            }
        }
        assert!(raised > 100, "{raised}");
    }

    #[test]
    fn what_came_in_past_the_ends_lies_on_the_other_side() {
        let gap = |op: FloatBinaryOp, a: f64, b: f64, result: f64, exception: Exception| {
            let measured =
                MeasuredOperation { inst: &operation(op), function: None, operands: [a, b, 0.0], result };
            measured.gap(Aim::Exception(exception)).unwrap()
        };
        let (mul, add) = (FloatBinaryOp::Mul, FloatBinaryOp::Add);
        assert!(gap(mul, 2.0, 1e300, 2e300, Exception::Overflow) > 0);
        assert_eq!(gap(mul, 2.0, 1e308, f64::INFINITY, Exception::Overflow), 0);
        assert_eq!(gap(mul, 2.0, f64::INFINITY, f64::INFINITY, Exception::Overflow), BEYOND);
        assert!(gap(mul, 0.5, 1e-300, 5e-301, Exception::Underflow) > 0);
        assert_eq!(gap(mul, 1e-200, 1e-200, 0.0, Exception::Underflow), 0);
        assert_eq!(gap(mul, 0.5, 0.0, 0.0, Exception::Underflow), BEYOND);
        assert_eq!(gap(add, 1.0, -1.0, 0.0, Exception::Underflow), FAR, "a sum of zero has no side");
        assert_eq!(gap(add, f64::INFINITY, f64::INFINITY, f64::INFINITY, Exception::Invalid), FAR);
    }

    #[test]
    fn the_sign_is_the_side() {
        let inst = operation(FloatBinaryOp::Div);
        let gap = |b: f64| {
            let measured =
                MeasuredOperation { inst: &inst, function: None, operands: [1.0, b, 0.0], result: 1.0 / b };
            measured.gap(Aim::Exception(Exception::DivideByZero)).unwrap()
        };
        assert_eq!([gap(5e-324), gap(0.0), gap(-5e-324)], [1, 0, -1]);
        assert!(gap(2.0) > gap(1.0));
    }
}
