//! What a path computes in one rounding mode, as terms.

use super::enclosure::{SymbolicEnclosure, wide_for};
use crate::graph::{Graph, GraphNode, NodeId, Op};
use crate::inputs::StabilityInput;
use std::collections::HashMap;
use ulpwise_expr::{BitVector, Model, Sort, Term, Value};
use ulpwise_float::{Float, Format, Rounding};
use ulpwise_ir::Type;
use ulpwise_symex::terms::Terms;

/// The values of a path as terms, and what is asserted of them.
pub(super) struct Encoding<'a> {
    pub(super) graph: &'a Graph,
    inputs: &'a [StabilityInput],
    /// The variable of each input that occurs.
    variables: HashMap<u32, Term>,
    pub(super) terms: Terms,
    mode: Rounding,
    /// The format of bounds of true values.
    pub(super) wide: Format,
    values: HashMap<NodeId, Term>,
    pub(super) truths: HashMap<NodeId, SymbolicEnclosure>,
    pub(super) assertions: Vec<Term>,
}

impl<'a> Encoding<'a> {
    /// Nothing yet of these nodes.
    pub(super) fn new(
        graph: &'a Graph,
        nodes: &[NodeId],
        inputs: &'a [StabilityInput],
        mode: Rounding,
    ) -> Encoding<'a> {
        Encoding {
            graph,
            inputs,
            variables: HashMap::new(),
            terms: Terms::new(),
            mode,
            wide: wide_for(nodes.iter().map(|&id| graph.node(id))),
            values: HashMap::new(),
            truths: HashMap::new(),
            assertions: Vec::new(),
        }
    }

    /// The value of a node that was computed.
    pub(super) fn value(&self, node: NodeId) -> Term {
        self.values[&node]
    }

    /// Computes a node whose operands were.
    pub(super) fn compute(&mut self, id: NodeId) {
        let node = *self.graph.node(id);
        let term = self.term(&node);
        self.values.insert(id, term);
    }

    fn term(&mut self, node: &GraphNode) -> Term {
        let bits = node.ty.bits();
        let operand = |at: usize| self.values[&node.operand(at)];
        let mode = self.mode;
        match (node.op, node.ty) {
            (Op::Input(number), ty) => self.input(number, ty),
            (Op::Constant(value), _) => self.terms.constant(bits, value),
            (Op::Binary(op), Type::Float(format)) => {
                let (a, b) = (operand(0), operand(1));
                self.terms.float_binary(op, format, mode, a, b)
            }
            (Op::Unary(op), Type::Float(format)) => {
                let a = operand(0);
                self.terms.float_unary(op, format, mode, a)
            }
            (Op::Fma, Type::Float(format)) => {
                let operands = [operand(0), operand(1), operand(2)];
                self.terms.float_fma(format, mode, operands)
            }
            (Op::Sign(op), Type::Float(format)) => {
                let a = operand(0);
                self.terms.float_sign(op, format, a)
            }
            (Op::CopySign, Type::Float(format)) => {
                let (a, b) = (operand(0), operand(1));
                self.terms.float_copy_sign(format, a, b)
            }
            (Op::Convert(from), Type::Float(to)) => {
                let a = operand(0);
                self.terms.float_from_float(from, to, mode, a)
            }
            (Op::FromInt { signed, bits }, Type::Float(to)) => {
                let a = operand(0);
                self.terms.float_from_int(signed, bits, to, mode, a)
            }
            (Op::ToInt { signed, saturating, format }, _) => {
                let a = operand(0);
                if saturating {
                    self.terms.saturated_int_from_float(signed, format, bits, a)
                } else {
                    self.terms.int_from_float(signed, format, bits, mode, a)
                }
            }
            (Op::Choose, _) => {
                let (condition, a, b) = (operand(0), operand(1), operand(2));
                let condition = self.terms.truth(condition);
                self.terms.choose(condition, a, b)
            }
            (Op::Int(op), _) => {
                let (a, b) = (operand(0), operand(1));
                self.terms.int_binary(op, bits, a, b)
            }
            (Op::IntUnary(op), _) => {
                let a = operand(0);
                self.terms.int_unary(op, bits, a)
            }
            (Op::IntCast(op, from), _) => {
                let a = operand(0);
                self.terms.int_cast(op, from, bits, a)
            }
            (Op::IntCompare(predicate, _), _) => {
                let (a, b) = (operand(0), operand(1));
                let truth = self.terms.int_compare(predicate, a, b);
                self.terms.bit(truth)
            }
            (Op::FloatCompare(predicate, format), _) => {
                let (a, b) = (operand(0), operand(1));
                let truth = self.terms.float_compare(predicate, format, a, b);
                self.terms.bit(truth)
            }
            (Op::FloatClass(mask, format), _) => {
                let a = operand(0);
                let truth = self.terms.float_class(mask, format, a);
                self.terms.bit(truth)
            }
            // Whatever it is, it may be anything.
            _ => self.terms.store.fresh_variable("unknown", Sort::BitVec(u32::from(bits))),
        }
    }

    /// A variable for an input, within its range.
    fn input(&mut self, number: u32, ty: Type) -> Term {
        let input = &self.inputs[number as usize];
        let (low, high) = (input.bits(input.ordinals.0), input.bits(input.ordinals.1));
        let store = &mut self.terms.store;
        let name = format!("input-{number}");
        let (variable, within) = match ty {
            Type::Float(format) => {
                let format = format.exact_format();
                let variable = store.variable(&name, Sort::Float(format));
                let ends = [low, high].map(|bits| store.float(Float::from_bits(format, bits)));
                (variable, [store.fp_leq(ends[0], variable), store.fp_leq(variable, ends[1])])
            }
            ty => {
                let width = u32::from(ty.bits());
                let variable = store.variable(&name, Sort::BitVec(width));
                let ends = [low, high].map(|bits| store.bit_vector(BitVector::from_u128(width, bits)));
                let within = if input.signed {
                    [store.bv_sle(ends[0], variable), store.bv_sle(variable, ends[1])]
                } else {
                    [store.bv_ule(ends[0], variable), store.bv_ule(variable, ends[1])]
                };
                (variable, within)
            }
        };
        self.assertions.extend(within);
        self.variables.insert(number, variable);
        variable
    }

    /// Asserts that a bit is so.
    pub(super) fn assume(&mut self, condition: NodeId, holds: bool) {
        let bit = self.value(condition);
        let truth = self.terms.truth(bit);
        let asserted = if holds { truth } else { self.terms.store.not(truth) };
        self.assertions.push(asserted);
    }

    /// The ordinals of inputs that a model names; of others the first. `None` if one is no value of
    /// its input.
    pub(super) fn ordinals(&self, model: &Model) -> Option<Vec<i128>> {
        let ordinal = |(number, input): (usize, &StabilityInput)| {
            let value = self.variables.get(&(number as u32)).and_then(|&variable| model.get(variable));
            let bits = match value {
                Some(Value::Float(float)) => float.to_bits(),
                Some(Value::BitVec(bits)) => u128::try_from(bits.unsigned()).ok()?,
                _ => return Some(input.ordinals.0),
            };
            // Zero with the other sign is the same number.
            input.ordinal(bits).or_else(|| input.ordinal(bits ^ sign_of_zero(input.ty, bits)))
        };
        self.inputs.iter().enumerate().map(ordinal).collect()
    }
}

/// The sign bit of a zero; nothing of any other number.
fn sign_of_zero(ty: Type, bits: u128) -> u128 {
    let Type::Float(format) = ty else { return 0 };
    let format: Format = format.exact_format();
    let is_zero = Float::from_bits(format, bits).is_zero();
    if is_zero { 1 << (ty.bits() - 1) } else { 0 }
}
