//! Polynomials in several variables with exact dyadic coefficients.
//!
//! Variables are positions of terms in the graph of a query. All finite floats are dyadic, and what
//! rational operations make of dyadic numbers is a fraction of polynomials with dyadic
//! coefficients, so no other numbers are needed.
//!
//! Products grow fast: one that exceeds the limits is `None`, and the caller treats its value as a
//! variable of its own.

use std::collections::{BTreeMap, BTreeSet};
use ulpwise_domain::Dyadic;

/// Polynomials have at most so many terms.
const MAX_TERMS: usize = 200;
/// A product of powers has at most this degree.
const MAX_DEGREE: u32 = 40;
/// Coefficients have at most so many bits.
const MAX_BITS: usize = 1 << 16;

/// A product of powers of variables: variables ascend, exponents are not zero.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(crate) struct Monomial(Vec<(usize, u32)>);

impl Monomial {
    /// The sum of all exponents.
    pub(crate) fn degree(&self) -> u32 {
        self.0.iter().map(|(_, exponent)| exponent).sum()
    }

    pub(crate) fn variables(&self) -> impl Iterator<Item = usize> {
        self.0.iter().map(|(variable, _)| *variable)
    }

    fn times(&self, other: &Monomial) -> Monomial {
        let mut powers: BTreeMap<usize, u32> = self.0.iter().copied().collect();
        for &(variable, exponent) in &other.0 {
            *powers.entry(variable).or_insert(0) += exponent;
        }
        Monomial(powers.into_iter().collect())
    }
}

/// A sum of monomials times coefficients, none of which is zero.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Polynomial {
    terms: BTreeMap<Monomial, Dyadic>,
}

impl Polynomial {
    pub(crate) fn constant(value: Dyadic) -> Polynomial {
        let mut polynomial = Polynomial::default();
        polynomial.add_term(Monomial::default(), value);
        polynomial
    }

    pub(crate) fn variable(variable: usize) -> Polynomial {
        let mut polynomial = Polynomial::default();
        polynomial.add_term(Monomial(vec![(variable, 1)]), Dyadic::from_i64(1));
        polynomial
    }

    fn add_term(&mut self, monomial: Monomial, coefficient: Dyadic) {
        let sum = match self.terms.remove(&monomial) {
            Some(known) => known.plus(&coefficient),
            None => coefficient,
        };
        if !sum.is_zero() {
            self.terms.insert(monomial, sum);
        }
    }

    pub(crate) fn terms(&self) -> impl Iterator<Item = (&Monomial, &Dyadic)> {
        self.terms.iter()
    }

    /// The value, if no variable occurs.
    pub(crate) fn as_constant(&self) -> Option<Dyadic> {
        match self.terms.len() {
            0 => Some(Dyadic::ZERO),
            1 => self.terms.get(&Monomial::default()).cloned(),
            _ => None,
        }
    }

    pub(crate) fn is_zero(&self) -> bool {
        self.terms.is_empty()
    }

    /// The variables that occur.
    pub(crate) fn variables(&self) -> BTreeSet<usize> {
        self.terms.keys().flat_map(Monomial::variables).collect()
    }

    /// The largest degree of a term.
    pub(crate) fn degree(&self) -> u32 {
        self.terms.keys().map(Monomial::degree).max().unwrap_or(0)
    }

    pub(crate) fn plus(&self, other: &Polynomial) -> Option<Polynomial> {
        let mut sum = self.clone();
        for (monomial, coefficient) in &other.terms {
            sum.add_term(monomial.clone(), coefficient.clone());
        }
        sum.within_limits()
    }

    pub(crate) fn times(&self, other: &Polynomial) -> Option<Polynomial> {
        if self.degree() + other.degree() > MAX_DEGREE || self.terms.len() * other.terms.len() > 8 * MAX_TERMS
        {
            return None;
        }
        let mut product = Polynomial::default();
        for (left, a) in &self.terms {
            for (right, b) in &other.terms {
                product.add_term(left.times(right), a.times(b));
            }
        }
        product.within_limits()
    }

    pub(crate) fn scaled(&self, factor: &Dyadic) -> Option<Polynomial> {
        self.times(&Polynomial::constant(factor.clone()))
    }

    pub(crate) fn negated(&self) -> Polynomial {
        let terms = self.terms.iter().map(|(monomial, value)| (monomial.clone(), value.negated()));
        Polynomial { terms: terms.collect() }
    }

    fn within_limits(self) -> Option<Polynomial> {
        let fits = self.terms.len() <= MAX_TERMS && self.terms.values().all(|value| value.bits() <= MAX_BITS);
        fits.then_some(self)
    }

    /// The polynomial in one variable with these coefficients of rising powers; `None` if it is too
    /// large.
    pub(crate) fn in_variable(variable: usize, coefficients: &[Dyadic]) -> Option<Polynomial> {
        let mut polynomial = Polynomial::default();
        for (exponent, coefficient) in coefficients.iter().enumerate() {
            let powers = if exponent == 0 { Vec::new() } else { vec![(variable, exponent as u32)] };
            polynomial.add_term(Monomial(powers), coefficient.clone());
        }
        polynomial.within_limits()
    }

    /// What each power of a variable, from the zeroth to the highest, is multiplied by.
    pub(crate) fn by_powers_of(&self, variable: usize) -> Vec<Polynomial> {
        let mut powers: Vec<Polynomial> = vec![Polynomial::default()];
        for (monomial, coefficient) in &self.terms {
            let exponent = monomial
                .0
                .iter()
                .find(|(known, _)| *known == variable)
                .map_or(0, |(_, power)| *power as usize);
            if powers.len() <= exponent {
                powers.resize(exponent + 1, Polynomial::default());
            }
            let others = monomial.0.iter().copied().filter(|(known, _)| *known != variable).collect();
            powers[exponent].add_term(Monomial(others), coefficient.clone());
        }
        powers
    }

    /// The coefficients by rising powers, if `variable` is the only one that occurs.
    pub(crate) fn coefficients_in(&self, variable: usize) -> Option<Vec<Dyadic>> {
        let mut coefficients = vec![Dyadic::ZERO; self.degree() as usize + 1];
        for (monomial, coefficient) in &self.terms {
            match monomial.0[..] {
                [] => coefficients[0] = coefficient.clone(),
                [(only, exponent)] if only == variable => {
                    coefficients[exponent as usize] = coefficient.clone();
                }
                _ => return None,
            }
        }
        Some(coefficients)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(value: i64) -> Polynomial {
        Polynomial::constant(Dyadic::from_i64(value))
    }

    #[test]
    fn products_expand_and_cancel() {
        let (x, y) = (Polynomial::variable(1), Polynomial::variable(2));
        let difference = x.plus(&y.negated()).unwrap();
        let sum = x.plus(&y).unwrap();
        let squares = x.times(&x).unwrap().plus(&y.times(&y).unwrap().negated()).unwrap();
        assert_eq!(sum.times(&difference).unwrap(), squares);
        assert!(squares.plus(&squares.negated()).unwrap().is_zero());
        assert_eq!(squares.variables(), [1, 2].into());
        assert_eq!(squares.degree(), 2);
        assert_eq!(squares.coefficients_in(1), None);
        assert_eq!(number(7).as_constant(), Some(Dyadic::from_i64(7)));
        assert_eq!(Polynomial::default().as_constant(), Some(Dyadic::ZERO));
        assert_eq!(x.as_constant(), None);
    }

    #[test]
    fn coefficients_of_one_variable_are_in_order() {
        let x = Polynomial::variable(3);
        let p = x.times(&x).unwrap().scaled(&Dyadic::from_i64(5)).unwrap().plus(&number(-2)).unwrap();
        let expected = [-2, 0, 5].map(Dyadic::from_i64).to_vec();
        assert_eq!(p.coefficients_in(3), Some(expected));
        assert_eq!(number(4).coefficients_in(3), Some(vec![Dyadic::from_i64(4)]));
    }

    #[test]
    fn what_grows_too_large_is_refused() {
        let mut power = Polynomial::variable(0).plus(&number(1)).unwrap();
        for _ in 0..5 {
            power = power.times(&power).unwrap();
        }
        assert_eq!(power.degree(), 32);
        assert_eq!(power.times(&power), None);
        let many = (0..MAX_TERMS).try_fold(number(1), |sum, index| sum.plus(&Polynomial::variable(index)));
        assert_eq!(many, None);
    }
}
