//! The nodes of a graph on sets of inputs: a form for each float, bounds for each integer.

use crate::form::ErrorForm;
use crate::graph::{Graph, GraphNode, NodeId, Op};
use crate::inputs::{integers_as_reals, to_f64, unit_of_constant};
use crate::integers::Integers;
use crate::precision::{Precision, RoundingModel};
use crate::region::{Region, Restriction};
use crate::transfer::{
    RoundingRules, converted, fma, from_int, integral, least_or_greatest, product, quotient, remainder, root,
    sum,
};
use std::cmp::Ordering;
use ulpwise_base::Id;
use ulpwise_domain::Interval;
use ulpwise_float::Rounding;
use ulpwise_ir::{FloatBinaryOp, FloatFormat, FloatPredicate, FloatUnaryOp, SignOp, Type};

/// What is known of a node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum NodeKnowledge {
    Float(ErrorForm),
    Int(Integers),
}

impl NodeKnowledge {
    /// As a float; nothing is known of what is none.
    pub(crate) fn form(&self) -> &ErrorForm {
        match self {
            NodeKnowledge::Float(form) => form,
            NodeKnowledge::Int(_) => &ErrorForm::LOST,
        }
    }

    fn integers(&self) -> Integers {
        match self {
            NodeKnowledge::Int(integers) => *integers,
            NodeKnowledge::Float(_) => Integers::all(64),
        }
    }

    /// Whether a bit is known to be 1, or to be 0.
    pub(crate) fn truth(&self) -> Option<bool> {
        match self {
            NodeKnowledge::Int(integers) if integers.unsigned == (1, 1) => Some(true),
            NodeKnowledge::Int(integers) if integers.unsigned == (0, 0) => Some(false),
            _ => None,
        }
    }
}

/// What is known of all nodes that were looked at.
#[derive(Clone, Debug, Default)]
pub(crate) struct Knowledge {
    known: Vec<Option<NodeKnowledge>>,
}

impl Knowledge {
    /// What is known of a node that was looked at.
    pub(crate) fn get(&self, node: NodeId) -> &NodeKnowledge {
        self.known[node.index()].as_ref().expect("the node was looked at")
    }

    /// Knows something better of a node that was looked at.
    pub(crate) fn refine(&mut self, node: NodeId, known: NodeKnowledge) {
        self.known[node.index()] = Some(known);
    }

    /// Looks at nodes, operands first, where the inputs are in a region, always those of one graph.
    /// `false` if no input is left there.
    pub(crate) fn look(
        &mut self,
        graph: &Graph,
        nodes: &[NodeId],
        region: &Region,
        model: &RoundingModel,
    ) -> bool {
        self.known.resize(graph.len(), None);
        for &id in nodes {
            // Constants are what they were the last time.
            if !matches!(graph.node(id).op, Op::Constant(_)) {
                self.known[id.index()] = None;
            }
        }
        self.look_further(graph, nodes, region, model)
    }

    /// Looks at more nodes in the same region.
    pub(crate) fn look_further(
        &mut self,
        graph: &Graph,
        nodes: &[NodeId],
        region: &Region,
        model: &RoundingModel,
    ) -> bool {
        self.known.resize(graph.len(), None);
        for &id in nodes {
            if self.known[id.index()].is_some() {
                continue;
            }
            let Some(known) = self.evaluate(graph, id, region, model) else { return false };
            let known = match (known, region.restriction(id)) {
                (NodeKnowledge::Float(form), Some(Restriction::Float(range))) => {
                    form.restricted(range).map(NodeKnowledge::Float)
                }
                (NodeKnowledge::Int(integers), Some(Restriction::Int(only))) => {
                    integers.meet(only).map(NodeKnowledge::Int)
                }
                (known, _) => Some(known),
            };
            let Some(known) = known else { return false };
            self.known[id.index()] = Some(known);
        }
        true
    }

    fn evaluate(
        &self,
        graph: &Graph,
        id: NodeId,
        region: &Region,
        model: &RoundingModel,
    ) -> Option<NodeKnowledge> {
        let node = graph.node(id);
        Some(match node.ty {
            Type::Float(format) => NodeKnowledge::Float(self.float(graph, node, format, region, model)?),
            _ => NodeKnowledge::Int(self.int(node, region)),
        })
    }

    fn form(&self, node: &GraphNode, at: usize) -> &ErrorForm {
        self.get(node.operand(at)).form()
    }

    fn float(
        &self,
        graph: &Graph,
        node: &GraphNode,
        format: FloatFormat,
        region: &Region,
        model: &RoundingModel,
    ) -> Option<ErrorForm> {
        let rules =
            RoundingRules { precision: Precision::for_format(format, model), invariants: model.invariants };
        let form = |at: usize| self.form(node, at);
        let same = || node.operand(0) == node.operand(1);
        match node.op {
            Op::Input(number) => Some(region.inputs[number as usize].form(format, model)),
            Op::Constant(bits) => Some(constant(format, bits, &rules.precision)),
            Op::Binary(FloatBinaryOp::Add) => sum(&rules, form(0), form(1)),
            Op::Binary(FloatBinaryOp::Sub) if same() && form(0).is_sound() => {
                Some(ErrorForm::exact(Interval::ZERO, rules.precision.unit))
            }
            Op::Binary(FloatBinaryOp::Sub) => sum(&rules, form(0), &form(1).negate()),
            Op::Binary(FloatBinaryOp::Mul) => product(&rules, form(0), form(1), same()),
            Op::Binary(FloatBinaryOp::Div) => quotient(&rules, form(0), form(1), same()),
            Op::Binary(FloatBinaryOp::Rem) => remainder(form(0), form(1)),
            Op::Binary(FloatBinaryOp::MinNum | FloatBinaryOp::Minimum | FloatBinaryOp::MinimumNumber) => {
                least_or_greatest(form(0), form(1), false)
            }
            Op::Binary(FloatBinaryOp::MaxNum | FloatBinaryOp::Maximum | FloatBinaryOp::MaximumNumber) => {
                least_or_greatest(form(0), form(1), true)
            }
            Op::Unary(FloatUnaryOp::Sqrt) => root(&rules, form(0)),
            Op::Unary(FloatUnaryOp::Canonicalize) => Some(*form(0)),
            Op::Unary(op) => integral(op, form(0)),
            Op::Fma => fma(&rules, form(0), form(1), form(2), same()),
            Op::Sign(SignOp::Neg) => Some(form(0).negate()),
            Op::Sign(SignOp::Abs) => Some(form(0).magnitude()),
            Op::CopySign => Some(with_sign_of(form(0), form(1))),
            Op::Convert(from) => converted(&rules, &Precision::for_format(from, model), form(0)),
            Op::FromInt { signed, .. } => {
                let integers = self.get(node.operand(0)).integers();
                from_int(&rules, integers_as_reals(if signed { integers.signed } else { integers.unsigned }))
            }
            Op::Choose => self.chosen(graph, node),
            _ => Some(ErrorForm::LOST),
        }
    }

    /// One of two values. Where the choice is by a comparison with one of them, that one is
    /// restricted by it.
    fn chosen(&self, graph: &Graph, node: &GraphNode) -> Option<ErrorForm> {
        let condition = node.operand(0);
        match self.get(condition).truth() {
            Some(true) => return Some(*self.form(node, 1)),
            Some(false) => return Some(*self.form(node, 2)),
            None => {}
        }
        let arm = |at: usize| -> Option<ErrorForm> {
            let (value, form) = (node.operand(at), *self.form(node, at));
            let compared = graph.node(condition);
            let Op::FloatCompare(predicate, format) = compared.op else { return Some(form) };
            let (a, b) = (compared.operand(0), compared.operand(1));
            let (of_a, of_b) = (self.get(a).form(), self.get(b).form());
            match compared_ranges(predicate, format, at == 1, of_a, of_b) {
                None => None,
                Some((range, _)) if value == a => form.restricted(range),
                Some((_, range)) if value == b => form.restricted(range),
                Some(_) => Some(form),
            }
        };
        match (arm(1), arm(2)) {
            (Some(one), Some(other)) => Some(one.join(other)),
            (one, other) => one.or(other),
        }
    }

    fn int(&self, node: &GraphNode, region: &Region) -> Integers {
        let bits = node.ty.bits();
        let of = |at: usize| self.get(node.operand(at)).integers();
        let truth = |truth: Option<bool>| {
            truth.map_or(Integers::all(bits), |holds| Integers::constant(bits, holds.into()))
        };
        match node.op {
            Op::Input(number) => region.inputs[number as usize].integers(),
            Op::Constant(value) => Integers::constant(bits, value),
            Op::Int(op) => Integers::binary(op, bits, of(0), of(1)),
            Op::IntCast(op, _) => of(0).cast(op, bits),
            Op::IntCompare(predicate, _) => truth(Integers::compare(predicate, of(0), of(1))),
            Op::FloatCompare(predicate, _) => {
                let same = node.operand(0) == node.operand(1);
                truth(decided(predicate, self.form(node, 0), self.form(node, 1), same))
            }
            Op::Choose => match self.get(node.operand(0)).truth() {
                Some(true) => of(1),
                Some(false) => of(2),
                None => of(1).join(of(2)),
            },
            Op::ToInt { signed, .. } => truncated(self.form(node, 0), signed, bits),
            Op::FloatClass(mask, format) => truth(of_class(self.form(node, 0), mask, format)),
            _ => Integers::all(bits),
        }
    }
}

/// A constant of the program: it is what it is.
fn constant(format: FloatFormat, bits: u128, precision: &Precision) -> ErrorForm {
    let range = Interval::new(
        to_f64(format, bits, Rounding::TowardNegative),
        to_f64(format, bits, Rounding::TowardPositive),
    );
    let number = ulpwise_interp::number::float::exact(format, bits);
    if !number.is_finite() {
        return ErrorForm::LOST;
    }
    ErrorForm::exact(range, unit_of_constant(format, bits).unwrap_or(precision.unit))
}

fn with_sign_of(a: &ErrorForm, b: &ErrorForm) -> ErrorForm {
    let positive = b.computed.low > 0.0 && b.ideal.low > 0.0;
    let negative = b.computed.high < 0.0 && b.ideal.high < 0.0;
    if !b.is_sound() || !(positive || negative) {
        return ErrorForm::LOST;
    }
    let magnitude = a.magnitude();
    if negative { magnitude.negate() } else { magnitude }
}

/// The integers that a float becomes, if all of them have the width.
fn truncated(a: &ErrorForm, signed: bool, bits: u8) -> Integers {
    let all = Integers::all(bits);
    let fits = |range: (i128, i128)| a.computed.low >= range.0 as f64 && a.computed.high < range.1 as f64;
    let whole = if signed { all.signed } else { all.unsigned };
    if !a.status.is_number() || bits > 64 || !fits(whole) {
        return all;
    }
    let (low, high) = (a.computed.low as i128, a.computed.high as i128);
    let some = if signed { all.between_signed(low, high) } else { all.between_unsigned(low, high) };
    some.unwrap_or(all)
}

/// Whether a float is of one of the classes, where the signs do not matter: only what is finite for
/// certain is known.
fn of_class(a: &ErrorForm, mask: u16, format: FloatFormat) -> Option<bool> {
    const NAN: u16 = 0b11;
    const INFINITE: u16 = 0b10_0000_0100;
    let _ = format;
    if !a.status.is_number() {
        return None;
    }
    match mask {
        _ if mask & !(NAN | INFINITE) == 0 => Some(false),
        _ if mask | NAN | INFINITE == 0b11_1111_1111 => Some(true),
        _ => None,
    }
}

/// Whether a comparison of computed values holds for all runs, or for none.
pub(crate) fn decided(predicate: FloatPredicate, a: &ErrorForm, b: &ErrorForm, same: bool) -> Option<bool> {
    if !a.status.is_number() || !b.status.is_number() {
        return None;
    }
    answer(predicate, a.computed, b.computed, same)
}

/// Whether a comparison holds for all numbers of two intervals, or for none; `same` says that it is
/// one number.
pub(crate) fn answer(predicate: FloatPredicate, a: Interval, b: Interval, same: bool) -> Option<bool> {
    let possible = [
        (!same && a.low < b.high, Ordering::Less),
        (!same && a.high > b.low, Ordering::Greater),
        (same || (a.low <= b.high && b.low <= a.high), Ordering::Equal),
    ];
    let mut answers =
        possible.into_iter().filter(|(can, _)| *can).map(|(_, order)| predicate.holds(Some(order)));
    let first = answers.next()?;
    answers.all(|answer| answer == first).then_some(first)
}

/// Where the computed values of two numbers lie if a comparison holds, or does not; all reals where
/// nothing is learnt. `None` if it cannot be so.
pub(crate) fn compared_ranges(
    predicate: FloatPredicate,
    format: FloatFormat,
    holds: bool,
    a: &ErrorForm,
    b: &ErrorForm,
) -> Option<(Interval, Interval)> {
    let holds_for = |order: Option<Ordering>| predicate.holds(order) == holds;
    let are_numbers = a.status.is_number() && b.status.is_number();
    // What may be no number passes comparisons that say nothing about order.
    if !are_numbers && (holds_for(None) || a.undefined || b.undefined) {
        return Some((Interval::ENTIRE, Interval::ENTIRE));
    }
    if !are_numbers {
        return Some((Interval::ENTIRE, Interval::ENTIRE));
    }
    let (less, equal, greater) = (
        holds_for(Some(Ordering::Less)),
        holds_for(Some(Ordering::Equal)),
        holds_for(Some(Ordering::Greater)),
    );
    let below = |value: f64| if equal { value } else { strictly_below(format, value) };
    let above = |value: f64| if equal { value } else { -strictly_below(format, -value) };
    let (x, y) = (a.computed, b.computed);
    Some(match (less, greater) {
        (true, true) if equal => (Interval::ENTIRE, Interval::ENTIRE),
        (true, true) => (without(x, y, format)?, without(y, x, format)?),
        (true, false) => (
            x.meet(Interval::new(f64::NEG_INFINITY, below(y.high)))?,
            y.meet(Interval::new(above(x.low), f64::INFINITY))?,
        ),
        (false, true) => (
            x.meet(Interval::new(above(y.low), f64::INFINITY))?,
            y.meet(Interval::new(f64::NEG_INFINITY, below(x.high)))?,
        ),
        (false, false) if equal => (x.meet(y)?, x.meet(y)?),
        (false, false) => return None,
    })
}

/// An interval without a number at one of its ends.
fn without(range: Interval, point: Interval, format: FloatFormat) -> Option<Interval> {
    let Interval { low, high } = range;
    if point.low != point.high {
        return Some(range);
    }
    let low = if low == point.low { -strictly_below(format, -low) } else { low };
    let high = if high == point.high { strictly_below(format, high) } else { high };
    (low <= high).then_some(Interval { low, high })
}

/// The greatest number of a format below a value, or more.
fn strictly_below(format: FloatFormat, value: f64) -> f64 {
    use ulpwise_float::{Float, Format};
    let exact = format.exact_format();
    let (near, _) = Float::from_f64(value).convert(exact, Rounding::TowardNegative);
    let back = |float: Float| float.convert(Format::F64, Rounding::TowardPositive).0.to_f64();
    if !value.is_finite() || back(near) < value {
        return back(near);
    }
    back(near.next_down(Rounding::NearestEven).0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comparisons_restrict_strictly() {
        let x = ErrorForm::exact(Interval::new(-1.0, 1.0), -149);
        let zero = ErrorForm::exact(Interval::ZERO, -149);
        let (above, _) = compared_ranges(FloatPredicate::Ogt, FloatFormat::F32, true, &x, &zero).unwrap();
        assert_eq!(above, Interval::new(f64::from(f32::from_bits(1)), 1.0));
        let (below, _) = compared_ranges(FloatPredicate::Ogt, FloatFormat::F32, false, &x, &zero).unwrap();
        assert_eq!(below, Interval::new(-1.0, 0.0));
        assert_eq!(compared_ranges(FloatPredicate::Ogt, FloatFormat::F32, true, &zero, &zero), None);
        assert_eq!(decided(FloatPredicate::Oge, &x, &zero, false), None);
        assert_eq!(decided(FloatPredicate::Une, &x, &x, true), Some(false));
        assert_eq!(of_class(&x, 0b11, FloatFormat::F32), Some(false));
    }
}
