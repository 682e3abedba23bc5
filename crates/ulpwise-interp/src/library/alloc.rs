//! The heap: `malloc` and its kin, `operator new`, Rust's allocator.
//!
//! Every object is aligned to 256 MiB by the way addresses are made, so alignments are always met.

use super::{Models, ReturnedSlots, argument};
use crate::frame::Argument;
use crate::interpreter::Interpreter;
use crate::memory::ObjectKind;
use crate::path_end::PathEnd;
use crate::step::memory::copy_bytes;

/// glibc's numbers.
const ENOMEM: i32 = 12;
const EINVAL: i32 = 22;

pub(super) const MODELS: Models = &[
    ("malloc", malloc),
    ("calloc", calloc),
    ("realloc", realloc),
    ("reallocarray", reallocarray),
    ("free", free),
    ("cfree", free),
    ("aligned_alloc", aligned_alloc),
    ("memalign", aligned_alloc),
    ("posix_memalign", posix_memalign),
    ("_Znwm", new),
    ("_Znam", new),
    ("_ZnwmSt11align_val_t", new),
    ("_ZnamSt11align_val_t", new),
    ("_ZnwmRKSt9nothrow_t", malloc),
    ("_ZnamRKSt9nothrow_t", malloc),
    ("_ZdlPv", free_owned),
    ("_ZdaPv", free_owned),
    ("_ZdlPvm", free_owned),
    ("_ZdaPvm", free_owned),
    ("_ZdlPvSt11align_val_t", free_owned),
    ("_ZdaPvSt11align_val_t", free_owned),
    ("_ZdlPvmSt11align_val_t", free_owned),
];

/// A new heap object, or null when memory is used up.
fn allocate(interpreter: &mut Interpreter<'_>, bytes: u64) -> ReturnedSlots {
    let address = interpreter.machine.memory.allocate(bytes, ObjectKind::Heap);
    address.map_or_else(|| used_up(interpreter), ReturnedSlots::one)
}

/// Null, with `errno` saying that memory is used up.
fn used_up(interpreter: &mut Interpreter<'_>) -> ReturnedSlots {
    let machine = &mut interpreter.machine;
    machine.library.set_errno(&mut machine.memory, ENOMEM);
    ReturnedSlots::one(0)
}

fn malloc(interpreter: &mut Interpreter<'_>, arguments: &[Argument]) -> Result<ReturnedSlots, PathEnd> {
    Ok(allocate(interpreter, argument(arguments, 0)?))
}

/// `operator new` throws when memory is used up.
fn new(interpreter: &mut Interpreter<'_>, arguments: &[Argument]) -> Result<ReturnedSlots, PathEnd> {
    let bytes = argument(arguments, 0)?;
    let address = interpreter.machine.memory.allocate(bytes, ObjectKind::Heap);
    // What a handler would do then is not followed.
    let end = || match interpreter.program.module().may_catch() {
        true => PathEnd::OutOfMemory,
        false => PathEnd::Raised("std::bad_alloc".to_owned()),
    };
    address.map(ReturnedSlots::one).ok_or_else(end)
}

/// Rust's `__rust_alloc(size, align)`.
pub(super) fn rust_alloc(
    interpreter: &mut Interpreter<'_>,
    arguments: &[Argument],
) -> Result<ReturnedSlots, PathEnd> {
    malloc(interpreter, arguments)
}

/// Rust's `__rust_alloc_zeroed(size, align)`.
pub(super) fn rust_alloc_zeroed(
    interpreter: &mut Interpreter<'_>,
    arguments: &[Argument],
) -> Result<ReturnedSlots, PathEnd> {
    Ok(allocate_zeroed(interpreter, argument(arguments, 0)?))
}

/// A new heap object of zeros, or null when memory is used up.
fn allocate_zeroed(interpreter: &mut Interpreter<'_>, bytes: u64) -> ReturnedSlots {
    let address = interpreter.machine.memory.allocate_zeroed(bytes, ObjectKind::Heap);
    address.map_or_else(|| used_up(interpreter), ReturnedSlots::one)
}

/// Rust's `__rust_realloc(pointer, old size, align, new size)`.
pub(super) fn rust_realloc(
    interpreter: &mut Interpreter<'_>,
    arguments: &[Argument],
) -> Result<ReturnedSlots, PathEnd> {
    let (old, bytes) = (argument(arguments, 0)?, argument(arguments, 1)?);
    let machine = &mut interpreter.machine;
    let is_owned = old == 0 || machine.memory.heap_object_len(old).is_ok();
    if is_owned {
        return resize(interpreter, old, argument(arguments, 3)?);
    }
    // The caller allocated it: an argument of the first call.
    let Some(new) = machine.memory.allocate(argument(arguments, 3)?, ObjectKind::Heap) else {
        return Ok(used_up(interpreter));
    };
    copy_bytes(machine, new, old, bytes.min(argument(arguments, 3)?))?;
    machine.memory.free(old, ObjectKind::Host)?;
    Ok(ReturnedSlots::one(new))
}

/// What C++ and Rust call to free what an object owns: it may be an argument of the first call, which
/// the caller allocated.
pub(super) fn free_owned(
    interpreter: &mut Interpreter<'_>,
    arguments: &[Argument],
) -> Result<ReturnedSlots, PathEnd> {
    let (address, memory) = (argument(arguments, 0)?, &mut interpreter.machine.memory);
    if address != 0 && memory.free(address, ObjectKind::Host).is_err() {
        memory.free(address, ObjectKind::Heap)?;
    }
    Ok(ReturnedSlots::nothing())
}

pub(super) fn free(
    interpreter: &mut Interpreter<'_>,
    arguments: &[Argument],
) -> Result<ReturnedSlots, PathEnd> {
    let address = argument(arguments, 0)?;
    if address != 0 {
        interpreter.machine.memory.free(address, ObjectKind::Heap)?;
    }
    Ok(ReturnedSlots::nothing())
}

fn calloc(interpreter: &mut Interpreter<'_>, arguments: &[Argument]) -> Result<ReturnedSlots, PathEnd> {
    let bytes = argument(arguments, 0)?.checked_mul(argument(arguments, 1)?);
    Ok(match bytes {
        Some(bytes) => allocate_zeroed(interpreter, bytes),
        None => used_up(interpreter),
    })
}

fn realloc(interpreter: &mut Interpreter<'_>, arguments: &[Argument]) -> Result<ReturnedSlots, PathEnd> {
    resize_or_free(interpreter, argument(arguments, 0)?, argument(arguments, 1)?)
}

/// glibc takes no bytes at all for a wish to free the object.
fn resize_or_free(interpreter: &mut Interpreter<'_>, old: u64, bytes: u64) -> Result<ReturnedSlots, PathEnd> {
    if old != 0 && bytes == 0 {
        interpreter.machine.memory.free(old, ObjectKind::Heap)?;
        return Ok(ReturnedSlots::one(0));
    }
    resize(interpreter, old, bytes)
}

fn reallocarray(interpreter: &mut Interpreter<'_>, arguments: &[Argument]) -> Result<ReturnedSlots, PathEnd> {
    match argument(arguments, 1)?.checked_mul(argument(arguments, 2)?) {
        Some(bytes) => resize_or_free(interpreter, argument(arguments, 0)?, bytes),
        None => Ok(used_up(interpreter)),
    }
}

fn resize(interpreter: &mut Interpreter<'_>, old: u64, bytes: u64) -> Result<ReturnedSlots, PathEnd> {
    if old == 0 {
        return Ok(allocate(interpreter, bytes));
    }
    let machine = &mut interpreter.machine;
    let old_bytes = machine.memory.heap_object_len(old)?;
    let Some(new) = machine.memory.allocate(bytes, ObjectKind::Heap) else {
        return Ok(used_up(interpreter));
    };
    copy_bytes(machine, new, old, old_bytes.min(bytes))?;
    machine.memory.free(old, ObjectKind::Heap)?;
    Ok(ReturnedSlots::one(new))
}

fn aligned_alloc(
    interpreter: &mut Interpreter<'_>,
    arguments: &[Argument],
) -> Result<ReturnedSlots, PathEnd> {
    Ok(allocate(interpreter, argument(arguments, 1)?))
}

fn posix_memalign(
    interpreter: &mut Interpreter<'_>,
    arguments: &[Argument],
) -> Result<ReturnedSlots, PathEnd> {
    let (to, alignment, bytes) = (argument(arguments, 0)?, argument(arguments, 1)?, argument(arguments, 2)?);
    if !alignment.is_power_of_two() || alignment % 8 != 0 {
        return Ok(ReturnedSlots::int(EINVAL));
    }
    let Some(address) = interpreter.machine.memory.allocate(bytes, ObjectKind::Heap) else {
        return Ok(ReturnedSlots::int(ENOMEM));
    };
    interpreter.machine.memory.write(to, 8)?.copy_from_slice(&address.to_le_bytes());
    Ok(ReturnedSlots::int(0))
}
