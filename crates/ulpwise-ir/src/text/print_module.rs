//! Printing what a module holds besides bodies and source types: files, locations, messages,
//! globals, the heads of functions.

use super::print_body::print_body;
use super::print_source_type::{print_declaration, print_source_type};
use super::quoted::{write_bytes, write_name};
use super::writer::TextWriter;
use crate::body::Slot;
use crate::module::{Function, FunctionId, Global, Library, Module, Target};
use crate::site::Location;
use crate::types::Type;
use ulpwise_base::Id;

pub(super) fn print_module(module: &Module, w: &mut TextWriter) {
    for (id, file) in module.files.iter_enumerated() {
        begin(id, w);
        w.text("file ");
        write_name(&file.directory, w);
        w.ascii(b' ');
        write_name(&file.name, w);
        w.ascii(b'\n');
    }
    for (id, location) in module.locations.iter_enumerated() {
        begin(id, w);
        print_location(location, w);
        w.ascii(b'\n');
    }
    for (id, ty) in module.source_types.iter_enumerated() {
        begin(id, w);
        print_source_type(ty, w);
        w.ascii(b'\n');
    }
    for (id, message) in module.messages.iter_enumerated() {
        begin(id, w);
        write_name(message, w);
        w.ascii(b'\n');
    }
    for (id, global) in module.globals.iter_enumerated() {
        begin(id, w);
        print_global(global, w);
        w.ascii(b'\n');
    }
    for (id, function) in module.functions.iter_enumerated() {
        print_function(id, function, w);
    }
}

pub(super) fn begin<I: Id>(id: I, w: &mut TextWriter) {
    w.id(id);
    w.text(" = ");
}

fn print_location(location: &Location, w: &mut TextWriter) {
    w.id(location.file);
    w.ascii(b' ');
    w.number(location.line.into());
    w.ascii(b':');
    w.number(location.column.into());
    if let Some(outer) = location.inlined_at {
        w.text(" inlined ");
        w.id(outer);
    }
}

pub(super) fn print_global(global: &Global, w: &mut TextWriter) {
    w.text("global ");
    // Compilers number private constants: another one before it gives it another name.
    let is_private_constant = global.constant && global.internal;
    write_name(if w.is_by_content() && is_private_constant { "" } else { &global.name }, w);
    w.text(" size ");
    w.number(global.size);
    w.text(" align ");
    w.number(global.align.into());
    if global.constant {
        w.text(" const");
    }
    if global.internal {
        w.text(" internal");
    }
    if let Some(initializer) = &global.initializer {
        w.text(" init ");
        write_bytes(initializer, w);
    }
    if !global.relocations.is_empty() {
        w.text(" reloc ");
        w.comma_separated(&global.relocations, |w, relocation| {
            w.number(relocation.offset);
            w.text(" &");
            match relocation.target {
                Target::Global(global) => w.id(global),
                Target::Function(function) => w.id(function),
            }
            w.offset(relocation.addend);
        });
    }
}

pub(super) fn print_function(id: FunctionId, function: &Function, w: &mut TextWriter) {
    begin(id, w);
    w.text("function ");
    write_name(&function.name, w);
    w.text(" (");
    print_parameters(function, w);
    w.text(") -> (");
    w.comma_separated(&function.results, |w, ty| print_type(*ty, w));
    w.ascii(b')');
    if function.exported {
        w.text(" exported");
    }
    match function.library {
        Library::None => {}
        Library::Math => w.text(" math"),
    }
    w.ascii(b'\n');
    if let Some(declaration) = &function.declaration {
        print_declaration(declaration, w);
    }
    if let Some(body) = &function.body {
        print_body(body, w);
    }
}

/// The types of the parameters, with the slots they arrive in when there is a body to use them.
fn print_parameters(function: &Function, w: &mut TextWriter) {
    let mut slot = 0;
    w.comma_separated(&function.parameters, |w, ty| {
        if function.body.is_some() {
            w.id(Slot::from_index(slot));
            w.text(": ");
        }
        print_type(*ty, w);
        slot += ty.slots();
    });
    if function.variadic {
        w.text(if function.parameters.is_empty() { "..." } else { ", ..." });
    }
}

pub(super) fn print_type(ty: Type, w: &mut TextWriter) {
    match ty {
        Type::Int(bits) => {
            w.ascii(b'i');
            w.number(bits.into());
        }
        Type::Float(format) => w.text(format.name()),
        Type::Pointer => w.text("ptr"),
    }
}
