//! Forms at work: what operations deliver besides their sets, and what comparisons tell.
//!
//! Every number that is made gets a [`AffineForm`]; the sets that operators deliver are cut down to
//! what forms leave possible. All that forms say is said of finite numbers; infinities and NaNs are
//! the sets' alone.

use crate::activation::Activation;
use crate::affine::{AffineForm, Operations, Precision, Relation, Relations, Sharper, as_double};
use crate::transfer::magnitude::{finite, has_subnormal, min_normal, without_zeros};
use crate::value::{AbstractValue, FloatValue};
use std::cmp::Ordering;
use std::rc::Rc;
use ulpwise_domain::Interval;
use ulpwise_externals::Exceptions;
use ulpwise_float::{Float, Format, Rounding};
use ulpwise_interp::Exception;
use ulpwise_interval::domain::{BoolDomain, FloatDomain, OrdinalRange, ordinal};
use ulpwise_ir::{FloatBinaryOp, FloatPredicate, FloatUnaryOp, SignOp, Slot};

/// A form that is this many times wider than the set it is to sharpen is of no use.
const TOO_WIDE: f64 = 4.0;

/// From the least to the greatest of the finite members.
pub(crate) fn finite_hull(domain: &FloatDomain) -> Option<Interval> {
    let hull = finite(domain).hull()?;
    let end = |at: i128| as_double(ordinal::float(domain.format(), at));
    Some(Interval { low: end(hull.low), high: end(hull.high) })
}

/// Whether it holds finite numbers only.
fn is_finite(domain: &FloatDomain) -> bool {
    !domain.can_be_nan() && !domain.can_be_infinite()
}

impl Activation<'_, '_> {
    /// How numbers of a format are rounded here; `None` if they have no forms.
    fn precision(&self, format: Format) -> Option<Precision> {
        if self.has_forms { Precision::for_format(format, self.nearest_only()) } else { None }
    }

    fn operations(&mut self, precision: Precision) -> Operations<'_> {
        Operations { relations: &mut self.relations, names: &mut self.context.names, precision }
    }

    /// Gives a number that has no form a name.
    pub(crate) fn name(&mut self, value: &mut AbstractValue) {
        if let AbstractValue::Float(float) = value
            && float.form.is_none()
            && self.precision(float.domain.format()).is_some()
            && let Some(range) = finite_hull(&float.domain).filter(|range| !range.is_point())
        {
            float.form = self.context.names.name(range).map(Rc::new);
        }
    }

    /// Sharpens the result of an operator of two operands, and what it can raise.
    pub(crate) fn relate_binary(
        &mut self,
        op: FloatBinaryOp,
        [x, y]: [&FloatValue; 2],
        result: &mut FloatValue,
        raised: &mut Exceptions,
    ) {
        let Some(precision) = self.precision(x.domain.format()) else { return };
        let (Some(a), Some(b)) = (x.form(), y.form()) else { return };
        let ranges = [range_of(x, &a, &self.relations), range_of(y, &b, &self.relations)];
        let [Some(range), Some(divisor)] = ranges else { return };
        let mut operations = self.operations(precision);
        let sharper = match op {
            FloatBinaryOp::Add => operations.sum(&a, &b),
            FloatBinaryOp::Sub => operations.sum(&a, &b.negated()),
            FloatBinaryOp::Mul => operations.product(&a, &b),
            // Something finite over an infinity is finite.
            FloatBinaryOp::Div if is_finite(&y.domain) && !divisor.contains(0.0) => {
                operations.quotient(&a, &b, [range, divisor])
            }
            _ => None,
        };
        let is_sum = matches!(op, FloatBinaryOp::Add | FloatBinaryOp::Sub);
        let are_finite = is_finite(&x.domain) && is_finite(&y.domain);
        if let Some(sharper) = sharper {
            self.sharpen(sharper, is_sum, are_finite, result, raised);
        }
    }

    /// The same for a fused multiply-add.
    pub(crate) fn relate_fused(
        &mut self,
        operands: [&FloatValue; 3],
        result: &mut FloatValue,
        raised: &mut Exceptions,
    ) {
        let Some(precision) = self.precision(result.domain.format()) else { return };
        let [Some(x), Some(y), Some(w)] = operands.map(FloatValue::form) else { return };
        let are_finite = operands.iter().all(|operand| is_finite(&operand.domain));
        if let Some(sharper) = self.operations(precision).fused(&x, &y, &w) {
            self.sharpen(sharper, false, are_finite, result, raised);
        }
    }

    /// The same for an operator of one operand.
    pub(crate) fn relate_unary(
        &mut self,
        op: FloatUnaryOp,
        x: &FloatValue,
        result: &mut FloatValue,
        raised: &mut Exceptions,
    ) {
        let Some(precision) = self.precision(x.domain.format()) else { return };
        let Some(form) = x.form() else { return };
        let Some(range) = range_of(x, &form, &self.relations) else { return };
        let nearest_only = self.nearest_only();
        let mut operations = self.operations(precision);
        let by = match op {
            FloatUnaryOp::Canonicalize => {
                result.form.clone_from(&x.form);
                return;
            }
            FloatUnaryOp::Sqrt => {
                // Of negative numbers there is no finite root.
                let proper = range.meet(Interval { low: 0.0, high: f64::INFINITY });
                if let Some(sharper) = proper.and_then(|range| operations.root(&form, range)) {
                    let has_root = is_finite(&x.domain) && proper == Some(range);
                    self.sharpen(sharper, false, has_root, result, raised);
                }
                return;
            }
            FloatUnaryOp::Floor => Interval::new(-1.0, 0.0),
            FloatUnaryOp::Ceil => Interval::new(0.0, 1.0),
            FloatUnaryOp::Trunc if range.low >= 0.0 => Interval::new(-1.0, 0.0),
            FloatUnaryOp::Trunc if range.high <= 0.0 => Interval::new(0.0, 1.0),
            FloatUnaryOp::Round | FloatUnaryOp::RoundEven => Interval::within(0.5),
            FloatUnaryOp::Trunc => Interval::within(1.0),
            _ if nearest_only => Interval::within(0.5),
            _ => Interval::within(1.0),
        };
        let moved = operations.moved(&form, by);
        result.form = moved.map(Rc::new);
    }

    /// The form of a number with another sign, or of its magnitude.
    pub(crate) fn relate_sign(&mut self, op: SignOp, x: &FloatValue) -> Option<Rc<AffineForm>> {
        let precision = self.precision(x.domain.format())?;
        let form = x.form()?;
        let range = range_of(x, &form, &self.relations)?;
        match op {
            SignOp::Neg => Some(Rc::new(form.negated())),
            SignOp::Abs if range.low >= 0.0 => Some(form),
            SignOp::Abs if range.high <= 0.0 => Some(Rc::new(form.negated())),
            SignOp::Abs => self.operations(precision).magnitude(&form).map(Rc::new),
        }
    }

    /// Sharpens what a conversion to another format delivers.
    pub(crate) fn relate_conversion(
        &mut self,
        x: &FloatValue,
        result: &mut FloatValue,
        raised: &mut Exceptions,
    ) {
        let (from, to) = (x.domain.format(), result.domain.format());
        let (Some(_), Some(precision), Some(form)) = (self.precision(from), self.precision(to), x.form())
        else {
            return;
        };
        if from.significand_bits() <= to.significand_bits() && from.exponent_bits() <= to.exponent_bits() {
            result.form = Some(form);
            return;
        }
        let sharper = self.operations(precision).converted(&form);
        self.sharpen(sharper, false, is_finite(&x.domain), result, raised);
    }

    fn sharpen(
        &self,
        sharper: Sharper,
        is_sum: bool,
        operands_are_finite: bool,
        result: &mut FloatValue,
        raised: &mut Exceptions,
    ) {
        let format = result.domain.format();
        let Interval { low, high } = sharper.exact.range;
        let greatest = as_double(Float::max_finite(format, false));
        let least = as_double(ordinal::float(format, min_normal(format)));
        let stays_finite = -greatest <= low && high <= greatest;
        if stays_finite {
            // Only finite operands overflow.
            *raised = raised.without(Exception::Overflow);
        }
        let mut kept = finite(&result.domain);
        kept.intersect_range(rounded_outwards(sharper.exact.range, format));
        // A sum of floats is a multiple of the least one: it is not rounded to zero.
        if is_sum && sharper.exact.is_not_zero {
            kept = without_zeros(&kept);
        }
        if low >= least || high <= -least || (is_sum && !has_subnormal(&kept)) {
            *raised = raised.without(Exception::Underflow);
        }
        if !(operands_are_finite && stays_finite) {
            let mut others = result.domain;
            let top = ordinal::max_finite(format);
            others.remove_range(OrdinalRange::new(!top, top));
            kept = kept.union(&others);
        }
        result.domain = kept;
        result.form = sharper
            .form
            .filter(|form| {
                let width = form.range(self.relations.narrowed()).width();
                finite_hull(&kept).is_some_and(|hull| width <= TOO_WIDE * hull.width())
            })
            .map(Rc::new);
    }

    /// The answers of a comparison that forms leave possible.
    pub(crate) fn related_truth(
        &mut self,
        predicate: FloatPredicate,
        x: &FloatValue,
        y: &FloatValue,
        truth: BoolDomain,
    ) -> BoolDomain {
        if truth != BoolDomain::FULL || !is_finite(&x.domain) || !is_finite(&y.domain) {
            return truth;
        }
        let Some(precision) = self.precision(x.domain.format()) else { return truth };
        let (Some(a), Some(b)) = (x.form(), y.form()) else { return truth };
        let Some(difference) = self.operations(precision).difference(&a, &b) else { return truth };
        let Interval { low, high } = difference.range;
        let ways = [
            (Ordering::Less, low < 0.0),
            (Ordering::Equal, !difference.is_not_zero && low <= 0.0 && high >= 0.0),
            (Ordering::Greater, high > 0.0),
        ];
        let answers =
            |answer: bool| ways.iter().any(|&(way, can_be)| can_be && predicate.holds(Some(way)) == answer);
        BoolDomain::new(answers(false), answers(true))
    }
}

/// A comparison that came out in a way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Compared {
    pub(crate) predicate: FloatPredicate,
    pub(crate) answer: bool,
    pub(crate) a: Slot,
    pub(crate) b: Slot,
}

impl Compared {
    /// Whether its first operand can be less than, equal to or greater than the second one.
    pub(crate) fn ways(self) -> [bool; 3] {
        [Ordering::Less, Ordering::Equal, Ordering::Greater]
            .map(|way| self.predicate.holds(Some(way)) == self.answer)
    }

    /// What it says about the difference of two numbers, if they are finite.
    fn learn(self, a: &FloatValue, b: &FloatValue, relations: &mut Relations) {
        let (Some(x), Some(y)) = (a.form(), b.form()) else { return };
        // What was computed may be infinite though its symbols are finite numbers'; a symbol itself
        // is free then.
        let may_be_used = |value: &FloatValue, form: &AffineForm| form.is_name() || is_finite(&value.domain);
        if !may_be_used(a, &x) || !may_be_used(b, &y) {
            return;
        }
        let (Some(above), Some(below)) = (x.minus(&y), y.minus(&x)) else { return };
        match self.ways() {
            [true, false, false] => relations.learn(below, Relation::Positive),
            [true, true, false] => relations.learn(below, Relation::NotNegative),
            [false, false, true] => relations.learn(above, Relation::Positive),
            [false, true, true] => relations.learn(above, Relation::NotNegative),
            [true, false, true] => relations.learn(above, Relation::Nonzero),
            [false, true, false] => {
                relations.learn(above, Relation::NotNegative);
                relations.learn(below, Relation::NotNegative);
            }
            [true, true, true] | [false, false, false] => {}
        }
    }
}

impl Activation<'_, '_> {
    /// What is known of symbols where values are known better, and comparisons came out in some
    /// way.
    pub(crate) fn relations_where(
        &self,
        narrowed: &[(Slot, AbstractValue)],
        compared: &[Compared],
    ) -> Relations {
        let mut relations = self.relations.clone();
        if !self.has_forms {
            return relations;
        }
        let better = |slot: Slot| narrowed.iter().find(|(known, _)| *known == slot).map(|(_, value)| value);
        for value in narrowed.iter().filter_map(|(_, value)| value.as_float()) {
            if let (Some(form), Some(range)) = (&value.form, finite_hull(&value.domain))
                && (form.is_name() || is_finite(&value.domain))
            {
                relations.narrow(form, range);
            }
        }
        for comparison in compared {
            let value =
                |slot: Slot| better(slot).or_else(|| self.known(slot)).and_then(AbstractValue::as_float);
            if let (Some(a), Some(b)) = (value(comparison.a), value(comparison.b)) {
                comparison.learn(a, b, &mut relations);
            }
        }
        relations
    }
}

/// Where a number lies if it is finite, by its set and by its form; `None` if nowhere.
fn range_of(value: &FloatValue, form: &AffineForm, relations: &Relations) -> Option<Interval> {
    finite_hull(&value.domain)?.meet(form.range(relations.narrowed()))
}

/// The ordinals of all numbers that a real in a range can be rounded to.
fn rounded_outwards(range: Interval, format: Format) -> OrdinalRange {
    let end =
        |end: f64, towards: Rounding| ordinal::from_float(Float::from_f64(end).convert(format, towards).0);
    let (low, high) = (end(range.low, Rounding::TowardNegative), end(range.high, Rounding::TowardPositive));
    // Zero has both signs.
    OrdinalRange::new(
        if low == ordinal::PLUS_ZERO { ordinal::MINUS_ZERO } else { low },
        if high == ordinal::MINUS_ZERO { ordinal::PLUS_ZERO } else { high },
    )
}
