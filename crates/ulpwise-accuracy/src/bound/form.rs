//! What is known of a computed number and of what would be right, for all inputs of a box at once.
//!
//! The error, computed less right, is a sum over all roundings so far: each rounding is an unknown
//! number from -1 to 1, times a coefficient that is known to an interval. Roundings that several
//! numbers share cancel where the numbers do. Beside it a relative error is kept, which sums of
//! numbers of one sign, products, quotients and roots hardly let grow, however near to zero the
//! numbers are.
//!
//! What holds: rounding is to nearest; every bound is computed with intervals that enclose. Nothing
//! here knows programs.

use super::expression::Expression;
use super::sum::{SymbolSum, combined, product, scaled, size, up};
use std::rc::Rc;
use ulpwise_domain::Interval;

/// What is known of a number.
#[derive(Clone, Debug, PartialEq)]
pub struct AffineErrorForm {
    /// What would be right.
    pub exact: Interval,
    /// What is computed.
    pub computed: Interval,
    /// The same near the middle of the box, where that is known.
    pub(super) near: Option<Near>,
    /// The error, as a sum over roundings.
    pub(super) errors: SymbolSum,
    /// What else the error may be, to both sides.
    pub(super) rest: f64,
    /// The error is at most this part of what would be right, if that is known.
    pub(super) relative: Option<f64>,
    /// If what is computed is not zero, its magnitude is at least this.
    pub(super) least: f64,
    /// So many digits are enough for what is computed.
    pub(super) digits: u32,
    /// Whether the operation that made it may round.
    pub(super) is_rounded: bool,
    /// How it was computed, if that can be said.
    pub(super) expression: Option<Rc<Expression>>,
}

/// What would be right, near the middle of the box: its value there, and how it changes with each
/// input.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Near {
    pub(super) center: Interval,
    /// By inputs, whose symbols go from one end of the box to the other.
    pub(super) slopes: SymbolSum,
}

impl Near {
    fn constant(number: f64) -> Self {
        Self { center: Interval::point(number), slopes: SymbolSum::new() }
    }

    /// All values: by the mean value theorem.
    pub(super) fn range(&self) -> Interval {
        self.center.widened(size(&self.slopes))
    }
}

impl AffineErrorForm {
    /// An input in these bounds, whose smallest magnitude other than zero and whose digits are
    /// known.
    pub fn input(range: Interval, least: f64, digits: u32) -> Self {
        Self {
            exact: range,
            computed: range,
            near: range.is_point().then(|| Near::constant(range.low)),
            errors: SymbolSum::new(),
            rest: 0.0,
            relative: Some(0.0),
            least: least.max(range.mignitude()),
            digits,
            is_rounded: false,
            expression: range.is_point().then(|| Rc::new(Expression::Constant(range.low))),
        }
    }

    /// The same as an input that is computed with and may be wrong by so much. It is no constant then.
    #[must_use]
    pub fn wrong_by(mut self, error: f64) -> Self {
        if error > 0.0 {
            self.exact = self.exact.widened(error);
            self.rest = error;
            let least = self.exact.mignitude();
            self.relative = (least > 0.0).then(|| up(error / least));
            (self.near, self.expression) = (None, None);
        }
        self
    }

    /// The same as an input that varies, which others have in common with it by its number.
    #[must_use]
    pub fn varying(mut self, number: u32) -> Self {
        let Interval { low, high } = self.exact;
        let middle = low / 2.0 + high / 2.0;
        let radius = up((high - middle).max(middle - low));
        self.near =
            Some(Near { center: Interval::point(middle), slopes: vec![(number, Interval::point(radius))] });
        self.expression = Some(Rc::new(Expression::Input(number)));
        self
    }

    /// A constant.
    pub fn constant(number: f64) -> Self {
        let trailing = (number.to_bits() | 1 << 52).trailing_zeros();
        Self::input(Interval::point(number), number.abs(), 53 - trailing.min(52))
    }

    /// The largest error there can be.
    pub fn error(&self) -> f64 {
        let sum = up(self.rest + size(&self.errors));
        match self.relative {
            Some(relative) => sum.min(product(relative, self.exact.magnitude())),
            None => sum,
        }
    }

    /// The largest error as a part of what would be right, if that can be bounded; `smallest` is
    /// what counts for everything smaller.
    pub fn relative_error(&self, smallest: f64) -> Option<f64> {
        let least = self.exact.mignitude().max(smallest);
        let by_size = (self.exact.mignitude() > smallest).then(|| up(self.error() / least));
        match (by_size, self.relative) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        }
    }

    /// Whether what is computed is always right.
    pub fn is_exact(&self) -> bool {
        self.relative == Some(0.0) || (self.errors.is_empty() && self.rest == 0.0)
    }

    /// The largest error as a part of what would be right, however small that is.
    pub(super) fn relative(&self) -> Option<f64> {
        if self.is_exact() { Some(0.0) } else { self.relative }
    }

    /// The errors of a combination of two numbers, coefficients multiplied by factors.
    pub(super) fn errors_with(
        &self,
        factor: Interval,
        other: &Self,
        other_factor: Interval,
    ) -> (SymbolSum, f64) {
        let rest = up(product(self.rest, factor.magnitude()) + product(other.rest, other_factor.magnitude()));
        (combined(&self.errors, factor, &other.errors, other_factor), rest)
    }

    /// What would be right, near the middle, of a combination with a value there and slopes by both
    /// numbers.
    pub(super) fn near_with(
        &self,
        factor: Interval,
        other: &Self,
        other_factor: Interval,
        center: impl Fn(Interval, Interval) -> Option<Interval>,
    ) -> Option<Near> {
        let (one, two) = (self.near.as_ref()?, other.near.as_ref()?);
        let slopes = combined(&one.slopes, factor, &two.slopes, other_factor);
        Some(Near { center: center(one.center, two.center)?, slopes })
    }

    /// The same of a function of one number.
    pub(super) fn near_by(&self, slope: Interval, center: Option<Interval>) -> Option<Near> {
        let near = self.near.as_ref()?;
        Some(Near { center: center?, slopes: scaled(&near.slopes, slope) })
    }

    /// What would be right in the middle of the box.
    pub(super) fn center(&self) -> Option<Interval> {
        self.near.as_ref().map(|near| near.center)
    }

    /// The same with another sign.
    #[must_use]
    pub fn negated(&self) -> Self {
        let minus = Interval::point(-1.0);
        let near = self.near_by(minus, self.center().map(Interval::negated));
        let errors = scaled(&self.errors, minus);
        let expression = self.expression.as_ref().map(|own| match &**own {
            Expression::Negated(inner) => Rc::clone(inner),
            _ => Rc::new(Expression::Negated(Rc::clone(own))),
        });
        let (exact, computed) = (self.exact.negated(), self.computed.negated());
        Self { exact, computed, near, errors, expression, ..self.clone() }
    }

    /// Its magnitude.
    #[must_use]
    pub fn absolute(&self) -> Self {
        let hull = self.exact.hull(self.computed);
        if hull.low >= 0.0 {
            return self.clone();
        }
        if hull.high <= 0.0 {
            return self.negated();
        }
        // The magnitudes of two numbers are no further apart than the numbers.
        let (exact, computed) = (self.exact.abs(), self.computed.abs());
        let rest = if self.is_exact() { 0.0 } else { self.error() };
        let expression = self.expression.clone().map(|own| Rc::new(Expression::Absolute(own)));
        Self { exact, computed, near: None, errors: SymbolSum::new(), rest, expression, ..self.clone() }
    }

    /// The smaller of two numbers.
    #[must_use]
    pub fn smaller(&self, other: &Self) -> Self {
        let hulls = [self, other].map(|form| form.exact.hull(form.computed));
        if hulls[0].high <= hulls[1].low {
            return self.clone();
        }
        if hulls[1].high <= hulls[0].low {
            return other.clone();
        }
        let both = [self.error(), other.error()];
        let is_exact = self.is_exact() && other.is_exact();
        // The smaller ones of two pairs are no further apart than the numbers of the worse pair. As
        // parts of what would be right, too: errors below the whole change no sign, so that of
        // numbers with two signs the same one is the smaller.
        let rest = if is_exact { 0.0 } else { both[0].max(both[1]) };
        let relative = match (self.relative(), other.relative()) {
            (Some(x), Some(y)) if x.max(y) < 1.0 => Some(x.max(y)),
            _ => None,
        };
        let smaller = |x: Interval, y: Interval| Interval::new(x.low.min(y.low), x.high.min(y.high));
        let exact = smaller(self.exact, other.exact);
        // If what the computed choice leads to counts as right, the result stays within both errors
        // of that.
        let exact = if is_exact { exact } else { exact.widened(up(both[0] + both[1])) };
        Self {
            exact,
            computed: smaller(self.computed, other.computed),
            near: None,
            errors: SymbolSum::new(),
            rest,
            relative,
            least: self.least.min(other.least),
            digits: self.digits.max(other.digits),
            is_rounded: false,
            expression: self
                .expression
                .clone()
                .zip(other.expression.clone())
                .map(|(one, other)| Rc::new(Expression::Smaller(one, other))),
        }
    }

    /// The larger of two numbers.
    #[must_use]
    pub fn larger(&self, other: &Self) -> Self {
        self.negated().smaller(&other.negated()).negated()
    }

    /// The whole number that a function which never falls, and moves nothing by one or more, makes
    /// of it.
    #[must_use]
    pub fn whole(&self, function: fn(f64) -> f64) -> Self {
        let of = |range: Interval| Interval::new(function(range.low), function(range.high));
        let (exact, computed) = (of(self.exact), of(self.computed));
        let hull = exact.hull(computed);
        let is_exact = self.is_exact() || hull.is_point();
        Self {
            // If what the program's own step leads to counts as right, the result is within both.
            exact: hull,
            computed,
            near: None,
            errors: SymbolSum::new(),
            // Steps may lie between both numbers.
            rest: if is_exact { 0.0 } else { up(self.error() + 1.0) },
            relative: is_exact.then_some(0.0),
            least: 1.0,
            digits: self.digits,
            is_rounded: false,
            // Steps have no derivative.
            expression: None,
        }
    }
}
