//! A path under way: the interpreter's state, and nodes for what depends on inputs or rounds.

use super::Path;
use crate::graph::{Graph, NodeId};
use crate::region::Region;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;
use ulpwise_interp::memory::MemoryFault;
use ulpwise_interp::{Interpreter, MarkedRun, PathEnd, ValueDomain};
use ulpwise_ir::{FunctionId, SiteId, Slot, Type};

/// A path under way.
pub(crate) struct PathState<'p> {
    /// The interpreter, and the nodes of what is marked there.
    run: MarkedRun<'p, NodeId>,
    conditions: Vec<(NodeId, bool)>,
    visits: Vec<(SiteId, NodeId)>,
    pub(super) region: Region,
    /// The types of what the outermost call returns.
    pub(super) result_types: Arc<[Type]>,
    /// Where each input stands in memory.
    addresses: Arc<Vec<(u64, Type)>>,
}

impl<'p> PathState<'p> {
    pub(super) fn new(interpreter: Interpreter<'p>, region: Region) -> PathState<'p> {
        PathState {
            run: MarkedRun::new(interpreter),
            conditions: Vec::new(),
            visits: Vec::new(),
            region,
            result_types: Arc::new([]),
            addresses: Arc::default(),
        }
    }

    /// A copy that goes its own way.
    pub(super) fn fork(&mut self) -> PathState<'p> {
        PathState {
            run: self.run.fork(),
            conditions: self.conditions.clone(),
            visits: self.visits.clone(),
            region: self.region.clone(),
            result_types: Arc::clone(&self.result_types),
            addresses: Arc::clone(&self.addresses),
        }
    }

    /// Remembers where an input stands.
    pub(super) fn remember(&mut self, address: u64, ty: Type) {
        Arc::make_mut(&mut self.addresses).push((address, ty));
    }

    /// What stands now where each input stood; something unknown where the memory is gone.
    pub(super) fn left(&self, graph: &mut Graph) -> Vec<NodeId> {
        let addresses = Arc::clone(&self.addresses);
        addresses
            .iter()
            .map(|&(address, ty)| self.load(graph, address, ty).unwrap_or_else(|_| graph.unknown(ty)))
            .collect()
    }

    /// The path as it is reported.
    pub(super) fn into_path(self, returned: Vec<NodeId>) -> Path {
        Path {
            conditions: self.conditions,
            visits: self.visits,
            returned,
            left: Vec::new(),
            region: self.region,
        }
    }

    /// Writes down that a bit decided the path.
    pub(super) fn decide(&mut self, condition: NodeId, holds: bool, region: Region) {
        self.conditions.push((condition, holds));
        self.region = region;
    }

    /// Writes down what an operation gave.
    pub(super) fn visit(&mut self, site: SiteId, node: NodeId) {
        self.visits.push((site, node));
    }

    /// Enters a function with arguments.
    pub(super) fn enter(
        &mut self,
        graph: &mut Graph,
        function: FunctionId,
        values: &[NodeId],
    ) -> Result<(), PathEnd> {
        if self.interpreter.depth() == 0 {
            let declared = &self.interpreter.program().module().functions[function];
            self.result_types = declared.results.clone().into();
        }
        self.run.enter(graph, function, values, Vec::new())
    }

    /// The value of a type at an address. Anything but a whole node, or bytes that are known, is
    /// unknown.
    pub(super) fn load(&self, graph: &mut Graph, address: u64, ty: Type) -> Result<NodeId, MemoryFault> {
        let len = ty.store_bytes();
        let loaded = self.bytes_at(graph, address, len)?;
        if loaded.pieces.iter().all(Option::is_none) {
            let mut bytes = [0; 16];
            bytes[..len].copy_from_slice(&loaded.known);
            let mask = u128::MAX >> (128 - u32::from(ty.bits()));
            return Ok(graph.constant(ty, u128::from_le_bytes(bytes) & mask));
        }
        let whole = loaded.leading_value().filter(|&node| graph.node(node).ty.store_bytes() == len);
        Ok(match whole {
            Some(node) => graph.retyped(node, ty),
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
        self.store_bytes(graph, address, ty.store_bytes(), value)
    }
}

impl<'p> Deref for PathState<'p> {
    type Target = MarkedRun<'p, NodeId>;

    fn deref(&self) -> &MarkedRun<'p, NodeId> {
        &self.run
    }
}

impl<'p> DerefMut for PathState<'p> {
    fn deref_mut(&mut self) -> &mut MarkedRun<'p, NodeId> {
        &mut self.run
    }
}

impl ValueDomain for Graph {
    type Value = NodeId;

    fn constant(&mut self, ty: Type, bits: u128) -> NodeId {
        self.constant(ty, bits)
    }

    fn known_bits(&mut self, value: NodeId) -> Option<u128> {
        self.constant_bits(value)
    }

    fn retyped(&mut self, value: NodeId, ty: Type) -> NodeId {
        self.retyped(value, ty)
    }

    fn undefined_slot(&mut self, interpreter: &Interpreter<'_>, slot: Slot) -> NodeId {
        self.unknown(interpreter.body().type_of(slot))
    }

    fn uninitialised_byte(&mut self, _: u64) -> NodeId {
        self.unknown(Type::Int(8))
    }
}

/// Raw slots as values of these types.
pub(super) fn values_of(graph: &mut Graph, types: &[Type], raw: &[u64]) -> Vec<NodeId> {
    let mut raw = raw.iter().map(|&word| u128::from(word));
    types
        .iter()
        .map(|ty| {
            let low = raw.next().unwrap_or(0);
            let high = if ty.is_wide() { raw.next().unwrap_or(0) } else { 0 };
            graph.constant(*ty, low | high << 64)
        })
        .collect()
}
