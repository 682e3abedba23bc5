//! The loop over the instructions of one frame: one arm an instruction, each a call into `step/`.
//!
//! The registers and the position are local variables here, which is what makes the loop fast; they
//! go back into the frame when control passes to another one.

use crate::frame::{Argument, CallFrame};
use crate::interpreter::Interpreter;
use crate::path_end::PathEnd;
use crate::program::{ReadyBody, ReadyEdge};
use crate::step::{self, call::CallTarget};
use crate::undefined::is_speculated;
use ulpwise_base::Id;
use ulpwise_float::Flags;
use ulpwise_ir::{FloatFormat, Inst, IntBinaryOp, Slot, SlotList};

/// Where control goes when it leaves a frame.
pub(crate) enum Transfer<'p> {
    /// Into a function of the program.
    Call { callee: &'p ReadyBody<'p>, arguments: SlotList, results: SlotList, variadic: Box<[Argument]> },
    /// Back to the caller.
    Return { values: SlotList },
    /// To the landing of a caller, with an exception.
    Unwind { exception: u64 },
}

/// Registers by slot.
#[derive(Debug)]
pub(crate) struct Registers<'a>(pub(crate) &'a mut [u64]);

impl Registers<'_> {
    #[inline(always)]
    pub(crate) fn get(&self, slot: Slot) -> u64 {
        self.0[slot.index()]
    }

    #[inline(always)]
    pub(crate) fn set(&mut self, slot: Slot, value: u64) {
        self.0[slot.index()] = value;
    }

    #[inline]
    pub(crate) fn get_wide(&self, slot: Slot) -> u128 {
        u128::from(self.0[slot.index()]) | (u128::from(self.0[slot.index() + 1]) << 64)
    }

    #[inline]
    pub(crate) fn set_wide(&mut self, slot: Slot, value: u128) {
        self.0[slot.index()] = value as u64;
        self.0[slot.index() + 1] = (value >> 64) as u64;
    }

    /// A value of `bits` bits, wherever it lies.
    #[inline]
    pub(crate) fn get_sized(&self, slot: Slot, bits: u8) -> u128 {
        if bits > 64 { self.get_wide(slot) } else { u128::from(self.get(slot)) }
    }

    #[inline]
    pub(crate) fn set_sized(&mut self, slot: Slot, bits: u8, value: u128) {
        if bits > 64 { self.set_wide(slot, value) } else { self.set(slot, value as u64) }
    }
}

/// Runs a frame until it calls or returns. With `WATCH`, also until an instruction needs a slot
/// that is marked; without, no slot may be. Only with it is the way of exceptional values recorded:
/// a comparison that is not recorded stays one machine instruction.
pub(crate) fn run_until_transfer<'p, const WATCH: bool>(
    interpreter: &mut Interpreter<'p>,
    frame: &mut CallFrame<'p>,
) -> Result<Transfer<'p>, PathEnd> {
    let ready = frame.ready;
    let code = ready.body.insts.as_slice();
    let mut pc = frame.pc;
    let mut registers = Registers(&mut frame.registers);
    let regs = &mut registers;

    /// Unwraps a result; before an early end, the place goes back into the frame.
    macro_rules! attempt {
        ($result:expr) => {
            match $result {
                Ok(value) => value,
                Err(end) => {
                    frame.pc = pc;
                    return Err(end.into());
                }
            }
        };
    }
    macro_rules! follow {
        ($edge:expr) => {{
            let edge = &ready.edges[$edge.index()];
            if WATCH {
                if frame.marks.are_carried_by(edge) {
                    attempt!(Err(PathEnd::Marked));
                }
                frame.marks.remove_targets(edge);
            }
            attempt!(interpreter.count_steps(edge.steps));
            interpreter.program.take(edge);
            take_moves(regs, edge);
            pc = edge.target;
            continue;
        }};
    }

    /// Goes on at once when the next instruction branches on the comparison just made, as it mostly
    /// does: this saves the dispatch that is hardest to predict.
    macro_rules! branch_on {
        ($holds:expr, $dst:expr) => {
            if !WATCH
                && let Inst::Branch { condition, then_edge, else_edge } = code[pc + 1]
                && condition == $dst
            {
                follow!(if $holds { then_edge } else { else_edge });
            }
        };
    }

    loop {
        if WATCH {
            let pauses = interpreter.pauses_at_floats && is_about_floats(code[pc]);
            if pauses || frame.marks.are_read_by(code[pc], ready) {
                attempt!(Err(PathEnd::Marked));
            }
            frame.marks.remove_results(code[pc], ready);
        }
        match code[pc] {
            Inst::Int {
                op: IntBinaryOp::Shl | IntBinaryOp::LShr | IntBinaryOp::AShr, bits, dst, b, ..
            } if interpreter.machine.ends_at_undefined
                && regs.get_sized(b, bits) >= u128::from(bits)
                && !is_speculated(ready.body, dst) =>
            {
                attempt!(Err(PathEnd::OverflowingShift));
            }
            Inst::Int { op, bits, dst, a, b } => attempt!(step::int::binary(regs, op, bits, dst, a, b)),
            Inst::IntOverflow { op, bits, dst, overflow, a, b } => {
                step::int::overflow(regs, op, bits, [dst, overflow], a, b);
            }
            Inst::IntUnary { op, bits, dst, a } => step::int::unary(regs, op, bits, dst, a),
            Inst::FunnelShift { left, bits, dst, a, b, amount } => {
                step::int::funnel_shift(regs, left, bits, dst, [a, b, amount]);
            }
            Inst::IntCast { op, from, to, dst, a } => step::int::cast(regs, op, from, to, dst, a),
            Inst::IntCompare { predicate, bits, dst, a, b } => {
                let holds = step::int::compare(regs, predicate, bits, dst, a, b);
                branch_on!(holds, dst);
            }
            Inst::Select { wide, dst, condition, a, b } => {
                let chosen = if regs.get(condition) != 0 { a } else { b };
                step::int::copy(regs, wide, dst, chosen);
            }
            Inst::Copy { wide, dst, a } => step::int::copy(regs, wide, dst, a),

            Inst::Float { op, format: FloatFormat::F64, dst, a, b, site } => {
                step::float::binary_f64(&mut interpreter.machine, regs, op, dst, [a, b], site);
            }
            Inst::Float { op, format: FloatFormat::F32, dst, a, b, site } => {
                step::float::binary_f32(&mut interpreter.machine, regs, op, dst, [a, b], site);
            }
            Inst::Float { op, format, dst, a, b, site } => {
                step::float::binary(&mut interpreter.machine, regs, op, format, dst, [a, b], site);
            }
            Inst::FloatUnary { op, format, dst, a, site } => {
                step::float::unary(&mut interpreter.machine, regs, op, format, dst, a, site);
            }
            Inst::FloatFma { format, dst, a, b, c, site } => {
                step::float::fma(&mut interpreter.machine, regs, format, dst, [a, b, c], site);
            }
            Inst::FloatSign { op, format, dst, a } => step::float::sign(regs, op, format, dst, a),
            Inst::FloatCopySign { format, dst, a, b } => step::float::copy_sign(regs, format, dst, a, b),
            Inst::FloatCompare { predicate, signaling, format, dst, a, b, site } => {
                let machine = &mut interpreter.machine;
                if WATCH && machine.events.records_flow() {
                    step::float::note_comparison(machine, regs, format, [a, b], site);
                }
                let holds =
                    step::float::compare(machine, regs, predicate, signaling, format, dst, [a, b], site);
                branch_on!(holds, dst);
            }
            Inst::FloatClass { mask, format, dst, a } => step::float::class(regs, mask, format, dst, a),
            Inst::FloatConvert { from, to, dst, a, site } => {
                step::convert::between_formats(&mut interpreter.machine, regs, from, to, dst, a, site);
            }
            Inst::FloatToInt { signed, saturating, format, bits, dst, a, site } => {
                let flags = step::convert::to_int(
                    &mut interpreter.machine,
                    regs,
                    (signed, saturating),
                    format,
                    bits,
                    dst,
                    a,
                    site,
                );
                if flags.contains(Flags::INVALID)
                    && interpreter.machine.ends_at_undefined
                    && !saturating
                    && !is_speculated(ready.body, dst)
                {
                    attempt!(Err(PathEnd::IntConversion));
                }
            }
            Inst::IntToFloat { signed, bits, format, dst, a, site } => {
                step::convert::from_int(&mut interpreter.machine, regs, signed, bits, format, dst, a, site);
            }

            Inst::Load { ty, dst, address, .. } => {
                attempt!(step::memory::load(&interpreter.machine, regs, ty, dst, address));
            }
            Inst::Store { ty, address, value } => {
                attempt!(step::memory::store(&mut interpreter.machine, regs, ty, address, value));
            }
            Inst::PointerAdd { dst, base, index, scale } => {
                let offset = regs.get(index).wrapping_mul(u64::from(scale));
                regs.set(dst, regs.get(base).wrapping_add(offset));
            }
            Inst::Alloca { dst, count, size, align: _ } => {
                attempt!(step::memory::alloca(&mut interpreter.machine, regs, dst, count, size));
            }
            Inst::StackSave { dst } => regs.set(dst, interpreter.machine.stack_objects.len() as u64),
            Inst::StackRestore { mark } => {
                step::memory::release_stack(&mut interpreter.machine, regs.get(mark) as usize);
            }
            Inst::MemCopy { overlap: _, to, from, len } => {
                attempt!(step::memory::copy(&mut interpreter.machine, regs, to, from, len));
            }
            Inst::MemSet { to, byte, len } => {
                attempt!(step::memory::set(&mut interpreter.machine, regs, to, byte, len));
            }

            Inst::Call { callee, arguments, results, site } => {
                match attempt!(step::call::direct(interpreter, ready, regs, callee, arguments, results, site))
                {
                    None => {}
                    Some(CallTarget { callee, variadic }) => {
                        frame.pc = pc;
                        return Ok(Transfer::Call { callee, arguments, results, variadic });
                    }
                }
            }
            Inst::CallIndirect { callee, arguments, results } => {
                let target = attempt!(step::call::indirect_target(
                    interpreter,
                    ready,
                    regs,
                    callee,
                    arguments,
                    results
                ));
                match attempt!(step::call::direct(interpreter, ready, regs, target, arguments, results, None))
                {
                    None => {}
                    Some(CallTarget { callee, variadic }) => {
                        frame.pc = pc;
                        return Ok(Transfer::Call { callee, arguments, results, variadic });
                    }
                }
            }
            Inst::VaStart { list } => {
                if frame.has_marked_variadic {
                    attempt!(Err(PathEnd::Marked));
                }
                attempt!(step::variadic::start(
                    &mut interpreter.machine,
                    ready,
                    &frame.variadic,
                    regs.get(list)
                ));
            }
            Inst::VaCopy { to, from } => {
                attempt!(step::variadic::copy(&mut interpreter.machine, regs.get(to), regs.get(from)));
            }
            Inst::GetRounding { dst } => {
                regs.set(dst, step::control::rounding_number(interpreter.machine.float.rounding));
            }
            Inst::SetRounding { mode } => {
                attempt!(step::control::set_rounding(&mut interpreter.machine, regs.get(mode)));
            }
            Inst::Unsupported { what } => {
                frame.pc = pc;
                return Err(PathEnd::Unsupported(interpreter.program.module().messages[what].clone()));
            }

            Inst::Jump { edge } => follow!(edge),
            Inst::Branch { condition, then_edge, else_edge } => {
                let edge = if regs.get(condition) != 0 { then_edge } else { else_edge };
                follow!(edge)
            }
            Inst::Switch { value, bits: _, table } => {
                let edge = step::control::switch_edge(&ready.body.switches[table], regs.get(value));
                follow!(edge)
            }
            Inst::Return { values } => {
                frame.pc = pc;
                return Ok(Transfer::Return { values });
            }
            Inst::Landing { exception, returned_edge, unwound_edge } => {
                let edge = match interpreter.machine.thrown {
                    Some(address) => {
                        regs.set(exception, address);
                        unwound_edge
                    }
                    None => returned_edge,
                };
                if WATCH && frame.marks.are_carried_by(&ready.edges[edge.index()]) {
                    attempt!(Err(PathEnd::Marked));
                }
                interpreter.machine.thrown = None;
                follow!(edge)
            }
            Inst::Unwind { exception } => {
                frame.pc = pc;
                return Ok(Transfer::Unwind { exception: regs.get(exception) });
            }
            Inst::Unreachable => {
                frame.pc = pc;
                return Err(PathEnd::Unreachable);
            }
        }
        pc += 1;
    }
}

/// Whether an instruction computes with floats or asks how they are rounded.
fn is_about_floats(inst: Inst) -> bool {
    inst.site().is_some() || matches!(inst, Inst::GetRounding { .. } | Inst::SetRounding { .. })
}

/// Carries the arguments of an edge to the parameters of its target, all at once.
#[inline(always)]
fn take_moves(regs: &mut Registers<'_>, edge: &ReadyEdge) {
    if edge.overlapping {
        take_overlapping_moves(regs, edge);
    } else {
        for &(from, to) in &edge.moves {
            regs.set(to, regs.get(from));
        }
    }
}

#[cold]
fn take_overlapping_moves(regs: &mut Registers<'_>, edge: &ReadyEdge) {
    let values: Vec<u64> = edge.moves.iter().map(|&(from, _)| regs.get(from)).collect();
    for (&(_, to), value) in edge.moves.iter().zip(values) {
        regs.set(to, value);
    }
}
