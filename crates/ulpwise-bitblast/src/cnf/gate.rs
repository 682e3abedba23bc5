//! What a node of the graph is as a gate: the larger shapes that its conjunctions form.

use crate::aig::{Aig, AigNode, Lit};

/// A node as a gate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Gate {
    /// An input, or the constant: nothing defines it.
    Input,
    /// Exclusive disjunction.
    Xor(Lit, Lit),
    /// Condition, then, else.
    Ite(Lit, Lit, Lit),
    /// Conjunction of two literals or more.
    And(Vec<Lit>),
}

/// The most literals a conjunction is collected into.
const MAX_OPERANDS: usize = 64;

/// The shape of a node. Inner conjunctions are dissolved where only this node refers to them and
/// `may_dissolve` agrees.
pub(super) fn classify(aig: &Aig, node: u32, may_dissolve: &dyn Fn(u32) -> bool) -> Gate {
    let AigNode::And(first, second) = aig.node(node) else { return Gate::Input };
    if let Some(gate) = selection(aig, first, second) {
        return gate;
    }
    let mut operands = Vec::new();
    let mut open = vec![second, first];
    while let Some(literal) = open.pop() {
        match dissolved(aig, literal, may_dissolve) {
            Some((first, second)) if operands.len() + open.len() < MAX_OPERANDS => {
                open.push(second);
                open.push(first);
            }
            _ => operands.push(literal),
        }
    }
    operands.sort_unstable();
    operands.dedup();
    Gate::And(operands)
}

/// The operands of an inner conjunction that needs no variable of its own.
fn dissolved(aig: &Aig, literal: Lit, may_dissolve: &dyn Fn(u32) -> bool) -> Option<(Lit, Lit)> {
    let AigNode::And(first, second) = aig.node(literal.node()) else { return None };
    let is_inner = !literal.is_complemented() && aig.fanout(literal.node()) == 1;
    (is_inner && may_dissolve(literal.node()) && selection(aig, first, second).is_none())
        .then_some((first, second))
}

/// `!(c t) !(!c e)` is `c ? !t : !e`, and an exclusive disjunction if `t` is the complement of `e`.
fn selection(aig: &Aig, first: Lit, second: Lit) -> Option<Gate> {
    if !first.is_complemented() || !second.is_complemented() {
        return None;
    }
    let (AigNode::And(a0, a1), AigNode::And(b0, b1)) = (aig.node(first.node()), aig.node(second.node()))
    else {
        return None;
    };
    let (condition, then, otherwise) = if a0 == !b0 {
        (a0, a1, b1)
    } else if a0 == !b1 {
        (a0, a1, b0)
    } else if a1 == !b0 {
        (a1, a0, b1)
    } else if a1 == !b1 {
        (a1, a0, b0)
    } else {
        return None;
    };
    Some(if then == !otherwise {
        // c ? !t : t
        Gate::Xor(condition, then)
    } else {
        Gate::Ite(condition, !then, !otherwise)
    })
}
