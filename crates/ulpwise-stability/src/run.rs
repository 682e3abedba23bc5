//! One run along a path, on given inputs in a rounding mode: the bits of every node as the machine
//! computes them, and the true values beside them.
//!
//! What holds: if all conditions of the path hold, the program takes it in that mode, and the bits
//! are what it computes there.

use crate::execute::Path;
use crate::graph::{Graph, GraphNode, NodeId, Op, compute};
use crate::truth::TrueValue;
use ulpwise_base::Id;
use ulpwise_float::Rounding;
use ulpwise_interp::number::int::wide;
use ulpwise_ir::{FloatBinaryOp, FloatUnaryOp, SignOp, Type};

/// A run along a path. It can be used for one input after another.
#[derive(Clone, Debug, Default)]
pub(crate) struct ExactRun {
    bits: Vec<Option<u128>>,
    truths: Vec<Option<TrueValue>>,
}

impl ExactRun {
    /// Computes nodes, operands first, on inputs by their bits.
    pub(crate) fn compute(&mut self, graph: &Graph, nodes: &[NodeId], inputs: &[u128], rounding: Rounding) {
        self.bits.resize(graph.len(), None);
        let mut operands = [0; 3];
        for &id in nodes {
            let node = graph.node(id);
            let mut known = true;
            let mut count = 0;
            for operand in node.operands() {
                match self.bits[operand.index()] {
                    Some(bits) => operands[count] = bits,
                    None => known = false,
                }
                count += 1;
            }
            self.bits[id.index()] = match node.op {
                Op::Input(number) => inputs.get(number as usize).copied(),
                Op::Constant(bits) => Some(bits),
                Op::Unknown(_) => None,
                op if known => compute(op, node.ty, rounding, &operands[..count]).map(|(bits, _)| bits),
                _ => None,
            };
        }
    }

    /// The bits of a node that was computed, if they are known.
    pub(crate) fn bits(&self, node: NodeId) -> Option<u128> {
        self.bits[node.index()]
    }

    /// The true value of a float, if there is one and it is known.
    pub(crate) fn truth(&self, node: NodeId) -> Option<TrueValue> {
        self.truths[node.index()]
    }

    /// Whether this is the path that the program takes.
    pub(crate) fn takes(&self, path: &Path) -> bool {
        path.conditions
            .iter()
            .all(|&(condition, holds)| self.bits(condition).is_some_and(|bits| (bits & 1 == 1) == holds))
    }

    /// Finds the true values of nodes that were computed, operands first.
    pub(crate) fn find_truths(&mut self, graph: &Graph, nodes: &[NodeId]) {
        self.truths.resize(graph.len(), None);
        for &id in nodes {
            let node = graph.node(id);
            let truth = match node.ty {
                Type::Float(_) => self.true_value(node, id),
                _ => None,
            };
            self.truths[id.index()] = truth;
        }
    }

    fn true_value(&self, node: &GraphNode, id: NodeId) -> Option<TrueValue> {
        let of = |at: usize| self.truths[node.operand(at).index()];
        match node.op {
            Op::Input(_) | Op::Constant(_) => TrueValue::of_float(node.format()?, self.bits(id)?),
            Op::Binary(FloatBinaryOp::Add) => of(0)?.add(of(1)?),
            Op::Binary(FloatBinaryOp::Sub) => of(0)?.add(of(1)?.negate()),
            Op::Binary(FloatBinaryOp::Mul) => of(0)?.mul(of(1)?),
            Op::Binary(FloatBinaryOp::Div) => of(0)?.div(of(1)?),
            Op::Binary(FloatBinaryOp::Rem) => of(0)?.remainder(of(1)?),
            Op::Binary(FloatBinaryOp::MinNum | FloatBinaryOp::Minimum | FloatBinaryOp::MinimumNumber) => {
                Some(of(0)?.least_or_greatest(of(1)?, false))
            }
            Op::Binary(FloatBinaryOp::MaxNum | FloatBinaryOp::Maximum | FloatBinaryOp::MaximumNumber) => {
                Some(of(0)?.least_or_greatest(of(1)?, true))
            }
            Op::Unary(FloatUnaryOp::Sqrt) => of(0)?.sqrt(),
            Op::Unary(FloatUnaryOp::Canonicalize) | Op::Convert(_) => of(0),
            Op::Unary(op) => of(0)?.integral(match op {
                FloatUnaryOp::Floor => Rounding::TowardNegative,
                FloatUnaryOp::Ceil => Rounding::TowardPositive,
                FloatUnaryOp::Trunc => Rounding::TowardZero,
                FloatUnaryOp::Round => Rounding::NearestAway,
                _ => Rounding::NearestEven,
            }),
            Op::Fma => of(0)?.mul(of(1)?)?.add(of(2)?),
            Op::Sign(SignOp::Neg) => Some(of(0)?.negate()),
            Op::Sign(SignOp::Abs) => Some(of(0)?.magnitude()),
            Op::CopySign => of(0)?.with_sign_of(of(1)?),
            // An integer is what it was computed to be.
            Op::FromInt { signed, bits } => {
                let value = self.bits(node.operand(0))?;
                Some(TrueValue::of_integer(if signed {
                    wide::signed(value, bits)
                } else {
                    value.cast_signed()
                }))
            }
            Op::Choose => of(if self.bits(node.operand(0))? & 1 == 1 { 1 } else { 2 }),
            _ => None,
        }
    }

    /// The relative error of a float: at least and at most. A value without a true one, or that is
    /// no number, has an infinite error; what cannot be computed has none that is known.
    pub(crate) fn error(&self, graph: &Graph, node: NodeId) -> Option<(f64, f64)> {
        let format = graph.node(node).format()?;
        let bits = self.bits(node)?;
        match self.truth(node) {
            Some(truth) => Some(truth.relative_error(format, bits)),
            // Without a true value nothing can be said unless the number itself is none.
            None => {
                let is_number = ulpwise_interp::number::float::exact(format, bits).is_finite();
                (!is_number).then_some((f64::INFINITY, f64::INFINITY))
            }
        }
    }

    /// Whether a float is infinite or no number although there is a true value.
    pub(crate) fn is_lost(&self, graph: &Graph, node: NodeId) -> bool {
        let (Some(format), Some(bits)) = (graph.node(node).format(), self.bits(node)) else { return false };
        self.truth(node).is_some() && !ulpwise_interp::number::float::exact(format, bits).is_finite()
    }

    /// Whether a comparison comes out otherwise for the true values; `None` if that is not known.
    pub(crate) fn diverges(&self, graph: &Graph, node: NodeId) -> Option<bool> {
        let compared = graph.node(node);
        let Op::FloatCompare(predicate, _) = compared.op else { return None };
        let (a, b) = (self.truth(compared.operand(0))?, self.truth(compared.operand(1))?);
        let order = a.compare(b)?;
        Some(predicate.holds(Some(order)) != (self.bits(node)? & 1 == 1))
    }
}
