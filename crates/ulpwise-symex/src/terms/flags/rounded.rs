//! Operations whose results are rounded to a format: whether one overflows, underflows or is
//! inexact.
//!
//! What an operation rounds to when exponents are not limited is what it delivers in a format with
//! the same significand and more exponents; overflow and underflow (tininess after rounding, as on
//! x86-64) compare that with the limits of the format. A result is inexact if rounding up and
//! rounding down deliver different numbers.

use super::super::Terms;
use ulpwise_expr::Term;
use ulpwise_float::{Flags, Float, Format, Rounding};

/// An operation as a function of format, rounding mode and operands of that format.
pub(super) type Apply<'a> = &'a dyn Fn(&mut Terms, Format, Term, &[Term]) -> Term;

/// An operation whose result is rounded to a format.
pub(super) struct Rounded<'a> {
    pub(super) to: Format,
    /// A format with the same significand and room for what the operation delivers when exponents
    /// are not limited.
    pub(super) wide: Format,
    pub(super) rounding: Rounding,
    pub(super) operands: Vec<Term>,
    pub(super) apply: Apply<'a>,
    /// Whether all operands are numbers for which the result is a rounded one: finite, and no
    /// divisor is zero.
    pub(super) is_rounded: Term,
    /// Whether it can underflow: sums and square roots are exact where they are tiny.
    pub(super) underflows: bool,
    /// Whether operands are of the format of the result, and in the wide format of that.
    pub(super) widens_operands: bool,
}

impl<'a> Rounded<'a> {
    /// A conversion or the like: the operand is of a format of its own, and stays what it is.
    pub(super) fn of_other_sort(
        (to, wide): (Format, Format),
        rounding: Rounding,
        operand: Term,
        is_rounded: Term,
        apply: Apply<'a>,
    ) -> Rounded<'a> {
        let operands = vec![operand];
        Rounded { to, wide, rounding, operands, apply, is_rounded, underflows: true, widens_operands: false }
    }
}

impl Terms {
    /// Overflow, underflow and inexact.
    pub(super) fn rounding_raises(&mut self, flag: Flags, rounded: &Rounded<'_>) -> Term {
        let raised = match flag {
            Flags::OVERFLOW => self.overflows(rounded),
            Flags::INEXACT => self.is_inexact(rounded),
            Flags::UNDERFLOW if rounded.underflows => {
                let (inexact, tiny) = (self.is_inexact(rounded), self.is_tiny(rounded));
                self.store.and(&[inexact, tiny])
            }
            _ => return self.store.bool(false),
        };
        self.store.and(&[rounded.is_rounded, raised])
    }

    fn overflows(&mut self, rounded: &Rounded<'_>) -> Term {
        let unlimited = self.unlimited(rounded);
        let limit = Float::max_finite(rounded.to, false);
        let limit = self.store.float(limit);
        let limit = self.exactly_in(rounded.wide, limit);
        let is_above = self.store.fp_lt(limit, unlimited);
        // There is room for every rounded result; infinity is that of a pole.
        let is_pole = self.store.fp_is_infinite(unlimited);
        let is_number = self.store.not(is_pole);
        self.store.and(&[is_above, is_number])
    }

    fn is_tiny(&mut self, rounded: &Rounded<'_>) -> Term {
        let unlimited = self.unlimited(rounded);
        let limit = Float::min_normal(rounded.to, false);
        let limit = self.store.float(limit);
        let limit = self.exactly_in(rounded.wide, limit);
        self.store.fp_lt(unlimited, limit)
    }

    /// The magnitude of the result with exponents that are not limited.
    fn unlimited(&mut self, rounded: &Rounded<'_>) -> Term {
        let operands: Vec<Term> =
            rounded.operands.iter().map(|&operand| self.in_format_of_operation(rounded, operand)).collect();
        let mode = self.mode(rounded.rounding);
        let result = (rounded.apply)(self, rounded.wide, mode, &operands);
        self.store.fp_abs(result)
    }

    /// An operand as the operation in the wide format takes it: operands of the format are widened,
    /// others stay what they are.
    fn in_format_of_operation(&mut self, rounded: &Rounded<'_>, operand: Term) -> Term {
        if rounded.widens_operands { self.exactly_in(rounded.wide, operand) } else { operand }
    }

    fn is_inexact(&mut self, rounded: &Rounded<'_>) -> Term {
        let [up, down] = [Rounding::TowardPositive, Rounding::TowardNegative].map(|direction| {
            let mode = self.mode(direction);
            (rounded.apply)(self, rounded.to, mode, &rounded.operands)
        });
        let same = self.store.fp_eq(up, down);
        self.store.not(same)
    }
}
