//! Linear forms: a sum of columns times coefficients, plus something between two numbers.
//!
//! The last part holds the constant and all rounding errors on the way. It is only ever widened.

use ulpwise_domain::Dyadic;
use ulpwise_lp::Limits;

/// Coefficients and error ends with more bits are shortened, for otherwise they would grow with the
/// depth of terms.
const MAX_BITS: usize = 128;
const SHORT_BITS: usize = 64;

/// Σ coefficient·column + e with `low <= e <= high`. Columns ascend, coefficients are not zero.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LinearForm {
    pub(crate) coefficients: Vec<(usize, Dyadic)>,
    pub(crate) low: Dyadic,
    pub(crate) high: Dyadic,
}

impl LinearForm {
    pub(crate) fn constant(value: Dyadic) -> LinearForm {
        LinearForm { coefficients: Vec::new(), low: value.clone(), high: value }
    }

    pub(crate) fn column(column: usize) -> LinearForm {
        LinearForm {
            coefficients: vec![(column, Dyadic::from_i64(1))],
            low: Dyadic::ZERO,
            high: Dyadic::ZERO,
        }
    }

    /// The value, if it is a constant.
    pub(crate) fn as_constant(&self) -> Option<&Dyadic> {
        (self.coefficients.is_empty() && self.low == self.high).then_some(&self.low)
    }

    pub(crate) fn plus(&self, other: &LinearForm) -> LinearForm {
        let mut coefficients = Vec::with_capacity(self.coefficients.len() + other.coefficients.len());
        let (mut left, mut right) =
            (self.coefficients.iter().peekable(), other.coefficients.iter().peekable());
        loop {
            let column = match (left.peek(), right.peek()) {
                (Some(a), Some(b)) => a.0.min(b.0),
                (Some(a), None) => a.0,
                (None, Some(b)) => b.0,
                (None, None) => break,
            };
            let a = left.next_if(|(c, _)| *c == column).map(|(_, value)| value);
            let b = right.next_if(|(c, _)| *c == column).map(|(_, value)| value);
            let sum = match (a, b) {
                (Some(a), Some(b)) => a.plus(b),
                (Some(value), None) | (None, Some(value)) => value.clone(),
                (None, None) => Dyadic::ZERO,
            };
            if !sum.is_zero() {
                coefficients.push((column, sum));
            }
        }
        LinearForm { coefficients, low: self.low.plus(&other.low), high: self.high.plus(&other.high) }
    }

    pub(crate) fn times(&self, factor: &Dyadic) -> LinearForm {
        if factor.is_zero() {
            return LinearForm::constant(Dyadic::ZERO);
        }
        let (first, second) = (self.low.times(factor), self.high.times(factor));
        let (low, high) = if factor.is_negative() { (second, first) } else { (first, second) };
        let coefficients = self.coefficients.iter().map(|(column, value)| (*column, value.times(factor)));
        LinearForm { coefficients: coefficients.collect(), low, high }
    }

    pub(crate) fn negated(&self) -> LinearForm {
        self.times(&Dyadic::from_i64(-1))
    }

    pub(crate) fn minus(&self, other: &LinearForm) -> LinearForm {
        self.plus(&other.negated())
    }

    /// The form plus something between two numbers.
    pub(crate) fn widened(mut self, low: &Dyadic, high: &Dyadic) -> LinearForm {
        self.low = self.low.plus(low);
        self.high = self.high.plus(high);
        self
    }

    /// The same with short numbers; what is cut off goes into the last part. Coefficients of
    /// columns without bounds stay as they are.
    pub(crate) fn shortened(mut self, columns: &[Limits]) -> LinearForm {
        for (column, coefficient) in &mut self.coefficients {
            let Limits { low: Some(low), high: Some(high) } = &columns[*column] else { continue };
            if coefficient.bits() > MAX_BITS {
                let short = coefficient.shortened_down(SHORT_BITS);
                // The rest is not negative.
                let rest = coefficient.minus(&short);
                self.low = self.low.plus(&rest.times(low));
                self.high = self.high.plus(&rest.times(high));
                *coefficient = short;
            }
        }
        self.coefficients.retain(|(_, coefficient)| !coefficient.is_zero());
        if self.low.bits() > MAX_BITS || self.high.bits() > MAX_BITS {
            self.low = self.low.shortened_down(SHORT_BITS);
            self.high = self.high.shortened_up(SHORT_BITS);
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(value: f64) -> Dyadic {
        Dyadic::from_f64(value).unwrap()
    }

    #[test]
    fn sums_merge_columns_and_drop_zeros() {
        let x = LinearForm::column(0);
        let y = LinearForm::column(3).times(&number(-2.0)).widened(&number(-1.0), &number(0.5));
        let sum = x.plus(&y).plus(&x);
        assert_eq!(sum.coefficients, [(0, number(2.0)), (3, number(-2.0))]);
        assert_eq!((sum.low.clone(), sum.high.clone()), (number(-1.0), number(0.5)));
        // Errors are independent: they do not cancel.
        let difference = sum.minus(&sum);
        assert_eq!(difference.coefficients, []);
        assert_eq!((difference.low, difference.high), (number(-1.5), number(1.5)));
    }

    #[test]
    fn shortening_encloses() {
        let long = number(1.0).plus(&Dyadic::power_of_two(-200));
        let columns = [Limits::between(number(-1.0), number(3.0))];
        let form = LinearForm::column(0).times(&long).shortened(&columns);
        assert_eq!(form.coefficients, [(0, number(1.0))]);
        let rest = Dyadic::power_of_two(-200);
        assert!(form.low <= rest.negated() && form.high >= rest.times(&number(3.0)));
    }
}
