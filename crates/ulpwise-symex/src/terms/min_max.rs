//! The smaller and the greater of two numbers, in the six ways there are. Operands are handed on as
//! they are.

use super::{Terms, term_format};
use ulpwise_expr::Term;
use ulpwise_ir::{FloatBinaryOp, FloatFormat};

impl Terms {
    /// A minimum or maximum.
    pub(super) fn min_max(&mut self, op: FloatBinaryOp, format: FloatFormat, a: Term, b: Term) -> Term {
        let (x, y) = (self.float(format, a), self.float(format, b));
        let (x_is_nan, y_is_nan) = (self.store.fp_is_nan(x), self.store.fp_is_nan(y));
        let smaller =
            matches!(op, FloatBinaryOp::MinNum | FloatBinaryOp::Minimum | FloatBinaryOp::MinimumNumber);
        let second_wins = if smaller { self.store.fp_lt(y, x) } else { self.store.fp_lt(x, y) };
        match op {
            // As compiled: the second operand if the first is NaN or the second wins strictly, else
            // the first.
            FloatBinaryOp::MinNum | FloatBinaryOp::MaxNum
                if matches!(format, FloatFormat::F32 | FloatFormat::F64) =>
            {
                let second = self.store.or(&[x_is_nan, second_wins]);
                self.choose(second, b, a)
            }
            FloatBinaryOp::Minimum | FloatBinaryOp::Maximum => {
                let number = self.ordered(smaller, [a, b], [x, y], second_wins);
                let first_or_number = self.choose(x_is_nan, a, number);
                self.choose(y_is_nan, b, first_or_number)
            }
            _ => {
                let is_c = matches!(op, FloatBinaryOp::MinNum | FloatBinaryOp::MaxNum);
                let number = if is_c {
                    self.number_of_c(smaller, format, [a, b], [x, y])
                } else {
                    self.ordered(smaller, [a, b], [x, y], second_wins)
                };
                let without_second = self.choose(y_is_nan, a, number);
                let chosen = self.choose(x_is_nan, b, without_second);
                if !is_c {
                    return chosen;
                }
                // C's functions take only quiet NaNs for missing data.
                let invalid = [(a, x_is_nan), (b, y_is_nan)].map(|(value, is_nan)| {
                    let traps = self.traps(format, value);
                    self.store.and(&[is_nan, traps])
                });
                let is_invalid = self.store.or(&invalid);
                let nan = self.store.fp_nan(term_format(format));
                self.choose(is_invalid, nan, chosen)
            }
        }
    }

    /// One of two numbers as C's functions have it: of equal ones the second, but for `fminl`.
    pub(super) fn number_of_c(
        &mut self,
        smaller: bool,
        format: FloatFormat,
        [a, b]: [Term; 2],
        [x, y]: [Term; 2],
    ) -> Term {
        if smaller && format == FloatFormat::X87 {
            let second_wins = self.store.fp_lt(y, x);
            return self.choose(second_wins, b, a);
        }
        let first_wins = if smaller { self.store.fp_lt(x, y) } else { self.store.fp_lt(y, x) };
        self.choose(first_wins, a, b)
    }

    /// One of two numbers, -0 less than +0.
    fn ordered(&mut self, smaller: bool, [a, b]: [Term; 2], [x, y]: [Term; 2], second_wins: Term) -> Term {
        let equal = self.store.fp_eq(x, y);
        let second_is_wanted_zero =
            if smaller { self.store.fp_is_negative(y) } else { self.store.fp_is_positive(y) };
        let tie = self.store.and(&[equal, second_is_wanted_zero]);
        let second = self.store.or(&[second_wins, tie]);
        self.choose(second, b, a)
    }
}
