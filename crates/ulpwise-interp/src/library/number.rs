//! Numbers from text, and integer arithmetic of `stdlib.h`.

use super::{Models, ReturnedSlots, argument, int_argument, rounding_mode};
use crate::frame::Argument;
use crate::interpreter::Interpreter;
use crate::path_end::PathEnd;
use ulpwise_host::text;
use ulpwise_ir::{FloatFormat, Type};

pub(super) const MODELS: Models = &[
    ("atof", atof),
    ("strtod", |interpreter, arguments| to_float(interpreter, arguments, FloatFormat::F64)),
    ("strtof", |interpreter, arguments| to_float(interpreter, arguments, FloatFormat::F32)),
    ("strtold", |interpreter, arguments| to_float(interpreter, arguments, FloatFormat::X87)),
    ("atoi", |interpreter, arguments| ascii_to_int(interpreter, arguments, 32)),
    ("atol", |interpreter, arguments| ascii_to_int(interpreter, arguments, 64)),
    ("atoll", |interpreter, arguments| ascii_to_int(interpreter, arguments, 64)),
    ("strtol", |interpreter, arguments| to_int(interpreter, arguments, true)),
    ("strtoll", |interpreter, arguments| to_int(interpreter, arguments, true)),
    ("__isoc23_strtol", |interpreter, arguments| to_int(interpreter, arguments, true)),
    ("__isoc23_strtoll", |interpreter, arguments| to_int(interpreter, arguments, true)),
    ("strtoul", |interpreter, arguments| to_int(interpreter, arguments, false)),
    ("strtoull", |interpreter, arguments| to_int(interpreter, arguments, false)),
    ("__isoc23_strtoul", |interpreter, arguments| to_int(interpreter, arguments, false)),
    ("__isoc23_strtoull", |interpreter, arguments| to_int(interpreter, arguments, false)),
    ("abs", |_, arguments| Ok(ReturnedSlots::int(int_argument(arguments, 0)?.wrapping_abs()))),
    ("labs", long_abs),
    ("llabs", long_abs),
    ("div", |_, arguments| divide(int_argument(arguments, 0)?, int_argument(arguments, 1)?)),
];

const ERANGE: i32 = 34;

fn long_abs(_: &mut Interpreter<'_>, arguments: &[Argument]) -> Result<ReturnedSlots, PathEnd> {
    Ok(ReturnedSlots::one((argument(arguments, 0)? as i64).wrapping_abs() as u64))
}

/// `div` returns its struct of two ints in one register, quotient low.
fn divide(a: i32, b: i32) -> Result<ReturnedSlots, PathEnd> {
    if b == 0 {
        return Err(PathEnd::IntDivideByZero);
    }
    let quotient = a.checked_div(b).ok_or(PathEnd::IntDivisionOverflow)?;
    let halves = (u64::from((a % b).cast_unsigned()) << 32) | u64::from(quotient.cast_unsigned());
    Ok(ReturnedSlots::one(halves))
}

fn atof(interpreter: &mut Interpreter<'_>, arguments: &[Argument]) -> Result<ReturnedSlots, PathEnd> {
    to_float(interpreter, &[*arguments.first().unwrap_or(&NULL), NULL], FloatFormat::F64)
}

/// `strtod` and its kin: the value, where the number ends, and `errno`.
fn to_float(
    interpreter: &mut Interpreter<'_>,
    arguments: &[Argument],
    format: FloatFormat,
) -> Result<ReturnedSlots, PathEnd> {
    let (from, end) = (argument(arguments, 0)?, argument(arguments, 1)?);
    let machine = &mut interpreter.machine;
    let mode = rounding_mode(machine)?;
    let text = machine.memory.c_string(from)?;
    let (bits, consumed, flags, errno) = match format {
        FloatFormat::F32 => {
            let parsed = text::strtof(mode, text);
            (parsed.value.to_bits().into(), parsed.consumed, parsed.flags, parsed.errno)
        }
        FloatFormat::X87 => {
            let parsed = text::strtold(mode, text);
            (parsed.value, parsed.consumed, parsed.flags, parsed.errno)
        }
        _ => {
            let parsed = text::strtod(mode, text);
            (parsed.value.to_bits().into(), parsed.consumed, parsed.flags, parsed.errno)
        }
    };
    if end != 0 {
        let address = from + consumed as u64;
        machine.memory.write(end, 8)?.copy_from_slice(&address.to_le_bytes());
    }
    if errno != 0 {
        machine.library.set_errno(&mut machine.memory, errno);
    }
    machine.raise_flags(flags.to_exact());
    Ok(ReturnedSlots::value(Type::Float(format), bits))
}

/// The number at the start of a text, as `strtol` reads it: white space, sign, `0x` or `0` for the
/// base, digits. Returns the magnitude (`None`: beyond 64 bits), the sign and how many bytes belong
/// to it.
fn parse_int(text: &[u8], base: u32) -> (Option<u64>, bool, usize) {
    let mut at = text.iter().take_while(|byte| byte.is_ascii_whitespace() || **byte == 0x0b).count();
    let negative = text.get(at) == Some(&b'-');
    if matches!(text.get(at), Some(b'+' | b'-')) {
        at += 1;
    }
    let hex_prefix = text.len() > at + 2
        && text[at] == b'0'
        && matches!(text[at + 1], b'x' | b'X')
        && text[at + 2].is_ascii_hexdigit();
    let (base, skip) = match base {
        0 | 16 if hex_prefix => (16, 2),
        0 if text.get(at) == Some(&b'0') => (8, 0),
        0 => (10, 0),
        _ => (base, 0),
    };
    at += skip;
    let digits = text[at..].iter().map_while(|&byte| char::from(byte).to_digit(base));
    let mut magnitude = Some(0u64);
    let mut count = 0;
    for digit in digits {
        magnitude = magnitude.and_then(|m| m.checked_mul(base.into())?.checked_add(digit.into()));
        count += 1;
    }
    (magnitude, negative, if count == 0 { 0 } else { at + count })
}

fn to_int(
    interpreter: &mut Interpreter<'_>,
    arguments: &[Argument],
    signed: bool,
) -> Result<ReturnedSlots, PathEnd> {
    let (from, end, base) = (argument(arguments, 0)?, argument(arguments, 1)?, int_argument(arguments, 2)?);
    if base == 1 || !(0..=36).contains(&base) {
        return Err(PathEnd::Unsupported(format!("a number in base {base}")));
    }
    let machine = &mut interpreter.machine;
    let (magnitude, negative, consumed) = parse_int(machine.memory.c_string(from)?, base.cast_unsigned());
    let limit = i64::MAX.cast_unsigned() + u64::from(negative);
    let in_range = magnitude.filter(|&magnitude| !signed || magnitude <= limit);
    let value = match in_range {
        Some(magnitude) if negative => magnitude.wrapping_neg(),
        Some(magnitude) => magnitude,
        None if signed && negative => i64::MIN.cast_unsigned(),
        None if signed => i64::MAX.cast_unsigned(),
        None => u64::MAX,
    };
    if in_range.is_none() {
        machine.library.set_errno(&mut machine.memory, ERANGE);
    }
    if end != 0 {
        let address = from + consumed as u64;
        machine.memory.write(end, 8)?.copy_from_slice(&address.to_le_bytes());
    }
    Ok(ReturnedSlots::one(value))
}

/// `atoi` is `strtol` cut to an int (7.22.1.2), as glibc has it.
fn ascii_to_int(
    interpreter: &mut Interpreter<'_>,
    arguments: &[Argument],
    bits: u8,
) -> Result<ReturnedSlots, PathEnd> {
    let whole = [arguments.first().copied(), Some(NULL), Some(BASE_TEN)];
    let arguments: Vec<Argument> = whole.into_iter().flatten().collect();
    let value = to_int(interpreter, &arguments, true)?.as_slice()[0];
    Ok(ReturnedSlots::one(crate::number::int::narrow::truncate(value, bits)))
}

const NULL: Argument = Argument { ty: Type::Pointer, bits: 0 };
const BASE_TEN: Argument = Argument { ty: Type::Int(32), bits: 10 };

#[cfg(test)]
mod tests {
    use super::parse_int;

    #[test]
    fn integers_are_read_as_strtol_reads_them() {
        assert_eq!(parse_int(b"  -42x", 10), (Some(42), true, 5));
        assert_eq!(parse_int(b"0x1Fg", 0), (Some(31), false, 4));
        assert_eq!(parse_int(b"0xg", 16), (Some(0), false, 1));
        assert_eq!(parse_int(b"0779", 0), (Some(0o77), false, 3));
        assert_eq!(parse_int(b"abc", 10), (Some(0), false, 0));
        assert_eq!(parse_int(b"99999999999999999999", 10), (None, false, 20));
    }
}
