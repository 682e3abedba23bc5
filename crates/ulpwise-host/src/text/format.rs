//! `printf` of one conversion specification.

use crate::RoundingMode;
use std::ffi::{CString, c_char};
use std::fmt;

/// The argument of a conversion specification.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PrintArgument<'text> {
    /// For the integer conversions: the bits of the C argument, whatever its sign and size.
    Integer(u64),
    /// For the floating-point conversions without length modifier `L`.
    F64(f64),
    /// For the floating-point conversions with length modifier `L`: the low 80 bits.
    X87(u128),
    /// For `%s`: the bytes of the string up to its end or first zero.
    Text(&'text [u8]),
    /// For `%p`.
    Pointer(u64),
}

/// Why a specification was not formatted: the format string of the program under test is at fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FormatError {
    /// The text is not exactly one conversion specification (`%`, flags, width, precision, length,
    /// conversion).
    NotOneSpecification,
    /// A well-formed specification that this function does not handle, such as `%n`, `%ls` or a `*`
    /// width.
    Unsupported,
    /// The argument is not of the kind that the specification reads.
    WrongArgument,
    /// The output would be longer than C can say.
    TooLong,
}

impl fmt::Display for FormatError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::NotOneSpecification => "not exactly one printf conversion specification",
            Self::Unsupported => "a printf conversion specification that is not supported",
            Self::WrongArgument => "the argument does not fit the printf conversion specification",
            Self::TooLong => "the output of the printf conversion specification is too long",
        })
    }
}

impl std::error::Error for FormatError {}

/// The C type that a specification reads: `enum kind` of `shim/text.c`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ArgumentKind {
    Int = 0,
    Long = 1,
    Double = 2,
    LongDouble = 3,
    Pointer = 4,
}

unsafe extern "C" {
    fn ulpwise_host_format(
        mode: u32,
        buffer: *mut c_char,
        size: usize,
        specification: *const c_char,
        kind: u32,
        argument: *const u128,
    ) -> i32;
}

/// What C's `printf` writes for one conversion specification such as `%-8.3Lf` and its argument.
///
/// # Errors
/// When the specification is malformed or unsupported, or reads an argument of another kind.
pub fn format_one(
    mode: RoundingMode,
    specification: &str,
    argument: PrintArgument<'_>,
) -> Result<Vec<u8>, FormatError> {
    let (length, conversion) = split(specification)?;
    let kind = kind(length, conversion)?;
    let zero_terminated = match argument {
        PrintArgument::Text(bytes) => {
            let end = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
            CString::new(&bytes[..end]).expect("cut at the first zero")
        }
        _ => CString::default(),
    };
    let bits = match (argument, conversion, kind) {
        (PrintArgument::Text(_), 's', _) => zero_terminated.as_ptr().expose_provenance() as u128,
        (PrintArgument::Pointer(address), 'p', _) => address.into(),
        (PrintArgument::Integer(bits), _, ArgumentKind::Int | ArgumentKind::Long) => bits.into(),
        (PrintArgument::F64(value), _, ArgumentKind::Double) => value.to_bits().into(),
        (PrintArgument::X87(bits), _, ArgumentKind::LongDouble) => bits,
        _ => return Err(FormatError::WrongArgument),
    };
    let specification = CString::new(specification).map_err(|_| FormatError::NotOneSpecification)?;
    let mut buffer = vec![0_u8; 128];
    loop {
        let start = buffer.as_mut_ptr().cast();
        // SAFETY: C writes at most the buffer's length; the specification has exactly one
        // conversion, which reads one argument of the C type `kind`; a string argument is
        // zero-terminated and outlives the call.
        let length = unsafe {
            let specification = specification.as_ptr();
            ulpwise_host_format(mode as u32, start, buffer.len(), specification, kind as u32, &raw const bits)
        };
        let length = usize::try_from(length).map_err(|_| FormatError::TooLong)?;
        if length < buffer.len() {
            buffer.truncate(length);
            return Ok(buffer);
        }
        buffer.resize(length + 1, 0);
    }
}

/// The length modifier and the conversion of a specification, after its flags, width and precision.
fn split(specification: &str) -> Result<(&str, char), FormatError> {
    let digits = |text: &'_ str| text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let rest = specification.strip_prefix('%').ok_or(FormatError::NotOneSpecification)?;
    let rest = rest.trim_start_matches(['-', '+', ' ', '#', '0', '\'', 'I']);
    let rest = &rest[digits(rest)..];
    let rest = rest.strip_prefix('.').map_or(rest, |precision| &precision[digits(precision)..]);
    if rest.starts_with(['*', '$']) {
        return Err(FormatError::Unsupported);
    }
    let conversion = rest.trim_start_matches(['h', 'l', 'q', 'L', 'j', 'z', 'Z', 't']);
    let length = &rest[..rest.len() - conversion.len()];
    let mut characters = conversion.chars();
    match (characters.next(), characters.next()) {
        (Some(conversion), None) if conversion.is_ascii_alphabetic() || conversion == '%' => {
            Ok((length, conversion))
        }
        _ => Err(FormatError::NotOneSpecification),
    }
}

/// The C type that a conversion with this length modifier reads.
fn kind(length: &str, conversion: char) -> Result<ArgumentKind, FormatError> {
    match (conversion, length) {
        // `printf` itself narrows for `hh` and `h`; the argument is an `int`.
        ('d' | 'i' | 'o' | 'u' | 'x' | 'X' | 'b' | 'B', "" | "h" | "hh") | ('c', "") => Ok(ArgumentKind::Int),
        ('d' | 'i' | 'o' | 'u' | 'x' | 'X' | 'b' | 'B', "l" | "ll" | "q" | "L" | "j" | "z" | "Z" | "t") => {
            Ok(ArgumentKind::Long)
        }
        ('a' | 'A' | 'e' | 'E' | 'f' | 'F' | 'g' | 'G', "" | "l") => Ok(ArgumentKind::Double),
        ('a' | 'A' | 'e' | 'E' | 'f' | 'F' | 'g' | 'G', "L") => Ok(ArgumentKind::LongDouble),
        ('s' | 'p', "") => Ok(ArgumentKind::Pointer),
        _ => Err(FormatError::Unsupported),
    }
}
