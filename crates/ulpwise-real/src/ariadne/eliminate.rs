//! Equations in several variables: what they say together about one of them.
//!
//! The paper chooses values for all variables but one of each constraint, and for equations no
//! chosen value is ever right. Here an equation that is linear in a variable is solved for it, the
//! others follow by substitution, and two equations in two variables have a resultant. What is left
//! in the end is a polynomial in one variable that vanishes at every common solution.

use super::polynomial::Polynomial;
use super::resultant::resultant;
use super::translate::Constraint;
use ulpwise_base::{Budget, Exhausted};
use ulpwise_domain::Dyadic;

/// More equations are not looked at together.
const MAX_EQUATIONS: usize = 8;

/// A polynomial in one variable that vanishes wherever the equations among the constraints hold,
/// with that variable.
///
/// # Errors
/// If the budget ends.
pub(crate) fn consequence(
    constraints: &[&Constraint],
    budget: &Budget,
) -> Result<Option<(usize, Polynomial)>, Exhausted> {
    let mut system: Vec<Polynomial> =
        constraints.iter().filter_map(|constraint| equation(constraint)).collect();
    system.truncate(MAX_EQUATIONS);
    while system.len() > 1 {
        budget.check(0)?;
        if let Some((row, variable)) = linear_occurrence(&system) {
            let solved = system.swap_remove(row);
            let mut rest = Vec::with_capacity(system.len());
            for polynomial in &system {
                budget.check(0)?;
                // What grows too large is left out: it says nothing then.
                rest.extend(
                    substituted(polynomial, variable, &solved).filter(|polynomial| !polynomial.is_zero()),
                );
            }
            system = rest;
        } else if let Some(found) = pairwise(&system, budget)? {
            return Ok(Some(found));
        } else {
            return Ok(None);
        }
        if let Some(found) = system.iter().find_map(in_one_variable) {
            return Ok(Some(found));
        }
    }
    Ok(None)
}

/// The polynomial that vanishes where a constraint holds, if it is an equation: its set is one
/// number, or nearly so.
fn equation(constraint: &Constraint) -> Option<Polynomial> {
    let [interval] = &constraint.set.0[..] else { return None };
    let (low, high) = (&interval.low.as_ref()?.0, &interval.high.as_ref()?.0);
    let middle = low.midpoint(high);
    // Within a hundredth of its size; around zero, within a hundredth.
    let width = high.minus(low).times(&Dyadic::from_i64(100));
    let is_around_zero = !low.is_positive() && !high.is_negative();
    let is_narrow = width <= if is_around_zero { Dyadic::from_i64(1) } else { middle.abs() };
    if !is_narrow {
        return None;
    }
    let function = &constraint.function;
    // The simplest number in between: a float has half an ulp to both sides, and is not in the
    // middle at powers of two.
    let target = simplest(low, high);
    function.numerator.plus(&function.denominator.scaled(&target)?.negated())
}

/// The number between two that has the fewest bits.
fn simplest(low: &Dyadic, high: &Dyadic) -> Dyadic {
    if low.is_negative() && high.is_positive() || low.is_zero() || high.is_zero() {
        return Dyadic::ZERO;
    }
    if high.is_negative() {
        return simplest(&high.negated(), &low.negated()).negated();
    }
    for bits in 1..high.bits().max(low.bits()) {
        let short = high.shortened_down(bits);
        if short >= *low {
            return short;
        }
    }
    low.midpoint(high)
}

/// An equation and a variable of degree one in it, where substitution is cheapest.
fn linear_occurrence(system: &[Polynomial]) -> Option<(usize, usize)> {
    let mut best: Option<(usize, usize, usize)> = None;
    for (row, polynomial) in system.iter().enumerate() {
        for variable in polynomial.variables() {
            let powers = polynomial.by_powers_of(variable);
            if powers.len() != 2 {
                continue;
            }
            let degree_elsewhere =
                system.iter().map(|other| other.by_powers_of(variable).len() - 1).max().unwrap_or(0);
            let factor = if powers[1].as_constant().is_some() { 0 } else { powers[1].degree() as usize };
            let cost = (powers[0].degree() as usize + factor) * degree_elsewhere + polynomial.terms().count();
            if best.is_none_or(|(least, ..)| cost < least) {
                best = Some((cost, row, variable));
            }
        }
    }
    best.map(|(_, row, variable)| (row, variable))
}

/// The polynomial with the variable replaced by what the other one, linear in it, says it is, times
/// the denominator.
fn substituted(polynomial: &Polynomial, variable: usize, solved: &Polynomial) -> Option<Polynomial> {
    let powers = polynomial.by_powers_of(variable);
    if powers.len() < 2 {
        return Some(polynomial.clone());
    }
    // solved = factor·variable + rest, so variable = -rest/factor.
    let [rest, factor] = &solved.by_powers_of(variable)[..] else { return None };
    let numerator = rest.negated();
    let mut sum = Polynomial::default();
    let mut power = Polynomial::constant(Dyadic::from_i64(1));
    for (exponent, coefficient) in powers.iter().enumerate() {
        let mut term = coefficient.times(&power)?;
        for _ in exponent + 1..powers.len() {
            term = term.times(factor)?;
        }
        sum = sum.plus(&term)?;
        power = power.times(&numerator)?;
    }
    Some(sum)
}

/// The resultant of the first two equations that share their two variables.
fn pairwise(system: &[Polynomial], budget: &Budget) -> Result<Option<(usize, Polynomial)>, Exhausted> {
    for (row, p) in system.iter().enumerate() {
        let variables: Vec<usize> = p.variables().into_iter().collect();
        let [first, second] = variables[..] else { continue };
        for q in system[row + 1..].iter().filter(|q| q.variables() == p.variables()) {
            // The variable of the higher degree stays: the matrix is smaller.
            let degree = |variable: usize| {
                [p, q].map(|polynomial| polynomial.by_powers_of(variable).len()).iter().sum::<usize>()
            };
            let (kept, eliminated) =
                if degree(first) >= degree(second) { (first, second) } else { (second, first) };
            if let Some(coefficients) = resultant([p, q], kept, eliminated, budget)? {
                let coefficients: Vec<Dyadic> = coefficients.into_iter().map(Dyadic::from_integer).collect();
                return Ok(Polynomial::in_variable(kept, &coefficients).map(|found| (kept, found)));
            }
        }
    }
    Ok(None)
}

/// The variable of a polynomial that has only one.
fn in_one_variable(polynomial: &Polynomial) -> Option<(usize, Polynomial)> {
    let variables: Vec<usize> = polynomial.variables().into_iter().collect();
    match variables[..] {
        [only] => Some((only, polynomial.clone())),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::rational_function::RationalFunction;
    use super::super::sets::RealSet;
    use super::super::univariate::Univariate;
    use super::*;

    fn number(value: f64) -> RationalFunction {
        RationalFunction::constant(Dyadic::from_f64(value).unwrap())
    }

    fn variable(index: usize) -> RationalFunction {
        RationalFunction::variable(index)
    }

    /// That the function is zero.
    fn vanishing(function: Option<RationalFunction>) -> Constraint {
        Constraint::new(function.unwrap(), RealSet::point(Dyadic::ZERO))
    }

    fn follows(constraints: &[Constraint]) -> Option<(usize, Univariate)> {
        let constraints: Vec<&Constraint> = constraints.iter().collect();
        let (variable, polynomial) = consequence(&constraints, &Budget::unlimited()).unwrap()?;
        Some((variable, Univariate::from_dyadics(&polynomial.coefficients_in(variable).unwrap())))
    }

    #[test]
    fn three_equations_in_three_variables_leave_one() {
        // Sum, sum of products and product of 1, 2 and 4.
        let [x, y, z] = [0, 1, 2].map(variable);
        let sum = x.plus(&y).and_then(|sum| sum.plus(&z)).and_then(|sum| sum.minus(&number(7.0)));
        let [xy, yz, zx] = [(&x, &y), (&y, &z), (&z, &x)].map(|(a, b)| a.times(b).unwrap());
        let pairs = xy.plus(&yz).and_then(|sum| sum.plus(&zx)).and_then(|sum| sum.minus(&number(14.0)));
        let all = xy.times(&z).and_then(|product| product.minus(&number(8.0)));
        let (_, polynomial) = follows(&[vanishing(sum), vanishing(pairs), vanishing(all)]).unwrap();
        for root in [1, 2, 4] {
            assert!(polynomial.sign_at(&Dyadic::from_i64(root)).is_eq(), "{root}");
        }
        assert!(!polynomial.sign_at(&Dyadic::from_i64(3)).is_eq());
    }

    #[test]
    fn equations_without_linear_variables_have_a_resultant() {
        let [x, y] = [0, 1].map(variable);
        let [xx, yy] = [(&x, &x), (&y, &y)].map(|(a, b)| a.times(b).unwrap());
        // x² + y² = 13, x²y² = 36: x² is 4 or 9.
        let circle = xx.plus(&yy).and_then(|sum| sum.minus(&number(13.0)));
        let product = xx.times(&yy).and_then(|product| product.minus(&number(36.0)));
        let (_, polynomial) = follows(&[vanishing(circle), vanishing(product)]).unwrap();
        for root in [-3, -2, 2, 3] {
            assert!(polynomial.sign_at(&Dyadic::from_i64(root)).is_eq(), "{root}");
        }
    }

    #[test]
    fn too_few_equations_say_nothing_about_one_variable() {
        let [x, y, z] = [0, 1, 2].map(variable);
        let first = x.plus(&y).and_then(|sum| sum.plus(&z));
        let second = x.times(&y).and_then(|product| product.minus(&z));
        assert_eq!(follows(&[vanishing(first), vanishing(second.clone())]), None);
        assert_eq!(follows(&[vanishing(second)]), None);
        let wide = Constraint::new(x, RealSet::between(Dyadic::from_i64(1), Dyadic::from_i64(2)));
        assert_eq!(equation(&wide), None);
        let [tiny, small] = [1e-200, 1e-100].map(|value| Dyadic::from_f64(value).unwrap());
        assert_eq!(equation(&Constraint::new(y, RealSet::between(tiny, small))), None);
    }

    #[test]
    fn a_narrow_interval_stands_for_its_simplest_number() {
        let around = |low: f64, high: f64| {
            simplest(&Dyadic::from_f64(low).unwrap(), &Dyadic::from_f64(high).unwrap()).to_f64()
        };
        assert_eq!(around(2.999, 3.001), 3.0);
        assert_eq!(around(-0.2500001, -0.2499), -0.25);
        assert_eq!(around(-1e-3, 1e-3), 0.0);
        assert_eq!(around(1.0, 1.0), 1.0);
        assert_eq!(around(0.1, 0.1), 0.1);
    }
}
