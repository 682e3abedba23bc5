//! The linear relaxation of what is known: each rounded operation is the exact one plus a bounded
//! error (after Belaid, Michel and Rueher, "Boosting local consistency algorithms over
//! floating-point numbers", 2012).
//!
//! A sound relaxation only speaks of terms that are finite for certain, so that it contains all
//! models. A loose one ignores rounding and takes all terms for reals: it is where to look for
//! models, and proves nothing.

use crate::form::LinearForm;
use crate::graph::Graph;
use crate::hull::{number, place};
use crate::state::TermState;
use std::rc::Rc;
use ulpwise_base::{Budget, Exhausted};
use ulpwise_domain::Dyadic;
use ulpwise_expr::Op;
use ulpwise_float::{Float, Format};
use ulpwise_lp::{Limits, LinearProgram, LinearRow};

/// What a relaxation is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Purpose {
    /// To prove: every model is a point of it.
    Sound,
    /// To find points near models.
    Loose,
}

/// A program with the terms that its columns stand for.
#[derive(Clone, Debug)]
pub(crate) struct Relaxation {
    pub(crate) program: LinearProgram,
    /// The position of the term that a column stands for; `None` for an exact product or quotient.
    pub(crate) nodes: Vec<Option<usize>>,
    /// How many literals could not be expressed.
    pub(crate) skipped: usize,
}

/// The program stays this small, because the simplex method keeps it as a dense tableau: what does
/// not fit is left out.
pub(crate) const MAX_COLUMNS: usize = 1000;
pub(crate) const MAX_ENTRIES: usize = 1_000_000;

/// A relaxation being made.
pub(crate) struct Builder<'a> {
    pub(crate) graph: &'a Graph,
    pub(crate) state: &'a TermState,
    pub(crate) purpose: Purpose,
    pub(crate) result: Relaxation,
    forms: Vec<Option<Rc<LinearForm>>>,
    uses: Vec<u32>,
}

impl Relaxation {
    /// The relaxation of all literals whose truth is known.
    ///
    /// # Errors
    /// If the budget ends.
    pub(crate) fn new(
        graph: &Graph,
        state: &TermState,
        purpose: Purpose,
        budget: &Budget,
    ) -> Result<Relaxation, Exhausted> {
        let literals: Vec<usize> = (0..graph.nodes.len())
            .filter(|&position| state.truth(position).is_some() && graph.is_comparison(position))
            .collect();
        let program = LinearProgram::default();
        let mut builder = Builder {
            graph,
            state,
            purpose,
            result: Relaxation { program, nodes: Vec::new(), skipped: 0 },
            forms: vec![None; graph.nodes.len()],
            uses: uses_below(graph, state, &literals),
        };
        for position in 0..graph.nodes.len() {
            if builder.uses[position] > 0 {
                budget.check(0)?;
                builder.forms[position] = builder.form_of(position).map(Rc::new);
            }
        }
        for literal in literals {
            budget.check(0)?;
            if !builder.add_literal(literal) {
                builder.result.skipped += 1;
            }
        }
        Ok(builder.result)
    }
}

/// How often each float is an operand at or below the literals.
pub(crate) fn uses_below(graph: &Graph, state: &TermState, literals: &[usize]) -> Vec<u32> {
    let mut uses = vec![0u32; graph.nodes.len()];
    for &literal in literals {
        for child in graph.float_children(literal) {
            uses[child] += 1;
        }
    }
    for position in (0..graph.nodes.len()).rev() {
        if uses[position] == 0 || state.hull(position).low == state.hull(position).high {
            continue;
        }
        for child in graph.float_children(position) {
            uses[child] += 1;
        }
    }
    uses
}

impl Builder<'_> {
    pub(crate) fn is_sound(&self) -> bool {
        self.purpose == Purpose::Sound
    }

    /// The form of a node that was visited.
    pub(crate) fn form(&self, position: usize) -> Option<Rc<LinearForm>> {
        self.forms[position].clone()
    }

    /// Where the value of a node lies.
    pub(crate) fn limits(&self, position: usize) -> Limits {
        let Some(format) = self.graph.format(position) else { return Limits::default() };
        let Some((low, high)) = self.state.hull(position).numbers(format) else { return Limits::default() };
        Limits { low: Dyadic::from_float(low), high: Dyadic::from_float(high) }
    }

    /// A new column; `None` if there is no room, or nothing is known about it that would make it of
    /// use.
    pub(crate) fn new_column(&mut self, node: Option<usize>, limits: Limits) -> Option<LinearForm> {
        let column = self.result.program.columns.len();
        if column >= MAX_COLUMNS || (self.is_sound() && (limits.low.is_none() || limits.high.is_none())) {
            return None;
        }
        self.result.program.columns.push(limits);
        self.result.nodes.push(node);
        Some(LinearForm::column(column))
    }

    fn form_of(&mut self, position: usize) -> Option<LinearForm> {
        let format = self.graph.format(position)?;
        let hull = self.state.hull(position);
        if self.is_sound() && !hull.is_finite(format) {
            return None;
        }
        if !hull.has_numbers() {
            return None;
        }
        if place(hull.low) == place(hull.high) {
            return Dyadic::from_float(number(format, hull.low)).map(LinearForm::constant);
        }
        let form = self.operation(position, format, hull);
        let Some(form) = form.map(|form| form.shortened(&self.result.program.columns)) else {
            let limits = self.limits(position);
            return self.new_column(Some(position), limits);
        };
        // A term that is used twice has one error, not two.
        let is_shared = self.uses[position] > 1 && form.low < form.high && self.is_sound();
        if is_shared && !form.coefficients.is_empty() {
            let limits = self.limits(position);
            if let Some(column) = self.new_column(Some(position), limits) {
                self.require(&form.minus(&column), Some(Dyadic::ZERO), Some(Dyadic::ZERO));
                return Some(column);
            }
        }
        Some(form)
    }

    /// Adds the row that says: the form can lie between these numbers.
    pub(crate) fn require(&mut self, form: &LinearForm, low: Option<Dyadic>, high: Option<Dyadic>) {
        let limits = Limits {
            low: low.map(|low| low.minus(&form.high)),
            high: high.map(|high| high.minus(&form.low)),
        };
        let program = &mut self.result.program;
        if (program.rows.len() + 1) * (program.columns.len() + 1) > MAX_ENTRIES {
            self.result.skipped += 1;
            return;
        }
        program.rows.push(LinearRow { coefficients: form.coefficients.clone(), limits });
    }

    /// Adds what a literal says; says whether that was possible.
    fn add_literal(&mut self, literal: usize) -> bool {
        let node = &self.graph.nodes[literal];
        let [x, y] = node.children[..] else { return false };
        let Some(truth) = self.state.truth(literal) else { return false };
        match (node.op, truth) {
            (Op::FpLt, true) => self.order(x, y, false),
            (Op::FpLeq, true) => self.order(x, y, true),
            (Op::FpEq | Op::Eq, true) => {
                let (Some(left), Some(right)) = (self.form(x), self.form(y)) else { return false };
                self.require(&left.minus(&right), Some(Dyadic::ZERO), Some(Dyadic::ZERO));
                true
            }
            // Unless one of them may be NaN, what is not below is above.
            _ if self.is_sound() && (self.state.hull(x).nan || self.state.hull(y).nan) => false,
            (Op::FpLt, false) => self.order(y, x, true),
            (Op::FpLeq, false) => self.order(y, x, false),
            _ => false,
        }
    }

    /// `lower < upper`, or `lower <= upper` with `or_equal`. Floats that differ do so by at least a
    /// step.
    fn order(&mut self, lower: usize, upper: usize, or_equal: bool) -> bool {
        let (Some(left), Some(right)) = (self.form(lower), self.form(upper)) else { return false };
        let Some(format) = self.graph.format(lower) else { return false };
        let smallest = Float::min_subnormal(format, false);
        let step = if or_equal { Dyadic::ZERO } else { Dyadic::from_float(smallest).unwrap_or(Dyadic::ZERO) };
        let difference = left.minus(&right);
        let limit = match (or_equal, right.as_constant(), left.as_constant()) {
            (false, Some(_), _) => self.neighbour(upper, format, false).map(|bound| (bound, &left, true)),
            (false, _, Some(_)) => self.neighbour(lower, format, true).map(|bound| (bound, &right, false)),
            _ => None,
        };
        match limit {
            Some((bound, form, true)) => self.require(&form.clone(), None, Some(bound)),
            Some((bound, form, false)) => self.require(&form.clone(), Some(bound), None),
            None => self.require(&difference, None, Some(step.negated())),
        }
        true
    }

    /// The value next to that of a node which is a constant.
    fn neighbour(&self, position: usize, format: Format, up: bool) -> Option<Dyadic> {
        let hull = self.state.hull(position);
        if place(hull.low) != place(hull.high) {
            return None;
        }
        let (low, _) = hull.numbers(format)?;
        let rounding = ulpwise_float::Rounding::NearestEven;
        Dyadic::from_float(if up { low.next_up(rounding).0 } else { low.next_down(rounding).0 })
    }
}
