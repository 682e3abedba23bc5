//! Products and reciprocals of forms: a linear part, and what it is off.

use super::form::{AffineForm, NarrowedSymbols, Term};
use ulpwise_domain::Interval;
use ulpwise_domain::directed::sqrt_down;

/// So many terms of the factors are multiplied one by one; of more only magnitudes are.
const MAX_PAIRED: usize = 6;

/// A linear part, and what is missing to the exact result.
pub(super) struct Linear {
    pub(super) form: AffineForm,
    pub(super) missing: Interval,
}

/// A form around a number near its middle: that number, the symbols' distances from their middles,
/// and what is left.
struct Centered {
    middle: f64,
    /// The rest, and what is lost to the middles of the symbols.
    left: Interval,
}

impl Centered {
    fn new(form: &AffineForm, narrowed: &NarrowedSymbols) -> Centered {
        let at_middles = form.terms.iter().fold(form.rest, |sum, term| {
            let middle = Interval::point(term.range(narrowed).midpoint());
            sum.plus(Interval::point(term.coefficient).times(middle))
        });
        let middle = at_middles.midpoint();
        Centered { middle, left: at_middles.minus(Interval::point(middle)) }
    }
}

/// How far a symbol can be from the middle of its range.
fn reach(term: &Term, narrowed: &NarrowedSymbols) -> f64 {
    let range = term.range(narrowed);
    range.minus(Interval::point(range.midpoint())).magnitude()
}

/// The product of two numbers: with x₀ and y₀ near their middles,
/// `x₀·y + y₀·x - x₀·y₀ + (x - x₀)(y - y₀)`.
pub(super) fn product(x: &AffineForm, y: &AffineForm, narrowed: &NarrowedSymbols) -> Option<Linear> {
    let (at_x, at_y) = (Centered::new(x, narrowed), Centered::new(y, narrowed));
    let [middle_x, middle_y] = [at_x.middle, at_y.middle].map(Interval::point);
    let form = y.combined(middle_x, x, middle_y)?.widened(middle_x.times(middle_y).negated())?;
    let missing = product_of_distances(x, y, [at_x.left, at_y.left], narrowed);
    missing.is_bounded().then_some(Linear { form, missing })
}

/// What (x - x₀)(y - y₀) can be. Squares of a symbol's distance are not negative.
fn product_of_distances(
    x: &AffineForm,
    y: &AffineForm,
    left: [Interval; 2],
    narrowed: &NarrowedSymbols,
) -> Interval {
    let distance = |form: &AffineForm, symbol_of: usize| {
        let term = &form.terms[symbol_of];
        Interval::within(reach(term, narrowed)).times(Interval::point(term.coefficient))
    };
    let whole = |form: &AffineForm| {
        (0..form.terms.len()).fold(Interval::ZERO, |sum, index| sum.plus(distance(form, index)))
    };
    let (whole_x, whole_y) = (whole(x), whole(y));
    let rests = whole_x.times(left[1]).plus(whole_y.times(left[0])).plus(left[0].times(left[1]));
    let coefficients: Vec<(f64, f64, f64)> = x
        .terms
        .iter()
        .chain(y.terms.iter().filter(|term| x.coefficient(term.symbol).is_none()))
        .map(|term| {
            let of = |form: &AffineForm| form.coefficient(term.symbol).unwrap_or(0.0);
            (of(x), of(y), reach(term, narrowed))
        })
        .collect();
    if coefficients.len() > MAX_PAIRED {
        return rests.plus(whole_x.times(whole_y));
    }
    let mut sum = rests;
    for (index, &(a, b, reach)) in coefficients.iter().enumerate() {
        let [own_a, own_b] = [a, b].map(Interval::point);
        sum = sum.plus(own_a.times(own_b).times(Interval::within(reach).squared()));
        for &(other_a, other_b, other_reach) in &coefficients[index + 1..] {
            let [other_a, other_b] = [other_a, other_b].map(Interval::point);
            let crossed = own_a.times(other_b).plus(other_a.times(own_b));
            sum = sum.plus(crossed.times(Interval::within(reach)).times(Interval::within(other_reach)));
        }
    }
    sum
}

/// One over numbers of one sign: `s·y` with a slope s = -1/(l·h), the chord's, and what is left.
///
/// For y > 0, 1/y - s·y is convex, so it is greatest at an end; by the inequality of means it is at
/// least 2·√-s.
pub(super) fn reciprocal(y: &AffineForm, range: Interval) -> Option<Linear> {
    if range.contains(0.0) || !range.is_bounded() {
        return None;
    }
    if range.high < 0.0 {
        let Linear { form, missing } = reciprocal(&y.negated(), range.negated())?;
        return Some(Linear { form: form.negated(), missing: missing.negated() });
    }
    let slope = -(1.0 / range.low / range.high);
    if !slope.is_finite() || slope == 0.0 {
        return None;
    }
    let at = |end: f64| {
        let inverse = Interval::point(end).inverse()?;
        Some(inverse.minus(Interval::point(slope).times(Interval::point(end))))
    };
    let high = at(range.low)?.high.max(at(range.high)?.high);
    let least = Interval::point(2.0).times(Interval::point(sqrt_down(-slope)));
    let missing = Interval::new(least.low, high);
    (missing.low <= missing.high).then_some(Linear { form: y.scaled(Interval::point(slope))?, missing })
}
