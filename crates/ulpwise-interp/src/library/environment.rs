//! The world around the program: how it ends, its environment variables, the time, and the
//! floating-point environment of `fenv.h`.

use super::{Models, ReturnedSlots, argument, int_argument};
use crate::frame::Argument;
use crate::interpreter::Interpreter;
use crate::machine::Machine;
use crate::path_end::PathEnd;
use ulpwise_float::{Flags, Rounding};

pub(super) const MODELS: Models = &[
    ("exit", exit),
    ("_exit", exit),
    ("_Exit", exit),
    ("quick_exit", exit),
    ("abort", abort),
    ("llvm.trap", abort),
    ("__assert_fail", assert_fail),
    ("__assert", assert_fail),
    ("atexit", |_, _| Ok(ReturnedSlots::int(0))),
    ("__cxa_atexit", |_, _| Ok(ReturnedSlots::int(0))),
    ("getenv", getenv),
    ("secure_getenv", getenv),
    ("setlocale", |_, _| Ok(ReturnedSlots::one(0))),
    ("fesetround", fesetround),
    ("fegetround", fegetround),
    ("feclearexcept", feclearexcept),
    ("fetestexcept", fetestexcept),
    ("feraiseexcept", feraiseexcept),
    ("fesetexcept", feraiseexcept),
    ("fegetenv", fegetenv),
    ("fesetenv", fesetenv),
    ("feholdexcept", feholdexcept),
    ("feupdateenv", feupdateenv),
    ("fegetexceptflag", fegetexceptflag),
    ("fesetexceptflag", fesetexceptflag),
];

fn exit(_: &mut Interpreter<'_>, arguments: &[Argument]) -> Result<ReturnedSlots, PathEnd> {
    Err(PathEnd::Exit(int_argument(arguments, 0)?))
}

fn abort(_: &mut Interpreter<'_>, _: &[Argument]) -> Result<ReturnedSlots, PathEnd> {
    Err(PathEnd::Abort)
}

/// `__assert_fail(expression, file, line, function)`.
fn assert_fail(interpreter: &mut Interpreter<'_>, arguments: &[Argument]) -> Result<ReturnedSlots, PathEnd> {
    let memory = &interpreter.machine.memory;
    let text = memory.c_string(argument(arguments, 0)?)?;
    Err(PathEnd::AssertionFailed(String::from_utf8_lossy(text).into_owned()))
}

/// Only what the user set is there: the machine's own variables would make runs differ.
fn getenv(interpreter: &mut Interpreter<'_>, arguments: &[Argument]) -> Result<ReturnedSlots, PathEnd> {
    let machine = &mut interpreter.machine;
    let name = String::from_utf8_lossy(machine.memory.c_string(argument(arguments, 0)?)?).into_owned();
    let Some((_, value)) = machine.library.environment.iter().find(|(known, _)| *known == name) else {
        return Ok(ReturnedSlots::one(0));
    };
    let mut bytes = value.clone().into_bytes();
    bytes.push(0);
    let address = machine.library.hand_out(&mut machine.memory, &format!("environment {name}"), &bytes);
    address.map(ReturnedSlots::one).ok_or(PathEnd::OutOfMemory)
}

/// glibc's numbers of the rounding modes on x86-64: the bits of the x87 control word.
const ROUNDING: [(i32, Rounding); 4] = [
    (0x000, Rounding::NearestEven),
    (0x400, Rounding::TowardNegative),
    (0x800, Rounding::TowardPositive),
    (0xc00, Rounding::TowardZero),
];

fn fesetround(interpreter: &mut Interpreter<'_>, arguments: &[Argument]) -> Result<ReturnedSlots, PathEnd> {
    let number = int_argument(arguments, 0)?;
    match ROUNDING.iter().find(|(known, _)| *known == number) {
        Some(&(_, mode)) => {
            interpreter.machine.float.rounding = mode;
            Ok(ReturnedSlots::int(0))
        }
        None => Ok(ReturnedSlots::int(1)),
    }
}

fn fegetround(interpreter: &mut Interpreter<'_>, _: &[Argument]) -> Result<ReturnedSlots, PathEnd> {
    let mode = interpreter.machine.float.rounding;
    let number = ROUNDING.iter().find(|(_, known)| *known == mode).map_or(-1, |&(number, _)| number);
    Ok(ReturnedSlots::int(number))
}

/// glibc's numbers of the exceptions on x86-64: the bits of MXCSR.
const EXCEPTIONS: [(i32, Flags); 5] = [
    (1, Flags::INVALID),
    (4, Flags::DIVIDE_BY_ZERO),
    (8, Flags::OVERFLOW),
    (16, Flags::UNDERFLOW),
    (32, Flags::INEXACT),
];

fn flags_of(numbers: i32) -> Flags {
    let raised = EXCEPTIONS.iter().filter(|(number, _)| numbers & number != 0);
    raised.fold(Flags::NONE, |set, &(_, flag)| set.union(flag))
}

fn numbers_of(flags: Flags) -> i32 {
    EXCEPTIONS.iter().filter(|&&(_, flag)| flags.contains(flag)).fold(0, |set, &(number, _)| set | number)
}

fn feclearexcept(
    interpreter: &mut Interpreter<'_>,
    arguments: &[Argument],
) -> Result<ReturnedSlots, PathEnd> {
    interpreter.machine.clear_flags(flags_of(int_argument(arguments, 0)?));
    Ok(ReturnedSlots::int(0))
}

fn fetestexcept(interpreter: &mut Interpreter<'_>, arguments: &[Argument]) -> Result<ReturnedSlots, PathEnd> {
    let raised = numbers_of(interpreter.machine.sticky_flags());
    Ok(ReturnedSlots::int(raised & int_argument(arguments, 0)?))
}

fn feraiseexcept(
    interpreter: &mut Interpreter<'_>,
    arguments: &[Argument],
) -> Result<ReturnedSlots, PathEnd> {
    interpreter.machine.raise_flags(flags_of(int_argument(arguments, 0)?));
    Ok(ReturnedSlots::int(0))
}

/// Where `fenv_t` keeps the x87 control word (with the rounding mode) and MXCSR (with the flags),
/// of its 32 bytes.
const FENV_CONTROL: usize = 0;
const FENV_MXCSR: usize = 28;
const FENV_BYTES: usize = 32;

/// What glibc's `FE_DFL_ENV` is.
const DEFAULT_ENVIRONMENT: u64 = u64::MAX;

fn store_environment(machine: &mut Machine, to: u64) -> Result<(), PathEnd> {
    let mode = machine.float.rounding;
    let rounding = ROUNDING.iter().find(|(_, known)| *known == mode).map_or(0, |&(number, _)| number);
    let flags = numbers_of(machine.sticky_flags());
    let target = machine.memory.write(to, FENV_BYTES)?;
    target.fill(0);
    target[FENV_CONTROL..FENV_CONTROL + 2].copy_from_slice(&((0x37f | rounding) as u16).to_le_bytes());
    let mxcsr = 0x1f80 | (rounding << 3) | flags;
    target[FENV_MXCSR..FENV_MXCSR + 4].copy_from_slice(&mxcsr.to_le_bytes());
    Ok(())
}

fn load_environment(machine: &mut Machine, from: u64) -> Result<(), PathEnd> {
    let mxcsr = if from == DEFAULT_ENVIRONMENT {
        0x1f80
    } else {
        let bytes = machine.memory.read(from, FENV_BYTES)?;
        i32::from_le_bytes(bytes[FENV_MXCSR..FENV_MXCSR + 4].try_into().expect("4 bytes"))
    };
    let rounding = (mxcsr >> 3) & 0xc00;
    machine.float.rounding = ROUNDING
        .iter()
        .find(|(number, _)| *number == rounding)
        .map_or(Rounding::NearestEven, |&(_, mode)| mode);
    machine.clear_flags(ALL_FLAGS);
    machine.raise_flags(flags_of(mxcsr & 0x3f));
    Ok(())
}

const ALL_FLAGS: Flags = Flags::from_bits_truncate(u8::MAX);

fn fegetenv(interpreter: &mut Interpreter<'_>, arguments: &[Argument]) -> Result<ReturnedSlots, PathEnd> {
    store_environment(&mut interpreter.machine, argument(arguments, 0)?)?;
    Ok(ReturnedSlots::int(0))
}

fn fesetenv(interpreter: &mut Interpreter<'_>, arguments: &[Argument]) -> Result<ReturnedSlots, PathEnd> {
    load_environment(&mut interpreter.machine, argument(arguments, 0)?)?;
    Ok(ReturnedSlots::int(0))
}

fn feholdexcept(interpreter: &mut Interpreter<'_>, arguments: &[Argument]) -> Result<ReturnedSlots, PathEnd> {
    fegetenv(interpreter, arguments)?;
    interpreter.machine.clear_flags(ALL_FLAGS);
    Ok(ReturnedSlots::int(0))
}

fn feupdateenv(interpreter: &mut Interpreter<'_>, arguments: &[Argument]) -> Result<ReturnedSlots, PathEnd> {
    let raised = interpreter.machine.sticky_flags();
    fesetenv(interpreter, arguments)?;
    interpreter.machine.raise_flags(raised);
    Ok(ReturnedSlots::int(0))
}

fn fegetexceptflag(
    interpreter: &mut Interpreter<'_>,
    arguments: &[Argument],
) -> Result<ReturnedSlots, PathEnd> {
    let machine = &mut interpreter.machine;
    let flags = numbers_of(machine.sticky_flags()) & int_argument(arguments, 1)?;
    machine.memory.write(argument(arguments, 0)?, 2)?.copy_from_slice(&(flags as u16).to_le_bytes());
    Ok(ReturnedSlots::int(0))
}

fn fesetexceptflag(
    interpreter: &mut Interpreter<'_>,
    arguments: &[Argument],
) -> Result<ReturnedSlots, PathEnd> {
    let machine = &mut interpreter.machine;
    let mask = int_argument(arguments, 1)?;
    let bytes = machine.memory.read(argument(arguments, 0)?, 2)?;
    let flags = i32::from(u16::from_le_bytes([bytes[0], bytes[1]]));
    machine.clear_flags(flags_of(mask));
    machine.raise_flags(flags_of(flags & mask));
    Ok(ReturnedSlots::int(0))
}
