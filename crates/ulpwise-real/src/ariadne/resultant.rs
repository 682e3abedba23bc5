//! The resultant of two polynomials in two variables: a polynomial in one of them that vanishes
//! where both do.
//!
//! It is the determinant of Sylvester's matrix, whose entries are polynomials in the variable that
//! stays. It is computed at integers, without fractions, and interpolated exactly.

use super::polynomial::Polynomial;
use ulpwise_base::{Budget, Exhausted};
use ulpwise_domain::Dyadic;
use ulpwise_float::{Integer, Rational};

/// Resultants of a higher degree, or of larger matrices, are not computed.
const MAX_DEGREE: usize = 40;
const MAX_ROWS: usize = 14;

/// The resultant of two polynomials in `kept` and `eliminated` with respect to the latter, as
/// coefficients of rising powers up to a common factor; `None` if there are other variables, it is
/// too large, or vanishes.
///
/// # Errors
/// If the budget ends.
pub(crate) fn resultant(
    polynomials: [&Polynomial; 2],
    kept: usize,
    eliminated: usize,
    budget: &Budget,
) -> Result<Option<Vec<Integer>>, Exhausted> {
    let Some([p, q]) = integer_matrices(polynomials, kept, eliminated) else { return Ok(None) };
    let (rows_of_p, rows_of_q) = (q.len() - 1, p.len() - 1);
    let degree_in_kept =
        |coefficients: &[Vec<Integer>]| coefficients.iter().map(Vec::len).max().unwrap_or(1) - 1;
    let degree = rows_of_p * degree_in_kept(&p) + rows_of_q * degree_in_kept(&q);
    if rows_of_p + rows_of_q > MAX_ROWS || rows_of_p.min(rows_of_q) == 0 || degree > MAX_DEGREE {
        return Ok(None);
    }
    let mut points = Vec::with_capacity(degree + 1);
    for number in 0..=degree as i64 {
        budget.check(0)?;
        // 0, 1, -1, 2, -2, …
        let point = Integer::from(if number % 2 == 0 { -number / 2 } else { (number + 1) / 2 });
        let [p, q] = [&p, &q].map(|coefficients| values(coefficients, &point));
        points.push((point, determinant(sylvester(&p, &q))));
    }
    let coefficients = interpolated(&points);
    Ok(coefficients.iter().any(|coefficient| !coefficient.is_zero()).then_some(coefficients))
}

/// Coefficients by powers of the eliminated variable, each by powers of the kept one, as integers.
fn integer_matrices(
    polynomials: [&Polynomial; 2],
    kept: usize,
    eliminated: usize,
) -> Option<[Vec<Vec<Integer>>; 2]> {
    let matrix = |polynomial: &Polynomial| {
        let least = polynomial.terms().map(|(_, coefficient)| coefficient.parts().1).min()?;
        let rows = polynomial.by_powers_of(eliminated).into_iter();
        rows.map(|row| {
            let integer = |value: &Dyadic| {
                let (mantissa, exponent) = value.parts();
                if mantissa.is_zero() {
                    Integer::ZERO
                } else {
                    mantissa.clone() << (exponent - least) as usize
                }
            };
            Some(row.coefficients_in(kept)?.iter().map(integer).collect())
        })
        .collect::<Option<Vec<Vec<Integer>>>>()
    };
    Some([matrix(polynomials[0])?, matrix(polynomials[1])?])
}

/// The coefficients of the eliminated variable, at one value of the kept one.
fn values(coefficients: &[Vec<Integer>], point: &Integer) -> Vec<Integer> {
    let value = |row: &Vec<Integer>| {
        row.iter().rev().fold(Integer::ZERO, |sum, coefficient| sum * point + coefficient)
    };
    coefficients.iter().map(value).collect()
}

/// Sylvester's matrix of two polynomials by their coefficients.
fn sylvester(p: &[Integer], q: &[Integer]) -> Vec<Vec<Integer>> {
    let size = p.len() + q.len() - 2;
    let rows = |coefficients: &[Integer], count: usize| -> Vec<Vec<Integer>> {
        (0..count)
            .map(|shift| {
                let mut row = vec![Integer::ZERO; size];
                for (place, coefficient) in coefficients.iter().rev().enumerate() {
                    row[shift + place] = coefficient.clone();
                }
                row
            })
            .collect()
    };
    let mut matrix = rows(p, q.len() - 1);
    matrix.extend(rows(q, p.len() - 1));
    matrix
}

/// The determinant by Bareiss' elimination: every division is exact.
fn determinant(mut matrix: Vec<Vec<Integer>>) -> Integer {
    let size = matrix.len();
    let (mut last_pivot, mut is_negative) = (Integer::ONE, false);
    for step in 0..size {
        let Some(row) = (step..size).find(|&row| !matrix[row][step].is_zero()) else { return Integer::ZERO };
        if row != step {
            matrix.swap(row, step);
            is_negative = !is_negative;
        }
        let (above, below) = matrix.split_at_mut(step + 1);
        let pivot_row = &above[step];
        for row in below {
            for column in step + 1..size {
                let value = &row[column] * &pivot_row[step] - &row[step] * &pivot_row[column];
                row[column] = value / &last_pivot;
            }
        }
        last_pivot = matrix[step][step].clone();
    }
    if is_negative { -last_pivot } else { last_pivot }
}

/// Coefficients, without their denominators, of the polynomial with these values at these points:
/// by Newton's divided differences.
fn interpolated(points: &[(Integer, Integer)]) -> Vec<Integer> {
    let mut differences: Vec<Rational> =
        points.iter().map(|(_, value)| Rational::from(value.clone())).collect();
    for order in 1..points.len() {
        for index in (order..points.len()).rev() {
            let distance = Rational::from(&points[index].0 - &points[index - order].0);
            differences[index] = (&differences[index] - &differences[index - 1]) / distance;
        }
    }
    // Horner's rule: multiplied by x minus a point and increased by a difference, from the last one
    // on.
    let mut coefficients: Vec<Rational> = Vec::with_capacity(points.len());
    for ((point, _), difference) in points.iter().zip(&differences).rev() {
        let point = Rational::from(point.clone());
        coefficients.insert(0, Rational::ZERO);
        for index in 1..coefficients.len() {
            let moved = &coefficients[index] * &point;
            coefficients[index - 1] -= moved;
        }
        match coefficients.first_mut() {
            Some(constant) => *constant += difference,
            None => coefficients.push(difference.clone()),
        }
    }
    let mut denominator = Integer::ONE;
    for coefficient in &coefficients {
        let needed = Rational::from(denominator.clone()) * coefficient;
        denominator *= Integer::from(needed.denominator().clone());
    }
    let denominator = Rational::from(denominator);
    coefficients.iter().map(|coefficient| (coefficient * &denominator).numerator().clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ariadne::univariate::Univariate;

    fn variable(index: usize) -> Polynomial {
        Polynomial::variable(index)
    }

    fn number(value: i64) -> Polynomial {
        Polynomial::constant(Dyadic::from_i64(value))
    }

    fn sum(parts: &[Polynomial]) -> Polynomial {
        parts.iter().fold(number(0), |sum, part| sum.plus(part).unwrap())
    }

    fn product(parts: &[&Polynomial]) -> Polynomial {
        parts.iter().fold(number(1), |product, part| product.times(part).unwrap())
    }

    fn resultant_polynomial(p: &Polynomial, q: &Polynomial) -> Option<Univariate> {
        resultant([p, q], 0, 1, &Budget::unlimited()).unwrap().map(Univariate::new)
    }

    #[test]
    fn a_circle_and_a_line_meet_where_the_resultant_vanishes() {
        let (x, y) = (variable(0), variable(1));
        // x² + y² - 25 and x - y - 1: 2x² - 2x - 24 = 2(x - 4)(x + 3).
        let circle = sum(&[product(&[&x, &x]), product(&[&y, &y]), number(-25)]);
        let line = sum(&[x.clone(), y.negated(), number(-1)]);
        let expected = Univariate::new([-12, -1, 1].map(Integer::from).to_vec());
        let found = resultant_polynomial(&circle, &line).unwrap();
        assert!(found == expected || found == expected.negated(), "{found:?}");
    }

    #[test]
    fn common_roots_of_higher_degrees_are_roots() {
        let (x, y) = (variable(0), variable(1));
        // x²y + y³ - 39 and xy² - 2x - 7y + 7 are both zero at x = 2, y = 3.
        let p = sum(&[product(&[&x, &x, &y]), product(&[&y, &y, &y]), number(-39)]);
        let q = sum(&[
            product(&[&x, &y, &y]),
            product(&[&number(-2), &x]),
            product(&[&number(-7), &y]),
            number(7),
        ]);
        let found = resultant_polynomial(&p, &q).unwrap();
        assert!(found.sign_at(&Dyadic::from_i64(2)).is_eq());
        assert!(!found.sign_at(&Dyadic::from_i64(1)).is_eq());
        assert!(found.degree() >= 5);
    }

    #[test]
    fn a_common_factor_and_other_variables_give_nothing() {
        let (x, y, z) = (variable(0), variable(1), variable(2));
        let common = sum(&[x.clone(), y.clone()]);
        assert_eq!(resultant_polynomial(&product(&[&common, &x]), &product(&[&common, &y])), None);
        assert_eq!(
            resultant_polynomial(&sum(&[x.clone(), y.clone(), z]), &sum(&[x.clone(), y.negated()])),
            None
        );
        assert_eq!(resultant_polynomial(&x, &sum(&[x.clone(), y])), None);
    }
}
