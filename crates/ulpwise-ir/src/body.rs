//! The body of a function: slots, blocks with parameters, edges with arguments, instructions.

use crate::inst::Inst;
use crate::module::{FunctionId, GlobalId};
use crate::site::LocationId;
use crate::types::Type;
use ulpwise_base::{Id, IdVec, typed_id};

typed_id! {
    /// A place in the frame of a function: 64 bits.
    pub struct Slot("r");
}
typed_id! {
    /// A block of a function; `b0` is the entry.
    pub struct BlockId("b");
}
typed_id! {
    /// An edge of the control-flow graph.
    pub struct EdgeId("e");
}
typed_id! {
    /// The table of a `Switch`.
    pub struct SwitchId("switch");
}
typed_id! {
    /// An instruction of a function, numbered in the order of the blocks.
    pub struct InstId("i");
}

/// A run of slots in the function's pool. Wide values appear with both their slots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct SlotList {
    start: u32,
    len: u32,
}

impl SlotList {
    /// Puts a list at the end of a pool.
    pub(crate) fn append(pool: &mut Vec<Slot>, slots: &[Slot]) -> Self {
        // All empty lists are the same one, so that bodies compare equal wherever it was made.
        if slots.is_empty() {
            return Self::default();
        }
        let start = u32::try_from(pool.len()).expect("a function with 2^32 operands");
        pool.extend_from_slice(slots);
        Self { start, len: slots.len() as u32 }
    }

    /// How many raw slots there are.
    pub const fn len(self) -> usize {
        self.len as usize
    }

    /// Whether there are none.
    pub const fn is_empty(self) -> bool {
        self.len == 0
    }

    /// The range in the pool.
    pub const fn range(self) -> std::ops::Range<usize> {
        self.start as usize..(self.start + self.len) as usize
    }
}

/// What a slot holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SlotType {
    /// A value of this type, or its low 64 bits.
    Value(Type),
    /// The high bits of the wide value in the slot before.
    High,
}

/// Where a slot gets its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SlotRole {
    /// From the caller.
    Parameter,
    /// From an instruction or as a block parameter.
    Local,
    /// From the constant pool.
    Constant,
}

/// A value known before execution. Floats are bit patterns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Constant {
    /// An integer or the bits of a float, zero-extended.
    Bits(u128),
    /// The address of a global, plus so many bytes.
    GlobalAddress(GlobalId, i64),
    /// The address of a function.
    FunctionAddress(FunctionId),
    /// No particular value (`undef`, `poison`); executors read zero, analyses must allow any bits.
    Undefined,
}

/// A straight run of instructions that ends in a terminator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// Filled by the arguments of the edge taken, all at once; raw slots.
    pub parameters: SlotList,
    /// The first instruction.
    pub start: InstId,
    /// One past the last instruction, which is the terminator.
    pub end: InstId,
}

/// A way from one block to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// Where it leads.
    pub target: BlockId,
    /// The values for the target's parameters, raw slots, read before any is written.
    pub arguments: SlotList,
}

/// The cases of a `Switch`, sorted by value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SwitchTable {
    /// The values, strictly increasing as unsigned numbers, with the edge each one takes.
    pub cases: Vec<(u64, EdgeId)>,
    /// Taken when no case matches.
    pub default: EdgeId,
}

/// The body of a function.
///
/// Slots are numbered parameters first, then locals, then constants.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Body {
    /// What each slot holds.
    pub slots: IdVec<Slot, SlotType>,
    /// How many slots the parameters take, from slot 0 on.
    pub parameter_slots: u32,
    /// The constants in the order of their slots, which are the last ones; a wide one takes two.
    pub constants: Vec<(Slot, Constant)>,
    /// The blocks; the first is the entry and has no parameters.
    pub blocks: IdVec<BlockId, Block>,
    /// All instructions, block after block.
    pub insts: IdVec<InstId, Inst>,
    /// Where each instruction stands in the source.
    pub locations: IdVec<InstId, Option<LocationId>>,
    /// The edges.
    pub edges: IdVec<EdgeId, Edge>,
    /// The tables of the switches.
    pub switches: IdVec<SwitchId, SwitchTable>,
    /// The slots that lists refer to.
    pub list_pool: Vec<Slot>,
}

impl Body {
    /// The functions whose addresses the body uses.
    pub fn function_addresses(&self) -> impl Iterator<Item = FunctionId> + '_ {
        self.constants.iter().filter_map(|(_, constant)| match constant {
            Constant::FunctionAddress(function) => Some(*function),
            _ => None,
        })
    }

    /// The bits of the constant in a slot, if it holds one that is bits.
    pub fn constant_bits(&self, slot: Slot) -> Option<u128> {
        let place = self.constants.binary_search_by_key(&slot, |&(first, _)| first).ok()?;
        match self.constants[place].1 {
            Constant::Bits(bits) => Some(bits),
            _ => None,
        }
    }

    /// The edges out of a block that can be taken, each once: a branch on a constant has one.
    pub fn ways_out(&self, block: BlockId) -> Vec<EdgeId> {
        let last = InstId::from_index(self.blocks[block].end.index() - 1);
        if let Inst::Branch { condition, then_edge, else_edge } = self.insts[last]
            && let Some(bits) = self.constant_bits(condition)
        {
            return vec![if bits == 0 { else_edge } else { then_edge }];
        }
        let mut ways = Vec::new();
        self.for_each_edge(&self.insts[last], |edge| ways.push(edge));
        if matches!(self.insts[last], Inst::Switch { .. }) {
            ways.sort_unstable();
            ways.dedup();
        }
        ways
    }

    /// The block that an instruction stands in.
    pub fn block_of(&self, inst: InstId) -> BlockId {
        // Instructions stand in the order of their blocks.
        BlockId::from_index(self.blocks.as_slice().partition_point(|block| block.end <= inst))
    }

    /// Puts a list of raw slots into the pool.
    pub fn make_list(&mut self, slots: &[Slot]) -> SlotList {
        SlotList::append(&mut self.list_pool, slots)
    }

    /// The raw slots of a list.
    pub fn list(&self, list: SlotList) -> &[Slot] {
        &self.list_pool[list.range()]
    }

    /// The values of a list: the first slot of each with its type.
    pub fn values(&self, list: SlotList) -> impl Iterator<Item = (Slot, Type)> + '_ {
        self.list(list).iter().filter_map(|&slot| match self.slots[slot] {
            SlotType::Value(ty) => Some((slot, ty)),
            SlotType::High => None,
        })
    }

    /// The type of the value in a slot.
    ///
    /// # Panics
    /// If the slot is the high half of a wide value.
    pub fn type_of(&self, slot: Slot) -> Type {
        match self.slots[slot] {
            SlotType::Value(ty) => ty,
            SlotType::High => panic!("{slot} is the high half of a wide value"),
        }
    }

    /// Where a slot gets its value.
    pub fn role_of(&self, slot: Slot) -> SlotRole {
        if slot.as_u32() < self.parameter_slots {
            SlotRole::Parameter
        } else if self.constants.first().is_some_and(|&(first, _)| slot >= first) {
            SlotRole::Constant
        } else {
            SlotRole::Local
        }
    }

    /// The parameters: first slot and type of each.
    pub fn parameters(&self) -> impl Iterator<Item = (Slot, Type)> + '_ {
        self.slots.iter_enumerated().take(self.parameter_slots as usize).filter_map(|(slot, ty)| match ty {
            SlotType::Value(ty) => Some((slot, *ty)),
            SlotType::High => None,
        })
    }

    /// The instructions of a block with their numbers.
    pub fn block_insts(&self, block: BlockId) -> impl Iterator<Item = (InstId, &Inst)> + '_ {
        let Block { start, end, .. } = self.blocks[block];
        (start.as_u32()..end.as_u32()).map(|number| {
            let id = InstId::new(number);
            (id, &self.insts[id])
        })
    }
}
