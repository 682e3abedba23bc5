//! The comparisons of floats that a path has passed, and how each came out.

use crate::execute::Path;
use crate::graph::{Graph, NodeId, Op};
use std::collections::BTreeMap;
use ulpwise_ir::{IntBinaryOp, IntCastOp, IntPredicate, Type};

/// Comparisons, and whether they hold.
pub(crate) type Literals = BTreeMap<NodeId, bool>;

/// Those that follow from the conditions of a path.
pub(crate) fn literals(graph: &Graph, path: &Path) -> Literals {
    let mut literals = Literals::new();
    let mut open = path.conditions.clone();
    while let Some((condition, holds)) = open.pop() {
        let node = graph.node(condition);
        let is_bit = node.ty == Type::BOOL;
        match node.op {
            Op::FloatCompare(..) => {
                literals.insert(condition, holds);
            }
            Op::Int(IntBinaryOp::And) if holds && is_bit => {
                open.extend(node.operands().map(|operand| (operand, true)));
            }
            Op::Int(IntBinaryOp::Or) if !holds && is_bit => {
                open.extend(node.operands().map(|operand| (operand, false)));
            }
            Op::Int(IntBinaryOp::Xor) if is_bit => {
                let (a, b) = (node.operand(0), node.operand(1));
                match (graph.constant_bits(a), graph.constant_bits(b)) {
                    (None, Some(flip)) => open.push((a, holds != (flip & 1 == 1))),
                    (Some(flip), None) => open.push((b, holds != (flip & 1 == 1))),
                    _ => {}
                }
            }
            // A truth value that was made an integer and is compared with zero.
            Op::IntCompare(predicate @ (IntPredicate::Eq | IntPredicate::Ne), _) => {
                let (a, b) = (node.operand(0), node.operand(1));
                let widened = graph.node(a);
                if widened.op == Op::IntCast(IntCastOp::ZeroExtend, 1) && graph.constant_bits(b) == Some(0) {
                    open.push((widened.operand(0), holds == (predicate == IntPredicate::Ne)));
                }
            }
            _ => {}
        }
    }
    literals
}
