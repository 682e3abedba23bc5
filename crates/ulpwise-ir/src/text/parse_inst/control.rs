//! Parsing calls and what ends a block.

use super::{BodyParser, Parsed};
use crate::body::{Slot, SwitchTable};
use crate::inst::Inst;
use crate::module::FunctionId;
use crate::text::parse_body::raw_slots;
use crate::text::parse_module::parse_width;

/// The instruction, or `None` when the name belongs to another family.
pub(super) fn parse_control(p: &mut BodyParser<'_, '_>, name: &str) -> Parsed<Option<Inst>> {
    let inst = match name {
        "call" => return parse_call(p).map(Some),
        "landing" => {
            let exception = p.one_result(name)?.0;
            let returned_edge = p.edge()?;
            p.cursor.expect(b',')?;
            return Ok(Some(Inst::Landing { exception, returned_edge, unwound_edge: p.edge()? }));
        }
        "unwind" => Inst::Unwind { exception: p.slot()? },
        "jump" => Inst::Jump { edge: p.edge()? },
        "branch" => {
            let condition = p.slot()?;
            p.cursor.expect(b',')?;
            let then_edge = p.edge()?;
            p.cursor.expect(b',')?;
            Inst::Branch { condition, then_edge, else_edge: p.edge()? }
        }
        "switch" => {
            let bits = parse_width(p.cursor)?;
            let value = p.slot()?;
            let table = parse_switch_table(p)?;
            Inst::Switch { value, bits, table: p.body.switches.push(table) }
        }
        "return" => Inst::Return { values: p.uses()? },
        "unreachable" => Inst::Unreachable,
        "unsupported" => Inst::Unsupported { what: p.cursor.id()? },
        _ => return Ok(None),
    };
    p.no_result(name)?;
    Ok(Some(inst))
}

fn parse_call(p: &mut BodyParser<'_, '_>) -> Parsed<Inst> {
    p.list.clear();
    for &(slot, ty) in &p.results {
        p.list.extend(raw_slots(slot, ty));
    }
    let results = p.body.make_list(&p.list);
    if p.cursor.at_id::<Slot>() {
        let callee = p.slot()?;
        return Ok(Inst::CallIndirect { callee, arguments: p.arguments()?, results });
    }
    let callee: FunctionId = p.cursor.id()?;
    let arguments = p.arguments()?;
    let site = if p.cursor.at_text("!site") { Some(p.site_note()?) } else { None };
    Ok(Inst::Call { callee, arguments, results, site })
}

fn parse_switch_table(p: &mut BodyParser<'_, '_>) -> Parsed<SwitchTable> {
    let mut cases = Vec::new();
    p.cursor.expect(b',')?;
    while !p.cursor.eat_word("else") {
        let value = p.cursor.number()?;
        p.cursor.expect(b':')?;
        cases.push((value, p.edge()?));
        p.cursor.expect(b',')?;
    }
    p.cursor.expect(b':')?;
    Ok(SwitchTable { cases, default: p.edge()? })
}
