//! LINEARIZE (the paper's algorithm 4): which floats put a rational function of one variable into a
//! set.
//!
//! The function P/Q meets a number c where P - c·Q has a root, and changes sign besides only where
//! Q has one. Between these places it stays on one side of every end of the set, so one float tells
//! for all between two of them. Everything is exact; what is relaxed is that the function is taken
//! over the reals, without rounding.

use super::polynomial::Polynomial;
use super::rational_function::RationalFunction;
use super::roots::half_places_of_roots;
use super::sets::{FloatSet, RealInterval, RealSet, real_value};
use super::univariate::Univariate;
use crate::hull::{float_at, ordinal, place};
use std::cmp::Ordering;
use ulpwise_base::{Budget, Exhausted};
use ulpwise_domain::Dyadic;
use ulpwise_float::{Float, Format};

/// A function of one variable, ready to be compared with the ends of a set.
struct Comparison<'a> {
    set: &'a RealSet,
    /// The ends, each with P - end·Q.
    ends: Vec<(Dyadic, Univariate)>,
    denominator: Univariate,
}

/// The floats from `low` to `high`, infinities as the power of two above all finite numbers, at
/// which the function, whose only variable is `variable`, lies in the set; and the gaps in which it
/// takes one of the set's ends. `None` if the polynomials are too large.
///
/// # Errors
/// If the budget ends.
pub(crate) fn solutions(
    function: &RationalFunction,
    variable: usize,
    set: &RealSet,
    format: Format,
    (low, high): (Float, Float),
    budget: &Budget,
) -> Result<Option<FloatSet>, Exhausted> {
    let Some(comparison) = Comparison::new(function, variable, set) else { return Ok(None) };
    let mut breaks = half_places_of_roots(&comparison.denominator, format, (low, high), budget)?;
    let mut hits = Vec::new();
    for (end, polynomial) in &comparison.ends {
        let roots = half_places_of_roots(polynomial, format, (low, high), budget)?;
        if set.0.iter().any(|interval| has_end(interval, end)) {
            hits.extend(roots.iter().copied().filter(|half_place| half_place % 2 != 0));
        }
        breaks.extend(roots);
    }
    breaks.sort_unstable();
    breaks.dedup();
    hits.sort_unstable();
    hits.dedup();
    Ok(Some(comparison.pieces(&breaks, &hits, format, (low, high))))
}

/// Whether the interval ends here and this end belongs to it.
fn has_end(interval: &RealInterval, end: &Dyadic) -> bool {
    [&interval.low, &interval.high].into_iter().flatten().any(|(known, is_in)| known == end && *is_in)
}

impl Comparison<'_> {
    fn new<'a>(function: &RationalFunction, variable: usize, set: &'a RealSet) -> Option<Comparison<'a>> {
        let univariate =
            |polynomial: &Polynomial| Some(Univariate::from_dyadics(&polynomial.coefficients_in(variable)?));
        let ends = set.ends().into_iter().map(|end| {
            let difference = function.numerator.plus(&function.denominator.scaled(&end)?.negated())?;
            Some((end, univariate(&difference)?))
        });
        Some(Comparison {
            set,
            ends: ends.collect::<Option<_>>()?,
            denominator: univariate(&function.denominator)?,
        })
    }

    /// Whether the function lies in the set at a point.
    fn holds_at(&self, point: &Dyadic) -> bool {
        let sign = self.denominator.sign_at(point);
        if sign.is_eq() {
            return false;
        }
        // How the function compares with an end.
        let compares = |end: &Dyadic| {
            let (_, polynomial) = self.ends.iter().find(|(known, _)| known == end)?;
            let above = polynomial.sign_at(point);
            Some(if sign.is_gt() { above } else { above.reverse() })
        };
        let is_beyond = |end: &Option<(Dyadic, bool)>, side: Ordering| {
            end.as_ref().is_none_or(|(end, is_in)| match compares(end) {
                Some(Ordering::Equal) => *is_in,
                found => found == Some(side),
            })
        };
        let mut intervals = self.set.0.iter();
        intervals.any(|interval| {
            is_beyond(&interval.low, Ordering::Greater) && is_beyond(&interval.high, Ordering::Less)
        })
    }

    /// The set in half places, from what holds at one float of each piece between the breaks.
    fn pieces(
        &self,
        breaks: &[i128],
        hits: &[i128],
        format: Format,
        (low, high): (Float, Float),
    ) -> FloatSet {
        let holds =
            |place: i128| real_value(float_at(format, place)).is_some_and(|point| self.holds_at(&point));
        let [low, high] = [low, high].map(|end| place(ordinal(end)));
        let mut found = FloatSet::default();
        // The next float that is not looked at yet.
        let mut next = low;
        for &at in breaks.iter().chain([2 * high + 1].iter()) {
            // The floats below this break.
            let last = (at - 1).div_euclid(2).min(high);
            if next <= last {
                if holds(next) {
                    found.push(2 * next, 2 * last);
                }
                next = last + 1;
            }
            if at % 2 != 0 {
                if hits.binary_search(&at).is_ok() {
                    found.push(at, at);
                }
            } else if next <= high {
                if holds(next) {
                    found.push(at, at);
                }
                next += 1;
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(value: f64) -> RationalFunction {
        RationalFunction::constant(Dyadic::from_f64(value).unwrap())
    }

    fn zero() -> Dyadic {
        Dyadic::ZERO
    }

    fn solve(function: &RationalFunction, set: &RealSet, format: Format) -> FloatSet {
        let ends = (Float::max_finite(format, true), Float::max_finite(format, false));
        solutions(function, 0, set, format, ends, &Budget::unlimited()).unwrap().unwrap()
    }

    /// The exact value of the function at a float, by definition.
    fn value(function: &RationalFunction, point: Float) -> Option<ulpwise_float::Rational> {
        use ulpwise_float::Rational;
        let point = point.to_rational().unwrap();
        let evaluate = |polynomial: &Polynomial| {
            let coefficients = polynomial.coefficients_in(0).unwrap();
            coefficients
                .iter()
                .rev()
                .fold(Rational::ZERO, |sum, coefficient| sum * &point + coefficient.to_rational())
        };
        let denominator = evaluate(&function.denominator);
        (!denominator.is_zero()).then(|| evaluate(&function.numerator) / denominator)
    }

    #[test]
    fn every_float_of_a_small_format_is_on_the_right_side() {
        let x = RationalFunction::variable(0);
        let square = x.times(&x).unwrap();
        let functions = [
            square.minus(&number(2.25)).unwrap(),
            square.times(&x).unwrap().minus(&x.times(&number(3.0)).unwrap()).unwrap(),
            number(1.0).divided_by(&x.minus(&number(1.5)).unwrap()).unwrap(),
            square.plus(&number(1.0)).unwrap().divided_by(&x.times(&number(3.0)).unwrap()).unwrap(),
            number(-1.0).divided_by(&square.minus(&number(2.0)).unwrap()).unwrap(),
        ];
        let one = Dyadic::from_i64(1);
        let sets = [
            RealSet::point(zero()),
            RealSet::above(zero(), false),
            RealSet::below(one.clone(), true),
            RealSet::below(one.negated(), false).or(RealSet::above(one.clone(), true)),
            RealSet::between(zero(), one.clone()),
        ];
        let format = Format::new(3, 5).unwrap();
        for function in &functions {
            for set in &sets {
                let found = solve(function, set, format);
                for bits in 0..1u128 << format.width() {
                    let float = Float::from_bits(format, bits);
                    if !float.is_finite() {
                        continue;
                    }
                    let expected = value(function, float).is_some_and(|value| {
                        set.0.iter().any(|interval| {
                            let low = interval.low.as_ref().is_none_or(|(end, is_in)| {
                                if *is_in { end.to_rational() <= value } else { end.to_rational() < value }
                            });
                            let high = interval.high.as_ref().is_none_or(|(end, is_in)| {
                                if *is_in { value <= end.to_rational() } else { value < end.to_rational() }
                            });
                            low && high
                        })
                    });
                    assert_eq!(found.contains(float), expected, "{function:?} {set:?} {float:?}");
                }
            }
        }
    }

    #[test]
    fn an_equation_between_floats_leaves_the_gaps() {
        let x = RationalFunction::variable(0);
        let two = x.times(&x).unwrap().minus(&number(2.0)).unwrap();
        let found = solve(&two, &RealSet::point(zero()), Format::F64);
        let around: Vec<(Float, Float)> =
            found.ranges().iter().map(|&range| FloatSet::floats_around(range, Format::F64)).collect();
        let root = 2f64.sqrt();
        let [low, high] = [root.next_down(), root].map(Float::from_f64);
        assert_eq!(around, [(high.negate(), low.negate()), (low, high)]);
        // A strict inequality has no gap at its end.
        let above = solve(&two, &RealSet::above(zero(), false), Format::F64);
        assert!(above.meet(&found).is_empty() && above.contains(high) && !above.contains(low));
    }
}
