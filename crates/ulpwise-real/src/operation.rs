//! Forms of operations: exact linear ones with the error of rounding, envelopes of products,
//! quotients and roots.

use crate::error_bound::{error_of_unit, last_place, rounding_error};
use crate::form::LinearForm;
use crate::hull::Hull;
use crate::relax::Builder;
use crate::state::widens;
use std::rc::Rc;
use ulpwise_domain::Dyadic;
use ulpwise_expr::Op;
use ulpwise_float::Format;
use ulpwise_lp::Limits;

/// Both ends of a limits.
type Ends = (Dyadic, Dyadic);

impl Builder<'_> {
    /// The form of an operation; `None` if only its hull is known.
    pub(crate) fn operation(&mut self, position: usize, format: Format, hull: Hull) -> Option<LinearForm> {
        let op = self.graph.nodes[position].op;
        if op == Op::Ite {
            let [condition, then, otherwise] = self.graph.nodes[position].children[..] else { return None };
            let taken = if self.state.truth(condition)? { then } else { otherwise };
            return self.form(taken).map(Rc::unwrap_or_clone);
        }
        let operands: Vec<usize> = self.graph.float_children(position).collect();
        let forms: Option<Vec<Rc<LinearForm>>> = operands.iter().map(|&operand| self.form(operand)).collect();
        let forms = forms?;
        let (exact, unit) = match (op, &forms[..]) {
            (Op::FpNeg, [x]) => return Some(x.negated()),
            (Op::FpAbs, [x]) => return self.absolute(position, operands[0], x),
            (Op::FpMin, [x, y]) => return self.selected(position, [x, y], true),
            (Op::FpMax, [x, y]) => return self.selected(position, [x, y], false),
            (Op::FpAdd, [x, y]) => (x.plus(y), self.unit_of_sum(format, hull, [x, y])),
            (Op::FpSub, [x, y]) => (x.minus(y), self.unit_of_sum(format, hull, [x, y])),
            (Op::FpMul, [x, y]) => {
                let factor = x.as_constant().or(y.as_constant());
                (self.product(&operands, x, y)?, unit_of_scaling(format, hull, factor, false))
            }
            (Op::FpFma, [x, y, z]) => (self.product(&operands[..2], x, y)?.plus(z), Unit::Last),
            (Op::FpDiv, [x, y]) => match y.as_constant() {
                Some(divisor) => (
                    self.scaled_by_inverse(operands[0], x, divisor)?,
                    unit_of_scaling(format, hull, Some(divisor), true),
                ),
                None => (self.quotient(position, format, operands[1], x, y)?, Unit::Last),
            },
            (Op::FpSqrt, [x]) => (self.root(position, format, x)?, Unit::Last),
            (Op::FpFromFp(_), [x]) if widens(self.graph.format(operands[0])?, format) => {
                return Some(LinearForm::clone(x));
            }
            (Op::FpFromFp(_), [x]) => (LinearForm::clone(x), Unit::Last),
            (Op::FpRoundToIntegral, [x]) => (LinearForm::clone(x), Unit::Power(0)),
            _ => return None,
        };
        if !self.is_sound() {
            return Some(exact);
        }
        let rounding = self.graph.rounding(position);
        let (low, high) = match unit {
            Unit::None => {
                rounding_error(format, hull, rounding)?;
                return Some(exact);
            }
            Unit::Last => rounding_error(format, hull, rounding)?,
            Unit::Power(exponent) => {
                // Saturation is the same question for all of them, but a rounding to integers never
                // saturates.
                if op != Op::FpRoundToIntegral {
                    rounding_error(format, hull, rounding)?;
                }
                error_of_unit(exponent, rounding, hull)
            }
        };
        Some(exact.widened(&low, &high))
    }

    /// In which unit a sum is rounded. Sums of floats are multiples of the smallest one, so small
    /// sums are exact.
    fn unit_of_sum(&self, format: Format, hull: Hull, operands: [&LinearForm; 2]) -> Unit {
        let is_zero = |form: &&LinearForm| form.as_constant().is_some_and(Dyadic::is_zero);
        let is_small = last_place(format, hull) == Some(format.min_subnormal_exponent());
        if is_small || operands.iter().any(is_zero) { Unit::None } else { Unit::Last }
    }

    /// The exact product.
    fn product(&mut self, operands: &[usize], x: &LinearForm, y: &LinearForm) -> Option<LinearForm> {
        if let Some(factor) = x.as_constant() {
            return Some(y.times(factor));
        }
        if let Some(factor) = y.as_constant() {
            return Some(x.times(factor));
        }
        let (Some(a), Some(b)) = (self.ends(operands[0]), self.ends(operands[1])) else {
            return self.unknown_if_loose();
        };
        if operands[0] == operands[1] {
            let squares = [a.0.times(&a.0), a.1.times(&a.1)];
            let least = if a.0.is_negative() && a.1.is_positive() {
                Dyadic::ZERO
            } else {
                squares[0].clone().min(squares[1].clone())
            };
            let [low, high] = squares;
            let column = self.new_column(None, Limits::between(least, low.max(high)))?;
            self.square_envelope(&column, x, &a);
            return Some(column);
        }
        let corners = [a.0.times(&b.0), a.0.times(&b.1), a.1.times(&b.0), a.1.times(&b.1)];
        let low = corners.iter().cloned().reduce(Dyadic::min)?;
        let high = corners.into_iter().reduce(Dyadic::max)?;
        let column = self.new_column(None, Limits::between(low, high))?;
        self.product_envelope(&column, (x, &a), (y, &b));
        Some(column)
    }

    /// In a loose relaxation, a column of which nothing is known.
    fn unknown_if_loose(&mut self) -> Option<LinearForm> {
        if self.is_sound() { None } else { self.new_column(None, Limits::default()) }
    }

    /// The exact quotient of a form by a constant. The inverse is rounded; what that loses is
    /// bounded by the dividend.
    fn scaled_by_inverse(&mut self, dividend: usize, x: &LinearForm, divisor: &Dyadic) -> Option<LinearForm> {
        if divisor.is_zero() {
            return None;
        }
        if let Some(exponent) = divisor.log2_of_magnitude() {
            let inverse = Dyadic::power_of_two(-exponent);
            return Some(x.times(&if divisor.is_negative() { inverse.negated() } else { inverse }));
        }
        let inverse = Dyadic::from_f64(1.0 / divisor.to_f64()).filter(|inverse| !inverse.is_zero())?;
        let scaled = x.times(&inverse);
        if !self.is_sound() {
            return Some(scaled);
        }
        // x/d - x·i = x·(1 - d·i)/d, and 1/|d| is at most the power of two below |d|, inverted.
        let (low, high) = self.ends(dividend)?;
        let largest = low.abs().max(high.abs());
        let defect = Dyadic::from_i64(1).minus(&divisor.times(&inverse)).abs();
        let inverse_bound = Dyadic::power_of_two(-divisor.magnitude_exponent());
        let error = largest.times(&defect).times(&inverse_bound);
        Some(scaled.widened(&error.negated(), &error))
    }

    /// The exact quotient q with q·y = x.
    fn quotient(
        &mut self,
        position: usize,
        format: Format,
        divisor: usize,
        x: &LinearForm,
        y: &LinearForm,
    ) -> Option<LinearForm> {
        let (Some(q), Some(b)) = (self.exact_ends(position, format), self.ends(divisor)) else {
            return self.unknown_if_loose();
        };
        let column = self.new_column(None, Limits::between(q.0.clone(), q.1.clone()))?;
        self.product_envelope(x, (&column, &q), (y, &b));
        Some(column)
    }

    /// The exact root q with q·q = x.
    fn root(&mut self, position: usize, format: Format, x: &LinearForm) -> Option<LinearForm> {
        let Some(q) = self.exact_ends(position, format) else { return self.unknown_if_loose() };
        let column = self.new_column(None, Limits::between(q.0.clone(), q.1.clone()))?;
        self.square_envelope(x, &column, &q);
        Some(column)
    }

    /// The value of a node whose sign may be known.
    fn absolute(&mut self, position: usize, operand: usize, x: &LinearForm) -> Option<LinearForm> {
        let hull = self.state.hull(operand);
        if !hull.nan && hull.low >= -1 {
            return Some(x.clone());
        }
        if !hull.nan && hull.high <= 0 {
            return Some(x.negated());
        }
        let limits = self.limits(position);
        let column = self.new_column(Some(position), limits)?;
        self.require(&column.minus(x), Some(Dyadic::ZERO), None);
        self.require(&column.plus(x), Some(Dyadic::ZERO), None);
        Some(column)
    }

    /// The least or the greatest of two numbers.
    fn selected(
        &mut self,
        position: usize,
        operands: [&Rc<LinearForm>; 2],
        least: bool,
    ) -> Option<LinearForm> {
        let limits = self.limits(position);
        let column = self.new_column(Some(position), limits)?;
        for operand in operands {
            let difference = if least { operand.minus(&column) } else { column.minus(operand) };
            self.require(&difference, Some(Dyadic::ZERO), None);
        }
        Some(column)
    }

    /// The four planes of McCormick around w = x·y.
    fn product_envelope(
        &mut self,
        w: &LinearForm,
        (x, a): (&LinearForm, &Ends),
        (y, b): (&LinearForm, &Ends),
    ) {
        // (x - a)(y - b) has a known sign for each pair of ends.
        for (end_x, end_y, is_positive) in
            [(&a.0, &b.0, true), (&a.1, &b.1, true), (&a.0, &b.1, false), (&a.1, &b.0, false)]
        {
            let plane = w.minus(&y.times(end_x)).minus(&x.times(end_y));
            let limit = Some(end_x.times(end_y).negated());
            let (low, high) = if is_positive { (limit, None) } else { (None, limit) };
            self.require(&plane, low, high);
        }
    }

    /// Tangents and the secant around w = x·x.
    fn square_envelope(&mut self, w: &LinearForm, x: &LinearForm, a: &Ends) {
        for point in [a.0.clone(), a.1.clone(), a.0.midpoint(&a.1)] {
            let tangent = w.minus(&x.times(&point.plus(&point)));
            self.require(&tangent, Some(point.times(&point).negated()), None);
        }
        let secant = w.minus(&x.times(&a.0.plus(&a.1)));
        self.require(&secant, None, Some(a.0.times(&a.1).negated()));
    }

    fn ends(&self, position: usize) -> Option<Ends> {
        let limits = self.limits(position);
        Some((limits.low?, limits.high?))
    }

    /// Where the exact result of an operation lies.
    fn exact_ends(&self, position: usize, format: Format) -> Option<Ends> {
        let (low, high) = self.ends(position)?;
        let hull = self.state.hull(position);
        let (least, greatest) = rounding_error(format, hull, self.graph.rounding(position))?;
        Some((low.minus(&greatest), high.minus(&least)))
    }
}

/// The unit to which an exact result is rounded.
enum Unit {
    /// It is not rounded.
    None,
    /// In the last place of the result.
    Last,
    /// A power of two.
    Power(i64),
}

/// In which unit a product with a constant, or a quotient by it, is rounded. A power of two moves
/// bits, which are only lost below the smallest number.
fn unit_of_scaling(format: Format, hull: Hull, factor: Option<&Dyadic>, divides: bool) -> Unit {
    let Some(exponent) = factor.and_then(Dyadic::log2_of_magnitude) else { return Unit::Last };
    if last_place(format, hull).is_none() {
        return Unit::Last;
    }
    if (exponent >= 0) != divides || exponent == 0 {
        Unit::None
    } else {
        Unit::Power(format.min_subnormal_exponent())
    }
}
