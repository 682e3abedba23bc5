//! Printing a body: its constants, its blocks with their parameters, the notes after instructions.

use super::print_inst::print_inst;
use super::print_module::print_type;
use super::writer::TextWriter;
use crate::body::{Block, Body, Constant, EdgeId, InstId, Slot, SlotList, SlotType};
use crate::types::{FloatFormat, Type};

pub(super) fn print_body(body: &Body, w: &mut TextWriter) {
    w.text("{\n");
    for (slot, constant) in &body.constants {
        w.text("  const ");
        print_definition(body, *slot, w);
        w.text(" = ");
        print_constant(constant, value_type(body, *slot), w);
        w.ascii(b'\n');
    }
    for (id, block) in body.blocks.iter_enumerated() {
        w.id(id);
        print_block(body, block, w);
    }
    w.text("}\n");
}

fn print_block(body: &Body, block: &Block, w: &mut TextWriter) {
    if !block.parameters.is_empty() {
        w.ascii(b'(');
        print_definitions(body, block.parameters, w);
        w.ascii(b')');
    }
    w.text(":\n");
    for number in block.start.as_u32()..block.end.as_u32() {
        let id = InstId::new(number);
        let Some(inst) = body.insts.get(id) else {
            // A block that claims more instructions than there are.
            return w.text("  ?\n");
        };
        w.text("  ");
        print_inst(body, inst, w);
        if let Some(site) = inst.site() {
            w.text(" !");
            w.id(site);
        }
        if let (false, Some(Some(location))) = (w.is_by_content(), body.locations.get(id)) {
            w.text(" !");
            w.id(*location);
        }
        w.ascii(b'\n');
    }
}

fn print_constant(constant: &Constant, ty: Option<Type>, w: &mut TextWriter) {
    match *constant {
        Constant::Bits(bits) => print_bits(bits, ty, w),
        Constant::GlobalAddress(global, offset) => {
            w.ascii(b'&');
            w.id(global);
            w.offset(offset);
        }
        Constant::FunctionAddress(function) => {
            w.ascii(b'&');
            w.id(function);
        }
        Constant::Undefined => w.text("undef"),
    }
}

/// Integers up to 64 bits in decimal with a sign, all others in hexadecimal, floats with all
/// digits.
fn print_bits(bits: u128, ty: Option<Type>, w: &mut TextWriter) {
    match ty {
        Some(Type::Int(1)) if bits <= 1 => w.number(bits as u64),
        Some(Type::Int(width @ 2..=64)) if bits >> width == 0 => {
            let unused = 64 - u32::from(width);
            w.signed((bits as u64 as i64) << unused >> unused);
        }
        Some(Type::Float(format)) => {
            w.hex(bits, u32::from(format.bits()).div_ceil(4));
            print_value_comment(bits, format, w);
        }
        _ => w.hex(bits, 0),
    }
}

/// The number that the bits of a common format mean, for the reader only.
fn print_value_comment(bits: u128, format: FloatFormat, w: &mut TextWriter) {
    match format {
        FloatFormat::F32 => w.text(&format!(" ; {:?}", f32::from_bits(bits as u32))),
        FloatFormat::F64 => w.text(&format!(" ; {:?}", f64::from_bits(bits as u64))),
        _ => {}
    }
}

fn value_type(body: &Body, slot: Slot) -> Option<Type> {
    match body.slots.get(slot) {
        Some(SlotType::Value(ty)) => Some(*ty),
        Some(SlotType::High) | None => None,
    }
}

/// A slot that gets its value here, with its type.
pub(super) fn print_definition(body: &Body, slot: Slot, w: &mut TextWriter) {
    w.id(slot);
    w.text(": ");
    match value_type(body, slot) {
        Some(ty) => print_type(ty, w),
        None => w.ascii(b'?'),
    }
}

/// The values of a list that get their values here; the high halves follow from the types.
pub(super) fn print_definitions(body: &Body, list: SlotList, w: &mut TextWriter) {
    let Some(slots) = body.list_pool.get(list.range()) else {
        return w.ascii(b'?');
    };
    let is_high = |slot: Slot| body.slots.get(slot) == Some(&SlotType::High);
    w.comma_separated(slots.iter().filter(|slot| !is_high(**slot)), |w, slot| {
        print_definition(body, *slot, w);
    });
}

/// The raw slots of a list, those of a wide value joined by a colon.
pub(super) fn print_uses(body: &Body, list: SlotList, w: &mut TextWriter) {
    let Some(slots) = body.list_pool.get(list.range()) else {
        return w.ascii(b'?');
    };
    for (index, slot) in slots.iter().enumerate() {
        if index > 0 {
            let high = body.slots.get(*slot) == Some(&SlotType::High);
            w.text(if high { ":" } else { ", " });
        }
        w.id(*slot);
    }
}

pub(super) fn print_edge(body: &Body, edge: EdgeId, w: &mut TextWriter) {
    let Some(edge) = body.edges.get(edge) else {
        return w.ascii(b'?');
    };
    w.id(edge.target);
    if !edge.arguments.is_empty() {
        w.ascii(b'(');
        print_uses(body, edge.arguments, w);
        w.ascii(b')');
    }
}
