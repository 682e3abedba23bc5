//! Static single assignment: one definition for each local, and it dominates the uses.

use super::error::Property;
use super::function::BodyCheck;
use crate::body::{BlockId, InstId, Slot, SlotRole, SlotType};
use crate::dominators::Dominators;
use crate::inst::Inst;
use ulpwise_base::IdVec;

/// Where a local gets its value: by an instruction, or at the beginning of a block.
#[derive(Clone, Copy)]
struct SlotDefinition {
    block: BlockId,
    inst: Option<InstId>,
}

pub(super) fn check_single_assignment(check: &mut BodyCheck<'_>) {
    let definitions = collect_definitions(check);
    let body = check.body;
    for (slot, definition) in definitions.iter_enumerated() {
        let is_local = body.role_of(slot) == SlotRole::Local && body.slots[slot] != SlotType::High;
        if is_local && definition.is_none() {
            check.report(Property::SingleDefinition, format!("the local {slot} is never defined"));
        }
    }
    let dominators = Dominators::new(body);
    for block in body.blocks.ids().filter(|block| dominators.is_reachable(*block)) {
        for (inst, used) in body.block_insts(block) {
            // What a landing defines goes along its edges, which are taken after it.
            let own = matches!(used, Inst::Landing { .. }).then_some(inst);
            body.for_each_use(used, |slot| {
                // What has no definition was reported, or comes from outside.
                if let Some(definition) = definitions[slot]
                    && (own.is_none() || definition.inst != own)
                    && !is_before(definition, block, inst, &dominators)
                {
                    let message = format!("{slot} is used before it is defined");
                    check.report_inst(Property::Dominance, inst, message);
                }
            });
        }
    }
}

fn is_before(definition: SlotDefinition, block: BlockId, inst: InstId, dominators: &Dominators) -> bool {
    if definition.block == block {
        definition.inst.is_none_or(|defining| defining < inst)
    } else {
        dominators.dominates(definition.block, block)
    }
}

/// The definition of each slot; a second one is reported.
fn collect_definitions(check: &mut BodyCheck<'_>) -> IdVec<Slot, Option<SlotDefinition>> {
    let body = check.body;
    let mut definitions: IdVec<Slot, Option<SlotDefinition>> = body.slots.iter().map(|_| None).collect();
    let mut define = |slot: Slot, definition: SlotDefinition, check: &mut BodyCheck<'_>| {
        let wrong = match (body.role_of(slot), definitions[slot]) {
            (SlotRole::Local, None) => {
                definitions[slot] = Some(definition);
                return;
            }
            (SlotRole::Local, Some(_)) => "is defined twice",
            (SlotRole::Parameter, _) => "is a parameter and defined again",
            (SlotRole::Constant, _) => "is a constant and defined again",
        };
        if let Some(inst) = definition.inst {
            check.report_inst(Property::SingleDefinition, inst, format!("{slot} {wrong}"));
        } else {
            check.report(Property::SingleDefinition, format!("{slot} of {} {wrong}", definition.block));
        }
    };
    for (block, data) in body.blocks.iter_enumerated() {
        for (slot, _) in body.values(data.parameters) {
            define(slot, SlotDefinition { block, inst: None }, check);
        }
        for (id, inst) in body.block_insts(block) {
            body.for_each_definition(inst, |slot| {
                define(slot, SlotDefinition { block, inst: Some(id) }, check);
            });
        }
    }
    definitions
}
