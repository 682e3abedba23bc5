//! The body of a function in the making: values, blocks, and how they become slots.
//!
//! Until the end an instruction names values, not slots: only then it is known how many locals
//! stand before the constants. [`BodyBuilder::finish`] turns the one into the other.

use crate::body::{Block, BlockId, Body, Constant, Edge, EdgeId, InstId, Slot, SlotList, SlotType};
use crate::inst::Inst;
use crate::module::{FunctionId, Module};
use crate::operands::Access;
use crate::renumber::{OldLists, Renumbering};
use crate::site::{LocationId, SiteId};
use crate::types::{FloatFormat, Type};
use std::collections::HashMap;
use ulpwise_base::{Id, IdVec, typed_id};

typed_id! {
    /// A value of a body in the making.
    pub struct BuilderValue("v");
}

/// A block in the making.
struct OpenBlock {
    parameters: Vec<BuilderValue>,
    insts: Vec<(Inst, Option<LocationId>)>,
}

/// A body in the making. Instructions go to the end of the current block, at first the entry.
pub struct BodyBuilder<'m> {
    pub(super) module: &'m Module,
    function: FunctionId,
    types: IdVec<BuilderValue, Type>,
    constants: Vec<(BuilderValue, Constant)>,
    known_constants: HashMap<(Type, Constant), BuilderValue>,
    blocks: IdVec<BlockId, OpenBlock>,
    current: BlockId,
    location: Option<LocationId>,
    /// Lists, edges and tables, with values in place of slots.
    pub(super) lists: OldLists,
}

impl<'m> BodyBuilder<'m> {
    pub(super) fn new(module: &'m Module, function: FunctionId) -> Self {
        let types = module.functions[function].parameters.iter().copied().collect();
        let mut blocks = IdVec::new();
        let current = blocks.push(OpenBlock { parameters: Vec::new(), insts: Vec::new() });
        Self {
            module,
            function,
            types,
            constants: Vec::new(),
            known_constants: HashMap::new(),
            blocks,
            current,
            location: None,
            lists: OldLists::default(),
        }
    }

    /// The parameter at this position.
    ///
    /// # Panics
    /// If there are not that many.
    pub fn param(&self, position: usize) -> BuilderValue {
        assert!(position < self.module.functions[self.function].parameters.len(), "no parameter {position}");
        BuilderValue::from_index(position)
    }

    /// The type of a value.
    pub fn type_of(&self, value: BuilderValue) -> Type {
        self.types[value]
    }

    /// Gives this place in the source to all instructions from here on.
    pub fn at(&mut self, location: LocationId) {
        self.location = Some(location);
    }

    /// Adds a block with parameters of these types; instructions still go to the current block.
    pub fn block(&mut self, parameters: &[Type]) -> BlockId {
        let parameters = parameters.iter().map(|&ty| self.types.push(ty)).collect();
        self.blocks.push(OpenBlock { parameters, insts: Vec::new() })
    }

    /// The entry block.
    pub fn entry(&self) -> BlockId {
        BlockId::new(0)
    }

    /// The parameter of a block at this position.
    pub fn block_param(&self, block: BlockId, position: usize) -> BuilderValue {
        self.blocks[block].parameters[position]
    }

    /// Instructions go to the end of this block from here on.
    pub fn switch_to(&mut self, block: BlockId) {
        self.current = block;
    }

    /// A constant; the same one twice is one value.
    pub fn constant(&mut self, ty: Type, constant: Constant) -> BuilderValue {
        *self.known_constants.entry((ty, constant)).or_insert_with(|| {
            let value = self.types.push(ty);
            self.constants.push((value, constant));
            value
        })
    }

    /// Appends an instruction.
    ///
    /// # Panics
    /// If the current block already has its terminator.
    pub(super) fn push(&mut self, inst: Inst) {
        let insts = &mut self.blocks[self.current].insts;
        let open = insts.last().is_none_or(|(last, _)| !last.is_terminator());
        assert!(open, "{} already has its terminator", self.current);
        insts.push((inst, self.location));
    }

    /// Appends an instruction with a result of this type.
    pub(super) fn push_value(&mut self, ty: Type, inst: impl FnOnce(Slot) -> Inst) -> BuilderValue {
        let value = self.types.push(ty);
        self.push(inst(slot(value)));
        value
    }

    pub(super) fn new_values(&mut self, types: &[Type]) -> Vec<BuilderValue> {
        types.iter().map(|&ty| self.types.push(ty)).collect()
    }

    pub(super) fn list(&mut self, values: &[BuilderValue]) -> SlotList {
        let slots: Vec<Slot> = values.iter().map(|&value| slot(value)).collect();
        SlotList::append(&mut self.lists.list_pool, &slots)
    }

    pub(super) fn edge(&mut self, target: BlockId, arguments: &[BuilderValue]) -> EdgeId {
        let arguments = self.list(arguments);
        self.lists.edges.push(Edge { target, arguments })
    }

    /// The width of an integer value.
    pub(super) fn width(&self, value: BuilderValue) -> u8 {
        match self.types[value] {
            Type::Int(bits) => bits,
            other => panic!("{value} is of type {other}, not an integer"),
        }
    }

    /// The format of a floating-point value.
    pub(super) fn format(&self, value: BuilderValue) -> FloatFormat {
        match self.types[value] {
            Type::Float(format) => format,
            other => panic!("{value} is of type {other}, not a floating-point number"),
        }
    }

    /// Numbers the slots and puts the blocks together.
    pub(super) fn finish(self) -> Body {
        let (mut body, slots) = self.number_slots();
        let types = &self.types;
        let expand = |value: Slot, raw: &mut Vec<Slot>| {
            let value = BuilderValue::new(value.as_u32());
            raw.extend((slots[value].as_u32()..).take(types[value].slots()).map(Slot::new));
        };
        let renumbering = Renumbering { old: &self.lists, expand };
        for (id, open) in self.blocks.iter_enumerated() {
            let ended = open.insts.last().is_some_and(|(last, _)| last.is_terminator());
            assert!(ended, "{id} has no terminator");
            let mut parameters = Vec::new();
            for &parameter in &open.parameters {
                expand(slot(parameter), &mut parameters);
            }
            let parameters = body.make_list(&parameters);
            let start = body.insts.next_id();
            for &(mut inst, location) in &open.insts {
                inst.for_each_slot_mut(|_, slot| *slot = slots[BuilderValue::new(slot.as_u32())]);
                let inst = renumbering.inst(&mut body, inst);
                body.insts.push(inst);
                body.locations.push(location);
            }
            let end: InstId = body.insts.next_id();
            body.blocks.push(Block { parameters, start, end });
        }
        body
    }

    /// The table of slots, and the slot of each value: parameters, then locals in the order of
    /// their definitions, then constants.
    fn number_slots(&self) -> (Body, IdVec<BuilderValue, Slot>) {
        let mut body = Body::default();
        let mut slots: IdVec<BuilderValue, Slot> = self.types.iter().map(|_| Slot::new(u32::MAX)).collect();
        let mut add = |body: &mut Body, value: BuilderValue| {
            let ty = self.types[value];
            slots[value] = body.slots.push(SlotType::Value(ty));
            if ty.is_wide() {
                body.slots.push(SlotType::High);
            }
            slots[value]
        };
        for position in 0..self.module.functions[self.function].parameters.len() {
            add(&mut body, BuilderValue::from_index(position));
        }
        body.parameter_slots = body.slots.len() as u32;
        for block in &self.blocks {
            for &parameter in &block.parameters {
                add(&mut body, parameter);
            }
            for (inst, _) in &block.insts {
                { *inst }.for_each_slot_mut(|access, slot| {
                    if access == Access::Definition {
                        add(&mut body, BuilderValue::new(slot.as_u32()));
                    }
                });
                let results = inst.result_list().unwrap_or_default();
                for result in &self.lists.list_pool[results.range()] {
                    add(&mut body, BuilderValue::new(result.as_u32()));
                }
            }
        }
        for &(value, constant) in &self.constants {
            let slot = add(&mut body, value);
            body.constants.push((slot, constant));
        }
        (body, slots)
    }
}

/// A value in the place of the slot it will become.
pub(super) fn slot(value: BuilderValue) -> Slot {
    Slot::new(value.as_u32())
}

/// Sites are numbered when the whole module is there.
pub(super) const UNNUMBERED: SiteId = SiteId::new(u32::MAX);
