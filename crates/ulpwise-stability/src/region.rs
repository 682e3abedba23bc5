//! Where the inputs of a path lie: a range for each of them, and for values that conditions of the
//! path are about.

use crate::evaluate::{Knowledge, NodeKnowledge, compared_ranges};
use crate::graph::{Graph, GraphNode, NodeId, Op, cone};
use crate::inputs::StabilityInput;
use crate::integers::{Integers, exchanged, opposite};
use crate::precision::{Precision, RoundingModel};
use std::collections::BTreeMap;
use ulpwise_domain::Interval;
use ulpwise_ir::{
    FloatBinaryOp, FloatFormat, FloatPredicate, IntBinaryOp, IntCastOp, IntPredicate, SignOp, Type,
};

/// What conditions say of a value besides what it is computed from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Restriction {
    /// The number that is computed lies here.
    Float(Interval),
    /// It is one of these.
    Int(Integers),
}

/// Where the inputs of a path lie.
#[derive(Clone, Debug)]
pub(crate) struct Region {
    pub(crate) inputs: Vec<StabilityInput>,
    restrictions: BTreeMap<NodeId, Restriction>,
}

impl Region {
    /// All inputs.
    pub(crate) fn new(inputs: Vec<StabilityInput>) -> Region {
        Region { inputs, restrictions: BTreeMap::new() }
    }

    /// What conditions say of a value.
    pub(crate) fn restriction(&self, node: NodeId) -> Option<Restriction> {
        self.restrictions.get(&node).copied()
    }

    /// Goes on with the inputs for which a bit is as wanted, or some more. `false` if there are
    /// none.
    pub(crate) fn assume(
        &mut self,
        graph: &Graph,
        condition: NodeId,
        holds: bool,
        model: &RoundingModel,
    ) -> bool {
        let mut knowledge = Knowledge::default();
        if !knowledge.look(graph, &cone(graph, [condition]), self, model) {
            return false;
        }
        self.condition(graph, &knowledge, condition, holds, model)
    }

    fn condition(
        &mut self,
        graph: &Graph,
        knowledge: &Knowledge,
        condition: NodeId,
        holds: bool,
        model: &RoundingModel,
    ) -> bool {
        let node = *graph.node(condition);
        let known = *knowledge.get(condition);
        if known.truth().is_some_and(|truth| truth != holds) {
            return false;
        }
        let bit = Integers::constant(node.ty.bits(), holds.into());
        if node.ty == Type::BOOL && !self.restrict_int(condition, bit, &known) {
            return false;
        }
        match node.op {
            Op::FloatCompare(predicate, format) => {
                self.float_comparison(graph, knowledge, &node, (predicate, format, holds), model)
            }
            Op::IntCompare(predicate, _) => {
                self.int_comparison(graph, knowledge, &node, (predicate, holds), model)
            }
            Op::Int(IntBinaryOp::And) if holds && node.ty == Type::BOOL => {
                [0, 1].into_iter().all(|at| self.condition(graph, knowledge, node.operand(at), true, model))
            }
            Op::Int(IntBinaryOp::Or) if !holds && node.ty == Type::BOOL => {
                [0, 1].into_iter().all(|at| self.condition(graph, knowledge, node.operand(at), false, model))
            }
            Op::Int(IntBinaryOp::Xor) if node.ty == Type::BOOL => {
                let (a, b) = (node.operand(0), node.operand(1));
                match (graph.constant_bits(a), graph.constant_bits(b)) {
                    (None, Some(flip)) => self.condition(graph, knowledge, a, holds != (flip == 1), model),
                    (Some(flip), None) => self.condition(graph, knowledge, b, holds != (flip == 1), model),
                    _ => true,
                }
            }
            _ => true,
        }
    }

    fn float_comparison(
        &mut self,
        graph: &Graph,
        knowledge: &Knowledge,
        node: &GraphNode,
        (predicate, format, holds): (FloatPredicate, FloatFormat, bool),
        model: &RoundingModel,
    ) -> bool {
        let (a, b) = (node.operand(0), node.operand(1));
        let ranges =
            compared_ranges(predicate, format, holds, knowledge.get(a).form(), knowledge.get(b).form());
        let Some((of_a, of_b)) = ranges else { return false };
        self.restrict_float(graph, a, of_a, model) && self.restrict_float(graph, b, of_b, model)
    }

    fn int_comparison(
        &mut self,
        graph: &Graph,
        knowledge: &Knowledge,
        node: &GraphNode,
        (predicate, holds): (IntPredicate, bool),
        model: &RoundingModel,
    ) -> bool {
        let (a, b) = (node.operand(0), node.operand(1));
        let predicate = if holds { predicate } else { opposite(predicate) };
        // A truth value that was made an integer and is compared with zero.
        if let (Op::IntCast(IntCastOp::ZeroExtend, 1), Some(0)) = (graph.node(a).op, graph.constant_bits(b))
            && matches!(predicate, IntPredicate::Eq | IntPredicate::Ne)
        {
            let inner = graph.node(a).operand(0);
            return self.condition(graph, knowledge, inner, predicate == IntPredicate::Ne, model);
        }
        let (NodeKnowledge::Int(of_a), NodeKnowledge::Int(of_b)) = (*knowledge.get(a), *knowledge.get(b))
        else {
            return true;
        };
        let narrowed = (of_a.compared(predicate, of_b), of_b.compared(exchanged(predicate), of_a));
        let (Some(new_a), Some(new_b)) = narrowed else { return false };
        self.push_int(graph, a, new_a) && self.push_int(graph, b, new_b)
    }

    /// Restricts an integer, and what it is made of.
    fn push_int(&mut self, graph: &Graph, node: NodeId, only: Integers) -> bool {
        let known = NodeKnowledge::Int(Integers::all(graph.node(node).ty.bits()));
        if !self.restrict_int(node, only, &known) {
            return false;
        }
        let inner = *graph.node(node);
        match inner.op {
            Op::Input(number) => {
                let input = &mut self.inputs[number as usize];
                let (low, high) = if input.signed { only.signed } else { only.unsigned };
                input.ordinals = (input.ordinals.0.max(low), input.ordinals.1.min(high));
                input.ordinals.0 <= input.ordinals.1
            }
            Op::IntCast(IntCastOp::SignExtend, from) => {
                let narrow = Integers::all(from).between_signed(only.signed.0, only.signed.1);
                narrow.is_some_and(|narrow| self.push_int(graph, inner.operand(0), narrow))
            }
            Op::IntCast(IntCastOp::ZeroExtend, from) => {
                let narrow = Integers::all(from).between_unsigned(only.unsigned.0, only.unsigned.1);
                narrow.is_some_and(|narrow| self.push_int(graph, inner.operand(0), narrow))
            }
            _ => true,
        }
    }

    fn restrict_int(&mut self, node: NodeId, only: Integers, known: &NodeKnowledge) -> bool {
        let before = match (self.restrictions.get(&node), known) {
            (Some(Restriction::Int(before)), _) => *before,
            (_, NodeKnowledge::Int(known)) => *known,
            _ => return true,
        };
        let Some(both) = before.meet(only) else { return false };
        self.restrictions.insert(node, Restriction::Int(both));
        true
    }

    /// Restricts the number that is computed, and what it is computed from where that is simple.
    fn restrict_float(
        &mut self,
        graph: &Graph,
        node: NodeId,
        range: Interval,
        model: &RoundingModel,
    ) -> bool {
        if range == Interval::ENTIRE {
            return true;
        }
        let before = match self.restrictions.get(&node) {
            Some(Restriction::Float(before)) => *before,
            _ => Interval::ENTIRE,
        };
        let Some(both) = before.meet(range) else { return false };
        self.restrictions.insert(node, Restriction::Float(both));
        let inner = *graph.node(node);
        let Type::Float(format) = inner.ty else { return true };
        match inner.op {
            Op::Input(number) => match self.inputs[number as usize].restricted(both) {
                Some(input) => {
                    self.inputs[number as usize] = input;
                    true
                }
                // An input that may be infinite or no number may pass even so.
                None => self.inputs[number as usize].special,
            },
            Op::Sign(SignOp::Neg) => self.restrict_float(graph, inner.operand(0), both.negated(), model),
            Op::Convert(from) => {
                let (own, wide) = (Precision::for_format(from, model), Precision::for_format(format, model));
                let exact = own.bits <= wide.bits && own.unit >= wide.unit;
                !exact || self.restrict_float(graph, inner.operand(0), both, model)
            }
            Op::Binary(op) => self.restrict_operand(graph, &inner, op, both, format, model),
            _ => true,
        }
    }

    /// What a range of a sum or a product with a constant says of the other operand.
    fn restrict_operand(
        &mut self,
        graph: &Graph,
        node: &GraphNode,
        op: FloatBinaryOp,
        range: Interval,
        format: FloatFormat,
        model: &RoundingModel,
    ) -> bool {
        let precision = Precision::for_format(format, model);
        // The exact result is within a rounding of what is computed; twice its error is on the safe
        // side of the next power of two.
        let slack = |bound: f64| {
            if bound.is_finite() { 2.0 * precision.error_of(bound.abs(), true) } else { 0.0 }
        };
        let wide = Interval::new(
            (range.low - slack(range.low)).next_down(),
            (range.high + slack(range.high)).next_up(),
        );
        let constant = |id: NodeId| {
            let bits = graph.constant_bits(id)?;
            let value = |rounding| crate::inputs::to_f64(format, bits, rounding);
            let range = Interval::new(
                value(ulpwise_float::Rounding::TowardNegative),
                value(ulpwise_float::Rounding::TowardPositive),
            );
            (range.is_bounded()).then_some(range)
        };
        let (a, b) = (node.operand(0), node.operand(1));
        let (other, result) = match (op, constant(a), constant(b)) {
            (FloatBinaryOp::Add, None, Some(c)) => (a, wide.minus(c)),
            (FloatBinaryOp::Add, Some(c), None) => (b, wide.minus(c)),
            (FloatBinaryOp::Sub, None, Some(c)) => (a, wide.plus(c)),
            (FloatBinaryOp::Sub, Some(c), None) => (b, c.minus(wide)),
            (FloatBinaryOp::Mul, None, Some(c)) => (a, wide.over(c).unwrap_or(Interval::ENTIRE)),
            (FloatBinaryOp::Mul, Some(c), None) => (b, wide.over(c).unwrap_or(Interval::ENTIRE)),
            (FloatBinaryOp::Div, None, Some(c)) if !c.contains(0.0) => (a, wide.times(c)),
            _ => return true,
        };
        // The bounds are those of finite numbers: an operand that is none does not give a result
        // within them, unless that is unbounded.
        !range.is_bounded() || self.restrict_float(graph, other, result, model)
    }
}
