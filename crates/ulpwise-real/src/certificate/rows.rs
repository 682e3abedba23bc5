//! The linear program of a certificate: a column for each float, and for each operation and literal
//! the inequalities that the checker writes down for it (`ulpwise-verify-unsat`, `rows`), under the
//! same numbers.
//!
//! The relaxation that the engine searches with says the same in fewer columns. A checker would have
//! to follow how it was made; these inequalities it makes itself, from one term each.

use crate::error_bound::{error_of_unit, last_place, rounding_error};
use crate::form::LinearForm;
use crate::graph::Graph;
use crate::relax::{MAX_COLUMNS, MAX_ENTRIES, uses_below};
use crate::state::{TermState, widens};
use std::collections::BTreeMap;
use ulpwise_domain::Dyadic;
use ulpwise_expr::Op;
use ulpwise_float::{Float, Format, Rounding};
use ulpwise_lp::{Limits, LinearProgram, LinearRow};

/// Both ends of a range.
type Ends = (Dyadic, Dyadic);

/// A program with what its columns and rows stand for.
pub(super) struct CertificateRows {
    pub(super) program: LinearProgram,
    /// The positions of the floats that columns stand for.
    pub(super) floats: Vec<usize>,
    /// The term of each row, and the number of the inequality among the term's.
    pub(super) names: Vec<(usize, u32)>,
    /// How often each term is an operand.
    pub(super) uses: Vec<u32>,
}

impl CertificateRows {
    pub(super) fn new(graph: &Graph, state: &TermState) -> CertificateRows {
        let is_literal =
            |position: &usize| state.truth(*position).is_some() && graph.is_comparison(*position);
        let literals: Vec<usize> = (0..graph.nodes.len()).filter(is_literal).collect();
        let uses = uses_below(graph, state, &literals);
        let program = LinearProgram::default();
        let result = CertificateRows { program, floats: Vec::new(), names: Vec::new(), uses: Vec::new() };
        let mut builder = Builder { graph, state, columns: BTreeMap::new(), result };
        for position in (0..graph.nodes.len()).filter(|&position| uses[position] > 0) {
            builder.operation(position);
        }
        for literal in literals {
            builder.literal(literal);
        }
        CertificateRows { uses, ..builder.result }
    }
}

/// A program being made.
struct Builder<'a> {
    graph: &'a Graph,
    state: &'a TermState,
    columns: BTreeMap<usize, usize>,
    result: CertificateRows,
}

impl Builder<'_> {
    /// The range of a float that is finite for certain.
    fn ends(&self, position: usize) -> Option<Ends> {
        let format = self.graph.format(position)?;
        let hull = self.state.hull(position);
        let (low, high) = hull.numbers(format).filter(|_| hull.is_finite(format))?;
        Some((Dyadic::from_float(low)?, Dyadic::from_float(high)?))
    }

    /// The value of a float that has only one; the zeros are one.
    fn constant(&self, position: usize) -> Option<Dyadic> {
        self.ends(position).filter(|(low, high)| low == high).map(|(low, _)| low)
    }

    /// A float as a column.
    fn float(&mut self, position: usize) -> Option<LinearForm> {
        if let Some(&column) = self.columns.get(&position) {
            return Some(LinearForm::column(column));
        }
        let (low, high) = self.ends(position)?;
        let column = self.result.floats.len();
        if column >= MAX_COLUMNS {
            return None;
        }
        self.columns.insert(position, column);
        self.result.floats.push(position);
        self.result.program.columns.push(Limits::between(low, high));
        Some(LinearForm::column(column))
    }

    /// Adds an inequality of a term.
    fn row(&mut self, name: (usize, u32), form: &LinearForm, low: Option<Dyadic>, high: Option<Dyadic>) {
        let program = &mut self.result.program;
        if (program.rows.len() + 1) * (program.columns.len() + 1) > MAX_ENTRIES {
            return;
        }
        program
            .rows
            .push(LinearRow { coefficients: form.coefficients.clone(), limits: Limits { low, high } });
        self.result.names.push(name);
    }

    fn equation(&mut self, name: (usize, u32), form: &LinearForm, (low, high): Ends) {
        self.row(name, form, Some(low), Some(high));
    }

    /// The inequalities of an operation, if it and its operands are finite.
    fn operation(&mut self, position: usize) -> Option<()> {
        let node = &self.graph.nodes[position];
        let format = self.graph.format(position)?;
        let zero = || (Dyadic::ZERO, Dyadic::ZERO);
        let name = (position, 0);
        if node.op == Op::Ite {
            let [condition, then, otherwise] = node.children[..] else { return None };
            let taken = if self.state.truth(condition)? { then } else { otherwise };
            let form = self.float(position)?.minus(&self.float(taken)?);
            self.equation(name, &form, zero());
            return Some(());
        }
        let operands: Vec<usize> = self.graph.float_children(position).collect();
        let ends: Option<Vec<Ends>> = operands.iter().map(|&operand| self.ends(operand)).collect();
        ends?;
        let op = node.op;
        match (op, &operands[..]) {
            (Op::FpNeg, &[x]) => {
                let form = self.float(position)?.plus(&self.float(x)?);
                self.equation(name, &form, zero());
            }
            (Op::FpAbs, &[x]) => self.absolute(position, x)?,
            (Op::FpMin | Op::FpMax, &[_, _]) => {
                for (number, &operand) in (0..).zip(&operands) {
                    let difference = self.float(operand)?.minus(&self.float(position)?);
                    let difference = if op == Op::FpMin { difference } else { difference.negated() };
                    self.row((position, number), &difference, Some(Dyadic::ZERO), None);
                }
            }
            (Op::FpAdd | Op::FpSub, &[x, y]) => {
                let error = self.error_of_sum(position, format)?;
                let (x, y) = (self.float(x)?, self.float(y)?);
                let exact = if op == Op::FpAdd { x.plus(&y) } else { x.minus(&y) };
                let form = self.float(position)?.minus(&exact);
                self.equation(name, &form, error);
            }
            (Op::FpFromFp(_), &[x]) => {
                let is_exact = widens(self.graph.format(x)?, format);
                let error = if is_exact { zero() } else { self.error(position, format)? };
                let form = self.float(position)?.minus(&self.float(x)?);
                self.equation(name, &form, error);
            }
            (Op::FpRoundToIntegral, &[x]) => {
                let error = error_of_unit(0, self.graph.rounding(position), self.state.hull(position));
                let form = self.float(position)?.minus(&self.float(x)?);
                self.equation(name, &form, error);
            }
            (Op::FpMul, &[x, y]) => self.product(position, format, x, y)?,
            (Op::FpDiv, &[x, y]) => self.quotient(position, format, x, y)?,
            (Op::FpSqrt, &[x]) => self.root(position, format, x)?,
            _ => {}
        }
        Some(())
    }

    /// How far the result of an operation may be from the exact one.
    fn error(&self, position: usize, format: Format) -> Option<Ends> {
        rounding_error(format, self.state.hull(position), self.graph.rounding(position))
    }

    /// Sums are multiples of the smallest number, and exact where these have no gaps.
    fn error_of_sum(&self, position: usize, format: Format) -> Option<Ends> {
        let error = self.error(position, format)?;
        let last = last_place(format, self.state.hull(position))?;
        let is_exact = last == format.min_subnormal_exponent();
        Some(if is_exact { (Dyadic::ZERO, Dyadic::ZERO) } else { error })
    }

    /// A scaling by a power of two loses bits only below the smallest number.
    fn error_of_scaling(
        &self,
        position: usize,
        format: Format,
        factor: &Dyadic,
        divides: bool,
    ) -> Option<Ends> {
        let error = self.error(position, format)?;
        let Some(exponent) = factor.log2_of_magnitude() else { return Some(error) };
        if exponent == 0 || (exponent > 0) != divides {
            return Some((Dyadic::ZERO, Dyadic::ZERO));
        }
        let unit = format.min_subnormal_exponent();
        Some(error_of_unit(unit, self.graph.rounding(position), self.state.hull(position)))
    }

    fn absolute(&mut self, position: usize, x: usize) -> Option<()> {
        let hull = self.state.hull(x);
        let (z, x) = (self.float(position)?, self.float(x)?);
        let (difference, sum) = (z.minus(&x), z.plus(&x));
        if hull.low >= -1 {
            self.equation((position, 0), &difference, (Dyadic::ZERO, Dyadic::ZERO));
        } else if hull.high <= 0 {
            self.equation((position, 0), &sum, (Dyadic::ZERO, Dyadic::ZERO));
        } else {
            self.row((position, 0), &difference, Some(Dyadic::ZERO), None);
            self.row((position, 1), &sum, Some(Dyadic::ZERO), None);
        }
        Some(())
    }

    fn product(&mut self, position: usize, format: Format, x: usize, y: usize) -> Option<()> {
        let z = self.float(position)?;
        if let Some((factor, other)) =
            self.constant(x).map(|c| (c, y)).or_else(|| self.constant(y).map(|c| (c, x)))
        {
            let error = self.error_of_scaling(position, format, &factor, false)?;
            let form = z.minus(&self.float(other)?.times(&factor));
            self.equation((position, 0), &form, error);
            return Some(());
        }
        let (least, greatest) = self.error(position, format)?;
        let (a, b) = (self.ends(x)?, self.ends(y)?);
        let (forms_x, forms_y) = (self.float(x)?, self.float(y)?);
        if x == y {
            for (number, point) in (0..).zip([a.0.clone(), a.1.clone(), a.0.midpoint(&a.1)]) {
                let tangent = z.minus(&forms_x.times(&point.plus(&point)));
                self.row((position, number), &tangent, Some(least.minus(&point.times(&point))), None);
            }
            let secant = z.minus(&forms_x.times(&a.0.plus(&a.1)));
            self.row((position, 3), &secant, None, Some(greatest.minus(&a.0.times(&a.1))));
            return Some(());
        }
        for (number, (end_x, end_y, is_above)) in (0..).zip(planes(&a, &b)) {
            let plane = z.minus(&forms_y.times(end_x)).minus(&forms_x.times(end_y));
            let corner = end_x.times(end_y);
            match is_above {
                true => self.row((position, number), &plane, Some(least.minus(&corner)), None),
                false => self.row((position, number), &plane, None, Some(greatest.minus(&corner))),
            }
        }
        Some(())
    }

    /// `q * y = x`, where the result is `q` with an error.
    fn quotient(&mut self, position: usize, format: Format, x: usize, y: usize) -> Option<()> {
        let z = self.float(position)?;
        let forms_x = self.float(x)?;
        if let Some(divisor) = self.constant(y) {
            if divisor.is_zero() {
                return None;
            }
            let error = self.error_of_scaling(position, format, &divisor, true)?;
            let scaled = multiples(&divisor, &error);
            self.equation((position, 0), &z.times(&divisor).minus(&forms_x), scaled);
            return Some(());
        }
        let error = self.error(position, format)?;
        let (q, b) = (self.exact_ends(position, &error)?, self.ends(y)?);
        let forms_y = self.float(y)?;
        for (number, (end_q, end_y, is_above)) in (0..).zip(planes(&q, &b)) {
            let plane = forms_x.minus(&forms_y.times(end_q)).minus(&z.times(end_y));
            let corner = end_q.times(end_y).negated();
            let (low, high) = multiples(end_y, &error);
            match is_above {
                true => self.row((position, number), &plane, Some(corner.minus(&high)), None),
                false => self.row((position, number), &plane, None, Some(corner.minus(&low))),
            }
        }
        Some(())
    }

    /// `q * q = x`, where the result is `q` with an error.
    fn root(&mut self, position: usize, format: Format, x: usize) -> Option<()> {
        let error = self.error(position, format)?;
        let q = self.exact_ends(position, &error)?;
        let (z, forms_x) = (self.float(position)?, self.float(x)?);
        for (number, point) in (0..).zip([q.0.clone(), q.1.clone(), q.0.midpoint(&q.1)]) {
            let slope = point.plus(&point);
            let (_, high) = multiples(&slope, &error);
            let tangent = forms_x.minus(&z.times(&slope));
            let limit = point.times(&point).plus(&high).negated();
            self.row((position, number), &tangent, Some(limit), None);
        }
        let slope = q.0.plus(&q.1);
        let (low, _) = multiples(&slope, &error);
        let secant = forms_x.minus(&z.times(&slope));
        self.row((position, 3), &secant, None, Some(q.0.times(&q.1).plus(&low).negated()));
        Some(())
    }

    /// Where the exact result of an operation lies.
    fn exact_ends(&self, position: usize, (least, greatest): &Ends) -> Option<Ends> {
        let (low, high) = self.ends(position)?;
        Some((low.minus(greatest), high.minus(least)))
    }

    /// The inequality of a comparison whose truth is known.
    fn literal(&mut self, literal: usize) -> Option<()> {
        let node = &self.graph.nodes[literal];
        let [x, y] = node.children[..] else { return None };
        let (forms_x, forms_y) = (self.float(x)?, self.float(y)?);
        let format = self.graph.format(x)?;
        let step = Dyadic::from_float(Float::min_subnormal(format, false))?.negated();
        let (difference, name) = (forms_x.minus(&forms_y), (literal, 0));
        match (node.op, self.state.truth(literal)?) {
            (Op::FpLt, true) => self.row(name, &difference, None, Some(step)),
            (Op::FpLeq, true) => self.row(name, &difference, None, Some(Dyadic::ZERO)),
            (Op::FpEq | Op::Eq, true) => self.equation(name, &difference, (Dyadic::ZERO, Dyadic::ZERO)),
            (Op::FpLt, false) => self.row(name, &difference, Some(Dyadic::ZERO), None),
            (Op::FpLeq, false) => self.row(name, &difference, Some(step.negated()), None),
            _ => {}
        }
        Some(())
    }
}

/// The four pairs of ends, and whether the product of the distances from them is positive.
fn planes<'e>(a: &'e Ends, b: &'e Ends) -> [(&'e Dyadic, &'e Dyadic, bool); 4] {
    [(&a.0, &b.0, true), (&a.1, &b.1, true), (&a.0, &b.1, false), (&a.1, &b.0, false)]
}

/// The least and the greatest multiple of an error.
fn multiples(factor: &Dyadic, (low, high): &Ends) -> Ends {
    let (one, other) = (factor.times(low), factor.times(high));
    if one <= other { (one, other) } else { (other, one) }
}

/// The same bound of a column for the engine: the nearest float inside.
pub(super) fn float_within(bound: &Dyadic, format: Format, upwards: bool) -> Float {
    bound.to_float(format, if upwards { Rounding::TowardPositive } else { Rounding::TowardNegative })
}
