//! A path under way: the interpreter's state, and nodes for what depends on inputs or rounds.

use super::Path;
use crate::graph::{Graph, NodeId};
use crate::region::Region;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use ulpwise_base::Id;
use ulpwise_interp::{Argument, Interpreter, PathEnd};
use ulpwise_ir::{FunctionId, InstId, SiteId, Slot, Type};

/// A byte of a node in memory: which, counted from the lowest.
pub(super) type ByteOf = (NodeId, u8);

/// A path under way.
pub(crate) struct PathState<'p> {
    pub(super) interpreter: Interpreter<'p>,
    /// The nodes of the marked slots of each call under way, outermost first.
    slots: Vec<HashMap<Slot, NodeId>>,
    /// What the marked bytes are, by the object that they belong to and their place in it.
    pub(super) bytes: HashMap<u64, Arc<BTreeMap<u64, ByteOf>>>,
    conditions: Vec<(NodeId, bool)>,
    visits: Vec<(SiteId, NodeId)>,
    pub(super) region: Region,
    /// How often the path forked at a branch of a call.
    pub(super) forks: HashMap<(usize, InstId), u32>,
    /// The types of what the outermost call returns.
    pub(super) result_types: Arc<[Type]>,
    /// Where each input stands in memory.
    places: Arc<Vec<(u64, Type)>>,
}

impl<'p> PathState<'p> {
    pub(super) fn new(interpreter: Interpreter<'p>, region: Region) -> PathState<'p> {
        PathState {
            interpreter,
            slots: Vec::new(),
            bytes: HashMap::new(),
            conditions: Vec::new(),
            visits: Vec::new(),
            region,
            forks: HashMap::new(),
            result_types: Arc::new([]),
            places: Arc::default(),
        }
    }

    /// A copy that goes its own way.
    pub(super) fn fork(&mut self) -> PathState<'p> {
        PathState {
            interpreter: self.interpreter.fork(),
            slots: self.slots.clone(),
            bytes: self.bytes.clone(),
            conditions: self.conditions.clone(),
            visits: self.visits.clone(),
            region: self.region.clone(),
            forks: self.forks.clone(),
            result_types: Arc::clone(&self.result_types),
            places: Arc::clone(&self.places),
        }
    }

    /// Remembers where an input stands.
    pub(super) fn remember(&mut self, address: u64, ty: Type) {
        Arc::make_mut(&mut self.places).push((address, ty));
    }

    /// What stands now where each input stood; something unknown where the memory is gone.
    pub(super) fn left(&self, graph: &mut Graph) -> Vec<NodeId> {
        let places = Arc::clone(&self.places);
        places
            .iter()
            .map(|&(address, ty)| self.load(graph, address, ty).unwrap_or_else(|_| graph.unknown(ty)))
            .collect()
    }

    /// The path as it is told.
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

    /// The value of a slot of the innermost call.
    pub(super) fn get(&self, graph: &mut Graph, slot: Slot) -> NodeId {
        let ty = self.interpreter.body().type_of(slot);
        if self.interpreter.is_marked(slot) {
            let node = self.slots[self.interpreter.depth() - 1][&slot];
            return graph.retyped(node, ty);
        }
        graph.constant(ty, self.register_bits(slot, ty))
    }

    /// The bits of a slot, if they are known.
    pub(super) fn known(&self, slot: Slot) -> Option<u128> {
        let ty = self.interpreter.body().type_of(slot);
        (!self.interpreter.is_marked(slot)).then(|| self.register_bits(slot, ty))
    }

    fn register_bits(&self, slot: Slot, ty: Type) -> u128 {
        let low = u128::from(self.interpreter.register(slot));
        if !ty.is_wide() {
            return low;
        }
        low | u128::from(self.interpreter.register(Slot::from_index(slot.index() + 1))) << 64
    }

    /// Gives a slot of the innermost call a value.
    pub(super) fn set(&mut self, graph: &Graph, slot: Slot, value: NodeId) {
        if let Some(bits) = graph.constant_bits(value) {
            self.interpreter.set_register(slot, bits as u64);
            if self.interpreter.body().type_of(slot).is_wide() {
                self.interpreter.set_register(Slot::from_index(slot.index() + 1), (bits >> 64) as u64);
            }
            return;
        }
        let depth = self.interpreter.depth();
        self.slots.resize_with(depth.max(self.slots.len()), HashMap::new);
        self.slots[depth - 1].insert(slot, value);
        self.interpreter.mark_register(slot);
    }

    /// Enters a function with arguments.
    pub(super) fn enter(
        &mut self,
        graph: &Graph,
        function: FunctionId,
        values: &[NodeId],
        variadic: Vec<Argument>,
    ) -> Result<(), PathEnd> {
        let declared = &self.interpreter.program().module().functions[function];
        if self.interpreter.depth() == 0 {
            self.result_types = declared.results.clone().into();
        }
        let mut raw = Vec::new();
        for (&value, ty) in values.iter().zip(&declared.parameters) {
            let bits = graph.constant_bits(value).unwrap_or(0);
            raw.push(bits as u64);
            if ty.is_wide() {
                raw.push((bits >> 64) as u64);
            }
        }
        self.interpreter.enter(function, &raw, variadic)?;
        let depth = self.interpreter.depth();
        self.slots.truncate(depth - 1);
        self.forks.retain(|&(at, _), _| at < depth);
        let slots: Vec<Slot> = self.interpreter.body().parameters().map(|(slot, _)| slot).collect();
        for (slot, &value) in slots.into_iter().zip(values) {
            self.set(graph, slot, value);
        }
        Ok(())
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
