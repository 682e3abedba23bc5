//! Operators on forms: what they give before rounding, and a form of the rounded result.

use super::form::{AffineForm, Symbol, SymbolNames};
use super::product::{Linear, product, reciprocal};
use super::relations::{Bounds, Relation, Relations};
use ulpwise_domain::Interval;
use ulpwise_domain::directed::{sqrt_down, sqrt_up};
use ulpwise_float::{Float, Format};

/// So often the bounds of a quotient are halved.
const HALVINGS: usize = 6;
/// What is missing to a linear part gets a name if it is this part of the whole.
const WORTH_A_NAME: f64 = 1e-9;

/// How results of a format are rounded.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Precision {
    /// The relative error of a rounding.
    unit: f64,
    /// The error of a rounding to a subnormal number.
    tiny: f64,
    greatest: f64,
    nearest_only: bool,
}

/// Which errors a rounding can have.
#[derive(Clone, Copy)]
pub(super) struct Errors {
    relative: bool,
    tiny: bool,
}

impl Precision {
    /// That of a format whose numbers are doubles.
    pub(crate) fn for_format(format: Format, nearest_only: bool) -> Option<Precision> {
        if !are_doubles(format) {
            return None;
        }
        let digits = format.significand_bits() as i32 - i32::from(!nearest_only);
        Some(Precision {
            unit: 2f64.powi(-digits),
            tiny: as_double(Float::min_subnormal(format, false)),
            greatest: as_double(Float::max_finite(format, false)),
            nearest_only,
        })
    }

    /// The form of an exact result in a range, rounded.
    fn rounded(&self, exact: AffineForm, range: Interval, errors: Errors) -> Option<AffineForm> {
        let magnitude = range.magnitude();
        // Towards zero an overflow becomes the greatest number, however far that is.
        if range.low > range.high || (!self.nearest_only && magnitude > self.greatest) {
            return None;
        }
        let relative = if errors.relative { self.unit } else { 0.0 };
        let tiny = if errors.tiny { self.tiny } else { 0.0 };
        let error = Interval::point(magnitude).times(Interval::point(relative)).plus(Interval::point(tiny));
        exact.widened(Interval::within(error.high))
    }
}

/// Whether all numbers of a format are doubles.
pub(crate) fn are_doubles(format: Format) -> bool {
    format.significand_bits() <= 53 && format.exponent_bits() <= 11
}

/// The same number as a double.
pub(crate) fn as_double(number: Float) -> f64 {
    number.convert(Format::F64, ulpwise_float::Rounding::NearestEven).0.to_f64()
}

/// What an operation gives, if it and its operands are finite.
pub(crate) struct Sharper {
    /// Before rounding.
    pub(crate) exact: Bounds,
    /// After it.
    pub(crate) form: Option<AffineForm>,
}

/// Computes with forms at a moment of a path.
pub(crate) struct Operations<'a> {
    pub(crate) relations: &'a mut Relations,
    pub(crate) names: &'a mut SymbolNames,
    pub(crate) precision: Precision,
}

/// Whether a product with the number is only a shift of the exponent.
fn is_power_of_two(number: f64) -> bool {
    number.is_normal() && number.to_bits().trailing_zeros() >= 52
}

/// Whether a number is multiplied with itself: without an uncertain rest a form is one number for
/// given symbols.
fn is_square(x: &AffineForm, y: &AffineForm) -> bool {
    x == y && x.rest.is_point()
}

/// Whether the symbol is in one of the forms.
fn in_either(x: &AffineForm, y: &AffineForm, symbol: Symbol) -> bool {
    x.coefficient(symbol).is_some() || y.coefficient(symbol).is_some()
}

impl Operations<'_> {
    /// A sum, or a difference.
    pub(crate) fn sum(&self, x: &AffineForm, y: &AffineForm) -> Option<Sharper> {
        let form = x.plus(y)?;
        let exact = self.relations.bounds(&form, |symbol| in_either(x, y, symbol));
        // What is added to zero stays as it is; and a tiny sum is exact.
        let is_kept = x.as_point() == Some(0.0) || y.as_point() == Some(0.0);
        let form = self.precision.rounded(form, exact.range, Errors { relative: !is_kept, tiny: false });
        Some(Sharper { exact, form })
    }

    /// What the difference of two numbers can be, if both are finite.
    pub(crate) fn difference(&self, x: &AffineForm, y: &AffineForm) -> Option<Bounds> {
        Some(self.relations.bounds(&x.minus(y)?, |symbol| in_either(x, y, symbol)))
    }

    /// A product.
    pub(crate) fn product(&mut self, x: &AffineForm, y: &AffineForm) -> Option<Sharper> {
        let (exact, errors) = match (x.as_point(), y.as_point()) {
            (Some(factor), _) => (y.scaled(Interval::point(factor))?, scaling(factor)),
            (_, Some(factor)) => (x.scaled(Interval::point(factor))?, scaling(factor)),
            _ => (self.exact_product(x, y)?, Errors { relative: true, tiny: true }),
        };
        let mut product = self.rounded(exact, errors);
        if is_square(x, y) {
            product.exact.range.low = product.exact.range.low.max(0.0);
        }
        Some(product)
    }

    fn exact_product(&mut self, x: &AffineForm, y: &AffineForm) -> Option<AffineForm> {
        let linear = product(x, y, self.relations.narrowed())?;
        let form = self.completed(linear)?;
        if is_square(x, y) {
            self.learn_tangents(x, &form);
        }
        Some(form)
    }

    /// Of a square: x² ≥ ±2·x - 1, the tangents where it is as large as x. By them x / (1 + x²) is
    /// bounded.
    fn learn_tangents(&mut self, x: &AffineForm, square: &AffineForm) {
        let range = x.range(self.relations.narrowed());
        for slope in [2.0, -2.0] {
            if range.contains(slope / 2.0)
                && let Some(above) = square.combined(Interval::ONE, x, Interval::point(-slope))
                && let Some(above) = above.widened(Interval::ONE)
            {
                self.relations.learn(above, Relation::NotNegative);
            }
        }
    }

    /// A linear part with what is missing, by name if it is worth one.
    fn completed(&mut self, Linear { form, missing }: Linear) -> Option<AffineForm> {
        let whole = form.range(self.relations.narrowed()).plus(missing);
        if missing.width() > WORTH_A_NAME * whole.width() {
            form.plus(&self.names.name(missing)?)
        } else {
            form.widened(missing)
        }
    }

    fn rounded(&self, exact: AffineForm, errors: Errors) -> Sharper {
        let range = exact.range(self.relations.narrowed());
        let form = self.precision.rounded(exact, range, errors);
        Sharper { exact: Bounds { range, is_not_zero: !range.contains(0.0) }, form }
    }

    /// A quotient; the ranges of both are given, that of the divisor without zero.
    pub(crate) fn quotient(
        &mut self,
        x: &AffineForm,
        y: &AffineForm,
        ranges: [Interval; 2],
    ) -> Option<Sharper> {
        if let Some(divisor) = y.as_point() {
            let exact = x.scaled(Interval::point(divisor).inverse()?)?;
            let errors = if is_power_of_two(divisor) { scaling(1.0 / divisor) } else { scaling(3.0) };
            return Some(self.rounded(exact, errors));
        }
        let linear = reciprocal(y, ranges[1]).and_then(|inverse| {
            let inverse = self.completed(inverse)?;
            self.exact_product(x, &inverse)
        });
        let by_ranges = ranges[0].times(ranges[1].inverse()?);
        let mut range = by_ranges;
        if let Some(form) = &linear {
            range = range.meet(form.range(self.relations.narrowed())).unwrap_or(range);
        }
        let range = self.fraction(x, y, ranges[1], range);
        let errors = Errors { relative: true, tiny: true };
        let form = linear.and_then(|form| self.precision.rounded(form, range, errors));
        Some(Sharper { exact: Bounds { range, is_not_zero: !range.contains(0.0) }, form })
    }

    /// Better bounds of x / y for y of one sign: for y > 0 it is at most b if x - b·y is not
    /// positive.
    fn fraction(&self, x: &AffineForm, y: &AffineForm, divisor: Interval, range: Interval) -> Interval {
        let hang_together =
            x.symbols().any(|symbol| y.coefficient(symbol).is_some()) || self.relations.link(x, y);
        if !hang_together || !range.is_bounded() {
            return range;
        }
        let (x, y) = if divisor.high < 0.0 { (x.negated(), y.negated()) } else { (x.clone(), y.clone()) };
        let high = self.fraction_at_most(&x, &y, range);
        let low = -self.fraction_at_most(&x.negated(), &y, Interval::new(-high, -range.low));
        if low <= high { Interval { low, high } } else { range }
    }

    fn fraction_at_most(&self, x: &AffineForm, y: &AffineForm, range: Interval) -> f64 {
        let holds = |bound: f64| {
            let above = x.combined(Interval::ONE, y, Interval::point(-bound));
            above.is_some_and(|above| {
                self.relations.bounds(&above, |symbol| in_either(x, y, symbol)).range.high <= 0.0
            })
        };
        let (mut low, mut high) = (range.low, range.high);
        for bound in [-1.0, -0.5, 0.0, 0.5, 1.0, 2.0] {
            if low < bound && bound < high {
                if holds(bound) {
                    high = bound;
                } else {
                    low = bound;
                }
            }
        }
        for _ in 0..HALVINGS {
            let middle = low / 2.0 + high / 2.0;
            if !(low < middle && middle < high) {
                break;
            }
            if holds(middle) {
                high = middle;
            } else {
                low = middle;
            }
        }
        high
    }

    /// A product and a sum, rounded once.
    pub(crate) fn fused(&mut self, x: &AffineForm, y: &AffineForm, w: &AffineForm) -> Option<Sharper> {
        let exact = match (x.as_point(), y.as_point()) {
            (Some(factor), _) => y.scaled(Interval::point(factor))?,
            (_, Some(factor)) => x.scaled(Interval::point(factor))?,
            _ => self.exact_product(x, y)?,
        };
        Some(self.rounded(exact.plus(w)?, Errors { relative: true, tiny: true }))
    }

    /// A magnitude, of numbers of both signs: at least the number, and at least its negative.
    pub(crate) fn magnitude(&mut self, x: &AffineForm) -> Option<AffineForm> {
        let range = x.range(self.relations.narrowed());
        let form = self.names.name(Interval { low: 0.0, high: range.magnitude() })?;
        for sign in [1.0, -1.0] {
            if let Some(above) = form.combined(Interval::ONE, x, Interval::point(sign)) {
                self.relations.learn(above, Relation::NotNegative);
            }
        }
        Some(form)
    }

    /// A square root of numbers in a range that has no negative ones: `s·x` with the chord's slope,
    /// and what is left.
    ///
    /// √x - s·x is concave, so it is least at an end; by the inequality of means it is at most
    /// 1/(4·s).
    pub(crate) fn root(&mut self, x: &AffineForm, range: Interval) -> Option<Sharper> {
        let roots = [range.low, range.high].map(|end| Interval::new(sqrt_down(end), sqrt_up(end)));
        let slope = 1.0 / (roots[0].high + roots[1].high);
        if !slope.is_normal() || !range.is_bounded() || range.low < 0.0 {
            return None;
        }
        let slope = Interval::point(slope);
        let at = |end: f64, root: Interval| root.minus(slope.times(Interval::point(end))).low;
        let low = at(range.low, roots[0]).min(at(range.high, roots[1]));
        let high = Interval::point(4.0).times(slope).inverse()?.high;
        let form = self.completed(Linear { form: x.scaled(slope)?, missing: Interval::new(low, high) })?;
        Some(self.rounded(form, Errors { relative: true, tiny: false }))
    }

    /// The number moved by something within a range, without rounding.
    pub(crate) fn moved(&mut self, x: &AffineForm, by: Interval) -> Option<AffineForm> {
        x.plus(&self.names.name(by)?)
    }

    /// A conversion to the format of the precision.
    pub(crate) fn converted(&self, x: &AffineForm) -> Sharper {
        self.rounded(x.clone(), Errors { relative: true, tiny: true })
    }
}

/// The errors of a product with a number.
fn scaling(factor: f64) -> Errors {
    let is_shift = is_power_of_two(factor);
    Errors { relative: !is_shift && factor != 0.0, tiny: !(is_shift && factor.abs() >= 1.0) && factor != 0.0 }
}
