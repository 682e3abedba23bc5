//! Polynomials in one variable with integer coefficients.
//!
//! Callers need signs only, so a polynomial may be replaced by a positive multiple of itself:
//! coefficients have no common divisor.

use dashu_int::ops::Gcd;
use std::cmp::Ordering;
use ulpwise_domain::Dyadic;
use ulpwise_float::{Integer, Natural};

/// Coefficients by rising powers; the last one is not zero. None at all make the zero polynomial.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Univariate {
    coefficients: Vec<Integer>,
}

impl Univariate {
    /// The polynomial without the common divisor of its coefficients.
    pub(crate) fn new(mut coefficients: Vec<Integer>) -> Univariate {
        while coefficients.last().is_some_and(Integer::is_zero) {
            coefficients.pop();
        }
        let mut content = Natural::ZERO;
        for coefficient in &coefficients {
            content = if content.is_zero() {
                Natural::try_from(absolute(coefficient)).unwrap_or(Natural::ZERO)
            } else {
                Gcd::gcd(coefficient, Integer::from(content))
            };
            if content.is_one() {
                break;
            }
        }
        if !content.is_zero() && !content.is_one() {
            let content = Integer::from(content);
            for coefficient in &mut coefficients {
                *coefficient = &*coefficient / &content;
            }
        }
        Univariate { coefficients }
    }

    /// A positive multiple of the polynomial with these coefficients.
    pub(crate) fn from_dyadics(coefficients: &[Dyadic]) -> Univariate {
        let exponents = coefficients.iter().filter(|value| !value.is_zero()).map(|value| value.parts().1);
        let least = exponents.min().unwrap_or(0);
        let integer = |value: &Dyadic| {
            let (mantissa, exponent) = value.parts();
            if mantissa.is_zero() { Integer::ZERO } else { mantissa.clone() << (exponent - least) as usize }
        };
        Univariate::new(coefficients.iter().map(integer).collect())
    }

    /// The degree; that of the zero polynomial counts as 0.
    pub(crate) fn degree(&self) -> usize {
        self.coefficients.len().saturating_sub(1)
    }

    pub(crate) fn is_zero(&self) -> bool {
        self.coefficients.is_empty()
    }

    /// The sign of the value at a point.
    pub(crate) fn sign_at(&self, point: &Dyadic) -> Ordering {
        let (mantissa, exponent) = point.parts();
        // With x = m·2^-s the value times 2^(s·degree) is an integer: the coefficient of x^i is
        // shifted by s·(degree - i).
        let (factor, shift) = if exponent >= 0 {
            (mantissa.clone() << exponent as usize, 0)
        } else {
            (mantissa.clone(), exponent.unsigned_abs() as usize)
        };
        let mut value = Integer::ZERO;
        for (number, coefficient) in self.coefficients.iter().rev().enumerate() {
            value = value * &factor + (coefficient.clone() << (shift * number));
        }
        value.cmp(&Integer::ZERO)
    }

    pub(crate) fn derivative(&self) -> Univariate {
        let terms = self.coefficients.iter().enumerate().skip(1);
        Univariate::new(terms.map(|(power, coefficient)| coefficient * Integer::from(power)).collect())
    }

    pub(crate) fn negated(&self) -> Univariate {
        Univariate { coefficients: self.coefficients.iter().map(|coefficient| -coefficient).collect() }
    }

    /// A positive multiple of the remainder of the division by a polynomial that is not zero.
    pub(crate) fn remainder(&self, divisor: &Univariate) -> Univariate {
        self.divided_by(divisor).1
    }

    /// Multiples of quotient and remainder; that of the remainder is positive, and so is that of
    /// the quotient if the remainder is zero.
    pub(crate) fn divided_by(&self, divisor: &Univariate) -> (Univariate, Univariate) {
        let Some(leading) = divisor.coefficients.last() else { return (divisor.clone(), self.clone()) };
        let (magnitude, is_negative) = (absolute(leading), *leading < Integer::ZERO);
        let mut rest = self.coefficients.clone();
        let mut quotient = vec![Integer::ZERO; (rest.len() + 1).saturating_sub(divisor.coefficients.len())];
        while rest.len() >= divisor.coefficients.len() {
            let shift = rest.len() - divisor.coefficients.len();
            let Some(top) = rest.pop() else { break };
            let top = if is_negative { -top } else { top };
            // Everything is multiplied by |leading|, so that the division stays among integers.
            for coefficient in rest.iter_mut().chain(&mut quotient) {
                *coefficient *= &magnitude;
            }
            for (index, coefficient) in divisor.coefficients[..divisor.degree()].iter().enumerate() {
                rest[shift + index] -= &top * coefficient;
            }
            quotient[shift] += top;
        }
        (Univariate::new(quotient), Univariate::new(rest))
    }
}

fn absolute(value: &Integer) -> Integer {
    if *value < Integer::ZERO { -value } else { value.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn polynomial(coefficients: &[i64]) -> Univariate {
        Univariate::new(coefficients.iter().map(|&value| Integer::from(value)).collect())
    }

    #[test]
    fn common_divisors_are_dropped_and_signs_kept() {
        assert_eq!(polynomial(&[-6, 0, 9, 0]), polynomial(&[-2, 0, 3]));
        assert_eq!(polynomial(&[0, -4]).degree(), 1);
        assert_eq!(polynomial(&[0, -4]).sign_at(&Dyadic::from_i64(1)), Ordering::Less);
        assert!(polynomial(&[0, 0]).is_zero());
        let dyadics = [0.75, 0.0, -1.5].map(|value| Dyadic::from_f64(value).unwrap());
        assert_eq!(Univariate::from_dyadics(&dyadics), polynomial(&[1, 0, -2]));
    }

    #[test]
    fn signs_are_exact_next_to_a_root() {
        // x² - 2 at the floats around the square root of two.
        let p = polynomial(&[-2, 0, 1]);
        let root = 2f64.sqrt();
        let sign = |value: f64| p.sign_at(&Dyadic::from_f64(value).unwrap());
        assert_eq!(sign(root), Ordering::Greater);
        assert_eq!(sign(root.next_down()), Ordering::Less);
        assert_eq!(polynomial(&[-9, 0, 4]).sign_at(&Dyadic::from_f64(1.5).unwrap()), Ordering::Equal);
        assert_eq!(polynomial(&[1, 1]).sign_at(&Dyadic::from_f64(-1e300).unwrap()), Ordering::Less);
        assert_eq!(polynomial(&[0, 1]).sign_at(&Dyadic::from_f64(5e-324).unwrap()), Ordering::Greater);
    }

    #[test]
    fn division_keeps_signs() {
        // x³ - 1 = (x - 1)(x² + x + 1), also by the opposite divisor.
        let (quotient, rest) = polynomial(&[-1, 0, 0, 1]).divided_by(&polynomial(&[-1, 1]));
        assert_eq!((quotient, rest.is_zero()), (polynomial(&[1, 1, 1]), true));
        let (quotient, rest) = polynomial(&[-1, 0, 0, 1]).divided_by(&polynomial(&[1, -1]));
        assert_eq!((quotient, rest.is_zero()), (polynomial(&[-1, -1, -1]), true));
        // x² modulo 1 - 2x is 1/4, whatever the sign of the divisor.
        assert_eq!(polynomial(&[0, 0, 1]).remainder(&polynomial(&[1, -2])), polynomial(&[1]));
        assert_eq!(polynomial(&[0, 0, 1]).remainder(&polynomial(&[-1, 2])), polynomial(&[1]));
        assert_eq!(polynomial(&[5, 1]).remainder(&polynomial(&[0, 0, 1])), polynomial(&[5, 1]));
        assert_eq!(polynomial(&[1, 2, 3]).derivative(), polynomial(&[1, 3]));
    }
}
