//! Exact linear reasoning on a path: what forms do not see because they look at one value at a
//! time.
//!
//! A form knows where a value and its error lie, but not that two values hang together: the
//! difference of a sum and one of its terms, or a guard on the sum of two inputs. Here every float
//! is two reals, what is computed and its error, and every sum, every product with a constant,
//! every rounding and every comparison that the path has passed is a row of a linear program over
//! them ([`model`]); products of two values are enclosed (McCormick 1976). Where the operands of a
//! sum hang together, the least and the greatest value and error of the sum over that program make
//! its form sharper before anything is computed from it.
//!
//! What holds: what is reported was proven in exact rationals (`ulpwise_lp::LinearConstraints`),
//! for all runs along the path on inputs in the region.

mod literals;
mod model;

use crate::evaluate::{Knowledge, NodeKnowledge};
use crate::execute::Path;
use crate::graph::{Graph, NodeId, Op, cone};
use crate::magnitude::over_below;
use crate::precision::{Precision, RoundingModel, exponent_of, power_above};
use crate::prove::bound_of;
use crate::region::Region;
use crate::target::is_comparison;
pub(crate) use literals::{Literals, literals};
use model::{ExactVariables, LinearModel};
use std::collections::HashMap;
use ulpwise_base::Budget;
use ulpwise_domain::Interval;
use ulpwise_ir::{FloatBinaryOp, SignOp, Type};
use ulpwise_lp::Least;

/// Paths with more floats are left to forms: the program is dense.
const MAX_FLOATS: usize = 120;

/// How many bounds of a value are tried, each a quarter of the one before.
const SHARPER: usize = 8;

/// The bounds of values on a path that linear reasoning proves, where the inputs are in a region:
/// infinite where that is not tolerated.
pub(crate) fn bounds(
    graph: &Graph,
    path: &Path,
    region: &Region,
    nodes: &[NodeId],
    tolerance: f64,
    model: &RoundingModel,
    budget: &Budget,
) -> Vec<f64> {
    let conditions = path.conditions.iter().map(|&(condition, _)| condition);
    let all = cone(graph, conditions.chain(nodes.iter().copied()));
    let floats = all.iter().filter(|&&id| graph.node(id).format().is_some()).count();
    if floats > MAX_FLOATS {
        return vec![f64::INFINITY; nodes.len()];
    }
    let mut pass = Pass::new(graph, path, region, model, budget);
    for &id in &all {
        if !pass.look_at(id) {
            // No run is left: whatever is said of it holds.
            return vec![0.0; nodes.len()];
        }
    }
    nodes.iter().map(|&node| pass.bound(node, tolerance)).collect()
}

/// One way through the values of a path, operands first.
struct Pass<'a> {
    graph: &'a Graph,
    region: &'a Region,
    rounding: &'a RoundingModel,
    budget: &'a Budget,
    knowledge: Knowledge,
    model: LinearModel,
    literals: Literals,
    /// Which values that are no constants each value is computed from, as bits.
    sources: HashMap<NodeId, Vec<u64>>,
}

impl<'a> Pass<'a> {
    fn new(
        graph: &'a Graph,
        path: &Path,
        region: &'a Region,
        rounding: &'a RoundingModel,
        budget: &'a Budget,
    ) -> Pass<'a> {
        let largest = region.inputs.iter().map(|input| input.range().magnitude()).fold(0.0, f64::max);
        let exponent = exponent_of(largest).unwrap_or(0).clamp(-400, 400);
        Pass {
            graph,
            region,
            rounding,
            budget,
            knowledge: Knowledge::default(),
            model: LinearModel::new(power_above(-exponent)),
            literals: literals(graph, path),
            sources: HashMap::new(),
        }
    }

    /// Looks at a value: its form, its columns and rows. `false` if no run is left.
    fn look_at(&mut self, id: NodeId) -> bool {
        if !self.knowledge.look_further(self.graph, &[id], self.region, self.rounding) {
            return false;
        }
        if let Some(&holds) = self.literals.get(&id) {
            self.model.compare(self.graph, id, holds);
        }
        let Type::Float(format) = self.graph.node(id).ty else { return true };
        let form = *self.knowledge.get(id).form();
        if !form.is_sound() {
            return true;
        }
        let precision = Precision::for_format(format, self.rounding);
        let is_together = self.gather_sources(id);
        let Some(mut exact) = self.exact(id) else {
            self.model.fresh(id, &form, &precision);
            return true;
        };
        if is_together && !self.sharpen(&mut exact) {
            return false;
        }
        let Some(form) = self.model.rounded(id, &form, &precision, &exact) else { return false };
        self.knowledge.refine(id, NodeKnowledge::Float(form));
        true
    }

    /// Notes what a value is computed from, and says whether its operands hang together.
    fn gather_sources(&mut self, id: NodeId) -> bool {
        let number = self.sources.len();
        let mut bits: Vec<u64> = Vec::new();
        let mut together = false;
        for operand in self.graph.node(id).operands() {
            for (at, &word) in self.sources.get(&operand).into_iter().flatten().enumerate() {
                if at >= bits.len() {
                    bits.resize(at + 1, 0);
                }
                together |= bits[at] & word != 0;
                bits[at] |= word;
            }
        }
        if self.graph.constant_bits(id).is_none() {
            bits.resize(bits.len().max(number / 64 + 1), 0);
            bits[number / 64] |= 1 << (number % 64);
        }
        self.sources.insert(id, bits);
        together
    }

    /// What a value is before it is rounded, as sums of columns; `None` if that is not linear, nor
    /// a product.
    fn exact(&mut self, id: NodeId) -> Option<ExactVariables> {
        let node = self.graph.node(id);
        let operand = |at: usize| node.operand(at);
        match node.op {
            Op::Binary(FloatBinaryOp::Add) => self.model.sum(operand(0), operand(1), 1.0),
            Op::Binary(FloatBinaryOp::Sub) => self.model.sum(operand(0), operand(1), -1.0),
            Op::Binary(FloatBinaryOp::Mul) => self.model.product(operand(0), operand(1)),
            Op::Binary(FloatBinaryOp::Div) => self.model.quotient(operand(0), operand(1)),
            Op::Fma => {
                let product = self.model.product(operand(0), operand(1))?;
                self.model.plus(product, operand(2))
            }
            Op::Sign(SignOp::Neg) => self.model.multiple(operand(0), -1.0),
            Op::Convert(from) => {
                let exact = self.model.multiple(operand(0), 1.0)?;
                let of = |format| Precision::for_format(format, self.rounding);
                let (narrow, wide) = (of(from), of(node.format()?));
                let is_widened = wide.bits >= narrow.bits && wide.unit <= narrow.unit;
                Some(if is_widened { exact } else { exact.narrowed() })
            }
            Op::Choose => match self.knowledge.get(operand(0)).truth() {
                Some(true) => self.model.multiple(operand(1), 1.0),
                Some(false) => self.model.multiple(operand(2), 1.0),
                None => None,
            },
            _ => None,
        }
    }

    /// Bounds of a value and its error over the program so far. `false` if it has no point.
    fn sharpen(&mut self, exact: &mut ExactVariables) -> bool {
        for of_error in [false, true] {
            let terms = if of_error { exact.error.clone() } else { exact.computed.clone() };
            if terms.is_empty() {
                continue;
            }
            let mut ends = [f64::NEG_INFINITY, f64::INFINITY];
            for (end, sign) in [(0, 1.0), (1, -1.0)] {
                let signed: Vec<(usize, f64)> =
                    terms.iter().map(|&(column, value)| (column, sign * value)).collect();
                match self.model.constraints.least(&signed, self.budget) {
                    Least::AtLeast(bound) => ends[end] = sign * bound,
                    Least::Nowhere => return false,
                    Least::Unknown => {}
                }
            }
            let proven = self.model.unscaled(Interval::new(ends[0], ends[1]));
            let range = if of_error { &mut exact.error_range } else { &mut exact.range };
            match range.meet(proven) {
                Some(both) => *range = both,
                None => return false,
            }
        }
        true
    }

    /// The bound of a value: what its form says, or the tolerance if the program proves that.
    fn bound(&self, id: NodeId, tolerance: f64) -> f64 {
        let known = bound_of(self.graph, &self.knowledge, id);
        let form = self.knowledge.get(id).form();
        if known <= tolerance || is_comparison(self.graph, id) || !form.is_sound() {
            return known;
        }
        let mut proven = known;
        let mut tried = tolerance;
        for _ in 0..SHARPER {
            // |e| <= k |c| with k = t / (1 + t) makes |e| <= t |c - e|, and c - e is what is true.
            let part = over_below(tried, (1.0 + tried).next_up());
            if !self.model.stays_within(id, form, part, self.budget) {
                break;
            }
            proven = tried;
            tried /= 4.0;
        }
        proven
    }
}
