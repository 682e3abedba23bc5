//! Instructions that compute a value from values.

use super::state::PathState;
use super::{Explorer, StepResult};
use crate::graph::Op;
use ulpwise_interp::PathEnd;
use ulpwise_ir::{Inst, Slot, Type};

impl<'p> Explorer<'p> {
    /// Carries out the next instruction of a path.
    pub(super) fn step(&mut self, state: &mut PathState<'p>) -> StepResult {
        match state.interpreter.next_inst() {
            inst @ (Inst::Jump { .. }
            | Inst::Branch { .. }
            | Inst::Switch { .. }
            | Inst::Return { .. }
            | Inst::Landing { .. }
            | Inst::Unwind { .. }
            | Inst::Call { .. }
            | Inst::CallIndirect { .. }) => self.control(state, inst),
            inst @ (Inst::Load { .. } | Inst::Store { .. } | Inst::MemCopy { .. } | Inst::MemSet { .. }) => {
                self.access(state, inst)
            }
            Inst::GetRounding { .. } | Inst::SetRounding { .. } => StepResult::Ended(PathEnd::Unsupported(
                "a program that asks for the rounding mode or sets it".to_owned(),
            )),
            inst => self.data(state, inst),
        }
    }

    fn data(&mut self, state: &mut PathState<'p>, inst: Inst) -> StepResult {
        let Some(Operation { dst, op, ty, operands }) = operation(inst, state) else {
            return StepResult::Ended(PathEnd::Unsupported(format!(
                "{inst:?} on values that depend on inputs"
            )));
        };
        let mut nodes = Vec::with_capacity(operands.len());
        for slot in operands {
            nodes.push(state.get(&mut self.found.graph, slot));
        }
        let graph = &mut self.found.graph;
        let value = match (op, inst) {
            (Some(op), _) => graph.apply(op, ty, &nodes),
            (None, Inst::Copy { .. }) => graph.retyped(nodes[0], ty),
            (None, _) => graph.unknown(ty),
        };
        if let Some(site) = inst.site() {
            state.visit(site, value);
        }
        // What also tells whether it overflowed is not followed.
        if let Inst::IntOverflow { overflow, .. } = inst {
            let overflowed = graph.unknown(Type::BOOL);
            state.set(graph, overflow, overflowed);
        }
        state.set(graph, dst, value);
        state.interpreter.advance();
        StepResult::Goes
    }
}

/// An instruction that computes a value.
struct Operation {
    /// Where the result goes.
    dst: Slot,
    /// What is computed; `None` if nothing is known of the result.
    op: Option<Op>,
    /// The type of the result.
    ty: Type,
    operands: Vec<Slot>,
}

/// An instruction as an operation, if it is one that is followed.
fn operation(inst: Inst, state: &PathState<'_>) -> Option<Operation> {
    let of = |slot: Slot| state.interpreter.body().type_of(slot);
    let (dst, op, ty, operands) = match inst {
        Inst::Int { op, dst, a, b, .. } => (dst, Some(Op::Int(op)), of(dst), vec![a, b]),
        Inst::IntUnary { op, dst, a, .. } => (dst, Some(Op::IntUnary(op)), of(dst), vec![a]),
        Inst::IntCast { op, from, dst, a, .. } => (dst, Some(Op::IntCast(op, from)), of(dst), vec![a]),
        Inst::IntCompare { predicate, bits, dst, a, b } => {
            (dst, Some(Op::IntCompare(predicate, bits)), Type::BOOL, vec![a, b])
        }
        Inst::Select { dst, condition, a, b, .. } => (dst, Some(Op::Choose), of(dst), vec![condition, a, b]),
        Inst::Copy { dst, a, .. } => (dst, None, of(dst), vec![a]),
        Inst::Float { op, format, dst, a, b, .. } => {
            (dst, Some(Op::Binary(op)), Type::Float(format), vec![a, b])
        }
        Inst::FloatUnary { op, format, dst, a, .. } => {
            (dst, Some(Op::Unary(op)), Type::Float(format), vec![a])
        }
        Inst::FloatFma { format, dst, a, b, c, .. } => {
            (dst, Some(Op::Fma), Type::Float(format), vec![a, b, c])
        }
        Inst::FloatSign { op, format, dst, a } => (dst, Some(Op::Sign(op)), Type::Float(format), vec![a]),
        Inst::FloatCopySign { format, dst, a, b } => {
            (dst, Some(Op::CopySign), Type::Float(format), vec![a, b])
        }
        Inst::FloatCompare { predicate, format, dst, a, b, .. } => {
            (dst, Some(Op::FloatCompare(predicate, format)), Type::BOOL, vec![a, b])
        }
        Inst::FloatClass { mask, format, dst, a } => {
            (dst, Some(Op::FloatClass(mask, format)), Type::BOOL, vec![a])
        }
        Inst::FloatConvert { from, to, dst, a, .. } => {
            (dst, Some(Op::Convert(from)), Type::Float(to), vec![a])
        }
        Inst::FloatToInt { signed, saturating, format, bits, dst, a, .. } => {
            (dst, Some(Op::ToInt { signed, saturating, format }), Type::Int(bits), vec![a])
        }
        Inst::IntToFloat { signed, bits, format, dst, a, .. } => {
            (dst, Some(Op::FromInt { signed, bits }), Type::Float(format), vec![a])
        }
        Inst::FunnelShift { dst, a, b, amount, .. } => (dst, None, of(dst), vec![a, b, amount]),
        Inst::IntOverflow { dst, a, b, .. } => (dst, None, of(dst), vec![a, b]),
        Inst::PointerAdd { dst, base, index, .. } => (dst, None, of(dst), vec![base, index]),
        _ => return None,
    };
    Some(Operation { dst, op, ty, operands })
}
