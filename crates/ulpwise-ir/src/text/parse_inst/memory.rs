//! Parsing operations on memory.

use super::{BodyParser, Parsed};
use crate::inst::Inst;
use crate::text::parse_module::parse_type;

/// The instruction, or `None` when the name belongs to another family.
pub(super) fn parse_memory(p: &mut BodyParser<'_, '_>, name: &str) -> Parsed<Option<Inst>> {
    Ok(Some(match name {
        "load" | "load_volatile" => {
            let (dst, ty) = p.one_result(name)?;
            Inst::Load { ty, dst, address: p.slot()?, volatile: name == "load_volatile" }
        }
        "ptradd" => {
            let (dst, _) = p.one_result(name)?;
            let base = p.slot()?;
            p.cursor.expect(b'+')?;
            let index = p.slot()?;
            p.cursor.expect(b'*')?;
            Inst::PointerAdd { dst, base, index, scale: p.cursor.number_as()? }
        }
        "alloca" => {
            let (dst, _) = p.one_result(name)?;
            let count = p.slot()?;
            p.cursor.expect(b'*')?;
            let size = p.cursor.number_as()?;
            p.cursor.expect_word("align")?;
            Inst::Alloca { dst, count, size, align: p.cursor.number_as()? }
        }
        "stack_save" => Inst::StackSave { dst: p.one_result(name)?.0 },
        _ => return parse_without_result(p, name),
    }))
}

fn parse_without_result(p: &mut BodyParser<'_, '_>, name: &str) -> Parsed<Option<Inst>> {
    let inst = match name {
        "store" => {
            let ty = parse_type(p.cursor)?;
            let value = p.slot()?;
            Inst::Store { ty, address: p.slot_after("to")?, value }
        }
        "stack_restore" => Inst::StackRestore { mark: p.slot()? },
        "memcpy" | "memmove" => {
            let to = p.slot()?;
            let from = p.slot_after("from")?;
            Inst::MemCopy { overlap: name == "memmove", to, from, len: p.slot_after("len")? }
        }
        "memset" => {
            let to = p.slot()?;
            let byte = p.slot_after("byte")?;
            Inst::MemSet { to, byte, len: p.slot_after("len")? }
        }
        "va_start" => Inst::VaStart { list: p.slot()? },
        "va_copy" => {
            let to = p.slot()?;
            Inst::VaCopy { to, from: p.slot_after("from")? }
        }
        _ => return Ok(None),
    };
    p.no_result(name)?;
    Ok(Some(inst))
}
