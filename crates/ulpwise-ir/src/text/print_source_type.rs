//! Printing what the source says: its types, and the declarations of functions.

use super::quoted::write_name;
use super::writer::TextWriter;
use crate::source_type::{Declaration, DeclaredLength, Dimension, Member, SourceType};

pub(super) fn print_source_type(ty: &SourceType, w: &mut TextWriter) {
    match ty {
        SourceType::Void => w.text("void"),
        SourceType::Bool(bits) => {
            w.text("bool ");
            w.number(u64::from(*bits));
        }
        SourceType::Int { name, signed, bits } => {
            w.text(if *signed { "signed " } else { "unsigned " });
            w.number(u64::from(*bits));
            w.ascii(b' ');
            write_name(name, w);
        }
        SourceType::Float(format) => {
            w.text("float ");
            w.text(format.name());
        }
        SourceType::Complex(format) => {
            w.text("complex ");
            w.text(format.name());
        }
        SourceType::Pointer { pointee, constant } => {
            w.text(if *constant { "pointer const " } else { "pointer " });
            w.id(*pointee);
        }
        SourceType::Array { element, count } => {
            w.text("array ");
            w.id(*element);
            if let Some(count) = count {
                w.text(" count ");
                w.number(*count);
            }
        }
        SourceType::Struct { name, size, members } => {
            print_sized("struct ", name, *size, w);
            print_members(members, w);
        }
        SourceType::Union { name, size, members } => {
            print_sized("union ", name, *size, w);
            print_members(members, w);
        }
        SourceType::Variants { name, size, tag, variants } => {
            print_sized("variants ", name, *size, w);
            if let Some(tag) = tag {
                w.text(" tag ");
                print_member(tag, w);
            }
            w.text(" (");
            w.comma_separated(variants, |w, (value, member)| {
                if let Some(value) = value {
                    w.text("is ");
                    w.signed(*value);
                    w.ascii(b' ');
                }
                print_member(member, w);
            });
            w.ascii(b')');
        }
        SourceType::Enum { name, bits, enumerators } => {
            w.text("enum ");
            write_name(name, w);
            w.text(" bits ");
            w.number(u64::from(*bits));
            w.text(" (");
            w.comma_separated(enumerators, |w, (name, value)| {
                w.signed(*value);
                w.ascii(b' ');
                write_name(name, w);
            });
            w.ascii(b')');
        }
        SourceType::Function => w.text("function"),
        SourceType::Unknown(name) => {
            w.text("unknown ");
            write_name(name, w);
        }
    }
}

fn print_sized(keyword: &str, name: &str, size: u64, w: &mut TextWriter) {
    w.text(keyword);
    write_name(name, w);
    w.text(" size ");
    w.number(size);
}

fn print_members(members: &[Member], w: &mut TextWriter) {
    w.text(" (");
    w.comma_separated(members, |w, member| print_member(member, w));
    w.ascii(b')');
}

fn print_member(member: &Member, w: &mut TextWriter) {
    w.number(member.offset);
    w.ascii(b' ');
    w.id(member.ty);
    w.ascii(b' ');
    write_name(&member.name, w);
}

fn print_length(length: &DeclaredLength, w: &mut TextWriter) {
    w.text(if length.is_guaranteed { " guaranteed (" } else { " declared (" });
    w.comma_separated(&length.dimensions, |w, dimension| match *dimension {
        Dimension::Constant(count) => w.number(count),
        Dimension::Open => w.text("open"),
        Dimension::Parameter(number) => {
            w.text("parameter ");
            w.number(number.into());
        }
    });
    w.ascii(b')');
}

pub(super) fn print_declaration(declaration: &Declaration, w: &mut TextWriter) {
    w.text("  declared ");
    w.text(declaration.language.name());
    w.ascii(b' ');
    write_name(&declaration.name, w);
    w.text(" (");
    w.comma_separated(&declaration.parameters, |w, parameter| {
        w.id(parameter.ty);
        w.ascii(b' ');
        write_name(&parameter.name, w);
        if let Some(length) = &parameter.length {
            print_length(length, w);
        }
    });
    w.text(") -> ");
    w.id(declaration.result);
    if let (false, Some(location)) = (w.is_by_content(), declaration.location) {
        w.text(" at ");
        w.id(location);
    }
    w.ascii(b'\n');
}
