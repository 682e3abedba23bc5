//! `rand` and its kin: glibc's own sequences, so that a run prints what the native program prints.

use super::{Models, ReturnedSlots, argument};
use crate::frame::Argument;
use crate::interpreter::Interpreter;
use crate::path_end::PathEnd;
use ulpwise_host::random::{Rand48, Random, rand_r};
use ulpwise_ir::{FloatFormat, Type};

pub(super) const MODELS: Models = &[
    ("rand", rand),
    ("srand", srand),
    ("random", random),
    ("srandom", srand),
    ("rand_r", seeded_rand),
    ("drand48", drand48),
    ("lrand48", lrand48),
    ("mrand48", mrand48),
    ("srand48", srand48),
];

fn rand(interpreter: &mut Interpreter<'_>, _: &[Argument]) -> Result<ReturnedSlots, PathEnd> {
    Ok(ReturnedSlots::int(interpreter.machine.library.random.next()))
}

/// The same sequence as `rand`, but a `long`.
fn random(interpreter: &mut Interpreter<'_>, _: &[Argument]) -> Result<ReturnedSlots, PathEnd> {
    Ok(ReturnedSlots::one(interpreter.machine.library.random.next() as u64))
}

fn srand(interpreter: &mut Interpreter<'_>, arguments: &[Argument]) -> Result<ReturnedSlots, PathEnd> {
    interpreter.machine.library.random = Random::new(argument(arguments, 0)? as u32);
    Ok(ReturnedSlots::nothing())
}

fn seeded_rand(interpreter: &mut Interpreter<'_>, arguments: &[Argument]) -> Result<ReturnedSlots, PathEnd> {
    let (memory, address) = (&mut interpreter.machine.memory, argument(arguments, 0)?);
    // Reading tells whether the bytes are known here; writing would take them for known.
    let mut state = u32::from_le_bytes(memory.read(address, 4)?.try_into().expect("4 bytes"));
    let value = rand_r(&mut state);
    memory.write(address, 4)?.copy_from_slice(&state.to_le_bytes());
    Ok(ReturnedSlots::int(value))
}

fn drand48(interpreter: &mut Interpreter<'_>, _: &[Argument]) -> Result<ReturnedSlots, PathEnd> {
    let value = interpreter.machine.library.random48.drand48();
    Ok(ReturnedSlots::value(Type::Float(FloatFormat::F64), value.to_bits().into()))
}

fn lrand48(interpreter: &mut Interpreter<'_>, _: &[Argument]) -> Result<ReturnedSlots, PathEnd> {
    Ok(ReturnedSlots::one(interpreter.machine.library.random48.lrand48() as u64))
}

fn mrand48(interpreter: &mut Interpreter<'_>, _: &[Argument]) -> Result<ReturnedSlots, PathEnd> {
    Ok(ReturnedSlots::one(interpreter.machine.library.random48.mrand48() as u64))
}

fn srand48(interpreter: &mut Interpreter<'_>, arguments: &[Argument]) -> Result<ReturnedSlots, PathEnd> {
    interpreter.machine.library.random48 = Rand48::new(argument(arguments, 0)? as i64);
    Ok(ReturnedSlots::nothing())
}
