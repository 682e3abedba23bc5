//! C strings.

use super::memory::difference;
use super::{Models, ReturnedSlots, argument};
use crate::frame::Argument;
use crate::interpreter::Interpreter;
use crate::memory::{Memory, ObjectKind};
use crate::path_end::PathEnd;

pub(super) const MODELS: Models = &[
    ("strlen", strlen),
    ("strnlen", strnlen),
    ("strcpy", strcpy),
    ("__strcpy_chk", strcpy),
    ("stpcpy", stpcpy),
    ("strncpy", strncpy),
    ("strcat", strcat),
    ("__strcat_chk", strcat),
    ("strncat", strncat),
    ("strcmp", strcmp),
    ("strncmp", strncmp),
    ("strcasecmp", strcasecmp),
    ("strcoll", strcmp),
    ("strchr", strchr),
    ("index", strchr),
    ("strrchr", strrchr),
    ("rindex", strrchr),
    ("strstr", strstr),
    ("strspn", strspn),
    ("strcspn", strcspn),
    ("strpbrk", strpbrk),
    ("strdup", strdup),
    ("strtok", strtok),
];

/// The string that the argument at `index` points at.
fn string<'a>(memory: &'a Memory, arguments: &[Argument], index: usize) -> Result<&'a [u8], PathEnd> {
    Ok(memory.c_string(argument(arguments, index)?)?)
}

/// At most `limit` bytes of the string at `address`; it need not end within them.
fn bounded(memory: &Memory, address: u64, limit: u64) -> Result<&[u8], PathEnd> {
    let inside = limit.min(memory.bytes_until_end(address));
    let bytes = memory.read(address, inside as usize)?;
    match bytes.iter().position(|&byte| byte == 0) {
        Some(len) => Ok(&bytes[..len]),
        None => Ok(memory.read(address, limit as usize)?),
    }
}

/// Writes a string and its final zero.
fn write_string(memory: &mut Memory, to: u64, bytes: &[u8]) -> Result<(), PathEnd> {
    let target = memory.write(to, bytes.len() + 1)?;
    target[..bytes.len()].copy_from_slice(bytes);
    target[bytes.len()] = 0;
    Ok(())
}

fn strlen(interpreter: &mut Interpreter<'_>, arguments: &[Argument]) -> Result<ReturnedSlots, PathEnd> {
    Ok(ReturnedSlots::one(string(&interpreter.machine.memory, arguments, 0)?.len() as u64))
}

fn strnlen(interpreter: &mut Interpreter<'_>, arguments: &[Argument]) -> Result<ReturnedSlots, PathEnd> {
    let text = bounded(&interpreter.machine.memory, argument(arguments, 0)?, argument(arguments, 1)?)?;
    Ok(ReturnedSlots::one(text.len() as u64))
}

fn strcpy(interpreter: &mut Interpreter<'_>, arguments: &[Argument]) -> Result<ReturnedSlots, PathEnd> {
    let to = argument(arguments, 0)?;
    let text = string(&interpreter.machine.memory, arguments, 1)?.to_vec();
    write_string(&mut interpreter.machine.memory, to, &text)?;
    Ok(ReturnedSlots::one(to))
}

fn stpcpy(interpreter: &mut Interpreter<'_>, arguments: &[Argument]) -> Result<ReturnedSlots, PathEnd> {
    strcpy(interpreter, arguments)?;
    let len = string(&interpreter.machine.memory, arguments, 0)?.len();
    Ok(ReturnedSlots::one(argument(arguments, 0)? + len as u64))
}

fn strncpy(interpreter: &mut Interpreter<'_>, arguments: &[Argument]) -> Result<ReturnedSlots, PathEnd> {
    let (to, limit) = (argument(arguments, 0)?, argument(arguments, 2)?);
    let text = bounded(&interpreter.machine.memory, argument(arguments, 1)?, limit)?.to_vec();
    let target = interpreter.machine.memory.write(to, limit as usize)?;
    target[..text.len()].copy_from_slice(&text);
    target[text.len()..].fill(0);
    Ok(ReturnedSlots::one(to))
}

fn append(interpreter: &mut Interpreter<'_>, to: u64, text: &[u8]) -> Result<ReturnedSlots, PathEnd> {
    let end = to + interpreter.machine.memory.c_string(to)?.len() as u64;
    write_string(&mut interpreter.machine.memory, end, text)?;
    Ok(ReturnedSlots::one(to))
}

fn strcat(interpreter: &mut Interpreter<'_>, arguments: &[Argument]) -> Result<ReturnedSlots, PathEnd> {
    let text = string(&interpreter.machine.memory, arguments, 1)?.to_vec();
    append(interpreter, argument(arguments, 0)?, &text)
}

fn strncat(interpreter: &mut Interpreter<'_>, arguments: &[Argument]) -> Result<ReturnedSlots, PathEnd> {
    let limit = argument(arguments, 2)?;
    let text = bounded(&interpreter.machine.memory, argument(arguments, 1)?, limit)?.to_vec();
    append(interpreter, argument(arguments, 0)?, &text)
}

fn strcmp(interpreter: &mut Interpreter<'_>, arguments: &[Argument]) -> Result<ReturnedSlots, PathEnd> {
    let memory = &interpreter.machine.memory;
    Ok(difference(string(memory, arguments, 0)?, string(memory, arguments, 1)?))
}

fn strncmp(interpreter: &mut Interpreter<'_>, arguments: &[Argument]) -> Result<ReturnedSlots, PathEnd> {
    let (memory, limit) = (&interpreter.machine.memory, argument(arguments, 2)?);
    let a = bounded(memory, argument(arguments, 0)?, limit)?;
    let b = bounded(memory, argument(arguments, 1)?, limit)?;
    Ok(difference(a, b))
}

fn strcasecmp(interpreter: &mut Interpreter<'_>, arguments: &[Argument]) -> Result<ReturnedSlots, PathEnd> {
    let memory = &interpreter.machine.memory;
    let lower =
        |index| -> Result<Vec<u8>, PathEnd> { Ok(string(memory, arguments, index)?.to_ascii_lowercase()) };
    Ok(difference(&lower(0)?, &lower(1)?))
}

/// The address of the byte at `position` of the string in the first argument, or null.
fn found(arguments: &[Argument], position: Option<usize>) -> Result<ReturnedSlots, PathEnd> {
    let start = argument(arguments, 0)?;
    Ok(ReturnedSlots::one(position.map_or(0, |position| start + position as u64)))
}

fn strchr(interpreter: &mut Interpreter<'_>, arguments: &[Argument]) -> Result<ReturnedSlots, PathEnd> {
    let text = string(&interpreter.machine.memory, arguments, 0)?;
    let byte = argument(arguments, 1)? as u8;
    // The final zero belongs to the string here.
    let position = if byte == 0 { Some(text.len()) } else { text.iter().position(|&here| here == byte) };
    found(arguments, position)
}

fn strrchr(interpreter: &mut Interpreter<'_>, arguments: &[Argument]) -> Result<ReturnedSlots, PathEnd> {
    let text = string(&interpreter.machine.memory, arguments, 0)?;
    let byte = argument(arguments, 1)? as u8;
    let position = if byte == 0 { Some(text.len()) } else { text.iter().rposition(|&here| here == byte) };
    found(arguments, position)
}

fn strstr(interpreter: &mut Interpreter<'_>, arguments: &[Argument]) -> Result<ReturnedSlots, PathEnd> {
    let memory = &interpreter.machine.memory;
    let (text, part) = (string(memory, arguments, 0)?, string(memory, arguments, 1)?);
    let position =
        if part.is_empty() { Some(0) } else { text.windows(part.len()).position(|here| here == part) };
    found(arguments, position)
}

/// How many leading bytes are (or are not) among those of the second string.
fn span(interpreter: &Interpreter<'_>, arguments: &[Argument], among: bool) -> Result<usize, PathEnd> {
    let memory = &interpreter.machine.memory;
    let (text, set) = (string(memory, arguments, 0)?, string(memory, arguments, 1)?);
    Ok(text.iter().take_while(|byte| set.contains(byte) == among).count())
}

fn strspn(interpreter: &mut Interpreter<'_>, arguments: &[Argument]) -> Result<ReturnedSlots, PathEnd> {
    Ok(ReturnedSlots::one(span(interpreter, arguments, true)? as u64))
}

fn strcspn(interpreter: &mut Interpreter<'_>, arguments: &[Argument]) -> Result<ReturnedSlots, PathEnd> {
    Ok(ReturnedSlots::one(span(interpreter, arguments, false)? as u64))
}

fn strpbrk(interpreter: &mut Interpreter<'_>, arguments: &[Argument]) -> Result<ReturnedSlots, PathEnd> {
    let skipped = span(interpreter, arguments, false)?;
    let len = string(&interpreter.machine.memory, arguments, 0)?.len();
    found(arguments, (skipped < len).then_some(skipped))
}

fn strdup(interpreter: &mut Interpreter<'_>, arguments: &[Argument]) -> Result<ReturnedSlots, PathEnd> {
    let memory = &mut interpreter.machine.memory;
    let text = string(memory, arguments, 0)?.to_vec();
    let Some(copy) = memory.allocate(text.len() as u64 + 1, ObjectKind::Heap) else {
        return Ok(ReturnedSlots::one(0));
    };
    write_string(memory, copy, &text)?;
    Ok(ReturnedSlots::one(copy))
}

fn strtok(interpreter: &mut Interpreter<'_>, arguments: &[Argument]) -> Result<ReturnedSlots, PathEnd> {
    let machine = &mut interpreter.machine;
    let set = string(&machine.memory, arguments, 1)?.to_vec();
    let given = argument(arguments, 0)?;
    let mut start = if given == 0 { machine.library.token_rest } else { given };
    if start == 0 {
        return Ok(ReturnedSlots::one(0));
    }
    let text = machine.memory.c_string(start)?.to_vec();
    let skipped = text.iter().take_while(|byte| set.contains(byte)).count();
    let token = &text[skipped..];
    let len = token.iter().take_while(|byte| !set.contains(byte)).count();
    start += skipped as u64;
    let end = start + len as u64;
    machine.library.token_rest = if len < token.len() { end + 1 } else { 0 };
    if len == 0 {
        machine.library.token_rest = 0;
        return Ok(ReturnedSlots::one(0));
    }
    if len < token.len() {
        machine.memory.write(end, 1)?[0] = 0;
    }
    Ok(ReturnedSlots::one(start))
}
