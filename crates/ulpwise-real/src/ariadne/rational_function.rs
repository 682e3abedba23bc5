//! Fractions of polynomials: what + - * / make of variables and constants over the reals.
//!
//! Fractions are not reduced: greatest common divisors of polynomials in several variables cost
//! more than they save here. Where a denominator is a constant power of two, it goes into the
//! coefficients.

use super::polynomial::Polynomial;
use std::collections::BTreeSet;
use ulpwise_domain::Dyadic;

/// A polynomial over another one that is not the zero polynomial.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct RationalFunction {
    pub(crate) numerator: Polynomial,
    pub(crate) denominator: Polynomial,
}

impl RationalFunction {
    pub(crate) fn constant(value: Dyadic) -> RationalFunction {
        RationalFunction::from(Polynomial::constant(value))
    }

    pub(crate) fn variable(variable: usize) -> RationalFunction {
        RationalFunction::from(Polynomial::variable(variable))
    }

    /// The fraction, with the denominator 1 where that is possible; `None` if it is zero or limits
    /// are exceeded.
    fn new(numerator: Polynomial, denominator: Polynomial) -> Option<RationalFunction> {
        if denominator.is_zero() {
            return None;
        }
        let inverse = denominator.as_constant().and_then(|constant| {
            let inverse = Dyadic::power_of_two(-constant.log2_of_magnitude()?);
            Some(if constant.is_negative() { inverse.negated() } else { inverse })
        });
        match inverse {
            Some(inverse) => Some(RationalFunction::from(numerator.scaled(&inverse)?)),
            None => Some(RationalFunction { numerator, denominator }),
        }
    }

    pub(crate) fn plus(&self, other: &RationalFunction) -> Option<RationalFunction> {
        if self.denominator == other.denominator {
            return RationalFunction::new(self.numerator.plus(&other.numerator)?, self.denominator.clone());
        }
        let left = self.numerator.times(&other.denominator)?;
        let right = other.numerator.times(&self.denominator)?;
        RationalFunction::new(left.plus(&right)?, self.denominator.times(&other.denominator)?)
    }

    pub(crate) fn minus(&self, other: &RationalFunction) -> Option<RationalFunction> {
        self.plus(&other.negated())
    }

    pub(crate) fn negated(&self) -> RationalFunction {
        RationalFunction { numerator: self.numerator.negated(), denominator: self.denominator.clone() }
    }

    pub(crate) fn times(&self, other: &RationalFunction) -> Option<RationalFunction> {
        let numerator = self.numerator.times(&other.numerator)?;
        RationalFunction::new(numerator, self.denominator.times(&other.denominator)?)
    }

    pub(crate) fn divided_by(&self, other: &RationalFunction) -> Option<RationalFunction> {
        let numerator = self.numerator.times(&other.denominator)?;
        RationalFunction::new(numerator, self.denominator.times(&other.numerator)?)
    }

    /// The variables that occur.
    pub(crate) fn variables(&self) -> BTreeSet<usize> {
        let mut variables = self.numerator.variables();
        variables.append(&mut self.denominator.variables());
        variables
    }

    /// The numerator, if it is linear and the denominator a constant, with that constant.
    pub(crate) fn as_linear(&self) -> Option<(&Polynomial, Dyadic)> {
        let divisor = self.denominator.as_constant()?;
        (self.numerator.degree() <= 1).then_some((&self.numerator, divisor))
    }
}

impl From<Polynomial> for RationalFunction {
    fn from(numerator: Polynomial) -> RationalFunction {
        let denominator = Polynomial::constant(Dyadic::from_i64(1));
        RationalFunction { numerator, denominator }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(value: i64) -> RationalFunction {
        RationalFunction::constant(Dyadic::from_i64(value))
    }

    #[test]
    fn fractions_add_and_divide() {
        let x = RationalFunction::variable(0);
        // x/3 + 1/x = (x² + 3)/(3x)
        let third = x.divided_by(&number(3)).unwrap();
        let sum = third.plus(&number(1).divided_by(&x).unwrap()).unwrap();
        let square = x.times(&x).unwrap();
        assert_eq!(sum.numerator, square.plus(&number(3)).unwrap().numerator);
        assert_eq!(sum.denominator, x.times(&number(3)).unwrap().numerator);
        assert_eq!(sum.as_linear(), None);
        assert_eq!(third.as_linear().map(|(_, divisor)| divisor), Some(Dyadic::from_i64(3)));
    }

    #[test]
    fn powers_of_two_leave_the_denominator() {
        let x = RationalFunction::variable(0);
        let half = x.divided_by(&number(-2)).unwrap();
        assert_eq!(half.denominator.as_constant(), Some(Dyadic::from_i64(1)));
        assert_eq!(half.times(&number(-2)), Some(x.clone()));
    }

    #[test]
    fn nothing_is_divided_by_zero() {
        let x = RationalFunction::variable(0);
        assert_eq!(x.divided_by(&x.minus(&x).unwrap()), None);
    }
}
