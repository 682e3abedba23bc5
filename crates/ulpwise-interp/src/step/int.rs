//! Integer instructions: the semantics of `number::int` applied to registers.

use crate::dispatch::Registers;
use crate::number::int::{IntFault, narrow, wide};
use crate::path_end::PathEnd;
use ulpwise_ir::{IntBinaryOp, IntCastOp, IntPredicate, IntUnaryOp, OverflowOp, Slot};

impl From<IntFault> for PathEnd {
    fn from(fault: IntFault) -> Self {
        match fault {
            IntFault::DivideByZero => Self::IntDivideByZero,
            IntFault::DivisionOverflow => Self::IntDivisionOverflow,
        }
    }
}

#[inline(always)]
pub(crate) fn binary(
    regs: &mut Registers<'_>,
    op: IntBinaryOp,
    bits: u8,
    dst: Slot,
    a: Slot,
    b: Slot,
) -> Result<(), IntFault> {
    if bits <= 64 {
        regs.set(dst, narrow::binary(op, bits, regs.get(a), regs.get(b))?);
    } else {
        regs.set_wide(dst, wide::binary(op, bits, regs.get_wide(a), regs.get_wide(b))?);
    }
    Ok(())
}

pub(crate) fn overflow(
    regs: &mut Registers<'_>,
    op: OverflowOp,
    bits: u8,
    [dst, overflow]: [Slot; 2],
    a: Slot,
    b: Slot,
) {
    let overflowed = if bits <= 64 {
        let (result, overflowed) = narrow::overflow(op, bits, regs.get(a), regs.get(b));
        regs.set(dst, result);
        overflowed
    } else {
        let (result, overflowed) = wide::overflow(op, bits, regs.get_wide(a), regs.get_wide(b));
        regs.set_wide(dst, result);
        overflowed
    };
    regs.set(overflow, u64::from(overflowed));
}

pub(crate) fn unary(regs: &mut Registers<'_>, op: IntUnaryOp, bits: u8, dst: Slot, a: Slot) {
    if bits <= 64 {
        regs.set(dst, narrow::unary(op, bits, regs.get(a)));
    } else {
        regs.set_wide(dst, wide::unary(op, bits, regs.get_wide(a)));
    }
}

pub(crate) fn funnel_shift(
    regs: &mut Registers<'_>,
    left: bool,
    bits: u8,
    dst: Slot,
    [a, b, amount]: [Slot; 3],
) {
    if bits <= 64 {
        regs.set(dst, narrow::funnel_shift(left, bits, regs.get(a), regs.get(b), regs.get(amount)));
    } else {
        let (a, b, amount) = (regs.get_wide(a), regs.get_wide(b), regs.get_wide(amount));
        regs.set_wide(dst, wide::funnel_shift(left, bits, a, b, amount));
    }
}

#[inline(always)]
pub(crate) fn cast(regs: &mut Registers<'_>, op: IntCastOp, from: u8, to: u8, dst: Slot, a: Slot) {
    if from <= 64 && to <= 64 {
        regs.set(dst, narrow::cast(op, from, to, regs.get(a)));
    } else {
        regs.set_sized(dst, to, wide::cast(op, from, to, regs.get_sized(a, from)));
    }
}

/// Compares, stores the answer and returns it.
#[inline(always)]
pub(crate) fn compare(
    regs: &mut Registers<'_>,
    predicate: IntPredicate,
    bits: u8,
    dst: Slot,
    a: Slot,
    b: Slot,
) -> bool {
    let holds = if bits <= 64 {
        narrow::compare(predicate, bits, regs.get(a), regs.get(b))
    } else {
        wide::compare(predicate, bits, regs.get_wide(a), regs.get_wide(b))
    };
    regs.set(dst, u64::from(holds));
    holds
}

#[inline(always)]
pub(crate) fn copy(regs: &mut Registers<'_>, wide: bool, dst: Slot, a: Slot) {
    if wide {
        regs.set_wide(dst, regs.get_wide(a));
    } else {
        regs.set(dst, regs.get(a));
    }
}
