//! Variables that are no floats: bit-vectors and rounding modes get values before anything else, a
//! new one in each round.
//!
//! A bit-vector that only says how a float is encoded is not among them: there the float is free.

use crate::graph::Graph;
use ulpwise_base::SplitMix64;
use ulpwise_expr::{AppliedValue, BitVector, OpKind, Sort, Value, apply};
use ulpwise_float::Rounding;
use ulpwise_solver::{Bound, Bounds};

/// Gives all variables of other sorts a value, and computes what follows from these. Says whether
/// there was one.
pub(crate) fn fix_foreign(
    graph: &mut Graph,
    bounds: Option<&Bounds>,
    random: &mut SplitMix64,
    is_first: bool,
) -> bool {
    let encodes = encodings(graph);
    let mut is_any = false;
    for (position, is_encoding) in encodes.into_iter().enumerate() {
        let node = &graph.nodes[position];
        if node.constant.is_some() || matches!(node.sort, Sort::Bool | Sort::Float(_)) {
            continue;
        }
        if node.op.kind() == OpKind::Variable {
            if is_encoding {
                continue;
            }
            is_any = true;
            let bound = bounds.and_then(|bounds| bounds.get(node.term));
            graph.nodes[position].constant = Some(some_value(node.sort, bound, random, is_first));
            continue;
        }
        let operands: Option<Vec<&Value>> =
            node.children.iter().map(|&child| graph.nodes[child].constant.as_ref()).collect();
        let value = operands.map(|operands| apply(node.op, &operands));
        if let Some(AppliedValue::Value(value)) = value {
            graph.nodes[position].constant = Some(value);
        }
    }
    is_any
}

/// Which variables are the bits of a float.
fn encodings(graph: &Graph) -> Vec<bool> {
    let mut encodes = vec![false; graph.nodes.len()];
    for node in &graph.nodes {
        if let (OpKind::FpFromBits, &[bits]) = (node.op.kind(), &node.children[..]) {
            encodes[bits] = graph.nodes[bits].op.kind() == OpKind::Variable;
        }
    }
    encodes
}

/// A value of a sort: within its bound, the ends and small numbers likelier than others.
fn some_value(sort: Sort, bound: Option<&Bound>, random: &mut SplitMix64, is_first: bool) -> Value {
    match (sort, bound) {
        (Sort::RoundingMode, _) if is_first => Value::Rounding(Rounding::NearestEven),
        (Sort::RoundingMode, _) => Value::Rounding(*random.choose(&Rounding::ALL)),
        (Sort::BitVec(_), Some(Bound::BitVec(low, _))) if is_first => Value::BitVec(low.clone()),
        (Sort::BitVec(width), bound) if !is_first && width <= 64 => {
            let number = match random.below(4) {
                0 => random.below(16),
                1 => u64::MAX - random.below(16),
                _ => random.next_u64() >> random.below(64),
            };
            let number = if width == 64 { number } else { number & ((1 << width) - 1) };
            let value = Value::BitVec(BitVector::from_u128(width, u128::from(number)));
            match bound {
                Some(bound @ Bound::BitVec(low, high)) if !bound.admits(&value) => {
                    Value::BitVec(if random.below(2) == 0 { low.clone() } else { high.clone() })
                }
                _ => value,
            }
        }
        _ => Value::default_of(sort),
    }
}
