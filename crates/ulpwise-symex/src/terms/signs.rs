//! By which conditions an exception at a site is known, as terms that solvers find easy.
//!
//! The exceptions are the interpreter's: IEEE's flags, and besides a result that is tiny, flag or
//! no flag. Where the flag follows from the result (an infinity that came of numbers has
//! overflowed), the condition is about the result, and no wider format is computed with.

use super::{Performed, Terms, term_format};
use ulpwise_expr::Term;
use ulpwise_float::{Flags, Float, Rounding};
use ulpwise_interp::Exception;
use ulpwise_interp::number::site::cancelled_bits;
use ulpwise_ir::{FloatBinaryOp, FloatFormat, Inst};

/// The conditions under which something raises an exception: it does so where one of them holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signs {
    /// The conditions, the easiest first.
    pub cases: Vec<Term>,
    /// Whether it raises the exception nowhere else.
    pub complete: bool,
}

impl Signs {
    fn all(cases: Vec<Term>) -> Signs {
        Signs { cases, complete: true }
    }

    fn some(cases: Vec<Term>) -> Signs {
        Signs { cases, complete: false }
    }
}

/// An operation on floats with its result.
struct Computed {
    format: FloatFormat,
    operands: Vec<Term>,
    result: Term,
}

impl Terms {
    /// By which conditions an exception is known.
    pub fn signs(&mut self, exception: Exception, performed: &Performed) -> Signs {
        match (exception, performed) {
            (_, Performed::Several(all)) => {
                let all: Vec<Signs> = all.iter().map(|one| self.signs(exception, one)).collect();
                let complete = all.iter().all(|signs| signs.complete);
                Signs { cases: all.into_iter().flat_map(|signs| signs.cases).collect(), complete }
            }
            (Exception::Underflow, Performed::Operation { inst, rounding, operands }) => {
                let cases = self.underflow_of_operation(*inst, *rounding, operands, performed);
                Signs::all(cases)
            }
            (
                Exception::Overflow,
                Performed::Operation { inst, rounding: Rounding::NearestEven, operands },
            ) => match self.computed_in_format(*inst, Rounding::NearestEven, operands) {
                Some(computed) => Signs::all(vec![self.is_infinity_of_numbers(*inst, &computed)]),
                None => self.by_flag(Flags::OVERFLOW, performed),
            },
            (Exception::Underflow, Performed::Invalid { format, operands, result }) => {
                Signs::all(vec![self.is_new_and_tiny(*format, operands, *result)])
            }
            (Exception::Underflow, Performed::Libm { format, operands, result, .. }) => {
                let tiny = self.is_new_and_tiny(*format, operands, *result);
                let value = self.float(*format, *result);
                let vanished = self.store.fp_is_zero(value);
                Signs::some(vec![tiny, vanished])
            }
            (Exception::Underflow, Performed::Scaling { .. }) => {
                let raised = self.raises(Flags::UNDERFLOW, performed);
                Signs::some(raised.into_iter().collect())
            }
            (Exception::IntConversion, Performed::Operation { inst: Inst::FloatToInt { .. }, .. }) => {
                self.by_flag(Flags::INVALID, performed)
            }
            (Exception::IntConversion, _)
            | (Exception::Invalid, Performed::Operation { inst: Inst::FloatToInt { .. }, .. }) => {
                Signs::all(Vec::new())
            }
            (Exception::Invalid, _) => self.by_flag(Flags::INVALID, performed),
            (Exception::DivideByZero, _) => self.by_flag(Flags::DIVIDE_BY_ZERO, performed),
            (Exception::Overflow, _) => self.by_flag(Flags::OVERFLOW, performed),
            (Exception::Underflow, _) => self.by_flag(Flags::UNDERFLOW, performed),
            (Exception::Inexact, _) => self.by_flag(Flags::INEXACT, performed),
            (
                Exception::Cancellation,
                Performed::Operation {
                    inst: inst @ Inst::Float { op: FloatBinaryOp::Add | FloatBinaryOp::Sub, .. },
                    rounding,
                    operands,
                },
            ) => match self.computed_in_format(*inst, *rounding, operands) {
                Some(computed) => Signs::all(vec![self.operands_cancel(&computed)]),
                None => Signs::some(Vec::new()),
            },
            (Exception::Cancellation, _) => Signs::all(Vec::new()),
        }
    }

    /// Whether both operands are finite and not zero, and the result is so much smaller than one of
    /// them that half of its bits are gone (`ulpwise_interp::site::cancelled_bits`).
    fn operands_cancel(&mut self, computed: &Computed) -> Term {
        let &Computed { format, ref operands, result } = computed;
        let lost = i64::from(cancelled_bits(format));
        let one = Float::one(term_format(format), false);
        let (power, _) = one.scalbn(lost, Rounding::NearestEven);
        let (mode, power) = (self.store.rounding(Rounding::NearestEven), self.store.float(power));
        let result = self.float(format, result);
        let magnitude = self.store.fp_abs(result);
        // Exact, or beyond every operand.
        let scaled = self.store.fp_mul(mode, magnitude, power);
        let (mut all, mut reached) = (Vec::new(), Vec::new());
        for &operand in operands {
            let operand = self.float(format, operand);
            let is_zero = self.store.fp_is_zero(operand);
            all.extend([self.is_finite(operand), self.store.not(is_zero)]);
            let magnitude = self.store.fp_abs(operand);
            reached.push(self.store.fp_leq(scaled, magnitude));
        }
        all.push(self.store.or(&reached));
        self.store.and(&all)
    }

    fn by_flag(&mut self, flag: Flags, performed: &Performed) -> Signs {
        match self.raises(flag, performed) {
            Some(condition) => Signs::all(vec![condition]),
            None => Signs::some(Vec::new()),
        }
    }

    /// The operation of an instruction whose operands and result have one format and whose result
    /// may be new.
    fn computed_in_format(&mut self, inst: Inst, rounding: Rounding, operands: &[Term]) -> Option<Computed> {
        let (format, result) = match inst {
            Inst::Float { op, format, .. } => {
                (format, self.float_binary(op, format, rounding, operands[0], operands[1]))
            }
            Inst::FloatFma { format, .. } => {
                (format, self.float_fma(format, rounding, [operands[0], operands[1], operands[2]]))
            }
            _ => return None,
        };
        Some(Computed { format, operands: operands.to_vec(), result })
    }

    /// Whether the result is an infinity, and no operand is; nor is it the infinity of a pole.
    fn is_infinity_of_numbers(&mut self, inst: Inst, computed: &Computed) -> Term {
        let result = self.float(computed.format, computed.result);
        let mut all = vec![self.store.fp_is_infinite(result)];
        for &operand in &computed.operands {
            let operand = self.float(computed.format, operand);
            all.push(self.is_finite(operand));
        }
        if let Inst::Float { op: FloatBinaryOp::Div, .. } = inst {
            let divisor = self.float(computed.format, computed.operands[1]);
            let is_zero = self.store.fp_is_zero(divisor);
            all.push(self.store.not(is_zero));
        }
        self.store.and(&all)
    }

    fn underflow_of_operation(
        &mut self,
        inst: Inst,
        rounding: Rounding,
        operands: &[Term],
        performed: &Performed,
    ) -> Vec<Term> {
        if let Inst::FloatConvert { from, to, .. } = inst {
            let result = self.float_from_float(from, to, rounding, operands[0]);
            let (x, result) = (self.float(from, operands[0]), self.float(to, result));
            let (was, is) = (self.store.fp_is_subnormal(x), self.store.fp_is_subnormal(result));
            // A subnormal number that becomes another one was rounded, with the flag.
            let was_not = self.store.not(was);
            let flag = self.raises(Flags::UNDERFLOW, performed);
            let flag = flag.unwrap_or_else(|| self.store.bool(true));
            let is_made = self.store.or(&[was_not, flag]);
            let tiny = self.store.and(&[is, is_made]);
            return self.tiny_or_flagged(to, result, tiny, performed);
        }
        let Some(Computed { format, operands, result }) = self.computed_in_format(inst, rounding, operands)
        else {
            return Vec::new();
        };
        let result = self.float(format, result);
        let tiny = self.store.fp_is_subnormal(result);
        match inst {
            // Exact where they are tiny.
            Inst::Float { op: FloatBinaryOp::Add | FloatBinaryOp::Sub | FloatBinaryOp::Rem, .. } => {
                vec![tiny]
            }
            Inst::Float { op: FloatBinaryOp::Mul | FloatBinaryOp::Div, .. } => {
                let mut all = vec![self.store.fp_is_zero(result)];
                for operand in operands {
                    let operand = self.float(format, operand);
                    let is_zero = self.store.fp_is_zero(operand);
                    let (is_nonzero, is_finite) = (self.store.not(is_zero), self.is_finite(operand));
                    all.extend([is_nonzero, is_finite]);
                }
                let vanished = self.store.and(&all);
                let flagged = self.flagged_at_least_normal(format, result, performed);
                vec![tiny, vanished, flagged]
            }
            Inst::FloatFma { .. } => self.tiny_or_flagged(format, result, tiny, performed),
            // A minimum only hands an operand on.
            _ => Vec::new(),
        }
    }

    /// A tiny result, or the flag with one that was rounded away from there.
    fn tiny_or_flagged(
        &mut self,
        format: FloatFormat,
        result: Term,
        tiny: Term,
        performed: &Performed,
    ) -> Vec<Term> {
        let is_zero = self.store.fp_is_zero(result);
        let flag = self.raises(Flags::UNDERFLOW, performed);
        let flag = flag.unwrap_or_else(|| self.store.bool(true));
        let vanished = self.store.and(&[is_zero, flag]);
        let flagged = self.flagged_at_least_normal(format, result, performed);
        vec![tiny, vanished, flagged]
    }

    /// The flag with the least normal number: rounded to it from below, with the flag, because that
    /// was tiny.
    fn flagged_at_least_normal(&mut self, format: FloatFormat, result: Term, performed: &Performed) -> Term {
        let least = self.store.float(Float::min_normal(term_format(format), false));
        let magnitude = self.store.fp_abs(result);
        let is_least = self.store.fp_eq(magnitude, least);
        let flag = self.raises(Flags::UNDERFLOW, performed);
        let flag = flag.unwrap_or_else(|| self.store.bool(true));
        self.store.and(&[is_least, flag])
    }

    /// A tiny result that is no operand.
    fn is_new_and_tiny(&mut self, format: FloatFormat, operands: &[Term], result: Term) -> Term {
        let value = self.float(format, result);
        let mut all = vec![self.store.fp_is_subnormal(value)];
        let bits = self.bits(result);
        for &operand in operands {
            let operand = self.bits(operand);
            if self.store.sort(operand) == self.store.sort(bits) {
                let same = self.store.eq(operand, bits);
                all.push(self.store.not(same));
            }
        }
        self.store.and(&all)
    }
}
