//! Which IEEE flags an operation raises, as terms: exact, for every format and rounding mode.
//!
//! Here stands which operation can raise what; how rounding raises flags is in the module
//! `rounded`.

mod rounded;

use super::scale::with_room;
use super::{Terms, term_format};
use rounded::{Apply, Rounded};
use ulpwise_expr::{LibmFunction, Term};
use ulpwise_float::{Flags, Format, Rounding};
use ulpwise_ir::{FloatBinaryOp, FloatFormat, FloatUnaryOp, Inst};

/// What was carried out, as far as it decides about flags.
#[derive(Clone, Debug)]
pub enum Performed {
    /// Nothing that raises flags.
    Nothing,
    /// An operation.
    Operation {
        /// The instruction; its slots are not looked at.
        inst: Inst,
        /// The rounding mode.
        rounding: Rounding,
        /// The operands.
        operands: Vec<Term>,
    },
    /// Something whose only flag is that it is invalid: an operand signals, or the result is a NaN
    /// that came of none.
    Invalid {
        /// The format of operands and result.
        format: FloatFormat,
        /// The operands.
        operands: Vec<Term>,
        /// The result.
        result: Term,
    },
    /// A number times a power of two.
    Scaling {
        /// The format of operand and result.
        format: FloatFormat,
        /// The rounding mode.
        rounding: Rounding,
        /// The number.
        operand: Term,
        /// The power, an integer.
        power: Term,
    },
    /// A function of libm that is no exact term.
    Libm {
        /// Which one.
        function: LibmFunction,
        /// The format of operands and result.
        format: FloatFormat,
        /// The rounding mode.
        rounding: Rounding,
        /// The operands.
        operands: Vec<Term>,
        /// The result.
        result: Term,
    },
    /// A call that carries all of these out.
    Several(Vec<Performed>),
    /// A call of this function, whose flags are unknown.
    Unknown(String),
}

impl Terms {
    /// Whether something raises a flag; `None` if that is unknown.
    pub fn raises(&mut self, flag: Flags, performed: &Performed) -> Option<Term> {
        Some(match performed {
            Performed::Nothing => self.store.bool(false),
            Performed::Operation { inst, rounding, operands } => {
                self.operation_raises(flag, *inst, *rounding, operands)
            }
            Performed::Invalid { format, operands, result } if flag == Flags::INVALID => {
                self.is_invalid(*format, operands, *result)
            }
            Performed::Invalid { .. } => self.store.bool(false),
            Performed::Scaling { format, rounding, operand, power } => {
                self.scaling_raises(flag, *format, *rounding, *operand, *power)
            }
            Performed::Libm { function, format, rounding, operands, result } => {
                return self.libm_raises(flag, *function, *format, *rounding, operands, *result);
            }
            Performed::Several(all) => {
                let cases: Option<Vec<Term>> = all.iter().map(|one| self.raises(flag, one)).collect();
                self.store.or(&cases?)
            }
            Performed::Unknown(_) => return None,
        })
    }

    /// Whether an operation raises a flag.
    fn operation_raises(&mut self, flag: Flags, inst: Inst, rounding: Rounding, operands: &[Term]) -> Term {
        match inst {
            Inst::Float { op, format, .. } => self.binary_raises(flag, op, format, rounding, operands),
            Inst::FloatUnary { op, format, .. } => self.unary_raises(flag, op, format, rounding, operands[0]),
            Inst::FloatFma { format, .. } => {
                let apply: Apply<'_> =
                    &|terms, _, mode, given| terms.store.fp_fma(mode, given[0], given[1], given[2]);
                self.arithmetic_raises(flag, format, rounding, operands, apply, true)
            }
            Inst::FloatCompare { signaling, format, .. } => {
                if !flag.contains(Flags::INVALID) {
                    return self.store.bool(false);
                }
                let cases: Vec<Term> =
                    operands
                        .iter()
                        .map(|&operand| {
                            if signaling { self.nan(format, operand) } else { self.signals(format, operand) }
                        })
                        .collect();
                self.store.or(&cases)
            }
            Inst::FloatConvert { from, to, .. } => {
                self.conversion_raises(flag, from, to, rounding, operands[0])
            }
            Inst::FloatToInt { signed, format, bits, .. } => {
                self.truncation_raises(flag, signed, format, bits, operands[0])
            }
            Inst::IntToFloat { signed, bits, format, .. } => {
                self.int_conversion_raises(flag, signed, bits, format, rounding, operands[0])
            }
            _ => self.store.bool(false),
        }
    }

    fn binary_raises(
        &mut self,
        flag: Flags,
        op: FloatBinaryOp,
        format: FloatFormat,
        rounding: Rounding,
        operands: &[Term],
    ) -> Term {
        let apply: Apply<'_> = match op {
            FloatBinaryOp::Add => &|terms, _, mode, given| terms.store.fp_add(mode, given[0], given[1]),
            FloatBinaryOp::Sub => &|terms, _, mode, given| terms.store.fp_sub(mode, given[0], given[1]),
            FloatBinaryOp::Mul => &|terms, _, mode, given| terms.store.fp_mul(mode, given[0], given[1]),
            FloatBinaryOp::Div => &|terms, _, mode, given| terms.store.fp_div(mode, given[0], given[1]),
            FloatBinaryOp::Rem => {
                if !flag.contains(Flags::INVALID) {
                    return self.store.bool(false);
                }
                let result = self.float_binary(op, format, rounding, operands[0], operands[1]);
                return self.is_invalid(format, operands, result);
            }
            _ => return self.only_signaling(flag, format, operands),
        };
        if op == FloatBinaryOp::Div && flag == Flags::DIVIDE_BY_ZERO {
            let (x, y) = (self.float(format, operands[0]), self.float(format, operands[1]));
            let has_pole = self.store.fp_is_zero(y);
            let is_finite = self.is_finite(x);
            let is_zero = self.store.fp_is_zero(x);
            let is_nonzero = self.store.not(is_zero);
            return self.store.and(&[has_pole, is_finite, is_nonzero]);
        }
        let underflows = matches!(op, FloatBinaryOp::Mul | FloatBinaryOp::Div);
        self.arithmetic_raises(flag, format, rounding, operands, apply, underflows)
    }

    fn unary_raises(
        &mut self,
        flag: Flags,
        op: FloatUnaryOp,
        format: FloatFormat,
        rounding: Rounding,
        operand: Term,
    ) -> Term {
        match op {
            FloatUnaryOp::Sqrt => {
                let apply: Apply<'_> = &|terms, _, mode, given| terms.store.fp_sqrt(mode, given[0]);
                self.arithmetic_raises(flag, format, rounding, &[operand], apply, false)
            }
            FloatUnaryOp::Rint if flag == Flags::INEXACT => {
                let x = self.float(format, operand);
                let integral = self.float_unary(op, format, rounding, operand);
                let is_same = self.store.fp_eq(x, integral);
                let changes = self.store.not(is_same);
                let is_nan = self.store.fp_is_nan(x);
                let is_number = self.store.not(is_nan);
                self.store.and(&[changes, is_number])
            }
            _ => self.only_signaling(flag, format, &[operand]),
        }
    }

    /// An operation on operands of a format whose result is rounded to it.
    fn arithmetic_raises(
        &mut self,
        flag: Flags,
        format: FloatFormat,
        rounding: Rounding,
        operands: &[Term],
        apply: Apply<'_>,
        underflows: bool,
    ) -> Term {
        let to = term_format(format);
        let floats: Vec<Term> = operands.iter().map(|&operand| self.float(format, operand)).collect();
        let mode = self.mode(rounding);
        let result = apply(self, to, mode, &floats);
        if flag == Flags::INVALID {
            return self.is_invalid(format, operands, result);
        }
        let is_rounded = self.is_computed(&floats, result);
        let rounded = Rounded {
            to,
            wide: with_room(to),
            rounding,
            operands: floats,
            apply,
            is_rounded,
            underflows,
            widens_operands: true,
        };
        self.rounding_raises(flag, &rounded)
    }

    fn conversion_raises(
        &mut self,
        flag: Flags,
        from: FloatFormat,
        to: FloatFormat,
        rounding: Rounding,
        operand: Term,
    ) -> Term {
        if flag == Flags::INVALID {
            return self.signals(from, operand);
        }
        let (narrow, target) = (term_format(from), term_format(to));
        let keeps_all = narrow.exponent_bits() <= target.exponent_bits()
            && narrow.significand_bits() <= target.significand_bits();
        if keeps_all {
            return self.store.bool(false);
        }
        let exponent_bits = narrow.exponent_bits().max(target.exponent_bits()) + 2;
        let wide = Format::new(exponent_bits, target.significand_bits()).expect("a format");
        let x = self.float(from, operand);
        let is_rounded = self.is_finite(x);
        // The operand keeps its own format: it may have more significand than the result.
        let apply: Apply<'_> = &|terms, format, mode, given| terms.store.fp_from_fp(format, mode, given[0]);
        let rounded = Rounded::of_other_sort((target, wide), rounding, x, is_rounded, apply);
        self.rounding_raises(flag, &rounded)
    }

    fn truncation_raises(
        &mut self,
        flag: Flags,
        signed: bool,
        format: FloatFormat,
        bits: u8,
        operand: Term,
    ) -> Term {
        let x = self.float(format, operand);
        let fits = self.fits(signed, format, u32::from(bits), x);
        match flag {
            Flags::INVALID => self.store.not(fits),
            Flags::INEXACT => {
                let mode = self.mode(Rounding::TowardZero);
                let integral = self.store.fp_round_to_integral(mode, x);
                let is_same = self.store.fp_eq(x, integral);
                let changes = self.store.not(is_same);
                self.store.and(&[fits, changes])
            }
            _ => self.store.bool(false),
        }
    }

    fn int_conversion_raises(
        &mut self,
        flag: Flags,
        signed: bool,
        bits: u8,
        to: FloatFormat,
        rounding: Rounding,
        operand: Term,
    ) -> Term {
        if matches!(to, FloatFormat::F16 | FloatFormat::BF16) {
            let first = self.int_conversion_raises(flag, signed, bits, FloatFormat::F32, rounding, operand);
            let single = self.float_from_int(signed, bits, FloatFormat::F32, rounding, operand);
            let second = self.conversion_raises(flag, FloatFormat::F32, to, rounding, single);
            return self.store.or(&[first, second]);
        }
        if matches!(flag, Flags::INVALID | Flags::DIVIDE_BY_ZERO | Flags::UNDERFLOW) {
            return self.store.bool(false);
        }
        let target = term_format(to);
        let integer = self.bits(operand);
        let apply: Apply<'_> = &move |terms, format, mode, given| {
            if signed {
                terms.store.fp_from_signed(format, mode, given[0])
            } else {
                terms.store.fp_from_unsigned(format, mode, given[0])
            }
        };
        let is_rounded = self.store.bool(true);
        let formats = (target, with_room(target));
        let rounded = Rounded::of_other_sort(formats, rounding, integer, is_rounded, apply);
        self.rounding_raises(flag, &rounded)
    }

    fn scaling_raises(
        &mut self,
        flag: Flags,
        format: FloatFormat,
        rounding: Rounding,
        operand: Term,
        power: Term,
    ) -> Term {
        if flag == Flags::INVALID {
            return self.signals(format, operand);
        }
        let to = term_format(format);
        let x = self.float(format, operand);
        let is_rounded = self.is_finite(x);
        let apply: Apply<'_> = &move |terms, wide, mode, given| {
            let rounding = terms.store.rounding_constant(mode).unwrap_or(rounding);
            terms.scaled_to(to, wide, rounding, given[0], power)
        };
        let rounded = Rounded::of_other_sort((to, with_room(to)), rounding, x, is_rounded, apply);
        self.rounding_raises(flag, &rounded)
    }

    /// What glibc's functions promise: invalid for a NaN that came of none, division by zero at
    /// poles, and overflow, when rounding to nearest, for an infinity that came of numbers.
    /// Underflow and inexact are unknown.
    fn libm_raises(
        &mut self,
        flag: Flags,
        function: LibmFunction,
        format: FloatFormat,
        rounding: Rounding,
        operands: &[Term],
        result: Term,
    ) -> Option<Term> {
        let floats: Vec<Term> = operands.iter().map(|&operand| self.float(format, operand)).collect();
        match flag {
            Flags::INVALID => Some(self.is_invalid(format, operands, result)),
            Flags::DIVIDE_BY_ZERO => self.has_pole(function, &floats),
            Flags::OVERFLOW if rounding == Rounding::NearestEven => {
                let has_pole = self.has_pole(function, &floats)?;
                let no_pole = self.store.not(has_pole);
                let is_infinite = self.store.fp_is_infinite(result);
                let mut all = vec![no_pole, is_infinite];
                for &x in &floats {
                    all.push(self.is_finite(x));
                }
                Some(self.store.and(&all))
            }
            _ => None,
        }
    }

    /// Whether finite operands gave a result that is a rounded number: no NaN, and no pole.
    fn is_computed(&mut self, operands: &[Term], result: Term) -> Term {
        let mut all: Vec<Term> = operands.iter().map(|&operand| self.is_finite(operand)).collect();
        let is_nan = self.store.fp_is_nan(result);
        all.push(self.store.not(is_nan));
        self.store.and(&all)
    }

    /// Whether an operation is invalid: an operand signals, or a NaN came of none.
    pub(super) fn is_invalid(&mut self, format: FloatFormat, operands: &[Term], result: Term) -> Term {
        let signals: Vec<Term> = operands.iter().map(|&operand| self.signals(format, operand)).collect();
        let nans: Vec<Term> = operands.iter().map(|&operand| self.nan(format, operand)).collect();
        let any_nan = self.store.or(&nans);
        let no_nan = self.store.not(any_nan);
        let is_nan = self.store.fp_is_nan(result);
        let made = self.store.and(&[no_nan, is_nan]);
        let any_signals = self.store.or(&signals);
        self.store.or(&[any_signals, made])
    }

    fn only_signaling(&mut self, flag: Flags, format: FloatFormat, operands: &[Term]) -> Term {
        if flag != Flags::INVALID {
            return self.store.bool(false);
        }
        let signals: Vec<Term> = operands.iter().map(|&operand| self.signals(format, operand)).collect();
        self.store.or(&signals)
    }

    /// Whether an operand makes every operation invalid.
    pub(super) fn signals(&mut self, format: FloatFormat, operand: Term) -> Term {
        let is_nan = self.nan(format, operand);
        let traps = self.traps(format, operand);
        self.store.and(&[is_nan, traps])
    }

    pub(super) fn nan(&mut self, format: FloatFormat, operand: Term) -> Term {
        let x = self.float(format, operand);
        self.store.fp_is_nan(x)
    }

    /// Whether a float is neither infinite nor NaN.
    pub(super) fn is_finite(&mut self, x: Term) -> Term {
        let (is_infinite, is_nan) = (self.store.fp_is_infinite(x), self.store.fp_is_nan(x));
        let either = self.store.or(&[is_infinite, is_nan]);
        self.store.not(either)
    }
}
