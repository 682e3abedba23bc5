//! Blocks, phi nodes and edges of a function.
//!
//! A phi node becomes a parameter of its block, and its incoming values the arguments of the edges.
//! Blocks are lowered in reverse postorder, so that every value except those that flow along a back
//! edge is known when it is used; the arguments of all edges are filled in at the end. Blocks that
//! cannot be reached are left out. They keep LLVM's order in the result, which is that of the
//! source.

use super::function::FunctionLowering;
use super::lanes::Lanes;
use super::raw::{LlvmBlock, Value};
use super::unsupported::{Lowered, Unsupported};
use inkwell::llvm_sys::LLVMOpcode;
use std::collections::HashSet;
use ulpwise_ir::{EdgeId, Inst, Slot};

/// An edge whose arguments wait for the whole function to be lowered.
pub(super) struct PendingEdge<'m> {
    edge: EdgeId,
    arguments: Vec<Incoming<'m>>,
}

/// What flows into one phi node along an edge.
enum Incoming<'m> {
    /// A constant, already in slots.
    Known(Lanes),
    /// A parameter or instruction.
    Later(Value<'m>),
}

/// The blocks that can be reached, in reverse postorder.
pub(super) fn reachable<'m>(function: Value<'m>) -> Vec<LlvmBlock<'m>> {
    let Some(entry) = function.blocks().next() else { return Vec::new() };
    let mut seen = HashSet::from([entry]);
    let mut postorder = Vec::new();
    let mut stack = vec![(entry, successors(entry).into_iter())];
    while let Some((block, rest)) = stack.last_mut() {
        match rest.next() {
            Some(next) if seen.insert(next) => stack.push((next, successors(next).into_iter())),
            Some(_) => {}
            None => {
                postorder.push(*block);
                stack.pop();
            }
        }
    }
    postorder.reverse();
    postorder
}

/// Where a block may go on; `callbr` is unsupported.
fn successors(block: LlvmBlock<'_>) -> Vec<LlvmBlock<'_>> {
    let Some(terminator) = block.terminator() else { return Vec::new() };
    let mut successors = terminator.successors();
    if terminator.opcode() == Some(LLVMOpcode::LLVMCallBr) {
        successors.clear();
    }
    successors
}

/// The phi nodes of a block.
fn phis<'m>(block: LlvmBlock<'m>) -> impl Iterator<Item = Value<'m>> {
    block.instructions().take_while(|inst| inst.opcode() == Some(LLVMOpcode::LLVMPHI))
}

impl<'m> FunctionLowering<'_, 'm> {
    /// Makes a block for each of LLVM's, with a parameter for each scalar of a phi node.
    pub(super) fn open_blocks(&mut self, blocks: &[LlvmBlock<'m>]) {
        for (index, &block) in blocks.iter().enumerate() {
            let id = if index == 0 { self.build.current_block() } else { self.build.new_block() };
            self.blocks.insert(block, id);
            for phi in phis(block) {
                // A phi of an unsupported type gets no parameters; its users are unsupported.
                let Ok(types) = self.types(phi) else { continue };
                let lanes = types.into_iter().map(|ty| self.build.add_parameter(id, ty)).collect();
                self.values.insert(phi, lanes);
            }
            self.open_landing(block, id);
            for next in successors(block) {
                self.predecessors.entry(next).or_default().push(block);
            }
            self.predecessors.entry(block).or_default();
        }
    }

    /// The edge to a landing, with the exception that comes there.
    pub(super) fn landing_edge(
        &mut self,
        from: LlvmBlock<'m>,
        to: LlvmBlock<'m>,
        exception: Slot,
    ) -> Lowered<EdgeId> {
        let edge = self.edge(from, to)?;
        let pending = self.pending_edges.last_mut().ok_or_else(|| Unsupported::malformed("landing"))?;
        pending.arguments.push(Incoming::Known(Lanes::One(exception)));
        Ok(edge)
    }

    /// The edge from the block under construction, which is the end of LLVM's block `from`.
    pub(super) fn edge(&mut self, from: LlvmBlock<'m>, to: LlvmBlock<'m>) -> Lowered<EdgeId> {
        let target = *self.blocks.get(&to).ok_or_else(|| Unsupported::malformed("successor"))?;
        let mut arguments = Vec::new();
        let mut position = None;
        for phi in phis(to) {
            if !self.values.contains_key(&phi) {
                continue;
            }
            // All phi nodes of a block list their predecessors in the same order, as a rule.
            if position.is_none_or(|index| phi.incoming_block(index) != Some(from)) {
                position = (0..phi.incoming_count()).find(|&index| phi.incoming_block(index) == Some(from));
            }
            let value = position
                .and_then(|index| phi.incoming_value(index))
                .ok_or_else(|| Unsupported::malformed("phi"))?;
            arguments.push(match value.is_constant() {
                true => Incoming::Known(self.value(value)?),
                false => Incoming::Later(value),
            });
        }
        let edge = self.build.edge(target);
        self.pending_edges.push(PendingEdge { edge, arguments });
        Ok(edge)
    }

    /// Gives all edges their arguments.
    pub(super) fn fill_edges(&mut self) {
        for PendingEdge { edge, arguments } in std::mem::take(&mut self.pending_edges) {
            let mut slots: Vec<Slot> = Vec::new();
            for argument in arguments {
                match argument {
                    Incoming::Known(lanes) => slots.extend_from_slice(&lanes),
                    Incoming::Later(value) => slots.extend_from_slice(&self.known_or_undefined(value)),
                }
            }
            self.build.set_edge_arguments(edge, &slots);
        }
    }

    /// The scalars of a value that was lowered. Only a value in a block that cannot be reached was
    /// not, and such a value never flows along an edge that is taken.
    fn known_or_undefined(&mut self, value: Value<'m>) -> Lanes {
        match self.values.get(&value) {
            Some(lanes) => lanes.clone(),
            None => match self.types(value) {
                Ok(types) => types.into_iter().map(|ty| self.build.undefined(ty)).collect(),
                Err(_) => Lanes::none(),
            },
        }
    }

    /// Ends the block under construction with an instruction that names what is unsupported.
    pub(super) fn end_unsupported(&mut self, Unsupported(what): &Unsupported) {
        let what = self.context.messages.id(what);
        self.build.emit(Inst::Unsupported { what });
        self.build.emit(Inst::Unreachable);
    }
}
