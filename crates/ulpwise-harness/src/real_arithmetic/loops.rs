//! Loops whose end a comparison of floats decides: searches and iterations until something is small.
//!
//! How often such a loop runs is a matter of roundings or of a threshold, and what it ends with is
//! near to what its author wants, not equal to it.

use std::collections::BTreeSet;
use ulpwise_base::IdVec;
use ulpwise_ir::{BlockId, Body, Inst, Slot, strong_components};

/// Whether a branch leaves a loop on a condition that floats decide.
pub(super) fn exits_by_float(body: &Body) -> bool {
    let decided = decided_by_floats(body);
    if decided.is_empty() {
        return false;
    }
    // A way out of a block leads back to it if both lie on a cycle.
    let component = components(body);
    body.insts.iter_enumerated().any(|(at, inst)| {
        let Inst::Branch { condition, then_edge, else_edge } = *inst else { return false };
        if !decided.contains(&condition) {
            return false;
        }
        let own = component[body.block_of(at)];
        let returns = [then_edge, else_edge].map(|edge| component[body.edges[edge].target] == own);
        returns[0] != returns[1]
    })
}

/// Of each block, the number of the strongly connected component that it is in.
fn components(body: &Body) -> IdVec<BlockId, usize> {
    let roots: Vec<BlockId> = body.blocks.ids().collect();
    let found = strong_components(&body.successors(), &roots, &vec![true; roots.len()]);
    let mut component: IdVec<BlockId, usize> = roots.iter().map(|_| 0).collect();
    for (number, members) in found.iter().enumerate() {
        for &block in members {
            component[block] = number;
        }
    }
    component
}

/// The slots whose integers are made of answers of comparisons of floats, and of nothing else that
/// would hide them: through logic, casts and block parameters.
fn decided_by_floats(body: &Body) -> BTreeSet<Slot> {
    let mut decided = BTreeSet::new();
    loop {
        let before = decided.len();
        for inst in &body.insts {
            let is_decided = match *inst {
                Inst::FloatCompare { .. } | Inst::FloatClass { .. } => true,
                Inst::Int { a, b, .. } | Inst::IntCompare { a, b, .. } => {
                    decided.contains(&a) || decided.contains(&b)
                }
                Inst::IntCast { a, .. } | Inst::Copy { a, .. } => decided.contains(&a),
                Inst::Select { condition, a, b, .. } => {
                    let is_choice = body.constant_bits(a).is_some() || body.constant_bits(b).is_some();
                    decided.contains(&a)
                        || decided.contains(&b)
                        || (is_choice && decided.contains(&condition))
                }
                _ => false,
            };
            if is_decided {
                body.for_each_definition(inst, |slot| {
                    decided.insert(slot);
                });
            }
        }
        for edge in &body.edges {
            let parameters = body.list(body.blocks[edge.target].parameters);
            for (&parameter, argument) in parameters.iter().zip(body.list(edge.arguments)) {
                if decided.contains(argument) {
                    decided.insert(parameter);
                }
            }
        }
        if decided.len() == before {
            return decided;
        }
    }
}
