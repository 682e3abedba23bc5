//! Whether a body can be walked over at all: ids, slots, blocks, lists. The other checks of a body
//! rely on this one and index without looking.

use super::error::Property;
use super::function::{BodyCheck, is_sound_type};
use crate::body::{Constant, Slot, SlotList, SlotType};
use crate::inst::Inst;
use crate::types::Type;
use ulpwise_base::{Id, IdVec};

/// Checks the structure; says whether the other checks can rely on it.
pub(super) fn check_structure(check: &mut BodyCheck<'_>) -> bool {
    let before = check.error_count();
    check_slots(check);
    check_constants(check);
    check_blocks(check);
    check_edges(check);
    let body = check.body;
    for (id, inst) in body.insts.iter_enumerated() {
        let mut wrong = Vec::new();
        find_bad_ids(check, inst, &mut |property, message| wrong.push((property, message)));
        for (property, message) in wrong {
            check.report_inst(property, id, message);
        }
    }
    for (id, location) in body.locations.iter_enumerated() {
        if let Some(location) = location.filter(|location| check.module.locations.get(*location).is_none()) {
            check.report(Property::IdRange, format!("{id} is at {location}, which does not exist"));
        }
    }
    check.error_count() == before
}

/// Parameters as in the signature, sound types, high halves exactly behind wide values.
fn check_slots(check: &mut BodyCheck<'_>) {
    let slots = check.body.slots.as_slice();
    let mut expected = Vec::new();
    for &ty in &check.function.parameters {
        expected.push(SlotType::Value(ty));
        expected.extend(ty.is_wide().then_some(SlotType::High));
    }
    let parameters = check.body.parameter_slots as usize;
    if slots.get(..parameters) != Some(&expected[..]) {
        check.report(Property::SlotOrder, "the first slots are not the parameters of the signature");
    }
    let mut previous_wide = false;
    for (id, slot) in check.body.slots.iter_enumerated() {
        let high = *slot == SlotType::High;
        if high != previous_wide {
            let message = if high { "follows no wide value" } else { "is no high half, as it should be" };
            check.report(Property::WidePair, format!("{id} {message}"));
        }
        previous_wide = matches!(slot, SlotType::Value(ty) if ty.is_wide());
        if let SlotType::Value(ty) = slot
            && !is_sound_type(*ty)
        {
            check.report(Property::IntegerWidth, format!("{id} has the type {ty}"));
        }
    }
    if previous_wide {
        check.report(Property::WidePair, "the last slot is wide and has no high half");
    }
}

/// The constants are the last slots, in order, and fit their types.
fn check_constants(check: &mut BodyCheck<'_>) {
    let body = check.body;
    let Some(&(first, _)) = body.constants.first() else { return };
    if first.as_u32() < body.parameter_slots {
        check.report(Property::SlotOrder, format!("the constants begin with the parameter {first}"));
    }
    let mut next = first.index();
    for &(slot, constant) in &body.constants {
        let Some(&SlotType::Value(ty)) = body.slots.get(slot) else {
            return check.report(Property::SlotOrder, format!("the constant {slot} has no slot of its own"));
        };
        if slot.index() != next {
            check.report(Property::SlotOrder, format!("the constant {slot} should be r{next}"));
        }
        next = slot.index() + ty.slots();
        if let Some((property, message)) = wrong_constant(check, constant, ty) {
            check.report(property, format!("the constant {slot} of type {ty} {message}"));
        }
    }
    if next != body.slots.len() {
        check.report(Property::SlotOrder, format!("the slots from r{next} on follow the last constant"));
    }
}

fn wrong_constant(check: &BodyCheck<'_>, constant: Constant, ty: Type) -> Option<(Property, &'static str)> {
    let (exists, fits) = match constant {
        Constant::Bits(bits) => (true, bits.checked_shr(ty.bits().into()).unwrap_or(0) == 0),
        Constant::GlobalAddress(global, _) => {
            (check.module.globals.get(global).is_some(), ty == Type::Pointer)
        }
        Constant::FunctionAddress(function) => {
            (check.module.functions.get(function).is_some(), ty == Type::Pointer)
        }
        Constant::Undefined => (true, true),
    };
    if !exists {
        return Some((Property::IdRange, "is the address of nothing"));
    }
    (!fits).then_some((Property::ConstantType, "does not fit its type"))
}

/// The blocks cut the instructions into runs with one terminator each, at the end.
fn check_blocks(check: &mut BodyCheck<'_>) {
    let body = check.body;
    if body.locations.len() != body.insts.len() {
        let message = format!("{} locations for {} instructions", body.locations.len(), body.insts.len());
        check.report(Property::LocationTable, message);
    }
    if body.blocks.is_empty() {
        check.report(Property::BlockStructure, "it has a body without an entry");
    }
    let mut next = 0;
    for (id, block) in body.blocks.iter_enumerated() {
        let (start, end) = (block.start.index(), block.end.index());
        if start != next || end < start || end > body.insts.len() {
            return check.report(
                Property::BlockStructure,
                format!("{id} has the instructions {start}..{end}, should begin at {next}"),
            );
        }
        let terminators =
            body.insts.as_slice()[start..end].iter().filter(|inst| inst.is_terminator()).count();
        let ended = end > start && body.insts.as_slice()[end - 1].is_terminator();
        if !ended || terminators != 1 {
            check.report(Property::BlockStructure, format!("{id} has no terminator at its end, or another"));
        }
        if let Err((property, message)) = list_error(check, block.parameters) {
            check.report(property, format!("the parameters of {id}: {message}"));
        }
        next = end;
    }
    if next != body.insts.len() {
        check.report(Property::BlockStructure, format!("the instructions from i{next} on are in no block"));
    }
    let entry_parameters = body.blocks.iter().next().is_some_and(|entry| !entry.parameters.is_empty());
    if entry_parameters {
        check.report(Property::EntryParameters, "its entry has parameters");
    }
}

fn check_edges(check: &mut BodyCheck<'_>) {
    let body = check.body;
    for (id, edge) in body.edges.iter_enumerated() {
        if body.blocks.get(edge.target).is_none() {
            check.report(Property::IdRange, format!("{id} leads to {}, which does not exist", edge.target));
        }
        if let Err((property, message)) = list_error(check, edge.arguments) {
            check.report(property, format!("the arguments of {id}: {message}"));
        }
    }
    for (id, table) in body.switches.iter_enumerated() {
        let edges = table.cases.iter().map(|&(_, edge)| edge).chain([table.default]);
        for edge in edges.filter(|edge| body.edges.get(*edge).is_none()) {
            check.report(Property::IdRange, format!("{id} takes {edge}, which does not exist"));
        }
    }
}

/// Finds what an instruction names that does not exist.
fn find_bad_ids(check: &BodyCheck<'_>, inst: &Inst, report: &mut impl FnMut(Property, String)) {
    let body = check.body;
    { *inst }.for_each_slot_mut(|_, slot| match body.slots.get(*slot) {
        Some(SlotType::Value(_)) => {}
        Some(SlotType::High) => report(Property::WidePair, format!("{slot} is a high half")),
        None => report(Property::IdRange, format!("{slot} does not exist")),
    });
    for list in inst.result_list().into_iter().chain(inst.operand_list()) {
        if let Err((property, message)) = list_error(check, list) {
            report(property, message);
        }
    }
    let mut exists = |found: bool, what: &dyn std::fmt::Display| {
        if !found {
            report(Property::IdRange, format!("{what} does not exist"));
        }
    };
    match *inst {
        Inst::Jump { edge } => exists(has(&body.edges, edge), &edge),
        Inst::Branch { then_edge: first, else_edge: second, .. }
        | Inst::Landing { returned_edge: first, unwound_edge: second, .. } => {
            exists(has(&body.edges, first), &first);
            exists(has(&body.edges, second), &second);
        }
        Inst::Switch { table, .. } => exists(has(&body.switches, table), &table),
        Inst::Call { callee, .. } => exists(has(&check.module.functions, callee), &callee),
        Inst::Unsupported { what } => exists(has(&check.module.messages, what), &what),
        _ => {}
    }
}

fn has<I: Id, T>(items: &IdVec<I, T>, id: I) -> bool {
    items.get(id).is_some()
}

/// Checks that a list lies in the pool and has both slots of every wide value.
fn list_error(check: &BodyCheck<'_>, list: SlotList) -> Result<(), (Property, String)> {
    let body = check.body;
    let Some(slots) = body.list_pool.get(list.range()) else {
        return Err((Property::IdRange, "a list leaves the pool".to_owned()));
    };
    let mut high_of: Option<Slot> = None;
    for &slot in slots {
        let Some(ty) = body.slots.get(slot) else {
            return Err((Property::IdRange, format!("{slot} does not exist")));
        };
        let expected_high = high_of.map(|low| low.as_u32() + 1);
        let sound = match ty {
            SlotType::High => expected_high == Some(slot.as_u32()),
            SlotType::Value(_) => expected_high.is_none(),
        };
        if !sound {
            return Err((Property::WidePair, format!("{slot} does not follow its other half")));
        }
        high_of = matches!(ty, SlotType::Value(ty) if ty.is_wide()).then_some(slot);
    }
    match high_of {
        Some(low) => Err((Property::WidePair, format!("{low} is not followed by its high half"))),
        None => Ok(()),
    }
}
