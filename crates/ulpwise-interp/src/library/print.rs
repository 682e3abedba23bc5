//! `printf` and its kin: the format is taken apart here, each conversion is printed by the host's C
//! library.

use super::{Models, ReturnedSlots, argument, rounding_mode};
use crate::frame::Argument;
use crate::interpreter::Interpreter;
use crate::machine::Machine;
use crate::number::int::narrow;
use crate::path_end::PathEnd;
use crate::step::variadic;
use ulpwise_host::text::{PrintArgument, format_one};
use ulpwise_ir::{FloatFormat, Type};

pub(super) const MODELS: Models = &[
    ("printf", |interpreter, arguments| print(interpreter, arguments, 0, VariadicStyle::Arguments)),
    ("fprintf", |interpreter, arguments| print(interpreter, arguments, 1, VariadicStyle::Arguments)),
    ("dprintf", |interpreter, arguments| print(interpreter, arguments, 1, VariadicStyle::Arguments)),
    ("__printf_chk", |interpreter, arguments| print(interpreter, arguments, 1, VariadicStyle::Arguments)),
    ("__fprintf_chk", |interpreter, arguments| print(interpreter, arguments, 2, VariadicStyle::Arguments)),
    ("vprintf", |interpreter, arguments| print(interpreter, arguments, 0, VariadicStyle::List)),
    ("vfprintf", |interpreter, arguments| print(interpreter, arguments, 1, VariadicStyle::List)),
    ("sprintf", |interpreter, arguments| print_to(interpreter, arguments, 1, VariadicStyle::Arguments)),
    ("vsprintf", |interpreter, arguments| print_to(interpreter, arguments, 1, VariadicStyle::List)),
    ("snprintf", |interpreter, arguments| print_to(interpreter, arguments, 2, VariadicStyle::Arguments)),
    ("vsnprintf", |interpreter, arguments| print_to(interpreter, arguments, 2, VariadicStyle::List)),
];

/// The widest field and the most digits: the host's library would fill gigabytes without looking at
/// the clock.
const MAX_FIELD: i64 = 1 << 20;

/// How the values to print are given: as further arguments, or as a `va_list`.
#[derive(Clone, Copy)]
enum VariadicStyle {
    Arguments,
    List,
}

/// Where the values come from.
enum Values<'a> {
    Arguments(std::slice::Iter<'a, Argument>),
    List(u64),
}

impl Values<'_> {
    fn new(style: VariadicStyle, arguments: &[Argument], after: usize) -> Result<Values<'_>, PathEnd> {
        Ok(match style {
            VariadicStyle::Arguments => Values::Arguments(arguments.get(after..).unwrap_or_default().iter()),
            VariadicStyle::List => Values::List(argument(arguments, after)?),
        })
    }

    fn next(&mut self, machine: &mut Machine, ty: Type) -> Result<u128, PathEnd> {
        match self {
            Self::Arguments(rest) => {
                let missing =
                    || PathEnd::Unsupported("printf with fewer arguments than conversions".to_owned());
                let argument = rest.next().ok_or_else(missing)?;
                let matches = matches!(argument.ty, Type::Float(_)) == matches!(ty, Type::Float(_));
                if matches { Ok(argument.bits) } else { Err(mismatch()) }
            }
            Self::List(list) => Ok(variadic::next(machine, *list, ty)?),
        }
    }
}

fn mismatch() -> PathEnd {
    PathEnd::Unsupported("printf with an argument of another kind than its conversion".to_owned())
}

/// Prints to the captured output; `format` is the position of the format among the arguments.
fn print(
    interpreter: &mut Interpreter<'_>,
    arguments: &[Argument],
    format: usize,
    style: VariadicStyle,
) -> Result<ReturnedSlots, PathEnd> {
    let values = Values::new(style, arguments, format + 1)?;
    let text = render(&mut interpreter.machine, argument(arguments, format)?, values)?;
    interpreter.machine.library.output.write(&text);
    Ok(ReturnedSlots::int(text.len() as i32))
}

/// Prints to memory: at the first argument, at most as many bytes as the second one says if the
/// format is the third.
fn print_to(
    interpreter: &mut Interpreter<'_>,
    arguments: &[Argument],
    format: usize,
    style: VariadicStyle,
) -> Result<ReturnedSlots, PathEnd> {
    let values = Values::new(style, arguments, format + 1)?;
    let machine = &mut interpreter.machine;
    let mut text = render(machine, argument(arguments, format)?, values)?;
    let (to, len) = (argument(arguments, 0)?, text.len());
    let room = if format == 2 { argument(arguments, 1)? } else { u64::MAX };
    if room > 0 {
        text.truncate((room - 1).min(len as u64) as usize);
        text.push(0);
        machine.memory.write(to, text.len())?.copy_from_slice(&text);
    }
    Ok(ReturnedSlots::int(len as i32))
}

/// One conversion specification, read from a format.
#[derive(Debug, Default, PartialEq, Eq)]
struct Conversion {
    flags: String,
    width: Option<FieldCount>,
    precision: Option<FieldCount>,
    length: String,
    conversion: u8,
}

/// A width or precision: a number, or an argument.
#[derive(Debug, PartialEq, Eq)]
enum FieldCount {
    Number(u32),
    Star,
}

fn parse_count(bytes: &[u8], at: &mut usize) -> Option<FieldCount> {
    if bytes.get(*at) == Some(&b'*') {
        *at += 1;
        return Some(FieldCount::Star);
    }
    let digits: Vec<u8> = bytes[*at..].iter().copied().take_while(u8::is_ascii_digit).collect();
    *at += digits.len();
    String::from_utf8_lossy(&digits).parse().ok().map(FieldCount::Number)
}

/// The conversion after a `%`, and how many bytes it takes.
fn parse_conversion(bytes: &[u8]) -> Option<(Conversion, usize)> {
    let mut at = 0;
    let mut conversion = Conversion::default();
    while let Some(flag @ (b'-' | b'+' | b' ' | b'#' | b'0' | b'\'')) = bytes.get(at) {
        conversion.flags.push(char::from(*flag));
        at += 1;
    }
    conversion.width = parse_count(bytes, &mut at);
    if bytes.get(at) == Some(&b'.') {
        at += 1;
        // A point alone means a precision of zero.
        conversion.precision = Some(parse_count(bytes, &mut at).unwrap_or(FieldCount::Number(0)));
    }
    while let Some(length @ (b'h' | b'l' | b'L' | b'q' | b'j' | b'z' | b't')) = bytes.get(at) {
        conversion.length.push(char::from(*length));
        at += 1;
    }
    conversion.conversion = *bytes.get(at)?;
    Some((conversion, at + 1))
}

/// Whether printing with a format stores how much was printed so far (`%n`). One that ends in a
/// conversion may.
pub fn stores_counts(format: &[u8]) -> bool {
    let mut rest = format;
    while let Some(percent) = rest.iter().position(|&byte| byte == b'%') {
        let Some((conversion, len)) = parse_conversion(&rest[percent + 1..]) else { return true };
        if conversion.conversion == b'n' {
            return true;
        }
        rest = &rest[percent + 1 + len..];
    }
    false
}

/// The text that a format and its values give. A list of values is as it was if that fails: the
/// call may be made again.
fn render(machine: &mut Machine, format: u64, values: Values<'_>) -> Result<Vec<u8>, PathEnd> {
    let Values::List(list) = values else { return render_values(machine, format, values) };
    let before = machine.memory.read(list, variadic::LIST_BYTES)?.to_vec();
    let text = render_values(machine, format, values);
    if text.is_err() {
        machine.memory.write(list, before.len())?.copy_from_slice(&before);
    }
    text
}

fn render_values(machine: &mut Machine, format: u64, mut values: Values<'_>) -> Result<Vec<u8>, PathEnd> {
    let format = machine.memory.c_string(format)?.to_vec();
    let mut text = Vec::new();
    let mut rest = format.as_slice();
    while let Some(percent) = rest.iter().position(|&byte| byte == b'%') {
        text.extend_from_slice(&rest[..percent]);
        let (conversion, len) = parse_conversion(&rest[percent + 1..])
            .ok_or_else(|| PathEnd::Unsupported("a printf format that ends in a conversion".to_owned()))?;
        rest = &rest[percent + 1 + len..];
        render_one(machine, &conversion, &mut values, &mut text)?;
    }
    text.extend_from_slice(rest);
    Ok(text)
}

fn render_one(
    machine: &mut Machine,
    conversion: &Conversion,
    values: &mut Values<'_>,
    text: &mut Vec<u8>,
) -> Result<(), PathEnd> {
    let mut spec = format!("%{}", conversion.flags);
    let mut precision = None;
    if let Some(width) = count(machine, conversion.width.as_ref(), values)? {
        // A negative width is a flag and a width, which is how it prints.
        spec.push_str(&width.to_string());
    }
    // A negative precision counts as none.
    if let Some(digits) = count(machine, conversion.precision.as_ref(), values)?.filter(|&digits| digits >= 0)
    {
        spec.push_str(&format!(".{digits}"));
        precision = Some(digits.cast_unsigned());
    }
    let letter = char::from(conversion.conversion);
    let string;
    let value = match conversion.conversion {
        b'%' => {
            text.push(b'%');
            return Ok(());
        }
        b'd' | b'i' => {
            let (bits, ty) = int_width(&conversion.length);
            spec.push_str("ll");
            PrintArgument::Integer(narrow::signed(values.next(machine, ty)? as u64, bits).cast_unsigned())
        }
        b'u' | b'x' | b'X' | b'o' => {
            let (bits, ty) = int_width(&conversion.length);
            spec.push_str("ll");
            PrintArgument::Integer(narrow::truncate(values.next(machine, ty)? as u64, bits))
        }
        b'c' => PrintArgument::Integer(values.next(machine, Type::Int(32))? as u64),
        b'p' => PrintArgument::Pointer(values.next(machine, Type::Pointer)? as u64),
        b'e' | b'E' | b'f' | b'F' | b'g' | b'G' | b'a' | b'A' if conversion.length == "L" => {
            spec.push('L');
            PrintArgument::X87(values.next(machine, Type::Float(FloatFormat::X87))?)
        }
        b'e' | b'E' | b'f' | b'F' | b'g' | b'G' | b'a' | b'A' => {
            PrintArgument::F64(f64::from_bits(values.next(machine, Type::Float(FloatFormat::F64))? as u64))
        }
        b's' if conversion.length.is_empty() => {
            let address = values.next(machine, Type::Pointer)? as u64;
            string = string_argument(machine, address, precision)?;
            PrintArgument::Text(&string)
        }
        b'n' if conversion.length.is_empty() => {
            let address = values.next(machine, Type::Pointer)? as u64;
            machine.memory.write(address, 4)?.copy_from_slice(&(text.len() as u32).to_le_bytes());
            return Ok(());
        }
        _ => return Err(PathEnd::Unsupported(format!("printf conversion '%{}{letter}'", conversion.length))),
    };
    spec.push(letter);
    let mode = rounding_mode(machine)?;
    text.extend_from_slice(
        &format_one(mode, &spec, value).map_err(|error| PathEnd::Unsupported(error.to_string()))?,
    );
    Ok(())
}

fn count(
    machine: &mut Machine,
    count: Option<&FieldCount>,
    values: &mut Values<'_>,
) -> Result<Option<i32>, PathEnd> {
    let number = match count {
        None => return Ok(None),
        Some(FieldCount::Number(number)) => i64::from(*number),
        Some(FieldCount::Star) => i64::from(values.next(machine, Type::Int(32))? as i32),
    };
    if number.abs() > MAX_FIELD {
        return Err(PathEnd::Unsupported(format!("a printf field of {} characters", number.abs())));
    }
    Ok(Some(number as i32))
}

/// The width that a length modifier gives an integer, and the type it is passed as.
fn int_width(length: &str) -> (u8, Type) {
    match length {
        "hh" => (8, Type::Int(32)),
        "h" => (16, Type::Int(32)),
        "" => (32, Type::Int(32)),
        _ => (64, Type::Int(64)),
    }
}

/// The bytes of a string to print: up to its zero, or as many as the precision allows.
fn string_argument(machine: &Machine, address: u64, precision: Option<u32>) -> Result<Vec<u8>, PathEnd> {
    let memory = &machine.memory;
    if address == 0 {
        // glibc prints this instead of crashing, if there is room for all of it.
        const NULL: &[u8] = b"(null)";
        let fits = precision.is_none_or(|limit| limit as usize >= NULL.len());
        return Ok(if fits { NULL.to_vec() } else { Vec::new() });
    }
    if let Some(limit) = precision {
        let inside = u64::from(limit).min(memory.bytes_until_end(address));
        let bytes = memory.read(address, inside as usize)?;
        if let Some(len) = bytes.iter().position(|&byte| byte == 0) {
            return Ok(bytes[..len].to_vec());
        }
        return Ok(memory.read(address, limit as usize)?.to_vec());
    }
    Ok(memory.c_string(address)?.to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conversions_are_taken_apart() {
        let (conversion, len) = parse_conversion(b"-08.3lld rest").unwrap();
        assert_eq!(len, 8);
        assert_eq!(conversion.flags, "-0");
        assert_eq!(conversion.width, Some(FieldCount::Number(8)));
        assert_eq!(conversion.precision, Some(FieldCount::Number(3)));
        assert_eq!((conversion.length.as_str(), conversion.conversion), ("ll", b'd'));
        assert_eq!(parse_conversion(b"*.*Lg").unwrap().0.precision, Some(FieldCount::Star));
        assert_eq!(parse_conversion(b".f").unwrap().0.precision, Some(FieldCount::Number(0)));
        assert_eq!(parse_conversion(b"5"), None);
        for (format, stores) in
            [("%d%%n", false), ("%-8.3lf\n", false), ("%n", true), ("%5d %hhn", true), ("%", true)]
        {
            assert_eq!(stores_counts(format.as_bytes()), stores, "{format}");
        }
    }
}
