//! What is known about every term: truth values and hulls, and how they follow from each other.
//!
//! Propagation sweeps over the terms, up and down, until nothing changes or it has done so often
//! enough. It only ever narrows, and everything it removes violates the assertions or the choices
//! made on the way here.

use crate::evaluate::evaluate;
use crate::graph::Graph;
use crate::hull::{Hull, ordinal};
use ulpwise_base::{Budget, Exhausted};
use ulpwise_expr::{AppliedValue, Op, Sort, Value, apply};
use ulpwise_float::{Float, Rounding};
use ulpwise_solver::{Bound, Bounds};

/// More sweeps than these are left to others: hulls that converge slowly would take millions.
const MAX_SWEEPS: usize = 24;

/// Knowledge, by position in the graph.
#[derive(Clone, Debug)]
pub(crate) struct TermState {
    truth: Vec<Option<bool>>,
    hulls: Vec<Hull>,
    changed: bool,
    /// What was concluded, in order, where a certificate wants it.
    log: Option<Vec<Conclusion>>,
}

/// What was noted about the term at a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Conclusion {
    /// Its truth value.
    Truth(usize, bool),
    /// The hull that it lies in; empty if there is none.
    Hull(usize, Hull),
}

/// Nothing satisfies the assertions here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Conflict;

impl TermState {
    /// What constants, assertions and bounds say.
    pub(crate) fn new(graph: &Graph, bounds: Option<&Bounds>) -> Result<TermState, Conflict> {
        let mut state = TermState {
            truth: graph.nodes.iter().map(|node| node.constant.as_ref().and_then(Value::as_bool)).collect(),
            hulls: graph.nodes.iter().map(|node| initial_hull(node.sort, node.constant.as_ref())).collect(),
            changed: true,
            log: None,
        };
        for (term, bound) in bounds.into_iter().flat_map(Bounds::iter) {
            match (graph.position(term), bound) {
                (Some(position), Bound::Bool(known)) => state.set(position, *known)?,
                (Some(position), Bound::Float(known)) => state.narrow(position, Hull::from_bound(*known))?,
                _ => {}
            }
        }
        for &root in &graph.roots {
            state.set(root, true)?;
        }
        Ok(state)
    }

    pub(crate) fn truth(&self, position: usize) -> Option<bool> {
        self.truth[position]
    }

    pub(crate) fn hull(&self, position: usize) -> Hull {
        self.hulls[position]
    }

    /// Notes a truth value.
    pub(crate) fn set(&mut self, position: usize, value: bool) -> Result<(), Conflict> {
        match self.truth[position] {
            Some(known) if known == value => Ok(()),
            Some(_) => {
                self.note(Conclusion::Truth(position, value));
                Err(Conflict)
            }
            None => {
                self.note(Conclusion::Truth(position, value));
                self.truth[position] = Some(value);
                self.changed = true;
                Ok(())
            }
        }
    }

    /// From now on conclusions are kept.
    pub(crate) fn keep_conclusions(&mut self) {
        self.log = Some(Vec::new());
    }

    /// The conclusions since then.
    pub(crate) fn take_conclusions(&mut self) -> Vec<Conclusion> {
        self.log.take().unwrap_or_default()
    }

    fn note(&mut self, conclusion: Conclusion) {
        if let Some(log) = &mut self.log {
            log.push(conclusion);
        }
    }

    /// Notes that a float lies in a hull.
    pub(crate) fn narrow(&mut self, position: usize, hull: Hull) -> Result<(), Conflict> {
        let met = self.hulls[position].meet(hull);
        if met.is_empty() {
            self.note(Conclusion::Hull(position, met));
            return Err(Conflict);
        }
        let met = if met.has_numbers() { met } else { Hull::NAN };
        if met != self.hulls[position] {
            self.note(Conclusion::Hull(position, met));
            self.hulls[position] = met;
            self.changed = true;
        }
        Ok(())
    }

    /// Draws conclusions.
    ///
    /// # Errors
    /// If the budget ends. The inner error is a conflict.
    pub(crate) fn propagate(
        &mut self,
        graph: &Graph,
        budget: &Budget,
    ) -> Result<Result<(), Conflict>, Exhausted> {
        for _ in 0..MAX_SWEEPS {
            self.changed = false;
            for position in 0..graph.nodes.len() {
                if position % 256 == 0 {
                    budget.check(0)?;
                }
                if self.upwards(graph, position).is_err() {
                    return Ok(Err(Conflict));
                }
            }
            for position in (0..graph.nodes.len()).rev() {
                if position % 256 == 0 {
                    budget.check(0)?;
                }
                if self.downwards(graph, position).is_err() {
                    return Ok(Err(Conflict));
                }
            }
            if !self.changed {
                break;
            }
        }
        Ok(Ok(()))
    }

    /// The value of a term, if it is known.
    pub(crate) fn value(&self, graph: &Graph, position: usize) -> Option<Value> {
        let node = &graph.nodes[position];
        match node.sort {
            Sort::Bool => self.truth[position].map(Value::Bool),
            Sort::Float(format) => self.hulls[position].single(format).map(Value::float),
            _ => node.constant.clone(),
        }
    }

    /// What the children say about a term.
    fn upwards(&mut self, graph: &Graph, position: usize) -> Result<(), Conflict> {
        let node = &graph.nodes[position];
        if node.children.is_empty() || matches!(node.op, Op::Libm(_)) {
            return Ok(());
        }
        if node.sort != Sort::Bool && graph.format(position).is_none() {
            return Ok(());
        }
        if let Some(values) = self.values_of_children(graph, position) {
            let arguments: Vec<&Value> = values.iter().collect();
            return match apply(node.op, &arguments) {
                AppliedValue::Value(Value::Bool(value)) => self.set(position, value),
                AppliedValue::Value(Value::Float(value)) => self.narrow(position, Hull::point(value)),
                _ => Ok(()),
            };
        }
        match (node.sort, node.op) {
            (Sort::Float(_), Op::Ite) => {
                let [condition, then, otherwise] = node.children[..] else { return Ok(()) };
                let hull = match self.truth[condition] {
                    Some(true) => self.hulls[then],
                    Some(false) => self.hulls[otherwise],
                    None => self.hulls[then].join(self.hulls[otherwise]),
                };
                self.narrow(position, hull)
            }
            (Sort::Float(format), op) => {
                let operands: Vec<_> = graph
                    .float_children(position)
                    .map(|child| (self.hulls[child], graph.format(child).unwrap_or(format)))
                    .collect();
                self.narrow(position, evaluate(op, format, graph.rounding(position), &operands))
            }
            _ => match self.truth_from_children(graph, position) {
                Some(value) => self.set(position, value),
                None => Ok(()),
            },
        }
    }

    fn values_of_children(&self, graph: &Graph, position: usize) -> Option<Vec<Value>> {
        graph.nodes[position].children.iter().map(|&child| self.value(graph, child)).collect()
    }

    fn truth_from_children(&self, graph: &Graph, position: usize) -> Option<bool> {
        let node = &graph.nodes[position];
        let known = |value: bool| node.children.iter().any(|&child| self.truth[child] == Some(value));
        let hull = |index: usize| self.hulls[node.children[index]];
        match node.op {
            // All children known was dealt with before.
            Op::And => known(false).then_some(false),
            Op::Or => known(true).then_some(true),
            Op::Ite => {
                let [condition, then, otherwise] = node.children[..] else { return None };
                match self.truth[condition] {
                    Some(true) => self.truth[then],
                    Some(false) => self.truth[otherwise],
                    None => self.truth[then].filter(|_| self.truth[then] == self.truth[otherwise]),
                }
            }
            Op::FpLt => hull(0).compares_below(hull(1), false),
            Op::FpLeq => hull(0).compares_below(hull(1), true),
            Op::FpEq => {
                let below = hull(0).compares_below(hull(1), true)?;
                let above = hull(1).compares_below(hull(0), true);
                if below { above } else { Some(false) }
            }
            Op::Eq if graph.is_comparison(position) => hull(0).meet(hull(1)).is_empty().then_some(false),
            Op::FpIsNan => (!hull(0).nan).then_some(false),
            Op::FpIsInfinite => {
                let format = graph.format(node.children[0])?;
                hull(0).has_finite_ends(format).then_some(false)
            }
            _ => None,
        }
    }

    /// What a term says about its children.
    fn downwards(&mut self, graph: &Graph, position: usize) -> Result<(), Conflict> {
        let node = &graph.nodes[position];
        if node.children.is_empty() {
            return Ok(());
        }
        if graph.format(position).is_some() {
            return self.downwards_from_float(graph, position);
        }
        let Some(truth) = self.truth[position] else { return Ok(()) };
        match (node.op, &node.children[..]) {
            (Op::Not, &[child]) => self.set(child, !truth),
            (Op::And, children) => self.junction(position, children, truth, true),
            (Op::Or, children) => self.junction(position, children, truth, false),
            (Op::Ite, &[condition, then, otherwise]) => match self.truth[condition] {
                Some(true) => self.set(then, truth),
                Some(false) => self.set(otherwise, truth),
                None if self.truth[then] == Some(!truth) => self.set(condition, false),
                None if self.truth[otherwise] == Some(!truth) => self.set(condition, true),
                None => Ok(()),
            },
            (Op::Eq, &[x, y]) if graph.nodes[x].sort == Sort::Bool => match (self.truth[x], self.truth[y]) {
                (Some(known), None) => self.set(y, known == truth),
                (None, Some(known)) => self.set(x, known == truth),
                _ => Ok(()),
            },
            (Op::Eq, &[x, y]) if truth && graph.format(x).is_some() => {
                self.narrow(x, self.hulls[y])?;
                self.narrow(y, self.hulls[x])
            }
            (Op::FpLt, &[x, y]) => self.order(x, y, truth, false),
            (Op::FpLeq, &[x, y]) => self.order(x, y, truth, true),
            (Op::FpEq, &[x, y]) if truth => {
                self.order(x, y, true, true)?;
                self.order(y, x, true, true)
            }
            (op, &[x]) if graph.format(x).is_some() => self.class(graph, op, x, truth),
            _ => Ok(()),
        }
    }

    /// A conjunction (`neutral` is true) or disjunction with a known value.
    fn junction(
        &mut self,
        position: usize,
        children: &[usize],
        truth: bool,
        neutral: bool,
    ) -> Result<(), Conflict> {
        if truth == neutral {
            return children.iter().try_for_each(|&child| self.set(child, neutral));
        }
        let mut open = children.iter().filter(|&&child| self.truth[child] != Some(neutral));
        match (open.next(), open.next()) {
            (None, _) => self.set(position, neutral),
            (Some(&last), None) => self.set(last, !neutral),
            _ => Ok(()),
        }
    }

    /// `x < y`, or `x <= y` with `or_equal`, is `truth`.
    fn order(&mut self, x: usize, y: usize, truth: bool, or_equal: bool) -> Result<(), Conflict> {
        let (lower, upper, or_equal) = if truth {
            (x, y, or_equal)
        } else if self.hulls[x].nan || self.hulls[y].nan {
            return Ok(());
        } else {
            (y, x, !or_equal)
        };
        self.narrow(lower, self.hulls[lower].below(self.hulls[upper], or_equal))?;
        self.narrow(upper, self.hulls[upper].above(self.hulls[lower], or_equal))
    }

    /// A predicate of one float is `truth`.
    fn class(&mut self, graph: &Graph, op: Op, x: usize, truth: bool) -> Result<(), Conflict> {
        let Some(format) = graph.format(x) else { return Ok(()) };
        let full = Hull::full(format);
        let hull = match (op, truth) {
            (Op::FpIsNan, true) => Hull::NAN,
            (Op::FpIsNan, false) => Hull { nan: false, ..full },
            (Op::FpIsInfinite, true) => Hull { nan: false, ..full },
            (Op::FpIsInfinite, false) => Hull { nan: true, ..Hull::all_finite(format) },
            (Op::FpIsZero, true) => Hull { low: -1, high: 0, nan: false },
            (Op::FpIsNormal, true) => Hull::all_finite(format),
            (Op::FpIsSubnormal, true) => {
                let largest = ordinal(Float::min_normal(format, false)) - 1;
                Hull { low: !largest, high: largest, nan: false }
            }
            (Op::FpIsNegative, true) => Hull { high: -1, nan: false, ..full },
            (Op::FpIsNegative, false) => Hull { low: 0, ..full },
            (Op::FpIsPositive, true) => Hull { low: 0, nan: false, ..full },
            (Op::FpIsPositive, false) => Hull { high: -1, ..full },
            _ => return Ok(()),
        };
        self.narrow(x, hull)
    }

    /// What the hull of a float says about its operands: a result that is a number comes from
    /// numbers, a finite one from finite ones (but for divisors).
    fn downwards_from_float(&mut self, graph: &Graph, position: usize) -> Result<(), Conflict> {
        let node = &graph.nodes[position];
        let hull = self.hulls[position];
        let Some(format) = graph.format(position) else { return Ok(()) };
        match (node.op, &node.children[..]) {
            (Op::Ite, &[condition, then, otherwise]) => {
                let excluded = |child: usize| self.hulls[child].meet(hull).is_empty();
                return match self.truth[condition] {
                    Some(true) => self.narrow(then, hull),
                    Some(false) => self.narrow(otherwise, hull),
                    None if excluded(then) => self.set(condition, false),
                    None if excluded(otherwise) => self.set(condition, true),
                    None => Ok(()),
                };
            }
            (Op::FpNeg, &[x]) => {
                return self.narrow(x, Hull { low: !hull.high, high: !hull.low, nan: hull.nan });
            }
            (Op::FpFromFp(target), &[_, x]) if hull.has_numbers() => {
                self.converted(graph, x, target, hull)?;
            }
            (Op::FpSqrt, &[_, x]) if !hull.nan => {
                self.narrow(x, Hull { low: -1, ..self.hulls[x] })?;
            }
            (Op::FpAdd | Op::FpSub | Op::FpMul | Op::FpDiv | Op::FpFma, _) => {}
            (Op::FpAbs | Op::FpRoundToIntegral, _) => {}
            _ => return Ok(()),
        }
        if hull.nan {
            return Ok(());
        }
        let is_finite = hull.is_finite(format);
        for (index, child) in graph.float_children(position).enumerate() {
            let Some(format) = graph.format(child) else { continue };
            let may_be_infinite = !is_finite || (node.op == Op::FpDiv && index == 1);
            let allowed = if may_be_infinite { Hull::full(format) } else { Hull::all_finite(format) };
            self.narrow(child, Hull { nan: false, ..allowed })?;
        }
        Ok(())
    }

    /// A conversion that loses nothing delivers this hull.
    fn converted(
        &mut self,
        graph: &Graph,
        x: usize,
        target: ulpwise_float::Format,
        hull: Hull,
    ) -> Result<(), Conflict> {
        let Some(source) = graph.format(x) else { return Ok(()) };
        if !widens(source, target) {
            return Ok(());
        }
        let Some((low, high)) = hull.numbers(target) else { return Ok(()) };
        let low = ordinal(low.convert(source, Rounding::TowardPositive).0);
        let high = ordinal(high.convert(source, Rounding::TowardNegative).0);
        if low > high && !(low == 0 && high == -1) {
            // No number of the source lies between them.
            return self.narrow(x, Hull { nan: hull.nan, ..Hull::NAN });
        }
        self.narrow(x, Hull { low, high, nan: hull.nan }.with_both_zeros())
    }
}

/// Whether every number of the first format is one of the second.
pub(crate) fn widens(source: ulpwise_float::Format, target: ulpwise_float::Format) -> bool {
    target.exponent_bits() >= source.exponent_bits() && target.significand_bits() >= source.significand_bits()
}

fn initial_hull(sort: Sort, constant: Option<&Value>) -> Hull {
    match (sort, constant) {
        (_, Some(Value::Float(value))) => Hull::point(*value),
        (Sort::Float(format), _) => Hull::full(format),
        _ => Hull::NAN,
    }
}
