//! Parsing a global with its initialiser and relocations.

use super::cursor::{Cursor, Parsed};
use super::quoted::{read_bytes, read_name};
use crate::module::{FunctionId, Global, Relocation, Target};

pub(super) fn parse_global(cursor: &mut Cursor<'_>) -> Parsed<Global> {
    cursor.expect_word("global")?;
    let name = read_name(cursor)?;
    cursor.expect_word("size")?;
    let size = cursor.number()?;
    cursor.expect_word("align")?;
    let align = cursor.number_as()?;
    let constant = cursor.eat_word("const");
    let internal = cursor.eat_word("internal");
    let initializer = if cursor.eat_word("init") { Some(read_bytes(cursor)?) } else { None };
    let mut relocations = Vec::new();
    if cursor.eat_word("reloc") {
        loop {
            relocations.push(parse_relocation(cursor)?);
            if !cursor.eat(b',') {
                break;
            }
        }
    }
    Ok(Global { name, size, align, constant, internal, initializer, relocations })
}

fn parse_relocation(cursor: &mut Cursor<'_>) -> Parsed<Relocation> {
    let offset = cursor.number()?;
    let target = parse_target(cursor)?;
    Ok(Relocation { offset, target, addend: cursor.offset()? })
}

/// `&g3` or `&f3`.
pub(super) fn parse_target(cursor: &mut Cursor<'_>) -> Parsed<Target> {
    cursor.expect(b'&')?;
    if cursor.at_id::<FunctionId>() {
        Ok(Target::Function(cursor.id()?))
    } else {
        Ok(Target::Global(cursor.id()?))
    }
}
