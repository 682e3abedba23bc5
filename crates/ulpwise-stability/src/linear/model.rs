//! The linear program of a path: for each float a column for what is computed and one for its
//! error, and rows that say how they come about.
//!
//! Columns hold numbers times a power of two that is the same for all ([`LinearModel::scale`]),
//! errors besides over the unit of their format, so that all are of about the same size. Both are
//! powers of two: coefficients stay exact, and a row with one that would not is left out, which is
//! sound.

use crate::form::ErrorForm;
use crate::graph::{Graph, NodeId, Op};
use crate::magnitude::over_above;
use crate::precision::{Precision, exponent_of, power_above, power_below};
use std::cmp::Ordering;
use std::collections::HashMap;
use ulpwise_base::Budget;
use ulpwise_domain::Interval;
use ulpwise_lp::{Least, LinearConstraints};

/// Columns times coefficients. The sum is a real times the scale.
pub(super) type Terms = Vec<(usize, f64)>;

/// A float as columns.
#[derive(Clone, Copy, Debug)]
struct FloatVariables {
    computed: usize,
    /// The column of the error and its unit; none if there is no error.
    error: Option<(usize, f64)>,
    form: ErrorForm,
}

/// The result of an operation before it is rounded.
#[derive(Clone, Debug)]
pub(super) struct ExactVariables {
    /// On what is computed.
    pub(super) computed: Terms,
    /// The difference of that and the true result.
    pub(super) error: Terms,
    /// Where the result lies.
    pub(super) range: Interval,
    /// Where the difference lies.
    pub(super) error_range: Interval,
    /// It is a multiple of 2 to this power.
    unit: i32,
    /// Whether it may be smaller than the normal numbers and no multiple of the least number.
    may_underflow: bool,
    /// Whether it is one of the operands, perhaps with another sign, which no format rounds.
    is_operand: bool,
}

impl ExactVariables {
    /// The same as a number of a format with fewer numbers.
    pub(super) fn narrowed(self) -> ExactVariables {
        ExactVariables { may_underflow: true, is_operand: false, ..self }
    }
}

/// The program.
#[derive(Debug)]
pub(super) struct LinearModel {
    pub(super) constraints: LinearConstraints,
    scale: f64,
    floats: HashMap<NodeId, FloatVariables>,
}

impl LinearModel {
    pub(super) fn new(scale: f64) -> LinearModel {
        LinearModel { constraints: LinearConstraints::new(), scale, floats: HashMap::new() }
    }

    /// A range as the columns have it: scaled, and over a unit.
    fn scaled(&self, range: Interval, unit: f64) -> Interval {
        let factor = self.scale / unit;
        Interval::new(moved(range.low, factor, false), moved(range.high, factor, true))
    }

    /// A range of sums as the numbers they stand for.
    pub(super) fn unscaled(&self, range: Interval) -> Interval {
        let factor = 1.0 / self.scale;
        Interval::new(moved(range.low, factor, false), moved(range.high, factor, true))
    }

    fn float(&self, id: NodeId) -> Option<FloatVariables> {
        self.floats.get(&id).copied()
    }

    /// The sum of two values, the second times 1 or -1.
    pub(super) fn sum(&mut self, a: NodeId, b: NodeId, sign: f64) -> Option<ExactVariables> {
        let one = self.multiple(a, 1.0)?;
        let other = self.multiple(b, sign)?;
        Some(added(one, other))
    }

    /// A sum with one more value.
    pub(super) fn plus(&mut self, exact: ExactVariables, c: NodeId) -> Option<ExactVariables> {
        let other = self.multiple(c, 1.0)?;
        Some(added(exact, other))
    }

    /// A value times a number.
    pub(super) fn multiple(&self, a: NodeId, factor: f64) -> Option<ExactVariables> {
        let FloatVariables { computed, error, form } = self.float(a)?;
        let factor_range = Interval::point(factor);
        let by_sign = factor.abs() == 1.0;
        let of = |range: Interval| match factor {
            _ if factor == 1.0 => range,
            _ if factor == -1.0 => range.negated(),
            _ => range.times(factor_range),
        };
        Some(ExactVariables {
            computed: vec![(computed, factor)],
            error: error.map(|(column, unit)| (column, exactly(factor, unit))).into_iter().collect(),
            range: of(form.computed),
            error_range: of(form.error),
            unit: if by_sign { form.unit } else { crate::form::NO_UNIT },
            may_underflow: !by_sign,
            is_operand: by_sign,
        })
    }

    /// The product of two values: linear if one is a constant, else enclosed.
    pub(super) fn product(&mut self, a: NodeId, b: NodeId) -> Option<ExactVariables> {
        let (x, y) = (self.float(a)?, self.float(b)?);
        if let Some(factor) = constant(&x.form) {
            return self.multiple_of_product(b, factor, &x.form);
        }
        if let Some(factor) = constant(&y.form) {
            return self.multiple_of_product(a, factor, &y.form);
        }
        let computed = self.enclosed(
            (&[(x.computed, 1.0)], x.form.computed),
            (&[(y.computed, 1.0)], y.form.computed),
            1.0,
        )?;
        // x y - (x - e)(y - f) = x f + (y - f) e
        let mut error = Terms::new();
        let mut error_range = Interval::ZERO;
        if let Some((column, unit)) = y.error {
            let of_other = (&[(x.computed, 1.0)][..], x.form.computed);
            let product = self.enclosed(of_other, (&[(column, unit)], y.form.error), unit)?;
            error.push((product, unit));
            error_range = error_range.plus(x.form.computed.times(y.form.error));
        }
        if let Some((column, unit)) = x.error {
            let mut truth = vec![(y.computed, 1.0)];
            truth.extend(y.error.map(|(column, unit)| (column, -unit)));
            let product = self.enclosed((&truth, y.form.ideal), (&[(column, unit)], x.form.error), unit)?;
            error.push((product, unit));
            error_range = error_range.plus(y.form.ideal.times(x.form.error));
        }
        Some(ExactVariables {
            computed: vec![(computed, 1.0)],
            error,
            range: x.form.computed.times(y.form.computed),
            error_range,
            unit: unit_of_product(&x.form, &y.form),
            may_underflow: true,
            is_operand: false,
        })
    }

    fn multiple_of_product(
        &mut self,
        of: NodeId,
        factor: f64,
        constant: &ErrorForm,
    ) -> Option<ExactVariables> {
        let form = self.float(of)?.form;
        let exact = self.multiple(of, factor)?;
        Some(ExactVariables {
            unit: unit_of_product(&form, constant),
            may_underflow: true,
            is_operand: false,
            ..exact
        })
    }

    /// A value over a constant: k q = a.
    pub(super) fn quotient(&mut self, a: NodeId, b: NodeId) -> Option<ExactVariables> {
        let divisor = constant(&self.float(b)?.form).filter(|&divisor| divisor != 0.0)?;
        let FloatVariables { computed, error, form } = self.float(a)?;
        let divisor_range = Interval::point(divisor);
        let (range, error_range) = (form.computed.over(divisor_range)?, form.error.over(divisor_range)?);
        let column = self.column(range, 1.0);
        self.constraints.row(&[(column, divisor), (computed, -1.0)], 0.0, 0.0);
        let error = error.map(|(of, unit)| {
            let column = self.column(error_range, unit);
            self.constraints.row(&[(column, divisor), (of, -1.0)], 0.0, 0.0);
            (column, unit)
        });
        Some(ExactVariables {
            computed: vec![(column, 1.0)],
            error: error.into_iter().collect(),
            range,
            error_range,
            unit: crate::form::NO_UNIT,
            may_underflow: true,
            is_operand: false,
        })
    }

    fn column(&mut self, range: Interval, unit: f64) -> usize {
        let Interval { low, high } = self.scaled(range, unit);
        self.constraints.column(low, high)
    }

    /// A column for the product of two sums of columns, over a unit, between McCormick's four
    /// planes.
    fn enclosed(
        &mut self,
        (a, of_a): (&[(usize, f64)], Interval),
        (b, of_b): (&[(usize, f64)], Interval),
        unit: f64,
    ) -> Option<usize> {
        if !of_a.is_bounded() || !of_b.is_bounded() {
            return None;
        }
        let column = self.column(of_a.times(of_b), unit);
        for (end_a, end_b, is_below) in [
            (of_a.low, of_b.low, true),
            (of_a.high, of_b.high, true),
            (of_a.high, of_b.low, false),
            (of_a.low, of_b.high, false),
        ] {
            let mut terms = vec![(column, 1.0)];
            terms.extend(b.iter().map(|&(column, value)| (column, exactly(-end_a, value / unit))));
            terms.extend(a.iter().map(|&(column, value)| (column, exactly(-end_b, value / unit))));
            let corner = self.scaled(Interval::point(end_a).times(Interval::point(end_b)).negated(), unit);
            let (low, high) =
                if is_below { (corner.low, f64::INFINITY) } else { (f64::NEG_INFINITY, corner.high) };
            self.constraints.row(&terms, low, high);
        }
        Some(column)
    }

    /// Rounds a result: its form with what is known of the exact result, its columns and rows.
    /// `None` if no run is left.
    pub(super) fn rounded(
        &mut self,
        id: NodeId,
        form: &ErrorForm,
        precision: &Precision,
        exact: &ExactVariables,
    ) -> Option<ErrorForm> {
        let is_tiny = exact.may_underflow && exact.range.mignitude() < precision.least_normal;
        let cap = match exact.is_operand || is_representable(exact, precision) {
            true => 0.0,
            false => precision.error_of(exact.range.magnitude(), is_tiny),
        };
        let rounding = Interval::within(cap);
        let mut form = *form;
        form.computed = form.computed.meet(exact.range.plus(rounding))?;
        form.error = form.error.meet(exact.error_range.plus(rounding))?;
        let form = form.settled()?;
        let error_of_rounding = (cap > 0.0).then(|| self.rounding(exact, precision, cap, is_tiny));
        let float = self.columns_of(id, &form, precision);
        let mut computed = vec![(float.computed, 1.0)];
        computed.extend(exact.computed.iter().map(|&(column, value)| (column, -value)));
        computed.extend(error_of_rounding.map(|(column, unit)| (column, -unit)));
        self.constraints.row(&computed, 0.0, 0.0);
        let unit = float.error.map_or(unit_of(precision), |(_, unit)| unit);
        let mut error: Terms = float.error.map(|(column, _)| (column, 1.0)).into_iter().collect();
        error.extend(exact.error.iter().map(|&(column, value)| (column, exactly(-value, 1.0 / unit))));
        error.extend(error_of_rounding.map(|(column, own)| (column, exactly(-own, 1.0 / unit))));
        self.constraints.row(&error, 0.0, 0.0);
        Some(form)
    }

    /// A column for the error of a rounding, with its unit: at most a part of the exact result,
    /// where the sign of that is known.
    fn rounding(
        &mut self,
        exact: &ExactVariables,
        precision: &Precision,
        cap: f64,
        is_tiny: bool,
    ) -> (usize, f64) {
        let unit = unit_of(precision);
        let column = self.column(Interval::within(cap), unit);
        let sign = if exact.range.is_not_negative() {
            1.0
        } else if exact.range.is_not_positive() {
            -1.0
        } else {
            return (column, unit);
        };
        let absolute = if is_tiny { precision.absolute } else { 0.0 };
        let most = self.scaled(Interval::point(absolute), unit).high;
        for side in [1.0, -1.0] {
            let mut terms = vec![(column, side)];
            let part = precision.relative / unit;
            terms
                .extend(exact.computed.iter().map(|&(column, value)| (column, exactly(value, -sign * part))));
            self.constraints.row(&terms, f64::NEG_INFINITY, most);
        }
        (column, unit)
    }

    /// A value that is only known by its form.
    pub(super) fn fresh(&mut self, id: NodeId, form: &ErrorForm, precision: &Precision) {
        self.columns_of(id, form, precision);
    }

    fn columns_of(&mut self, id: NodeId, form: &ErrorForm, precision: &Precision) -> FloatVariables {
        let unit = unit_of(precision);
        let computed = self.column(form.computed, 1.0);
        let error = (!form.error.is_zero()).then(|| (self.column(form.error, unit), unit));
        let float = FloatVariables { computed, error, form: *form };
        self.floats.insert(id, float);
        let sign = if form.computed.is_not_negative() {
            1.0
        } else if form.computed.is_not_positive() {
            -1.0
        } else {
            return float;
        };
        // |e| <= r |t| and |t| <= |c| / (1 - r)
        if let Some((column, unit)) = error
            && form.relative < 0.5
        {
            let part = over_above(form.relative, (1.0 - form.relative).next_down());
            let coefficient = exactly(part, -sign / unit);
            for side in [1.0, -1.0] {
                self.constraints.row(&[(column, side), (computed, coefficient)], f64::NEG_INFINITY, 0.0);
            }
        }
        float
    }

    /// A comparison that came out one way.
    pub(super) fn compare(&mut self, graph: &Graph, id: NodeId, holds: bool) {
        let node = graph.node(id);
        let Op::FloatCompare(predicate, _) = node.op else { return };
        let (Some(a), Some(b)) = (self.float(node.operand(0)), self.float(node.operand(1))) else { return };
        let can = |order: Ordering| predicate.holds(Some(order)) == holds;
        let low = if can(Ordering::Less) { f64::NEG_INFINITY } else { 0.0 };
        let high = if can(Ordering::Greater) { f64::INFINITY } else { 0.0 };
        self.constraints.row(&[(a.computed, 1.0), (b.computed, -1.0)], low, high);
    }

    /// Whether the error of a value is at most a part of what is computed.
    pub(super) fn stays_within(&self, id: NodeId, form: &ErrorForm, part: f64, budget: &Budget) -> bool {
        let Some(float) = self.float(id) else { return false };
        let Some((error, unit)) = float.error else { return true };
        [1.0, -1.0].into_iter().all(|sign| {
            let is_left = if sign > 0.0 { form.computed.high >= 0.0 } else { form.computed.low <= 0.0 };
            if !is_left {
                return true;
            }
            let mut constraints = self.constraints.clone();
            let (low, high) = if sign > 0.0 { (0.0, f64::INFINITY) } else { (f64::NEG_INFINITY, 0.0) };
            constraints.restrict(float.computed, low, high);
            [1.0, -1.0].into_iter().all(|side| {
                let terms = [(float.computed, exactly(part, sign / unit)), (error, side)];
                match constraints.least(&terms, budget) {
                    Least::AtLeast(bound) => bound >= 0.0,
                    Least::Nowhere => true,
                    Least::Unknown => false,
                }
            })
        })
    }
}

/// The sum of two results.
fn added(one: ExactVariables, other: ExactVariables) -> ExactVariables {
    let is_zero = |exact: &ExactVariables| exact.range.is_zero() && exact.error_range.is_zero();
    let unit = one.unit.min(other.unit);
    ExactVariables {
        is_operand: (is_zero(&one) && other.is_operand) || (is_zero(&other) && one.is_operand),
        range: one.range.plus(other.range),
        error_range: one.error_range.plus(other.error_range),
        unit,
        // Sums of floats of one format are multiples of its least number; products are not.
        may_underflow: one.may_underflow || other.may_underflow,
        computed: one.computed.into_iter().chain(other.computed).collect(),
        error: one.error.into_iter().chain(other.error).collect(),
    }
}

/// Whether a result is a number of the format whatever it is.
fn is_representable(exact: &ExactVariables, precision: &Precision) -> bool {
    let Precision { bits, unit, .. } = *precision;
    precision.is_own()
        && exact.unit >= unit
        && exact.range.magnitude() <= power_below(exact.unit.saturating_add(bits).min(2000))
}

/// The number that a form is, if it is one.
fn constant(form: &ErrorForm) -> Option<f64> {
    (form.is_exact() && form.computed.low == form.computed.high).then_some(form.computed.low)
}

fn unit_of_product(a: &ErrorForm, b: &ErrorForm) -> i32 {
    a.unit.saturating_add(b.unit)
}

/// A power of two about as large as the relative error of a format.
fn unit_of(precision: &Precision) -> f64 {
    power_above(exponent_of(precision.relative).unwrap_or(-52).max(-300))
}

/// A number times a power of two, which is exact; NaN where it is not, so that it is not used.
fn exactly(value: f64, power: f64) -> f64 {
    let product = value * power;
    let is_exact = value == 0.0 || (product.is_finite() && product.abs() >= f64::MIN_POSITIVE);
    if is_exact { product } else { f64::NAN }
}

/// A bound times a power of two; to the safe side where that is not exact.
fn moved(bound: f64, factor: f64, upper: bool) -> f64 {
    let product = exactly(bound, factor);
    if !product.is_nan() || bound.is_infinite() {
        return if bound.is_infinite() { bound } else { product };
    }
    let enclosure = Interval::point(bound).times(Interval::point(factor));
    if upper { enclosure.high } else { enclosure.low }
}
