//! Printing one instruction: its results, its name, its operands.
//!
//! The result's type stands at the result, so a width or format is repeated only where it is not
//! the result's. Each arm of [`print_inst`] has its counterpart in `parse_inst`.

use super::print_body::{print_definition, print_definitions, print_edge, print_uses};
use super::print_module::print_type;
use super::writer::TextWriter;
use crate::body::{Body, Slot, SlotList, SwitchId};
use crate::inst::Inst;
use crate::types::Type;
use ulpwise_base::Id;

/// What may stand between the name of an instruction and its notes.
#[derive(Clone, Copy)]
enum InstPart<'a> {
    Use(Slot),
    Type(Type),
    Text(&'a str),
    Number(u32),
    Comma,
}

use InstPart::{Comma, Number, Text, Use};

pub(super) fn print_inst(body: &Body, inst: &Inst, w: &mut TextWriter) {
    let int = |bits: u8| InstPart::Type(Type::Int(bits));
    let float = |format| InstPart::Type(Type::Float(format));
    let mut one = |dst: Slot, name: &str, parts: &[InstPart<'_>]| {
        print_definition(body, dst, w);
        w.text(" = ");
        print_parts(name, parts, w);
    };
    match *inst {
        Inst::Int { op, dst, a, b, .. } => one(dst, op.name(), &[Use(a), Comma, Use(b)]),
        Inst::IntOverflow { op, dst, overflow, a, b, .. } => {
            print_definition(body, dst, w);
            w.text(", ");
            print_definition(body, overflow, w);
            w.text(" = ");
            print_parts(op.name(), &[Use(a), Comma, Use(b)], w);
        }
        Inst::IntUnary { op, dst, a, .. } => one(dst, op.name(), &[Use(a)]),
        Inst::FunnelShift { left, dst, a, b, amount, .. } => {
            one(dst, if left { "fshl" } else { "fshr" }, &[Use(a), Comma, Use(b), Comma, Use(amount)]);
        }
        Inst::IntCast { op, from, dst, a, .. } => one(dst, op.name(), &[int(from), Use(a)]),
        Inst::IntCompare { predicate, bits, dst, a, b } => {
            one(dst, "icmp", &[Text(predicate.name()), int(bits), Use(a), Comma, Use(b)]);
        }
        Inst::Select { dst, condition, a, b, .. } => {
            one(dst, "select", &[Use(condition), Comma, Use(a), Comma, Use(b)]);
        }
        Inst::Copy { dst, a, .. } => one(dst, "copy", &[Use(a)]),

        Inst::Float { op, dst, a, b, .. } => one(dst, op.name(), &[Use(a), Comma, Use(b)]),
        Inst::FloatUnary { op, dst, a, .. } => one(dst, op.name(), &[Use(a)]),
        Inst::FloatFma { dst, a, b, c, .. } => one(dst, "ffma", &[Use(a), Comma, Use(b), Comma, Use(c)]),
        Inst::FloatSign { op, dst, a, .. } => one(dst, op.name(), &[Use(a)]),
        Inst::FloatCopySign { dst, a, b, .. } => one(dst, "fcopysign", &[Use(a), Comma, Use(b)]),
        Inst::FloatCompare { predicate, signaling, format, dst, a, b, .. } => {
            let name = if signaling { "fcmps" } else { "fcmp" };
            one(dst, name, &[Text(predicate.name()), float(format), Use(a), Comma, Use(b)]);
        }
        Inst::FloatClass { mask, format, dst, a } => {
            one(dst, "fclass", &[float(format), Use(a), Comma, Number(mask.into())]);
        }
        Inst::FloatConvert { from, dst, a, .. } => one(dst, "fconvert", &[float(from), Use(a)]),
        Inst::FloatToInt { signed, saturating, format, dst, a, .. } => {
            let name = match (signed, saturating) {
                (true, false) => "fptosi",
                (false, false) => "fptoui",
                (true, true) => "fptosi_sat",
                (false, true) => "fptoui_sat",
            };
            one(dst, name, &[float(format), Use(a)]);
        }
        Inst::IntToFloat { signed, bits, dst, a, .. } => {
            one(dst, if signed { "sitofp" } else { "uitofp" }, &[int(bits), Use(a)]);
        }

        Inst::Load { dst, address, volatile, .. } => {
            one(dst, if volatile { "load_volatile" } else { "load" }, &[Use(address)]);
        }
        Inst::Store { ty, address, value } => {
            print_parts("store", &[InstPart::Type(ty), Use(value), Text("to"), Use(address)], w);
        }
        Inst::PointerAdd { dst, base, index, scale } => {
            one(dst, "ptradd", &[Use(base), Text("+"), Use(index), Text("*"), Number(scale)]);
        }
        Inst::Alloca { dst, count, size, align } => {
            one(dst, "alloca", &[Use(count), Text("*"), Number(size), Text("align"), Number(align)]);
        }
        Inst::StackSave { dst } => one(dst, "stack_save", &[]),
        Inst::GetRounding { dst } => one(dst, "get_rounding", &[]),

        Inst::StackRestore { mark } => print_parts("stack_restore", &[Use(mark)], w),
        Inst::MemCopy { overlap, to, from, len } => {
            let name = if overlap { "memmove" } else { "memcpy" };
            print_parts(name, &[Use(to), Text("from"), Use(from), Text("len"), Use(len)], w);
        }
        Inst::MemSet { to, byte, len } => {
            print_parts("memset", &[Use(to), Text("byte"), Use(byte), Text("len"), Use(len)], w);
        }
        Inst::Call { callee, arguments, results, .. } => print_call(body, results, callee, arguments, w),
        Inst::CallIndirect { callee, arguments, results } => print_call(body, results, callee, arguments, w),
        Inst::VaStart { list } => print_parts("va_start", &[Use(list)], w),
        Inst::VaCopy { to, from } => print_parts("va_copy", &[Use(to), Text("from"), Use(from)], w),
        Inst::SetRounding { mode } => print_parts("set_rounding", &[Use(mode)], w),
        Inst::Unsupported { what } => {
            w.text("unsupported ");
            w.id(what);
        }

        Inst::Jump { edge } => {
            w.text("jump ");
            print_edge(body, edge, w);
        }
        Inst::Branch { condition, then_edge, else_edge } => {
            print_parts("branch", &[Use(condition), Comma], w);
            w.ascii(b' ');
            print_edge(body, then_edge, w);
            w.text(", ");
            print_edge(body, else_edge, w);
        }
        Inst::Switch { value, bits, table } => {
            print_parts("switch", &[int(bits), Use(value)], w);
            print_switch_table(body, table, w);
        }
        Inst::Return { values } => {
            w.text(if values.is_empty() { "return" } else { "return " });
            print_uses(body, values, w);
        }
        Inst::Landing { exception, returned_edge, unwound_edge } => {
            one(exception, "landing", &[]);
            w.ascii(b' ');
            print_edge(body, returned_edge, w);
            w.text(", ");
            print_edge(body, unwound_edge, w);
        }
        Inst::Unwind { exception } => print_parts("unwind", &[Use(exception)], w),
        Inst::Unreachable => w.text("unreachable"),
    }
}

fn print_parts(name: &str, parts: &[InstPart<'_>], w: &mut TextWriter) {
    w.text(name);
    for &part in parts {
        if matches!(part, Comma) {
            w.ascii(b',');
            continue;
        }
        w.ascii(b' ');
        match part {
            Use(slot) => w.id(slot),
            InstPart::Type(ty) => print_type(ty, w),
            Text(text) => w.text(text),
            Number(number) => w.number(number.into()),
            Comma => {}
        }
    }
}

fn print_call<I: Id>(body: &Body, results: SlotList, callee: I, arguments: SlotList, w: &mut TextWriter) {
    if !results.is_empty() {
        print_definitions(body, results, w);
        w.text(" = ");
    }
    w.text("call ");
    w.id(callee);
    w.ascii(b'(');
    print_uses(body, arguments, w);
    w.ascii(b')');
}

fn print_switch_table(body: &Body, table: SwitchId, w: &mut TextWriter) {
    let Some(table) = body.switches.get(table) else {
        return w.text(" ?");
    };
    for (value, edge) in &table.cases {
        w.text(", ");
        w.number(*value);
        w.text(": ");
        print_edge(body, *edge, w);
    }
    w.text(", else: ");
    print_edge(body, table.default, w);
}
