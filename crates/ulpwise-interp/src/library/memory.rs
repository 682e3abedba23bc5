//! Bytes: `memcpy` and its kin.

use super::{Models, ReturnedSlots, argument};
use crate::frame::Argument;
use crate::interpreter::Interpreter;
use crate::path_end::PathEnd;
use crate::step::memory::{copy_bytes, fill_bytes};

pub(super) const MODELS: Models = &[
    ("memcpy", memcpy),
    ("memmove", memcpy),
    ("__memcpy_chk", memcpy),
    ("__memmove_chk", memcpy),
    ("mempcpy", mempcpy),
    ("memset", memset),
    ("__memset_chk", memset),
    ("bzero", bzero),
    ("memcmp", memcmp),
    ("bcmp", memcmp),
    ("memchr", memchr),
];

fn memcpy(interpreter: &mut Interpreter<'_>, arguments: &[Argument]) -> Result<ReturnedSlots, PathEnd> {
    let (to, from, len) = (argument(arguments, 0)?, argument(arguments, 1)?, argument(arguments, 2)?);
    copy_bytes(&mut interpreter.machine, to, from, len)?;
    Ok(ReturnedSlots::one(to))
}

fn mempcpy(interpreter: &mut Interpreter<'_>, arguments: &[Argument]) -> Result<ReturnedSlots, PathEnd> {
    memcpy(interpreter, arguments)?;
    Ok(ReturnedSlots::one(argument(arguments, 0)?.wrapping_add(argument(arguments, 2)?)))
}

fn memset(interpreter: &mut Interpreter<'_>, arguments: &[Argument]) -> Result<ReturnedSlots, PathEnd> {
    let (to, byte, len) = (argument(arguments, 0)?, argument(arguments, 1)?, argument(arguments, 2)?);
    fill_bytes(&mut interpreter.machine, to, byte as u8, len)?;
    Ok(ReturnedSlots::one(to))
}

fn bzero(interpreter: &mut Interpreter<'_>, arguments: &[Argument]) -> Result<ReturnedSlots, PathEnd> {
    fill_bytes(&mut interpreter.machine, argument(arguments, 0)?, 0, argument(arguments, 1)?)?;
    Ok(ReturnedSlots::nothing())
}

/// The difference of the first bytes that differ, which is what glibc's comparisons deliver on
/// x86-64; where one ends, zero stands.
pub(super) fn difference(a: &[u8], b: &[u8]) -> ReturnedSlots {
    let at = a.iter().zip(b).position(|(x, y)| x != y).unwrap_or(a.len().min(b.len()));
    let byte = |text: &[u8]| i32::from(text.get(at).copied().unwrap_or(0));
    ReturnedSlots::int(byte(a) - byte(b))
}

fn memcmp(interpreter: &mut Interpreter<'_>, arguments: &[Argument]) -> Result<ReturnedSlots, PathEnd> {
    let len = argument(arguments, 2)? as usize;
    let memory = &interpreter.machine.memory;
    let (a, b) = (memory.read(argument(arguments, 0)?, len)?, memory.read(argument(arguments, 1)?, len)?);
    Ok(difference(a, b))
}

/// Reads no further than the byte it looks for, as C requires (C17 7.24.5.1).
fn memchr(interpreter: &mut Interpreter<'_>, arguments: &[Argument]) -> Result<ReturnedSlots, PathEnd> {
    let (from, byte, len) = (argument(arguments, 0)?, argument(arguments, 1)? as u8, argument(arguments, 2)?);
    let memory = &interpreter.machine.memory;
    let inside = len.min(memory.bytes_until_end(from));
    if let Some(at) = memory.read(from, inside as usize)?.iter().position(|&here| here == byte) {
        return Ok(ReturnedSlots::one(from + at as u64));
    }
    memory.read(from, len as usize)?;
    Ok(ReturnedSlots::one(0))
}
