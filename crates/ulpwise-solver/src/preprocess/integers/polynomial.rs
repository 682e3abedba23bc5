//! Integers as polynomials over integers that are not looked into, so that equal ones are seen to
//! be equal however they were computed.

use super::range::IntegerRange;
use std::collections::BTreeMap;
use ulpwise_expr::Term;

/// How many monomials a polynomial may have, of which degree, with which coefficients. What is
/// larger gains nothing from its form.
const MAX_MONOMIALS: usize = 48;
const MAX_DEGREE: usize = 4;
const MAX_COEFFICIENT: u128 = 1 << 62;

/// A sum of products of bit-vectors, which are read as signed numbers, and a constant. No
/// coefficient is zero.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Polynomial {
    /// By the factors, ascending.
    monomials: BTreeMap<Vec<Term>, i128>,
    constant: i128,
}

impl Polynomial {
    pub(super) fn constant(value: i128) -> Polynomial {
        Polynomial { monomials: BTreeMap::new(), constant: value }
    }

    /// A bit-vector that is not looked into.
    pub(super) fn atom(term: Term) -> Polynomial {
        Polynomial { monomials: BTreeMap::from([(vec![term], 1)]), constant: 0 }
    }

    /// The bit-vector, if this is nothing else.
    pub(super) fn as_atom(&self) -> Option<Term> {
        let mut monomials = self.monomials.iter();
        match (monomials.next(), monomials.next(), self.constant) {
            (Some((factors, 1)), None, 0) if factors.len() == 1 => Some(factors[0]),
            _ => None,
        }
    }

    pub(super) fn monomials(&self) -> impl Iterator<Item = (&[Term], i128)> {
        self.monomials.iter().map(|(factors, &coefficient)| (factors.as_slice(), coefficient))
    }

    pub(super) fn constant_part(&self) -> i128 {
        self.constant
    }

    fn checked(self) -> Option<Polynomial> {
        let fits = self.monomials.len() <= MAX_MONOMIALS
            && self.constant.unsigned_abs() <= MAX_COEFFICIENT
            && self.monomials.iter().all(|(factors, coefficient)| {
                factors.len() <= MAX_DEGREE && coefficient.unsigned_abs() <= MAX_COEFFICIENT
            });
        fits.then_some(self)
    }

    pub(super) fn sum(&self, other: &Polynomial) -> Option<Polynomial> {
        let mut sum = self.clone();
        sum.constant += other.constant;
        for (factors, coefficient) in &other.monomials {
            sum.add(factors, *coefficient);
        }
        sum.checked()
    }

    fn add(&mut self, factors: &[Term], coefficient: i128) {
        let present = self.monomials.entry(factors.to_vec()).or_insert(0);
        *present += coefficient;
        if *present == 0 {
            self.monomials.remove(factors);
        }
    }

    pub(super) fn product(&self, other: &Polynomial) -> Option<Polynomial> {
        let mut product = self.scaled(other.constant)?;
        for (factors, coefficient) in &other.monomials {
            for (own, own_coefficient) in &self.monomials {
                let mut all: Vec<Term> = own.iter().chain(factors).copied().collect();
                all.sort_unstable();
                product.add(&all, own_coefficient.checked_mul(*coefficient)?);
            }
            product.add(factors, self.constant.checked_mul(*coefficient)?);
            // A sum of a few such products fits 128 bits only while they are small.
            product = product.checked()?;
        }
        Some(product)
    }

    pub(super) fn scaled(&self, by: i128) -> Option<Polynomial> {
        if by == 0 {
            return Some(Polynomial::constant(0));
        }
        let mut scaled = self.clone();
        scaled.constant = scaled.constant.checked_mul(by)?;
        for coefficient in scaled.monomials.values_mut() {
            *coefficient = coefficient.checked_mul(by)?;
        }
        scaled.checked()
    }

    pub(super) fn difference(&self, other: &Polynomial) -> Option<Polynomial> {
        self.sum(&other.scaled(-1)?)
    }

    /// Between what its values lie, if the ranges of the bit-vectors are known, and the width that
    /// holds all that is met on the way: products from the left, the coefficient last; then sums,
    /// the constant last.
    pub(super) fn ranges(
        &self,
        mut of: impl FnMut(Term) -> Option<IntegerRange>,
    ) -> Option<(IntegerRange, u32)> {
        let mut sum = IntegerRange::only(0)?;
        let mut width = 1;
        for (factors, &coefficient) in &self.monomials {
            let mut product = IntegerRange::only(1)?;
            for &factor in factors {
                let range = of(factor)?;
                product = product.product(range)?;
                width = width.max(range.width()).max(product.width());
            }
            let coefficient = IntegerRange::only(coefficient)?;
            product = product.product(coefficient)?;
            sum = sum.sum(product)?;
            width = width.max(coefficient.width()).max(product.width()).max(sum.width());
        }
        let constant = IntegerRange::only(self.constant)?;
        sum = sum.sum(constant)?;
        Some((sum, width.max(constant.width()).max(sum.width())))
    }

    /// The monomials over their greatest common divisor, the first with a positive coefficient, and
    /// that divisor, negative if the sign changed. `None` for a constant.
    pub(super) fn primitive(&self) -> Option<(Polynomial, i128)> {
        let first = self.monomials.values().next()?;
        let mut divisor = self.monomials.values().fold(0, |divisor, value| gcd(divisor, value.abs()));
        if *first < 0 {
            divisor = -divisor;
        }
        let monomials =
            self.monomials.iter().map(|(factors, value)| (factors.clone(), value / divisor)).collect();
        Some((Polynomial { monomials, constant: 0 }, divisor))
    }

    /// The monomials with positive coefficients, and those with negative ones, negated.
    pub(super) fn by_sign(&self) -> (Polynomial, Polynomial) {
        let mut positive = Polynomial::default();
        let mut negative = Polynomial::default();
        for (factors, &coefficient) in &self.monomials {
            let part = if coefficient > 0 { &mut positive } else { &mut negative };
            part.monomials.insert(factors.clone(), coefficient.abs());
        }
        (positive, negative)
    }

    pub(super) fn with_constant(mut self, constant: i128) -> Polynomial {
        self.constant = constant;
        self
    }
}

fn gcd(mut a: i128, mut b: i128) -> i128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;
    use ulpwise_expr::{Sort, TermStore};

    #[test]
    fn products_of_sums_have_one_form() {
        let mut store = TermStore::new();
        let [x, y] = ["x", "y"].map(|name| Polynomial::atom(store.variable(name, Sort::BitVec(8))));
        let (sum, difference) = (x.sum(&y).unwrap(), x.difference(&y).unwrap());
        let squares = x.product(&x).unwrap().difference(&y.product(&y).unwrap()).unwrap();
        assert_eq!(sum.product(&difference), Some(squares.clone()));
        assert_eq!(squares.difference(&squares), Some(Polynomial::constant(0)));
        let (primitive, divisor) = squares.scaled(-6).unwrap().with_constant(4).primitive().unwrap();
        assert_eq!((primitive, divisor), (squares.clone(), -6));
        let (range, width) = squares.ranges(|_| IntegerRange::new(-3, 2)).unwrap();
        assert_eq!((range, width), (IntegerRange::new(-15, 15).unwrap(), 5));
        assert_eq!(x.scaled(1 << 63), None);
    }
}
