//! Parsing a module, item by item; the number of each item says where it belongs.

use super::cursor::{Cursor, ParseError, Parsed};
use super::parse_body::parse_body;
use super::parse_global::parse_global;
use super::parse_source_type::{parse_declaration, parse_source_type};
use super::quoted::read_name;
use crate::body::Slot;
use crate::module::{Function, FunctionId, GlobalId, Library, MessageId, Module};
use crate::site::{FileId, Location, LocationId, SourceFile};
use crate::source_type::SourceTypeId;
use crate::types::{FloatFormat, Type};
use ulpwise_base::Id;

pub(super) fn parse_module(text: &str) -> Result<Module, ParseError> {
    let mut module = Module::default();
    let mut cursor = Cursor::new(text);
    while !cursor.at_end() {
        parse_item(&mut cursor, &mut module).map_err(|failure| failure.into_error(text))?;
    }
    Ok(module)
}

fn parse_item(cursor: &mut Cursor<'_>, module: &mut Module) -> Parsed<()> {
    if cursor.at_id::<LocationId>() {
        begin(cursor, module.locations.next_id())?;
        module.locations.push(parse_location(cursor)?);
    } else if cursor.at_id::<FunctionId>() {
        begin(cursor, module.functions.next_id())?;
        let function = parse_function(cursor, module)?;
        module.functions.push(function);
    } else if cursor.at_id::<GlobalId>() {
        begin(cursor, module.globals.next_id())?;
        module.globals.push(parse_global(cursor)?);
    } else if cursor.at_id::<SourceTypeId>() {
        begin(cursor, module.source_types.next_id())?;
        module.source_types.push(parse_source_type(cursor)?);
    } else if cursor.at_id::<MessageId>() {
        begin(cursor, module.messages.next_id())?;
        module.messages.push(read_name(cursor)?);
    } else if cursor.at_id::<FileId>() {
        begin(cursor, module.files.next_id())?;
        cursor.expect_word("file")?;
        module.files.push(SourceFile { directory: read_name(cursor)?, name: read_name(cursor)? });
    } else {
        return cursor.fail("expected an item: fileN, locN, tN, msgN, gN or fN");
    }
    Ok(())
}

/// The number of an item and the sign after it.
fn begin<I: Id + std::fmt::Display>(cursor: &mut Cursor<'_>, expected: I) -> Parsed<()> {
    cursor.expect_id(expected)?;
    cursor.expect(b'=')
}

fn parse_location(cursor: &mut Cursor<'_>) -> Parsed<Location> {
    let file = cursor.id()?;
    let line = cursor.number_as()?;
    cursor.expect(b':')?;
    let column = cursor.number_as()?;
    let inlined_at = if cursor.eat_word("inlined") { Some(cursor.id()?) } else { None };
    Ok(Location { file, line, column, inlined_at })
}

fn parse_function(cursor: &mut Cursor<'_>, module: &mut Module) -> Parsed<Function> {
    cursor.expect_word("function")?;
    let name = read_name(cursor)?;
    let (parameters, variadic) = parse_parameters(cursor)?;
    cursor.expect_arrow()?;
    let mut results = Vec::new();
    cursor.expect(b'(')?;
    cursor.comma_separated(b')', |cursor| {
        results.push(parse_type(cursor)?);
        Ok(())
    })?;
    let exported = cursor.eat_word("exported");
    let library = if cursor.eat_word("math") { Library::Math } else { Library::None };
    let declaration = if cursor.eat_word("declared") { Some(parse_declaration(cursor)?) } else { None };
    let body = if cursor.eat(b'{') { Some(parse_body(cursor, module, &parameters)?) } else { None };
    Ok(Function { name, parameters, results, variadic, exported, library, declaration, body })
}

/// The parameters, and whether more arguments may follow.
fn parse_parameters(cursor: &mut Cursor<'_>) -> Parsed<(Vec<Type>, bool)> {
    let mut parameters = Vec::new();
    let mut variadic = false;
    let mut slot = 0;
    cursor.expect(b'(')?;
    cursor.comma_separated(b')', |cursor| {
        if variadic {
            return cursor.fail("expected `)` after `...`");
        }
        if cursor.eat(b'.') {
            variadic = true;
            cursor.expect(b'.')?;
            return cursor.expect(b'.');
        }
        if cursor.at_id::<Slot>() {
            cursor.expect_id(Slot::from_index(slot))?;
            cursor.expect(b':')?;
        }
        let ty = parse_type(cursor)?;
        slot += ty.slots();
        parameters.push(ty);
        Ok(())
    })?;
    Ok((parameters, variadic))
}

pub(super) fn parse_type(cursor: &mut Cursor<'_>) -> Parsed<Type> {
    cursor.skip_space();
    let start = cursor.position();
    let word = cursor.word()?;
    Type::from_name(word).ok_or_else(|| cursor.failure_at(start, format!("there is no type `{word}`")))
}

pub(super) fn parse_format(cursor: &mut Cursor<'_>) -> Parsed<FloatFormat> {
    cursor.skip_space();
    let start = cursor.position();
    match parse_type(cursor)? {
        Type::Float(format) => Ok(format),
        other => cursor.fail_at(start, format!("expected a floating-point format, not {other}")),
    }
}

/// The width of an integer type.
pub(super) fn parse_width(cursor: &mut Cursor<'_>) -> Parsed<u8> {
    cursor.skip_space();
    let start = cursor.position();
    match parse_type(cursor)? {
        Type::Int(bits) => Ok(bits),
        other => cursor.fail_at(start, format!("expected an integer type, not {other}")),
    }
}
