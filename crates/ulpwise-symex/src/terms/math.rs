//! Functions of the mathematical library: exact terms where C or IEEE 754 says what they deliver,
//! applications of libm otherwise.
//!
//! With each comes what it does besides: the flags that it raises ([`Performed`]) and what it
//! leaves in `errno` ([`Errors`]).

use super::{Errors, Performed, Terms, term_format};
use ulpwise_base::Id;
use ulpwise_expr::{LibmFunction, Term};
use ulpwise_externals::ArgumentSet;
use ulpwise_float::{Float, Rounding};
use ulpwise_ir::{FloatBinaryOp, FloatFormat, FloatUnaryOp, Inst, SignOp, SiteId, Slot};

/// What a call delivers and does.
#[derive(Clone, Debug)]
pub struct Delivered {
    /// What it returns, then what it stores through pointers, in the order of its parameters.
    pub values: Vec<Term>,
    /// What decides about flags.
    pub performed: Performed,
    /// What it does to `errno`.
    pub errors: Errors,
}

impl Terms {
    /// A call of a function by its name without the suffix of the format. Arguments through which
    /// results are stored are left out; `None` if no term says what it delivers.
    pub fn math(
        &mut self,
        function: &str,
        format: FloatFormat,
        rounding: Rounding,
        arguments: &[Term],
    ) -> Option<Delivered> {
        let &first = arguments.first()?;
        let exact = match arguments.len() {
            1 => self.math_of_one(function, format, rounding, first),
            2 => self.math_of_two(function, format, rounding, first, arguments[1]),
            3 if function == "fma" => {
                let operands = [first, arguments[1], arguments[2]];
                let value = self.float_fma(format, rounding, operands);
                let inst =
                    Inst::FloatFma { format, dst: slot(), a: slot(), b: slot(), c: slot(), site: site() };
                Some(by_instruction(inst, rounding, operands.to_vec(), value))
            }
            _ => None,
        };
        exact.or_else(|| self.application(LibmFunction::from_name(function)?, format, rounding, arguments))
    }

    fn math_of_one(
        &mut self,
        function: &str,
        format: FloatFormat,
        rounding: Rounding,
        a: Term,
    ) -> Option<Delivered> {
        if let Some(op) = FloatUnaryOp::from_function_name(function) {
            let value = self.float_unary(op, format, rounding, a);
            let inst = Inst::FloatUnary { op, format, dst: slot(), a: slot(), site: site() };
            let mut delivered = by_instruction(inst, rounding, vec![a], value);
            if op == FloatUnaryOp::Sqrt {
                delivered.errors = self.domain_errors(format, &[a], value);
            }
            return Some(delivered);
        }
        let quiet = |values: Vec<Term>| {
            Some(Delivered { values, performed: Performed::Nothing, errors: Errors::None })
        };
        let class = |terms: &mut Self, mask: u16| {
            let is_it = terms.float_class(mask, format, a);
            let bit = terms.bit(is_it);
            terms.store.bv_zero_extend(bit, 31)
        };
        match function {
            "fabs" => quiet(vec![self.float_sign(SignOp::Abs, format, a)]),
            "isnan" | "__isnan" => {
                let is_nan = self.float_class(0b11, format, a);
                // What glibc's function for long double makes of its bit operations.
                let yes = self.store.bv(32, if format == FloatFormat::X87 { 0xffff } else { 1 });
                let no = self.store.bv(32, 0);
                quiet(vec![self.store.ite(is_nan, yes, no)])
            }
            "finite" | "__finite" => quiet(vec![class(self, 0x1f8)]),
            "__issignaling" => quiet(vec![class(self, 0b1)]),
            "__fpclassify" => quiet(vec![self.class_as_int(format, a)]),
            "isinf" | "__isinf" => {
                let (above, below) = (class(self, 0x200), class(self, 0x4));
                quiet(vec![self.store.bv_sub(above, below)])
            }
            "frexp" => {
                let (significand, exponent) = self.significand_and_exponent(format, a);
                Some(self.quieting(format, a, vec![significand, exponent]))
            }
            "modf" => {
                let (fraction, integral) = self.parts(format, a);
                Some(self.quieting(format, a, vec![fraction, integral]))
            }
            "nextup" | "nextdown" => {
                let values = vec![self.neighbour(format, a, function == "nextup")];
                // Next to zero, what it delivers is tiny.
                Some(Delivered { values, performed: unknown(function), errors: Errors::None })
            }
            "logb" => {
                let values = vec![self.exponent_as_float(format, a)];
                Some(Delivered { values, performed: unknown(function), errors: Errors::None })
            }
            "ilogb" => {
                let values = vec![self.exponent_as_int(format, a)];
                let has_exponent = self.float_class(0x198, format, a);
                let is_error = self.store.not(has_exponent);
                let never = self.store.bool(false);
                let errors = Errors::Where(is_error, never);
                Some(Delivered { values, performed: unknown(function), errors })
            }
            "lrint" | "llrint" | "lround" | "llround" => {
                let direction = if function.ends_with("rint") { rounding } else { Rounding::NearestAway };
                let values = vec![self.long_from_float(format, direction, a)];
                Some(Delivered { values, performed: unknown(function), errors: Errors::None })
            }
            "sincos" => {
                let sine = self.application(LibmFunction::Sin, format, rounding, &[a])?;
                let cosine = self.application(LibmFunction::Cos, format, rounding, &[a])?;
                let values = vec![sine.values[0], cosine.values[0]];
                Some(Delivered { values, ..sine })
            }
            _ => None,
        }
    }

    fn math_of_two(
        &mut self,
        function: &str,
        format: FloatFormat,
        rounding: Rounding,
        a: Term,
        b: Term,
    ) -> Option<Delivered> {
        let operands = vec![a, b];
        match function {
            "copysign" => {
                let values = vec![self.float_copy_sign(format, a, b)];
                Some(Delivered { values, performed: Performed::Nothing, errors: Errors::None })
            }
            "fmod" => {
                let value = self.float_binary(FloatBinaryOp::Rem, format, rounding, a, b);
                Some(self.of_remainder(format, operands, vec![value]))
            }
            "remainder" | "drem" => {
                let (x, y) = (self.float(format, a), self.float(format, b));
                let value = self.store.fp_rem(x, y);
                Some(self.of_remainder(format, operands, vec![value]))
            }
            "remquo" => {
                let (remainder, quotient) = self.remainder_and_quotient(format, a, b);
                let mut delivered = self.of_remainder(format, operands, vec![remainder, quotient]);
                delivered.errors = Errors::None;
                Some(delivered)
            }
            "fmin" | "fmax" => {
                let value = self.min_max_of_c(function == "fmin", format, a, b);
                let op = FloatBinaryOp::MinNum;
                let inst = Inst::Float { op, format, dst: slot(), a: slot(), b: slot(), site: site() };
                Some(by_instruction(inst, rounding, operands, value))
            }
            "fdim" => {
                let value = self.positive_difference(format, rounding, a, b);
                let errors = self.range_errors(format, rounding, &operands, value);
                Some(Delivered { values: vec![value], performed: unknown(function), errors })
            }
            "nextafter" => {
                let value = self.next_after(format, a, format, b);
                Some(Delivered { values: vec![value], performed: unknown(function), errors: Errors::Unknown })
            }
            "nexttoward" => {
                let value = self.next_after(format, a, FloatFormat::X87, b);
                Some(Delivered { values: vec![value], performed: unknown(function), errors: Errors::Unknown })
            }
            "ldexp" | "scalbn" | "scalbln" => {
                let value = self.scaled(format, rounding, a, b);
                let x = self.float(format, a);
                let errors = self.scaling_errors(rounding, x, value);
                let performed = Performed::Scaling { format, rounding, operand: a, power: b };
                Some(Delivered { values: vec![value], performed, errors })
            }
            "__powi" => {
                let power = self.known(b)?;
                let (value, steps) = self.integral_power(format, rounding, a, power as u32 as i32);
                let performed = Performed::Several(steps);
                Some(Delivered { values: vec![value], performed, errors: Errors::None })
            }
            _ => None,
        }
    }

    /// A function that libm computes in its own way.
    fn application(
        &mut self,
        function: LibmFunction,
        format: FloatFormat,
        rounding: Rounding,
        arguments: &[Term],
    ) -> Option<Delivered> {
        if arguments.len() != function.arity() {
            return None;
        }
        let floats: Vec<Term> = arguments.iter().map(|&argument| self.float(format, argument)).collect();
        let mode = self.mode(rounding);
        let mut value = self.store.libm(function, mode, &floats);
        if matches!(function, LibmFunction::Pow | LibmFunction::Hypot) {
            // These deliver numbers for some NaNs, but not for those that signal, which terms of
            // floats do not tell apart.
            let signals: Vec<Term> =
                arguments.iter().map(|&argument| self.signals(format, argument)).collect();
            let any_signals = self.store.or(&signals);
            let nan = self.store.fp_nan(term_format(format));
            value = self.store.ite(any_signals, nan, value);
        }
        let errors = self.errors_of(function, format, rounding, arguments, value);
        let operands = arguments.to_vec();
        let performed = Performed::Libm { function, format, rounding, operands, result: value };
        Some(Delivered { values: vec![value], performed, errors })
    }

    fn of_remainder(&mut self, format: FloatFormat, operands: Vec<Term>, values: Vec<Term>) -> Delivered {
        let errors = self.domain_errors(format, &operands, values[0]);
        Delivered { performed: Performed::Invalid { format, operands, result: values[0] }, values, errors }
    }

    /// A function that only looks at its argument, and quiets a NaN.
    fn quieting(&mut self, format: FloatFormat, a: Term, values: Vec<Term>) -> Delivered {
        let inst =
            Inst::FloatUnary { op: FloatUnaryOp::Canonicalize, format, dst: slot(), a: slot(), site: site() };
        let performed = Performed::Operation { inst, rounding: Rounding::NearestEven, operands: vec![a] };
        Delivered { values, performed, errors: Errors::None }
    }

    /// Whether a function of libm has a pole at its arguments; `None` if that is unknown.
    pub(super) fn has_pole(&mut self, function: LibmFunction, operands: &[Term]) -> Option<Term> {
        let (facts, x) = (function.facts(), operands[0]);
        if !facts.errno.is_regular() {
            return None;
        }
        Some(match facts.poles {
            ArgumentSet::Empty => self.store.bool(false),
            ArgumentSet::Points(points) => {
                let ulpwise_expr::Sort::Float(format) = self.store.sort(x) else { return None };
                let at: Vec<Term> = points
                    .iter()
                    .map(|&point| {
                        if point == 0.0 {
                            return self.store.fp_is_zero(x);
                        }
                        let (point, _) = Float::from_f64(point).convert(format, Rounding::NearestEven);
                        let point = self.store.float(point);
                        self.store.fp_eq(x, point)
                    })
                    .collect();
                self.store.or(&at)
            }
            ArgumentSet::NegativePowersOfZero => {
                let is_zero = self.store.fp_is_zero(x);
                let is_negative = self.store.fp_is_negative(operands[1]);
                let ends_in_zero = self.store.fp_is_zero(operands[1]);
                let is_power = self.store.not(ends_in_zero);
                let is_finite = self.is_finite(operands[1]);
                self.store.and(&[is_zero, is_negative, is_power, is_finite])
            }
            _ => return None,
        })
    }

    /// `fmin` and `fmax` as functions of C's library.
    fn min_max_of_c(&mut self, smaller: bool, format: FloatFormat, a: Term, b: Term) -> Term {
        let (x, y) = (self.float(format, a), self.float(format, b));
        let (x_is_nan, y_is_nan) = (self.store.fp_is_nan(x), self.store.fp_is_nan(y));
        let number = self.number_of_c(smaller, format, [a, b], [x, y]);
        let without_second = self.choose(y_is_nan, a, number);
        let chosen = self.choose(x_is_nan, b, without_second);
        let signals = [self.signals(format, a), self.signals(format, b)];
        let is_invalid = self.store.or(&signals);
        let nan = self.store.fp_nan(term_format(format));
        self.choose(is_invalid, nan, chosen)
    }
}

fn slot() -> Slot {
    Slot::from_index(0)
}

fn site() -> SiteId {
    SiteId::from_index(0)
}

fn unknown(function: &str) -> Performed {
    Performed::Unknown(function.to_owned())
}

fn by_instruction(inst: Inst, rounding: Rounding, operands: Vec<Term>, value: Term) -> Delivered {
    let performed = Performed::Operation { inst, rounding, operands };
    Delivered { values: vec![value], performed, errors: Errors::None }
}
