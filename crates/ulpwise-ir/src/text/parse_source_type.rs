//! Parsing what the source says: its types, and the declarations of functions.

use super::cursor::{Cursor, Parsed};
use super::parse_module::parse_format;
use super::quoted::read_name;
use crate::source_type::{
    Declaration, DeclaredLength, Dimension, Language, Member, ParameterDeclaration, SourceType,
};

pub(super) fn parse_source_type(cursor: &mut Cursor<'_>) -> Parsed<SourceType> {
    cursor.skip_space();
    let start = cursor.position();
    let keyword = cursor.word()?;
    Ok(match keyword {
        "void" => SourceType::Void,
        "bool" => SourceType::Bool(cursor.number_as()?),
        "signed" | "unsigned" => {
            let bits = cursor.number_as()?;
            SourceType::Int { name: read_name(cursor)?, signed: keyword == "signed", bits }
        }
        "float" => SourceType::Float(parse_format(cursor)?),
        "complex" => SourceType::Complex(parse_format(cursor)?),
        "pointer" => {
            let constant = cursor.eat_word("const");
            SourceType::Pointer { pointee: cursor.id()?, constant }
        }
        "array" => {
            let element = cursor.id()?;
            let count = if cursor.eat_word("count") { Some(cursor.number()?) } else { None };
            SourceType::Array { element, count }
        }
        "struct" => parse_struct(cursor)?,
        "union" => {
            let (name, size) = parse_sized(cursor)?;
            SourceType::Union { name, size, members: parse_members(cursor)? }
        }
        "variants" => parse_variants(cursor)?,
        "enum" => parse_enum(cursor)?,
        "function" => SourceType::Function,
        "unknown" => SourceType::Unknown(read_name(cursor)?),
        _ => return cursor.fail_at(start, format!("there is no kind of source type `{keyword}`")),
    })
}

fn parse_sized(cursor: &mut Cursor<'_>) -> Parsed<(String, u64)> {
    let name = read_name(cursor)?;
    cursor.expect_word("size")?;
    Ok((name, cursor.number()?))
}

fn parse_struct(cursor: &mut Cursor<'_>) -> Parsed<SourceType> {
    let (name, size) = parse_sized(cursor)?;
    Ok(SourceType::Struct { name, size, members: parse_members(cursor)? })
}

fn parse_members(cursor: &mut Cursor<'_>) -> Parsed<Vec<Member>> {
    let mut members = Vec::new();
    cursor.expect(b'(')?;
    cursor.comma_separated(b')', |cursor| {
        members.push(parse_member(cursor)?);
        Ok(())
    })?;
    Ok(members)
}

fn parse_member(cursor: &mut Cursor<'_>) -> Parsed<Member> {
    let offset = cursor.number()?;
    let ty = cursor.id()?;
    Ok(Member { name: read_name(cursor)?, offset, ty })
}

fn parse_variants(cursor: &mut Cursor<'_>) -> Parsed<SourceType> {
    let (name, size) = parse_sized(cursor)?;
    let tag = if cursor.eat_word("tag") { Some(parse_member(cursor)?) } else { None };
    let mut variants = Vec::new();
    cursor.expect(b'(')?;
    cursor.comma_separated(b')', |cursor| {
        let value = if cursor.eat_word("is") { Some(cursor.signed()?) } else { None };
        variants.push((value, parse_member(cursor)?));
        Ok(())
    })?;
    Ok(SourceType::Variants { name, size, tag, variants })
}

fn parse_enum(cursor: &mut Cursor<'_>) -> Parsed<SourceType> {
    let name = read_name(cursor)?;
    cursor.expect_word("bits")?;
    let bits = cursor.number_as()?;
    let mut enumerators = Vec::new();
    cursor.expect(b'(')?;
    cursor.comma_separated(b')', |cursor| {
        let value = cursor.signed()?;
        enumerators.push((read_name(cursor)?, value));
        Ok(())
    })?;
    Ok(SourceType::Enum { name, bits, enumerators })
}

/// What stands after `length`, if that stands there.
fn parse_length(cursor: &mut Cursor<'_>) -> Parsed<Option<DeclaredLength>> {
    let is_guaranteed = cursor.eat_word("guaranteed");
    if !is_guaranteed && !cursor.eat_word("declared") {
        return Ok(None);
    }
    let mut dimensions = Vec::new();
    cursor.expect(b'(')?;
    cursor.comma_separated(b')', |cursor| {
        dimensions.push(if cursor.eat_word("parameter") {
            Dimension::Parameter(cursor.number_as()?)
        } else if cursor.eat_word("open") {
            Dimension::Open
        } else {
            Dimension::Constant(cursor.number_as()?)
        });
        Ok(())
    })?;
    Ok(Some(DeclaredLength { dimensions, is_guaranteed }))
}

/// What stands after `declared`.
pub(super) fn parse_declaration(cursor: &mut Cursor<'_>) -> Parsed<Declaration> {
    cursor.skip_space();
    let start = cursor.position();
    let word = cursor.word()?;
    let Some(language) = Language::from_name(word) else {
        return cursor.fail_at(start, format!("there is no language `{word}`"));
    };
    let name = read_name(cursor)?;
    let mut parameters = Vec::new();
    cursor.expect(b'(')?;
    cursor.comma_separated(b')', |cursor| {
        let ty = cursor.id()?;
        let name = read_name(cursor)?;
        parameters.push(ParameterDeclaration { name, ty, length: parse_length(cursor)? });
        Ok(())
    })?;
    cursor.expect_arrow()?;
    let result = cursor.id()?;
    let location = if cursor.eat_word("at") { Some(cursor.id()?) } else { None };
    Ok(Declaration { name, language, location, result, parameters })
}
