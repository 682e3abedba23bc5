//! Loads, stores and copies of bytes that may be a node's.
//!
//! A value is read as a node where all its bytes are read as they were written; anything else that is made of a node's bytes is unknown.

use super::state::{ByteOf, PathState};
use super::{Explorer, StepResult};
use crate::graph::{Graph, NodeId};
use std::sync::Arc;
use ulpwise_interp::PathEnd;
use ulpwise_interp::memory::MemoryFault;
use ulpwise_ir::{Inst, Slot, Type};

impl<'p> Explorer<'p> {
    /// An access to memory that meets a node.
    pub(super) fn access(&mut self, state: &mut PathState<'p>, inst: Inst) -> StepResult {
        let done = match inst {
            Inst::Load { ty, dst, address } => known_address(state, address).and_then(|address| {
                let value = state.load(&mut self.found.graph, address, ty)?;
                state.set(&self.found.graph, dst, value);
                Ok(())
            }),
            Inst::Store { ty, address, value } => known_address(state, address).and_then(|address| {
                let value = state.get(&mut self.found.graph, value);
                Ok(state.store(&mut self.found.graph, address, ty, value)?)
            }),
            Inst::MemCopy { to, from, len, .. } => {
                let places =
                    (known_address(state, to), known_address(state, from), known_address(state, len));
                match places {
                    (Ok(to), Ok(from), Ok(len)) => {
                        state.copy(&mut self.found.graph, to, from, len as usize).map_err(PathEnd::from)
                    }
                    _ => Err(unknown_place()),
                }
            }
            _ => Err(PathEnd::Unsupported("memory that is filled with an input's bytes".to_owned())),
        };
        match done {
            Ok(()) => {
                state.interpreter.advance();
                StepResult::Goes
            }
            Err(end) => StepResult::Ended(end),
        }
    }
}

fn known_address(state: &PathState<'_>, slot: Slot) -> Result<u64, PathEnd> {
    state.known(slot).map(|bits| bits as u64).ok_or_else(unknown_place)
}

fn unknown_place() -> PathEnd {
    PathEnd::Unsupported("a place in memory that depends on inputs".to_owned())
}

impl PathState<'_> {
    /// The value of a type at an address.
    pub(super) fn load(&self, graph: &mut Graph, address: u64, ty: Type) -> Result<NodeId, MemoryFault> {
        let len = ty.store_bytes();
        let known = self.interpreter.machine.memory.read_anyway(address, len)?.to_vec();
        let pieces: Vec<Option<ByteOf>> = (0..len).map(|at| self.byte_at(address + at as u64)).collect();
        if pieces.iter().all(Option::is_none) {
            let mut bytes = [0; 16];
            bytes[..len].copy_from_slice(&known);
            let mask = u128::MAX >> (128 - u32::from(ty.bits()));
            return Ok(graph.constant(ty, u128::from_le_bytes(bytes) & mask));
        }
        let whole = pieces[0].filter(|&(node, first)| {
            let in_order = |(at, piece): (usize, &Option<ByteOf>)| *piece == Some((node, at as u8));
            first == 0 && graph.node(node).ty.store_bytes() == len && pieces.iter().enumerate().all(in_order)
        });
        Ok(match whole {
            Some((node, _)) => graph.retyped(node, ty),
            None => graph.unknown(ty),
        })
    }

    /// Writes a value of a type to an address.
    pub(super) fn store(
        &mut self,
        graph: &mut Graph,
        address: u64,
        ty: Type,
        value: NodeId,
    ) -> Result<(), MemoryFault> {
        let len = ty.store_bytes();
        if let Some(bits) = graph.constant_bits(value) {
            let written = self.interpreter.machine.memory.write(address, len)?;
            written.copy_from_slice(&bits.to_le_bytes()[..len]);
            return Ok(());
        }
        self.interpreter.machine.memory.mark(address, len)?;
        for index in 0..len as u8 {
            self.put_byte(address + u64::from(index), (value, index));
        }
        Ok(())
    }

    /// Copies bytes as `memmove` does.
    pub(super) fn copy(&mut self, _: &mut Graph, to: u64, from: u64, len: usize) -> Result<(), MemoryFault> {
        if len == 0 {
            return Ok(());
        }
        let known = self.interpreter.machine.memory.read_anyway(from, len)?.to_vec();
        let pieces: Vec<Option<ByteOf>> = (0..len).map(|at| self.byte_at(from + at as u64)).collect();
        self.interpreter.machine.memory.write(to, len)?.copy_from_slice(&known);
        for (at, byte) in pieces.into_iter().enumerate() {
            if let Some(byte) = byte {
                self.interpreter.machine.memory.mark(to + at as u64, 1)?;
                self.put_byte(to + at as u64, byte);
            }
        }
        Ok(())
    }

    fn byte_at(&self, address: u64) -> Option<ByteOf> {
        let memory = &self.interpreter.machine.memory;
        if !memory.is_marked(address) {
            return None;
        }
        let (base, _) = memory.object_at(address)?;
        self.bytes.get(&base)?.get(&(address - base)).copied()
    }

    fn put_byte(&mut self, address: u64, byte: ByteOf) {
        if let Some((base, _)) = self.interpreter.machine.memory.object_at(address) {
            Arc::make_mut(self.bytes.entry(base).or_default()).insert(address - base, byte);
        }
    }
}
