//! Floating-point instructions.
//!
//! The fast way: in the default environment an operation on f32 or f64 is one machine instruction
//! and one look at the result. A result of ordinary magnitude can have raised nothing but
//! `inexact`, which stays in the processor until they are asked for. Everything else takes the slow
//! way, which measures the flags exactly.

use crate::dispatch::Registers;
use crate::event::Raised;
use crate::machine::Machine;
use crate::number::site::{ResultFacts, binary_is_tiny, cancels};
use crate::number::{Computed, float};
use std::cmp::Ordering;
use ulpwise_externals::Exception;
use ulpwise_float::Flags;
use ulpwise_host::sse;
use ulpwise_ir::{FloatBinaryOp, FloatFormat, FloatPredicate, FloatUnaryOp, SignOp, SiteId, Slot};

/// A function for the operations of two operands in one of the processor's formats.
macro_rules! fast_binary {
    ($name:ident, $float:ty, $bits:ty, $format:expr, $ordinary:path, [$add:path, $sub:path, $mul:path, $div:path]) => {
        #[inline(always)]
        pub(crate) fn $name(
            machine: &mut Machine,
            regs: &mut Registers<'_>,
            op: FloatBinaryOp,
            dst: Slot,
            [a, b]: [Slot; 2],
            site: SiteId,
        ) {
            let [x, y] = [a, b].map(|operand| <$float>::from_bits(regs.get(operand) as $bits));
            let result = match op {
                FloatBinaryOp::Add => $add(x, y),
                FloatBinaryOp::Sub => $sub(x, y),
                FloatBinaryOp::Mul => $mul(x, y),
                FloatBinaryOp::Div => $div(x, y),
                _ => return binary(machine, regs, op, $format, dst, [a, b], site),
            };
            if machine.fast_floats() && $ordinary(result.to_bits()) {
                regs.set(dst, u64::from(result.to_bits()));
            } else {
                binary(machine, regs, op, $format, dst, [a, b], site);
            }
        }
    };
}

fast_binary!(
    binary_f64,
    f64,
    u64,
    FloatFormat::F64,
    sse::ordinary_f64,
    [sse::add_f64, sse::sub_f64, sse::mul_f64, sse::div_f64]
);
fast_binary!(
    binary_f32,
    f32,
    u32,
    FloatFormat::F32,
    sse::ordinary_f32,
    [sse::add_f32, sse::sub_f32, sse::mul_f32, sse::div_f32]
);

/// Any operation of two operands, the slow way.
#[inline(never)]
pub(crate) fn binary(
    machine: &mut Machine,
    regs: &mut Registers<'_>,
    op: FloatBinaryOp,
    format: FloatFormat,
    dst: Slot,
    [a, b]: [Slot; 2],
    site: SiteId,
) {
    let operands = [regs.get_sized(a, format.bits()), regs.get_sized(b, format.bits())];
    let computed = float::binary(op, format, machine.float.rounding, operands[0], operands[1]);
    let tiny = binary_is_tiny(op, format, computed.bits);
    let cancelled = machine.events.on_request().contains(Exception::Cancellation)
        && cancels(op, format, operands, computed.bits);
    let facts = ResultFacts { tiny, to_int: false, cancelled };
    finish(machine, regs, dst, format.bits(), computed, facts, site, &operands);
}

pub(crate) fn unary(
    machine: &mut Machine,
    regs: &mut Registers<'_>,
    op: FloatUnaryOp,
    format: FloatFormat,
    dst: Slot,
    a: Slot,
    site: SiteId,
) {
    let operand = regs.get_sized(a, format.bits());
    let computed = float::unary(op, format, machine.float.rounding, operand);
    // A square root is never tiny, a rounded number never subnormal; canonicalising makes nothing
    // new.
    finish(machine, regs, dst, format.bits(), computed, ResultFacts::default(), site, &[operand]);
}

pub(crate) fn fma(
    machine: &mut Machine,
    regs: &mut Registers<'_>,
    format: FloatFormat,
    dst: Slot,
    operands: [Slot; 3],
    site: SiteId,
) {
    let operands = operands.map(|slot| regs.get_sized(slot, format.bits()));
    let computed = float::fma(format, machine.float.rounding, operands);
    let facts = ResultFacts::tiny_if(float::is_tiny(format, computed.bits));
    finish(machine, regs, dst, format.bits(), computed, facts, site, &operands);
}

/// Stores a result and keeps account of what it raised.
#[expect(
    clippy::too_many_arguments,
    reason = "one call site per kind of operation; a struct would only rename them"
)]
pub(super) fn finish(
    machine: &mut Machine,
    regs: &mut Registers<'_>,
    dst: Slot,
    bits: u8,
    computed: Computed,
    facts: ResultFacts,
    site: SiteId,
    operands: &[u128],
) {
    regs.set_sized(dst, bits, computed.bits);
    let Computed { bits: result, flags } = computed;
    note(machine, &Raised { site, flags, facts, operands, result });
}

/// Keeps account of what an operation raised.
pub(super) fn note(machine: &mut Machine, raised: &Raised<'_>) {
    machine.raise_flags(raised.flags);
    if raised.facts.tiny || machine.events.wants(raised.flags) {
        machine.events.record(raised);
    }
}

#[inline]
pub(crate) fn sign(regs: &mut Registers<'_>, op: SignOp, format: FloatFormat, dst: Slot, a: Slot) {
    let mask = float::sign_mask(format);
    let bits = regs.get_sized(a, format.bits());
    let result = match op {
        SignOp::Neg => bits ^ mask,
        SignOp::Abs => bits & !mask,
    };
    regs.set_sized(dst, format.bits(), result);
}

pub(crate) fn copy_sign(regs: &mut Registers<'_>, format: FloatFormat, dst: Slot, a: Slot, b: Slot) {
    let mask = float::sign_mask(format);
    let (magnitude, sign) = (regs.get_sized(a, format.bits()), regs.get_sized(b, format.bits()));
    regs.set_sized(dst, format.bits(), (magnitude & !mask) | (sign & mask));
}

#[inline(always)]
#[expect(clippy::too_many_arguments, reason = "the fields of the instruction")]
pub(crate) fn compare(
    machine: &mut Machine,
    regs: &mut Registers<'_>,
    predicate: FloatPredicate,
    signaling: bool,
    format: FloatFormat,
    dst: Slot,
    [a, b]: [Slot; 2],
    site: SiteId,
) -> bool {
    let ordering = match format {
        FloatFormat::F64 => f64::from_bits(regs.get(a)).partial_cmp(&f64::from_bits(regs.get(b))),
        FloatFormat::F32 => {
            f32::from_bits(regs.get(a) as u32).partial_cmp(&f32::from_bits(regs.get(b) as u32))
        }
        _ => None,
    };
    // Only NaN and the formats above the machine's need a closer look.
    let ordering = match ordering {
        Some(ordering) => Some(ordering),
        None => compare_slowly(machine, regs, signaling, format, [a, b], site),
    };
    let holds = predicate.holds(ordering);
    regs.set(dst, u64::from(holds));
    holds
}

/// Records what is compared in the way of exceptional values.
pub(crate) fn note_comparison(
    machine: &mut Machine,
    regs: &Registers<'_>,
    format: FloatFormat,
    [a, b]: [Slot; 2],
    site: SiteId,
) {
    let operands = [regs.get_sized(a, format.bits()), regs.get_sized(b, format.bits())];
    let flags = Flags::NONE;
    let facts = ResultFacts::default();
    machine.events.record(&Raised { site, flags, facts, operands: &operands, result: 0 });
}

#[inline(never)]
fn compare_slowly(
    machine: &mut Machine,
    regs: &Registers<'_>,
    signaling: bool,
    format: FloatFormat,
    [a, b]: [Slot; 2],
    site: SiteId,
) -> Option<Ordering> {
    let operands = [regs.get_sized(a, format.bits()), regs.get_sized(b, format.bits())];
    let (ordering, flags) = float::compare(signaling, format, operands[0], operands[1]);
    let facts = ResultFacts::default();
    note(machine, &Raised { site, flags, facts, operands: &operands, result: 0 });
    ordering
}

pub(crate) fn class(regs: &mut Registers<'_>, mask: u16, format: FloatFormat, dst: Slot, a: Slot) {
    let bit = float::class_bit(format, regs.get_sized(a, format.bits()));
    regs.set(dst, u64::from(bit & mask != 0));
}
