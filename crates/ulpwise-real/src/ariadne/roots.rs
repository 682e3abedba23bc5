//! Real roots of polynomials, exactly, among the floats of a format.
//!
//! Sturm's theorem counts the roots between two points from signs alone. Counting is bisected over
//! the order of floats, not over the reals: sixty-four halvings find a root anywhere between 1e-308
//! and 1e308. A root is given by where it lies: at a float, or between two neighbours; roots
//! between the same neighbours are one, because no float tells them apart.
//!
//! Where things lie is counted in half places: the float with place p ([`crate::hull::place`], both
//! zeros at 0) lies at 2p, the gap above it at 2p + 1.

use super::sets::real_value;
use super::univariate::Univariate;
use crate::hull::{float_at, place};
use std::cmp::Ordering;
use ulpwise_base::{Budget, Exhausted};
use ulpwise_domain::Dyadic;
use ulpwise_float::{Float, Format};

/// A sequence of polynomials whose signs count the roots of the first.
#[derive(Clone, Debug)]
pub(crate) struct SturmChain {
    chain: Vec<Univariate>,
}

impl SturmChain {
    /// The chain of the polynomial with the same roots, each once.
    ///
    /// # Errors
    /// If the budget ends.
    pub(crate) fn new(polynomial: &Univariate, budget: &Budget) -> Result<SturmChain, Exhausted> {
        let chain = remainders(polynomial, budget)?;
        match chain.last() {
            // The last one is the greatest common divisor with the derivative: the roots that occur
            // more than once.
            Some(divisor) if divisor.degree() > 0 => {
                let simple = polynomial.divided_by(divisor).0;
                Ok(SturmChain { chain: remainders(&simple, budget)? })
            }
            _ => Ok(SturmChain { chain }),
        }
    }

    /// How often the sign changes along the chain, at a point. From one point to a higher one it
    /// falls by the number of roots that lie above the first and not above the second.
    fn changes_at(&self, point: &Dyadic) -> usize {
        let signs = self.chain.iter().map(|polynomial| polynomial.sign_at(point));
        let signs: Vec<Ordering> = signs.filter(|sign| sign.is_ne()).collect();
        signs.windows(2).filter(|pair| pair[0] != pair[1]).count()
    }

    /// The half place of the only root above the first place and not above the second: there the
    /// sign of the polynomial changes.
    fn refined(&self, mut low: i128, mut high: i128, point: &dyn Fn(i128) -> Dyadic) -> i128 {
        let sign = |place: i128| self.chain[0].sign_at(&point(place));
        let above = match sign(high) {
            Ordering::Equal => return 2 * high,
            sign => sign,
        };
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            match sign(middle) {
                Ordering::Equal => return 2 * middle,
                found if found == above => high = middle,
                _ => low = middle,
            }
        }
        2 * low + 1
    }

    /// Whether a point is a root.
    fn is_root(&self, point: &Dyadic) -> bool {
        self.chain.first().is_some_and(|polynomial| polynomial.sign_at(point).is_eq())
    }
}

/// The polynomial, its derivative, and then each time the opposite of the remainder of the last
/// two.
fn remainders(polynomial: &Univariate, budget: &Budget) -> Result<Vec<Univariate>, Exhausted> {
    let mut chain = vec![polynomial.clone()];
    let mut next = polynomial.derivative();
    while !next.is_zero() {
        budget.check(0)?;
        let rest = chain[chain.len() - 1].remainder(&next).negated();
        chain.push(next);
        next = rest;
    }
    Ok(chain)
}

/// The half places of all roots from one number to another, ascending. The zero polynomial has
/// none. Infinities count as the power of two above all finite numbers.
///
/// # Errors
/// If the budget ends.
pub(crate) fn half_places_of_roots(
    polynomial: &Univariate,
    format: Format,
    (low, high): (Float, Float),
    budget: &Budget,
) -> Result<Vec<i128>, Exhausted> {
    let mut found = Vec::new();
    let (low, high) = (place(crate::hull::ordinal(low)), place(crate::hull::ordinal(high)));
    if polynomial.degree() == 0 || low > high {
        return Ok(found);
    }
    let chain = SturmChain::new(polynomial, budget)?;
    let point = |place: i128| real_value(float_at(format, place)).unwrap_or(Dyadic::ZERO);
    if chain.is_root(&point(low)) {
        found.push(2 * low);
    }
    // Roots above the first place and not above the second, with the changes of sign at both.
    let mut parts = vec![(low, high, chain.changes_at(&point(low)), chain.changes_at(&point(high)))];
    while let Some((low, high, changes_low, changes_high)) = parts.pop() {
        budget.check(0)?;
        if changes_low == changes_high {
            continue;
        }
        if changes_low - changes_high == 1 && high - low > 1 {
            found.push(chain.refined(low, high, &point));
            continue;
        }
        if high - low > 1 {
            let middle = low + (high - low) / 2;
            let changes = chain.changes_at(&point(middle));
            // The lower part comes next, so that roots are found in order.
            parts.push((middle, high, changes, changes_high));
            parts.push((low, middle, changes_low, changes));
            continue;
        }
        let is_at_end = chain.is_root(&point(high));
        if changes_low - changes_high > usize::from(is_at_end) {
            found.push(2 * low + 1);
        }
        if is_at_end {
            found.push(2 * high);
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ulpwise_base::SplitMix64;
    use ulpwise_float::Integer;

    fn product(left: &[i64], right: &[i64]) -> Vec<i64> {
        let mut result = vec![0; left.len() + right.len() - 1];
        for (i, a) in left.iter().enumerate() {
            for (j, b) in right.iter().enumerate() {
                result[i + j] += a * b;
            }
        }
        result
    }

    fn univariate(coefficients: &[i64]) -> Univariate {
        Univariate::new(coefficients.iter().map(|&value| Integer::from(value)).collect())
    }

    fn roots(polynomial: &Univariate, format: Format) -> Vec<i128> {
        let ends = (Float::max_finite(format, true), Float::max_finite(format, false));
        half_places_of_roots(polynomial, format, ends, &Budget::unlimited()).unwrap()
    }

    /// The half place of numerator/denominator.
    fn half_place(numerator: i64, denominator: i64, format: Format) -> i128 {
        use ulpwise_float::{Rational, Rounding};
        let value = Rational::from_parts_signed(Integer::from(numerator), Integer::from(denominator));
        let below = Float::from_rational(format, &value, Rounding::TowardNegative).0;
        let at = 2 * place(crate::hull::ordinal(below));
        if below.to_rational() == Some(value) { at } else { at + 1 }
    }

    #[test]
    fn roots_lie_at_floats_or_between_neighbours() {
        // (x - 3/2)(x² - 2)
        let p = univariate(&product(&[-3, 2], &[-2, 0, 1]));
        let root_of_two = place(crate::hull::ordinal(Float::from_f64(2f64.sqrt())));
        let three_halves = place(crate::hull::ordinal(Float::from_f64(1.5)));
        // The square root of two is rounded up.
        assert_eq!(roots(&p, Format::F64), [-2 * root_of_two + 1, 2 * root_of_two - 1, 2 * three_halves]);
        assert_eq!(roots(&univariate(&[1, 0, 1]), Format::F64), []);
        assert_eq!(roots(&univariate(&[0, 0, 7]), Format::F64), [0]);
        assert_eq!(roots(&univariate(&[5]), Format::F64), []);
        assert_eq!(roots(&univariate(&[]), Format::F64), []);
    }

    #[test]
    fn only_roots_between_the_ends_are_reported() {
        let p = univariate(&product(&[-1, 1], &product(&[-2, 1], &[-3, 1])));
        let ends = (Float::from_f64(1.0), Float::from_f64(2.5));
        let found = half_places_of_roots(&p, Format::F64, ends, &Budget::unlimited()).unwrap();
        assert_eq!(found, [1.0, 2.0].map(|root| 2 * place(crate::hull::ordinal(Float::from_f64(root)))));
    }

    #[test]
    fn wilkinsons_polynomial_has_its_twenty_roots() {
        let mut coefficients = vec![Integer::ONE];
        for root in 1..=20 {
            let mut next = vec![Integer::ZERO; coefficients.len() + 1];
            for (power, coefficient) in coefficients.iter().enumerate() {
                next[power + 1] += coefficient;
                next[power] -= coefficient * Integer::from(root);
            }
            coefficients = next;
        }
        let exact: Vec<i128> = (1..=20).map(|root| half_place(root, 1, Format::F64)).collect();
        assert_eq!(roots(&Univariate::new(coefficients.clone()), Format::F64), exact);
        // Wilkinson's perturbation of the coefficient of x^19 by 2^-23: ten roots stay real.
        for coefficient in &mut coefficients {
            *coefficient <<= 23;
        }
        coefficients[19] -= Integer::ONE;
        let left = roots(&Univariate::new(coefficients), Format::F64);
        assert_eq!(left.len(), 10);
        assert!(!left.contains(&exact[9]) && left[9] > exact[19]);
    }

    #[test]
    fn two_roots_that_no_float_parts_are_one() {
        // 10^8·x² - 2·10^8·x + 10^8 - 1 = 0 at 1 ± 10^-4; half precision has 2^-10 between its
        // numbers.
        let p = univariate(&[100_000_000 - 1, -200_000_000, 100_000_000]);
        assert_eq!(roots(&p, Format::F64).len(), 2);
        let one = half_place(1, 1, Format::F16);
        assert_eq!(roots(&p, Format::F16), [one - 1, one + 1]);
        // (x - 1 - 1/3000)(x - 1 - 2/3000) times 9·10^6.
        let p = univariate(&product(&[-3001, 3000], &[-3002, 3000]));
        assert_eq!(roots(&p, Format::F16), [one + 1]);
    }

    #[test]
    fn products_of_known_factors_have_the_known_roots() {
        let mut random = SplitMix64::new(7);
        let mut integer = |range: u64| random.below(2 * range + 1) as i64 - range as i64;
        let format = Format::F64;
        for case in 0..300 {
            let mut coefficients = vec![1];
            let mut expected = Vec::new();
            for _ in 0..integer(2) + 3 {
                let (numerator, denominator) = (integer(30), integer(9).abs() + 1);
                expected.push(half_place(numerator, denominator, format));
                coefficients = product(&coefficients, &[-numerator, denominator]);
            }
            // x² + a² + 1 has no root, and a negative factor changes none.
            for _ in 0..integer(1) + 1 {
                let a = integer(5);
                coefficients = product(&coefficients, &[a * a + 1, 0, 1]);
            }
            coefficients = product(&coefficients, &[if case % 2 == 0 { 3 } else { -3 }]);
            expected.sort_unstable();
            expected.dedup();
            assert_eq!(roots(&univariate(&coefficients), format), expected, "{coefficients:?}");
        }
    }

    #[test]
    fn roots_at_the_ends_of_the_range_of_exponents_are_found() {
        // (x - 2^1000)(x - 2^-1000)·2^1000 over the integers.
        let huge = Integer::ONE << 1000;
        let p = Univariate::new(vec![huge.clone(), -(Integer::ONE + &huge * &huge), huge.clone()]);
        let place_of = |value: f64| 2 * place(crate::hull::ordinal(Float::from_f64(value)));
        assert_eq!(roots(&p, Format::F64), [place_of(2f64.powi(-1000)), place_of(2f64.powi(1000))]);
    }
}
