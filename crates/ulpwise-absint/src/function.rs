//! What is known of a function before it is looked at: where values are defined and used, which are
//! live, in which order to go.

use crate::order::{Component, order};
use crate::value::AbstractValue;
use crate::widening::Thresholds;
use ulpwise_base::IdVec;
use ulpwise_ir::{BlockId, Body, InstId, Slot, SlotRole, SlotType};

/// A function made ready.
#[derive(Debug)]
pub(crate) struct Prepared<'m> {
    pub(crate) body: &'m Body,
    pub(crate) order: Vec<Component>,
    pub(crate) thresholds: Thresholds,
    /// The instruction that defines a slot; none for parameters of blocks and of the function, and
    /// for constants.
    pub(crate) definitions: IdVec<Slot, Option<InstId>>,
    /// The instructions that read a slot.
    pub(crate) users: IdVec<Slot, Vec<InstId>>,
    /// What a block must be given: its parameters, and what it or a later block reads of what was
    /// there before.
    pub(crate) entries: IdVec<BlockId, Vec<Slot>>,
    /// How many of these are parameters.
    pub(crate) parameters: IdVec<BlockId, usize>,
    /// The values of the constant slots.
    pub(crate) constants: IdVec<Slot, Option<AbstractValue>>,
}

impl<'m> Prepared<'m> {
    pub(crate) fn new(body: &'m Body) -> Prepared<'m> {
        let mut definitions: IdVec<Slot, Option<InstId>> = body.slots.iter().map(|_| None).collect();
        let mut users: IdVec<Slot, Vec<InstId>> = body.slots.iter().map(|_| Vec::new()).collect();
        for (id, inst) in body.insts.iter_enumerated() {
            body.for_each_definition(inst, |slot| definitions[slot] = Some(id));
            body.for_each_use(inst, |slot| users[slot].push(id));
        }
        let mut constants: IdVec<Slot, Option<AbstractValue>> = body.slots.iter().map(|_| None).collect();
        for &(slot, constant) in &body.constants {
            if matches!(body.slots[slot], SlotType::Value(_)) {
                constants[slot] = Some(AbstractValue::of_constant(body.type_of(slot), constant));
            }
        }
        let (entries, parameters) = entries(body);
        let thresholds = Thresholds::collect_from(body);
        Prepared { body, order: order(body), thresholds, definitions, users, entries, parameters, constants }
    }
}

/// The slots that blocks must be given, and how many of them are parameters.
fn entries(body: &Body) -> (IdVec<BlockId, Vec<Slot>>, IdVec<BlockId, usize>) {
    let live = live_in(body);
    let mut counts = IdVec::new();
    let entries = body
        .blocks
        .iter_enumerated()
        .map(|(id, block)| {
            let mut slots: Vec<Slot> = body.values(block.parameters).map(|(slot, _)| slot).collect();
            counts.push(slots.len());
            let own = slots.clone();
            slots.extend(live[id].iter().filter(|slot| !own.contains(slot)));
            slots
        })
        .collect();
    (entries, counts)
}

/// What is read in a block or after it, and defined before it; ascending.
fn live_in(body: &Body) -> IdVec<BlockId, Vec<Slot>> {
    let is_constant = |slot: Slot| body.role_of(slot) == SlotRole::Constant;
    let mut predecessors: IdVec<BlockId, Vec<BlockId>> = body.blocks.iter().map(|_| Vec::new()).collect();
    for block in body.blocks.ids() {
        for edge in body.ways_out(block) {
            predecessors[body.edges[edge].target].push(block);
        }
    }
    let mut defined_in: IdVec<Slot, Option<BlockId>> = body.slots.iter().map(|_| None).collect();
    for (id, block) in body.blocks.iter_enumerated() {
        body.values(block.parameters).for_each(|(slot, _)| defined_in[slot] = Some(id));
        for (_, inst) in body.block_insts(id) {
            body.for_each_definition(inst, |slot| defined_in[slot] = Some(id));
        }
    }
    let mut live: IdVec<BlockId, Vec<Slot>> = body.blocks.iter().map(|_| Vec::new()).collect();
    let mut open = Vec::new();
    // From each use of a value back to its definition: the blocks on the way need it.
    let mut is_live_in: IdVec<BlockId, Option<Slot>> = body.blocks.iter().map(|_| None).collect();
    let mut uses: IdVec<Slot, Vec<BlockId>> = body.slots.iter().map(|_| Vec::new()).collect();
    for id in body.blocks.ids() {
        for (_, inst) in body.block_insts(id) {
            body.for_each_use(inst, |slot| {
                if !is_constant(slot) && uses[slot].last() != Some(&id) {
                    uses[slot].push(id);
                }
            });
        }
    }
    for slot in body.slots.ids() {
        open.extend(uses[slot].iter().copied().filter(|&block| defined_in[slot] != Some(block)));
        while let Some(block) = open.pop() {
            if is_live_in[block] == Some(slot) {
                continue;
            }
            is_live_in[block] = Some(slot);
            live[block].push(slot);
            open.extend(
                predecessors[block].iter().copied().filter(|&before| defined_in[slot] != Some(before)),
            );
        }
    }
    live
}
