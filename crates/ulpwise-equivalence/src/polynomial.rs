//! Rational functions with exact coefficients: what two programs compute before rounding.
//!
//! What is absent: common divisors are not cancelled. Two fractions are equal where their cross
//! products are.

use std::collections::BTreeMap;
use ulpwise_float::Rational;

/// Products of powers: the numbers of what is multiplied, each with its exponent, in order.
type Monomial = Vec<(usize, u32)>;

/// More terms than this are not followed.
const MOST_TERMS: usize = 600;

/// A polynomial; no coefficient is zero.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Polynomial {
    terms: BTreeMap<Monomial, Rational>,
}

impl Polynomial {
    pub(crate) fn constant(number: Rational) -> Polynomial {
        let mut polynomial = Polynomial::default();
        polynomial.add_term(Vec::new(), number);
        polynomial
    }

    pub(crate) fn variable(number: usize) -> Polynomial {
        Polynomial { terms: BTreeMap::from([(vec![(number, 1)], Rational::ONE)]) }
    }

    fn add_term(&mut self, monomial: Monomial, number: Rational) {
        let sum = self.terms.remove(&monomial).unwrap_or(Rational::ZERO) + number;
        if sum != Rational::ZERO {
            self.terms.insert(monomial, sum);
        }
    }

    pub(crate) fn is_zero(&self) -> bool {
        self.terms.is_empty()
    }

    /// Its value, if it has no variables.
    pub(crate) fn as_constant(&self) -> Option<Rational> {
        match self.terms.len() {
            0 => Some(Rational::ZERO),
            1 => self.terms.get(&Vec::new()).cloned(),
            _ => None,
        }
    }

    pub(crate) fn plus(&self, other: &Polynomial) -> Option<Polynomial> {
        let mut sum = self.clone();
        for (monomial, number) in &other.terms {
            sum.add_term(monomial.clone(), number.clone());
        }
        (sum.terms.len() <= MOST_TERMS).then_some(sum)
    }

    pub(crate) fn scaled(&self, by: &Rational) -> Polynomial {
        if *by == Rational::ZERO {
            return Polynomial::default();
        }
        let terms = self.terms.iter().map(|(monomial, number)| (monomial.clone(), number * by));
        Polynomial { terms: terms.collect() }
    }

    pub(crate) fn negated(&self) -> Polynomial {
        self.scaled(&-Rational::ONE)
    }

    pub(crate) fn times(&self, other: &Polynomial) -> Option<Polynomial> {
        if self.terms.len().saturating_mul(other.terms.len()) > 20 * MOST_TERMS {
            return None;
        }
        let mut product = Polynomial::default();
        for (first, a) in &self.terms {
            for (second, b) in &other.terms {
                let mut powers: BTreeMap<usize, u32> = first.iter().copied().collect();
                for &(variable, exponent) in second {
                    let power = powers.entry(variable).or_insert(0);
                    *power = power.checked_add(exponent)?;
                }
                product.add_term(powers.into_iter().collect(), a * b);
            }
        }
        (product.terms.len() <= MOST_TERMS).then_some(product)
    }

    /// The terms: the powers that are multiplied, and the coefficient.
    pub(crate) fn terms(&self) -> impl Iterator<Item = (&[(usize, u32)], &Rational)> {
        self.terms.iter().map(|(monomial, number)| (monomial.as_slice(), number))
    }
}

/// One polynomial over another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fraction {
    pub(crate) over: Polynomial,
    pub(crate) under: Polynomial,
}

impl Fraction {
    pub(crate) fn of_polynomial(over: Polynomial) -> Fraction {
        Fraction { over, under: Polynomial::constant(Rational::ONE) }
    }

    /// A fraction whose denominator is a polynomial, or one.
    fn reduced(over: Polynomial, under: Polynomial) -> Option<Fraction> {
        match under.as_constant() {
            Some(number) if number == Rational::ZERO => None,
            Some(number) => Some(Fraction::of_polynomial(over.scaled(&(Rational::ONE / number)))),
            None => Some(Fraction { over, under }),
        }
    }

    pub(crate) fn negated(&self) -> Fraction {
        Fraction { over: self.over.negated(), under: self.under.clone() }
    }

    pub(crate) fn plus(&self, other: &Fraction) -> Option<Fraction> {
        if self.under == other.under {
            return Some(Fraction { over: self.over.plus(&other.over)?, under: self.under.clone() });
        }
        let over = self.over.times(&other.under)?.plus(&other.over.times(&self.under)?)?;
        Fraction::reduced(over, self.under.times(&other.under)?)
    }

    pub(crate) fn times(&self, other: &Fraction) -> Option<Fraction> {
        Fraction::reduced(self.over.times(&other.over)?, self.under.times(&other.under)?)
    }

    pub(crate) fn over(&self, other: &Fraction) -> Option<Fraction> {
        Fraction::reduced(self.over.times(&other.under)?, self.under.times(&other.over)?)
    }

    /// What lies between two of them, as a polynomial: nothing where denominators have variables and
    /// the two differ.
    pub(crate) fn gap(&self, other: &Fraction) -> Option<Polynomial> {
        let cross = self.over.times(&other.under)?.plus(&other.over.times(&self.under)?.negated())?;
        if cross.is_zero() {
            return Some(cross);
        }
        let under = self.under.as_constant()? * other.under.as_constant()?;
        (under != Rational::ZERO).then(|| cross.scaled(&(Rational::ONE / under)))
    }
}
