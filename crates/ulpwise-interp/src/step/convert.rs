//! Conversion instructions.

use super::float::{finish, note};
use crate::dispatch::Registers;
use crate::event::Raised;
use crate::machine::Machine;
use crate::number::convert;
use crate::number::site::{ResultFacts, conversion_is_tiny};
use ulpwise_float::Flags;
use ulpwise_host::sse;
use ulpwise_ir::{FloatFormat, SiteId, Slot};

pub(crate) fn between_formats(
    machine: &mut Machine,
    regs: &mut Registers<'_>,
    from: FloatFormat,
    to: FloatFormat,
    dst: Slot,
    a: Slot,
    site: SiteId,
) {
    // Widening an ordinary float is exact.
    if (from, to) == (FloatFormat::F32, FloatFormat::F64) && sse::ordinary_f32(regs.get(a) as u32) {
        let widened = sse::f32_to_f64(f32::from_bits(regs.get(a) as u32));
        return regs.set(dst, widened.to_bits());
    }
    let operand = regs.get_sized(a, from.bits());
    let computed = convert::between_formats(from, to, machine.float.rounding, operand);
    let tiny = conversion_is_tiny(from, to, operand, computed.bits);
    finish(machine, regs, dst, to.bits(), computed, ResultFacts::tiny_if(tiny), site, &[operand]);
}

/// Converts, and delivers the flags.
#[expect(clippy::too_many_arguments, reason = "the fields of the instruction")]
pub(crate) fn to_int(
    machine: &mut Machine,
    regs: &mut Registers<'_>,
    (signed, saturating): (bool, bool),
    format: FloatFormat,
    bits: u8,
    dst: Slot,
    a: Slot,
    site: SiteId,
) -> Flags {
    let operand = regs.get_sized(a, format.bits());
    let computed = if saturating {
        convert::saturating_to_int(signed, format, bits, operand)
    } else {
        convert::to_int(signed, format, bits, machine.float.rounding, operand)
    };
    regs.set_sized(dst, bits, computed.bits);
    let (flags, result) = (computed.flags, computed.bits);
    let facts = ResultFacts { to_int: true, ..ResultFacts::default() };
    note(machine, &Raised { site, flags, facts, operands: &[operand], result });
    flags
}

#[expect(clippy::too_many_arguments, reason = "the fields of the instruction")]
pub(crate) fn from_int(
    machine: &mut Machine,
    regs: &mut Registers<'_>,
    signed: bool,
    bits: u8,
    format: FloatFormat,
    dst: Slot,
    a: Slot,
    site: SiteId,
) {
    // Up to 32 bits every integer is a double.
    if format == FloatFormat::F64 && bits <= 32 {
        let value = regs.get(a);
        let value = if signed { crate::number::int::narrow::signed(value, bits) } else { value as i64 };
        return regs.set(dst, sse::i64_to_f64(value).to_bits());
    }
    let operand = regs.get_sized(a, bits);
    let computed = convert::from_int(signed, bits, format, machine.float.rounding, operand);
    finish(machine, regs, dst, format.bits(), computed, ResultFacts::default(), site, &[operand]);
}
