//! What functions of the mathematical library leave in `errno`, as glibc does it on x86-64. What is not known is said to be unknown.

use super::Terms;
use ulpwise_expr::{LibmFunction, Term};
use ulpwise_float::Rounding;
use ulpwise_ir::FloatFormat;

/// What a call does to `errno`.
#[derive(Clone, Copy, Debug)]
pub enum Errors {
    /// Nothing.
    None,
    /// It sets `EDOM` where the first holds, `ERANGE` where the second does.
    Where(Term, Term),
    /// Nobody knows.
    Unknown,
}

/// Functions that set `ERANGE` when their result is zero though no argument is: it was too small.
const UNDERFLOWING: &[LibmFunction] = &[LibmFunction::Exp, LibmFunction::Exp2];

/// Functions of which it is known what they do to `errno`: `EDOM` for a NaN that came of none, `ERANGE` for an infinity that did.
pub(super) const REGULAR: &[LibmFunction] = &[
    LibmFunction::Exp,
    LibmFunction::Exp2,
    LibmFunction::Log,
    LibmFunction::Log2,
    LibmFunction::Log10,
    LibmFunction::Log1p,
    LibmFunction::Pow,
    LibmFunction::Sin,
    LibmFunction::Cos,
    LibmFunction::Tan,
    LibmFunction::Asin,
    LibmFunction::Acos,
    LibmFunction::Atan,
    LibmFunction::Sinh,
    LibmFunction::Cosh,
    LibmFunction::Tanh,
    LibmFunction::Asinh,
    LibmFunction::Acosh,
    LibmFunction::Atanh,
    LibmFunction::Hypot,
    LibmFunction::Cbrt,
    LibmFunction::Erf,
];

impl Terms {
    /// What a function does to `errno` that libm computes in its own way.
    pub(super) fn errors_of(
        &mut self,
        function: LibmFunction,
        format: FloatFormat,
        rounding: Rounding,
        arguments: &[Term],
        value: Term,
    ) -> Errors {
        if !REGULAR.contains(&function) || rounding != Rounding::NearestEven {
            return Errors::Unknown;
        }
        let Errors::Where(domain, _) = self.domain_errors(format, arguments, value) else {
            return Errors::Unknown;
        };
        let Errors::Where(_, mut range) = self.range_errors(format, rounding, arguments, value) else {
            return Errors::Unknown;
        };
        let underflows = UNDERFLOWING.contains(&function) || function == LibmFunction::Pow;
        if underflows {
            let mut all = vec![self.store.fp_is_zero(value)];
            for &argument in arguments {
                let x = self.float(format, argument);
                all.push(self.is_finite(x));
            }
            // A power of zero is zero, and no error.
            if function == LibmFunction::Pow {
                let base = self.float(format, arguments[0]);
                let is_zero = self.store.fp_is_zero(base);
                all.push(self.store.not(is_zero));
            }
            let vanished = self.store.and(&all);
            range = self.store.or(&[range, vanished]);
        }
        Errors::Where(domain, range)
    }

    /// `EDOM` where a NaN came of none.
    pub(super) fn domain_errors(&mut self, format: FloatFormat, operands: &[Term], result: Term) -> Errors {
        let nans: Vec<Term> = operands.iter().map(|&operand| self.nan(format, operand)).collect();
        let any_nan = self.store.or(&nans);
        let no_nan = self.store.not(any_nan);
        let is_nan = self.store.fp_is_nan(result);
        let domain = self.store.and(&[no_nan, is_nan]);
        let never = self.store.bool(false);
        Errors::Where(domain, never)
    }

    /// `ERANGE` where an infinity came of numbers, which says it all when rounding to nearest.
    pub(super) fn range_errors(
        &mut self,
        format: FloatFormat,
        rounding: Rounding,
        operands: &[Term],
        result: Term,
    ) -> Errors {
        if rounding != Rounding::NearestEven {
            return Errors::Unknown;
        }
        let mut all = vec![self.store.fp_is_infinite(result)];
        for &operand in operands {
            let x = self.float(format, operand);
            all.push(self.is_finite(x));
        }
        let range = self.store.and(&all);
        let never = self.store.bool(false);
        Errors::Where(never, range)
    }

    /// `ERANGE` where a finite number that is not zero became infinite or zero.
    pub(super) fn scaling_errors(&mut self, rounding: Rounding, x: Term, result: Term) -> Errors {
        if rounding != Rounding::NearestEven {
            return Errors::Unknown;
        }
        let (is_infinite, is_zero) = (self.store.fp_is_infinite(result), self.store.fp_is_zero(result));
        let is_lost = self.store.or(&[is_infinite, is_zero]);
        let was_finite = self.is_finite(x);
        let was_zero = self.store.fp_is_zero(x);
        let was_nonzero = self.store.not(was_zero);
        let range = self.store.and(&[is_lost, was_finite, was_nonzero]);
        let never = self.store.bool(false);
        Errors::Where(never, range)
    }
}
