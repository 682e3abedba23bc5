//! What is known of a function before any value is: who defines and who reads a slot, and which
//! slots a block has to be given.

use crate::value::ScalarSet;
use ulpwise_base::IdVec;
use ulpwise_ir::{BlockId, Body, InstId, Slot, SlotRole, SlotType};

/// A function made ready.
pub(crate) struct Outline<'m> {
    pub(crate) body: &'m Body,
    /// The instruction that defines a slot; none for parameters and constants.
    pub(crate) definitions: IdVec<Slot, Option<InstId>>,
    /// The instructions that read a slot.
    pub(crate) users: IdVec<Slot, Vec<InstId>>,
    pub(crate) constants: IdVec<Slot, Option<ScalarSet>>,
    /// The parameters of blocks.
    pub(crate) parameters: IdVec<BlockId, Vec<Slot>>,
    /// What a block or a later one reads that was defined before it, ascending. The definition of
    /// such a slot lies on every way to the block: from there a use is reached without it.
    pub(crate) live: IdVec<BlockId, Vec<Slot>>,
}

impl<'m> Outline<'m> {
    pub(crate) fn new(body: &'m Body) -> Outline<'m> {
        let mut definitions: IdVec<Slot, Option<InstId>> = body.slots.iter().map(|_| None).collect();
        let mut users: IdVec<Slot, Vec<InstId>> = body.slots.iter().map(|_| Vec::new()).collect();
        for (id, inst) in body.insts.iter_enumerated() {
            body.for_each_definition(inst, |slot| definitions[slot] = Some(id));
            body.for_each_use(inst, |slot| users[slot].push(id));
        }
        let mut constants: IdVec<Slot, Option<ScalarSet>> = body.slots.iter().map(|_| None).collect();
        for &(slot, constant) in &body.constants {
            if let SlotType::Value(ty) = body.slots[slot] {
                constants[slot] = Some(ScalarSet::of_constant(ty, constant));
            }
        }
        let parameters =
            |block: &ulpwise_ir::Block| body.values(block.parameters).map(|(slot, _)| slot).collect();
        Outline {
            body,
            definitions,
            users,
            constants,
            parameters: body.blocks.iter().map(parameters).collect(),
            live: live(body),
        }
    }
}

fn live(body: &Body) -> IdVec<BlockId, Vec<Slot>> {
    let mut before: IdVec<BlockId, Vec<BlockId>> = body.blocks.iter().map(|_| Vec::new()).collect();
    let mut home: IdVec<Slot, Option<BlockId>> = body.slots.iter().map(|_| None).collect();
    let mut uses: IdVec<Slot, Vec<BlockId>> = body.slots.iter().map(|_| Vec::new()).collect();
    for (id, block) in body.blocks.iter_enumerated() {
        body.list(block.parameters).iter().for_each(|&slot| home[slot] = Some(id));
        for (_, inst) in body.block_insts(id) {
            body.for_each_definition(inst, |slot| home[slot] = Some(id));
            body.for_each_use(inst, |slot| uses[slot].push(id));
            body.for_each_edge(inst, |edge| before[body.edges[edge].target].push(id));
        }
    }
    let mut live: IdVec<BlockId, Vec<Slot>> = body.blocks.iter().map(|_| Vec::new()).collect();
    for slot in body.slots.ids() {
        // fail-closed: the second halves of values are not values.
        let is_value = matches!(body.slots[slot], SlotType::Value(_));
        if !is_value || body.role_of(slot) == SlotRole::Constant {
            continue;
        }
        let mut open = std::mem::take(&mut uses[slot]);
        while let Some(block) = open.pop() {
            if home[slot] != Some(block) && live[block].last() != Some(&slot) {
                live[block].push(slot);
                open.extend(&before[block]);
            }
        }
    }
    live
}
