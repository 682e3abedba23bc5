//! CapturedOutput streams, all captured together, and the few functions on files that programs call
//! for their own sake.

use super::{Models, ReturnedSlots, argument};
use crate::frame::Argument;
use crate::interpreter::Interpreter;
use crate::path_end::PathEnd;

pub(super) const MODELS: Models = &[
    ("puts", puts),
    ("fputs", fputs),
    ("putchar", putchar),
    ("putc", putchar),
    ("fputc", putchar),
    ("fwrite", fwrite),
    ("perror", perror),
    ("fflush", |_, _| Ok(ReturnedSlots::int(0))),
    ("setvbuf", |_, _| Ok(ReturnedSlots::int(0))),
    ("setbuf", |_, _| Ok(ReturnedSlots::nothing())),
];

fn write_string(interpreter: &mut Interpreter<'_>, address: u64) -> Result<(), PathEnd> {
    let machine = &mut interpreter.machine;
    machine.library.output.write(machine.memory.c_string(address)?);
    Ok(())
}

fn puts(interpreter: &mut Interpreter<'_>, arguments: &[Argument]) -> Result<ReturnedSlots, PathEnd> {
    write_string(interpreter, argument(arguments, 0)?)?;
    interpreter.machine.library.output.write(b"\n");
    Ok(ReturnedSlots::int(1))
}

fn fputs(interpreter: &mut Interpreter<'_>, arguments: &[Argument]) -> Result<ReturnedSlots, PathEnd> {
    write_string(interpreter, argument(arguments, 0)?)?;
    Ok(ReturnedSlots::int(1))
}

fn putchar(interpreter: &mut Interpreter<'_>, arguments: &[Argument]) -> Result<ReturnedSlots, PathEnd> {
    let byte = argument(arguments, 0)? as u8;
    interpreter.machine.library.output.write(&[byte]);
    Ok(ReturnedSlots::int(byte.into()))
}

fn fwrite(interpreter: &mut Interpreter<'_>, arguments: &[Argument]) -> Result<ReturnedSlots, PathEnd> {
    let (from, size, count) = (argument(arguments, 0)?, argument(arguments, 1)?, argument(arguments, 2)?);
    let bytes = size.checked_mul(count).ok_or(PathEnd::OutOfMemory)?;
    let machine = &mut interpreter.machine;
    machine.library.output.write(machine.memory.read(from, bytes as usize)?);
    Ok(ReturnedSlots::one(if size == 0 { 0 } else { count }))
}

fn perror(interpreter: &mut Interpreter<'_>, arguments: &[Argument]) -> Result<ReturnedSlots, PathEnd> {
    write_string(interpreter, argument(arguments, 0)?)?;
    interpreter.machine.library.output.write(b": error\n");
    Ok(ReturnedSlots::nothing())
}
