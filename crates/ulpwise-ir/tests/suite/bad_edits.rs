//! Changes of the sound module that violate one property each, where the text form cannot say them.

use ulpwise_ir::verify::Property;
use ulpwise_ir::{
    Body, FunctionId, Inst, InstId, LocationId, Module, SiteId, Slot, SlotType, SwitchId, Type,
};

fn body(module: &mut Module) -> &mut Body {
    module.functions[FunctionId::new(3)].body.as_mut().expect("`norm` has a body")
}

/// The property that breaks, what is wrong, and the edit that makes it so.
type BadEdit = (Property, &'static str, fn(&mut Module));

/// Things that the text cannot say: each edit breaks this property in the sound module.
pub(crate) fn bad_edits() -> Vec<BadEdit> {
    vec![
        (Property::IdRange, "an edge of a branch is missing", |m| {
            let body = body(m);
            let missing = body.edges.next_id();
            for inst in body.insts.iter_mut() {
                if let Inst::Branch { else_edge, .. } = inst {
                    *else_edge = missing;
                }
            }
        }),
        (Property::IdRange, "an edge of a jump is missing", |m| {
            let missing = body(m).edges.next_id();
            *body(m).insts.iter_mut().last().unwrap() = Inst::Jump { edge: missing };
        }),
        (Property::IdRange, "an edge of a table is missing", |m| {
            let missing = body(m).edges.next_id();
            body(m).switches[SwitchId::new(0)].default = missing;
        }),
        (Property::IdRange, "a table is missing", |m| {
            body(m).switches = std::iter::empty().collect();
        }),
        (Property::IdRange, "the pool is too short", |m| {
            body(m).list_pool.pop();
        }),
        (Property::IntegerWidth, "a slot of 0 bits", |m| {
            body(m).slots[Slot::new(25)] = SlotType::Value(Type::Int(0));
        }),
        (Property::IntegerWidth, "a parameter of 129 bits", |m| {
            m.functions[FunctionId::new(1)].parameters[0] = Type::Int(129);
        }),
        (Property::IntegerWidth, "a result of 0 bits", |m| {
            m.functions[FunctionId::new(1)].results[0] = Type::Int(0);
        }),
        (Property::SlotOrder, "a parameter of another type", |m| {
            m.functions[FunctionId::new(3)].parameters[0] = Type::Pointer;
        }),
        (Property::SlotOrder, "one parameter less", |m| body(m).parameter_slots -= 1),
        (Property::SlotOrder, "more parameters than slots", |m| body(m).parameter_slots = 1000),
        (Property::SlotOrder, "the last constant is missing", |m| {
            body(m).constants.pop();
        }),
        (Property::SlotOrder, "a constant without a slot", |m| {
            body(m).constants[4].0 = Slot::new(1000);
        }),
        (Property::SlotOrder, "a constant in a high half", |m| body(m).constants[3].0 = Slot::new(29)),
        (Property::SlotOrder, "a parameter is a constant", |m| {
            let first = body(m).constants[0].1;
            body(m).constants.insert(0, (Slot::new(4), first));
        }),
        (Property::WidePair, "a high half after a narrow value", |m| {
            body(m).slots[Slot::new(25)] = SlotType::High;
        }),
        (Property::WidePair, "the last slot is half a value", |m| {
            body(m).slots[Slot::new(31)] = SlotType::Value(Type::Int(128));
        }),
        (Property::BlockStructure, "no block", |m| body(m).blocks = std::iter::empty().collect()),
        (Property::BlockStructure, "a block too long", |m| {
            body(m).blocks.iter_mut().last().unwrap().end = InstId::new(1000);
        }),
        (Property::BlockStructure, "a block that ends before it begins", |m| {
            body(m).blocks.iter_mut().last().unwrap().end = InstId::new(0);
        }),
        (Property::BlockStructure, "blocks with an instruction in common", |m| {
            let start = body(m).blocks.iter().last().unwrap().start.as_u32();
            body(m).blocks.iter_mut().last().unwrap().start = InstId::new(start - 1);
        }),
        (Property::BlockStructure, "an instruction in no block", |m| {
            body(m).insts.push(Inst::Unreachable);
            body(m).locations.push(None);
        }),
        (Property::LocationTable, "a location too many", |m| {
            body(m).locations.push(Some(LocationId::new(0)));
        }),
        (Property::SingleDefinition, "a local defined twice", |m| {
            let first = body(m).insts[InstId::new(0)];
            let Inst::Float { op, format, a, b, site, .. } = first else { panic!("{first:?}") };
            body(m).insts[InstId::new(0)] = Inst::Float { op, format, dst: Slot::new(17), a, b, site };
        }),
        (Property::SingleDefinition, "a parameter defined again", |m| set_load_result(m, 0)),
        (Property::SingleDefinition, "a constant defined again", |m| set_load_result(m, 26)),
        (Property::SingleDefinition, "a local never defined", |m| {
            body(m).insts[InstId::new(10)] = Inst::VaCopy { to: Slot::new(4), from: Slot::new(4) };
        }),
        (Property::Immediate, "a wide select that says it is narrow", |m| {
            for inst in body(m).insts.iter_mut() {
                if let Inst::Select { wide, .. } = inst {
                    *wide = false;
                }
            }
        }),
        (Property::Immediate, "a wide copy that says it is narrow", |m| {
            for inst in body(m).insts.iter_mut() {
                if let Inst::Copy { wide, .. } = inst {
                    *wide = false;
                }
            }
        }),
        (Property::SiteTable, "a site too many", |m| {
            let last = *m.sites.iter().last().unwrap();
            m.sites.push(last);
        }),
        (Property::SiteTable, "a site too few", |m| {
            m.sites = m.sites.iter().copied().take(3).collect();
        }),
        (Property::SiteTable, "an ordinal", |m| m.sites.iter_mut().last().unwrap().ordinal += 1),
        (Property::SiteTable, "a function", |m| {
            m.sites.iter_mut().last().unwrap().function = FunctionId::new(0);
        }),
        (Property::SiteTable, "an instruction", |m| {
            m.sites.iter_mut().last().unwrap().inst = InstId::new(0);
        }),
        (Property::SiteTable, "a location", |m| {
            m.sites.iter_mut().last().unwrap().location = Some(LocationId::new(0));
        }),
        (Property::SiteTable, "a kind", |m| {
            let kind = m.sites.iter().next().unwrap().kind;
            m.sites.iter_mut().last().unwrap().kind = kind;
        }),
        (Property::SiteTable, "a number in an instruction", |m| {
            body(m).insts[InstId::new(1)].set_site(SiteId::new(0));
        }),
        (Property::SiteTable, "a call that is none", |m| {
            let calls = body(m).insts.iter_mut().filter(|inst| matches!(inst, Inst::Call { site: None, .. }));
            calls.for_each(|call| call.set_site(SiteId::new(4)));
        }),
    ]
}

/// Makes the `load` of the sound module define another slot.
fn set_load_result(module: &mut Module, result: u32) {
    for inst in body(module).insts.iter_mut() {
        if let Inst::Load { dst, .. } = inst {
            *dst = Slot::new(result);
        }
    }
}
