//! What functions of the mathematical library leave in `errno`, as glibc does it on x86-64. What is
//! not known is said to be unknown.

use super::Terms;
use ulpwise_expr::{LibmFunction, Term};
use ulpwise_externals::ErrnoRule;
use ulpwise_float::Rounding;
use ulpwise_ir::FloatFormat;

/// What a call does to `errno`.
#[derive(Clone, Copy, Debug)]
pub enum Errors {
    /// Nothing.
    None,
    /// It sets `EDOM` where the first holds, `ERANGE` where the second does.
    Where(Term, Term),
    /// It is unknown.
    Unknown,
}

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
        let vanishes = match function.facts().errno {
            ErrnoRule::DomainAndRange => false,
            ErrnoRule::DomainRangeAndVanishing => true,
            ErrnoRule::Power if format != FloatFormat::F32 => true,
            _ => return Errors::Unknown,
        };
        if rounding != Rounding::NearestEven {
            return Errors::Unknown;
        }
        let Errors::Where(domain, _) = self.domain_errors(format, arguments, value) else {
            return Errors::Unknown;
        };
        let Errors::Where(_, mut range) = self.range_errors(format, rounding, arguments, value) else {
            return Errors::Unknown;
        };
        if vanishes {
            let mut all = vec![self.store.fp_is_zero(value)];
            for &argument in arguments {
                let x = self.float(format, argument);
                all.push(self.is_finite(x));
            }
            // A power of zero is zero, and no error.
            if function.facts().errno == ErrnoRule::Power {
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
