//! Builds a [`Body`] piece by piece; knows nothing of LLVM.
//!
//! The body's slots are numbered parameters, locals, constants, but constants appear while locals
//! are still being made. So a constant gets a provisional number from [`FIRST_CONSTANT`] on, and
//! [`BodyBuilder::finish`] renumbers all of them behind the last local. Blocks are filled in any
//! order and laid out at the end. Sites stay unnumbered until all functions are there.

use super::constant_slots::{ConstantSlots, FIRST_CONSTANT};
use std::collections::HashMap;
use ulpwise_base::Id;
use ulpwise_ir::{
    Block, BlockId, Body, Constant, Edge, EdgeId, Inst, InstId, LocationId, SiteId, Slot, SlotList, SlotType,
    SwitchId, SwitchTable, Type,
};

/// The number of every site until all instructions stand in order.
pub(super) const UNNUMBERED: SiteId = SiteId::new(u32::MAX);

/// A block under construction.
#[derive(Default)]
struct OpenBlock {
    parameters: Vec<Slot>,
    insts: Vec<(Inst, Option<LocationId>)>,
}

/// How much was written at some moment.
#[derive(Clone, Copy)]
pub(super) struct Mark {
    block: BlockId,
    len: usize,
    blocks: usize,
    edges: usize,
    slots: usize,
}

/// A body under construction.
pub(super) struct BodyBuilder {
    /// The list pool lives here from the start, the rest is filled at the end.
    body: Body,
    /// Parameters and locals.
    slots: Vec<SlotType>,
    constant_slots: HashMap<(Type, Constant), Slot>,
    constants: Vec<(Slot, Type, Constant)>,
    constant_slot_count: u32,
    blocks: Vec<OpenBlock>,
    edges: Vec<Edge>,
    current: BlockId,
    location: Option<LocationId>,
}

impl BodyBuilder {
    /// Begins a body whose parameters have these types, with an empty entry block.
    pub(super) fn new(parameters: &[Type]) -> (Self, Vec<Slot>) {
        let mut builder = Self {
            body: Body::default(),
            slots: Vec::new(),
            constant_slots: HashMap::new(),
            constants: Vec::new(),
            constant_slot_count: 0,
            blocks: vec![OpenBlock::default()],
            edges: Vec::new(),
            current: BlockId::new(0),
            location: None,
        };
        let slots = parameters.iter().map(|&ty| builder.local(ty)).collect();
        builder.body.parameter_slots = builder.slots.len() as u32;
        (builder, slots)
    }

    /// A fresh slot (two for a wide type) for a value of that type.
    pub(super) fn local(&mut self, ty: Type) -> Slot {
        let slot = Slot::from_index(self.slots.len());
        self.slots.push(SlotType::Value(ty));
        if ty.is_wide() {
            self.slots.push(SlotType::High);
        }
        assert!(self.slots.len() < FIRST_CONSTANT as usize, "a function with 2^31 values");
        slot
    }

    /// The slot of a constant.
    pub(super) fn constant(&mut self, ty: Type, constant: Constant) -> Slot {
        if let Some(&slot) = self.constant_slots.get(&(ty, constant)) {
            return slot;
        }
        let slot = Slot::new(FIRST_CONSTANT + self.constant_slot_count);
        self.constant_slot_count += ty.slots() as u32;
        self.constants.push((slot, ty, constant));
        self.constant_slots.insert((ty, constant), slot);
        slot
    }

    /// The slot of a constant given by its bits; those above the type's width are dropped.
    pub(super) fn bits(&mut self, ty: Type, bits: u128) -> Slot {
        let unused = 128 - u32::from(ty.bits());
        self.constant(ty, Constant::Bits(bits << unused >> unused))
    }

    /// The slot of a value that may be anything.
    pub(super) fn undefined(&mut self, ty: Type) -> Slot {
        self.constant(ty, Constant::Undefined)
    }

    /// What constant a slot holds, if it does.
    pub(super) fn constant_of(&self, slot: Slot) -> Option<(Type, Constant)> {
        if slot.as_u32() < FIRST_CONSTANT {
            return None;
        }
        let index = self.constants.binary_search_by_key(&slot, |&(first, _, _)| first).ok()?;
        let (_, ty, constant) = self.constants[index];
        Some((ty, constant))
    }

    /// The type of the value in a slot.
    ///
    /// # Panics
    /// If the slot was not made by this builder.
    pub(super) fn type_of(&self, slot: Slot) -> Type {
        match (self.constant_of(slot), self.slots.get(slot.index())) {
            (Some((ty, _)), _) | (None, Some(&SlotType::Value(ty))) => ty,
            _ => panic!("{slot} holds no value"),
        }
    }

    /// The instructions that follow come from there.
    pub(super) fn set_location(&mut self, location: Option<LocationId>) {
        self.location = location;
    }

    /// A new, empty block.
    pub(super) fn new_block(&mut self) -> BlockId {
        self.blocks.push(OpenBlock::default());
        BlockId::from_index(self.blocks.len() - 1)
    }

    /// Gives a block a parameter.
    pub(super) fn add_parameter(&mut self, block: BlockId, ty: Type) -> Slot {
        let slot = self.local(ty);
        self.blocks[block.index()].parameters.push(slot);
        slot
    }

    /// The instructions that follow go into that block.
    pub(super) fn switch_to(&mut self, block: BlockId) {
        self.current = block;
    }

    /// The block that instructions go into.
    pub(super) fn current_block(&self) -> BlockId {
        self.current
    }

    /// Appends an instruction to the current block.
    pub(super) fn emit(&mut self, inst: Inst) {
        let location = self.location;
        self.blocks[self.current.index()].insts.push((inst, location));
    }

    /// Whether the last instruction of the current block is a call that may leave with an exception.
    pub(super) fn ends_in_call(&self) -> bool {
        let last = self.blocks[self.current.index()].insts.last();
        matches!(last, Some((Inst::Call { site: None, .. } | Inst::CallIndirect { .. }, _)))
    }

    /// How many blocks there are.
    pub(super) fn block_count(&self) -> usize {
        self.blocks.len()
    }

    /// How far the body is written.
    pub(super) fn mark(&self) -> Mark {
        Mark {
            block: self.current,
            len: self.blocks[self.current.index()].insts.len(),
            blocks: self.blocks.len(),
            edges: self.edges.len(),
            slots: self.slots.len(),
        }
    }

    /// How many instructions were written since the mark.
    pub(super) fn written_since(&self, mark: Mark) -> usize {
        let here = self.blocks[mark.block.index()].insts.len() - mark.len;
        here + self.blocks[mark.blocks..].iter().map(|block| block.insts.len()).sum::<usize>()
    }

    /// Takes back the instructions, blocks, edges and values made since the mark, and returns to
    /// its block.
    pub(super) fn rewind(&mut self, mark: Mark) {
        self.blocks.truncate(mark.blocks);
        self.edges.truncate(mark.edges);
        self.slots.truncate(mark.slots);
        self.current = mark.block;
        self.blocks[mark.block.index()].insts.truncate(mark.len);
    }

    /// A list of values: wide ones appear with both their slots.
    pub(super) fn list(&mut self, values: &[Slot]) -> SlotList {
        let mut raw = Vec::with_capacity(values.len());
        for &slot in values {
            raw.push(slot);
            if self.type_of(slot).is_wide() {
                raw.push(Slot::new(slot.as_u32() + 1));
            }
        }
        self.body.make_list(&raw)
    }

    /// An edge whose arguments are set by [`set_edge_arguments`](Self::set_edge_arguments) once
    /// they are known.
    pub(super) fn edge(&mut self, target: BlockId) -> EdgeId {
        self.edges.push(Edge { target, arguments: SlotList::default() });
        EdgeId::from_index(self.edges.len() - 1)
    }

    /// An edge with its arguments.
    pub(super) fn edge_with(&mut self, target: BlockId, arguments: &[Slot]) -> EdgeId {
        let edge = self.edge(target);
        self.set_edge_arguments(edge, arguments);
        edge
    }

    /// Gives an edge its arguments.
    pub(super) fn set_edge_arguments(&mut self, edge: EdgeId, arguments: &[Slot]) {
        self.edges[edge.index()].arguments = self.list(arguments);
    }

    /// The table of a switch; the cases may stand in any order but must differ.
    pub(super) fn switch_table(&mut self, mut cases: Vec<(u64, EdgeId)>, default: EdgeId) -> SwitchId {
        cases.sort_unstable();
        self.body.switches.push(SwitchTable { cases, default })
    }

    /// Lays the blocks out in the given order, which starts with the entry and holds every block,
    /// and numbers instructions and constants.
    pub(super) fn finish(mut self, order: &[BlockId]) -> Body {
        let mut new_ids = vec![None; self.blocks.len()];
        for (position, block) in order.iter().enumerate() {
            new_ids[block.index()] = Some(BlockId::from_index(position));
        }
        for &block in order {
            let open = std::mem::take(&mut self.blocks[block.index()]);
            let parameters = self.list(&open.parameters);
            let start = self.body.insts.next_id();
            for (inst, location) in open.insts {
                self.body.insts.push(inst);
                self.body.locations.push(location);
            }
            let end = self.body.insts.next_id();
            self.body.blocks.push(Block { parameters, start, end });
        }
        for mut edge in std::mem::take(&mut self.edges) {
            edge.target = new_ids[edge.target.index()].expect("an edge leads to a block of the layout");
            self.body.edges.push(edge);
        }
        self.append_constants();
        self.body
    }

    /// Gives the used constants their slots behind the locals.
    fn append_constants(&mut self) {
        let mut constant_slots = ConstantSlots::new(self.constant_slot_count as usize);
        let ids: Vec<InstId> = self.body.insts.ids().collect();
        for &id in &ids {
            self.body.insts[id].for_each_slot_mut(|_, slot| constant_slots.mark(*slot));
        }
        for &slot in &self.body.list_pool {
            constant_slots.mark(slot);
        }
        for (slot, ty, constant) in std::mem::take(&mut self.constants) {
            let last = Slot::from_index(self.slots.len());
            if !constant_slots.assign(slot, last) {
                continue;
            }
            self.local(ty);
            if ty.is_wide() {
                constant_slots.assign(Slot::new(slot.as_u32() + 1), Slot::new(last.as_u32() + 1));
            }
            self.body.constants.push((last, constant));
        }
        self.body.slots = std::mem::take(&mut self.slots).into_iter().collect();
        for slot in &mut self.body.list_pool {
            *slot = constant_slots.final_slot(*slot);
        }
        for id in ids {
            self.body.insts[id].for_each_slot_mut(|_, slot| *slot = constant_slots.final_slot(*slot));
        }
    }
}
