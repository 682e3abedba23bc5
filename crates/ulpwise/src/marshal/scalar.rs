//! Written values as bytes of a scalar type: what needs no memory of its own.

use crate::layout::float_size;
use crate::number_syntax::{Signedness, bool_bits, enum_bits, float_bits, int_bits};
use crate::value_syntax::Value;
use ulpwise_ir::{FloatFormat, Language, SourceType};

/// How much of a value is repeated in a message.
const SHOWN: usize = 60;

/// A value as one clause of a sentence, cut where it would fill the screen.
pub(super) fn shown(value: &Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(SHOWN) {
        Some((cut, _)) => format!("`{}…`", &text[..cut]),
        None => format!("`{text}`"),
    }
}

/// The bytes of a scalar.
pub(super) fn scalar_bytes(value: &Value, ty: &SourceType, language: Language) -> Result<Vec<u8>, String> {
    match (ty, value) {
        (SourceType::Float(format), Value::Word(word)) => float_bytes(word, *format),
        (SourceType::Complex(format), _) => complex_bytes(value, *format),
        (SourceType::Bool(width), Value::Word(word)) => Ok(sized(bool_bits(word)?, *width)),
        (SourceType::Int { signed, bits, .. }, Value::Word(word)) => {
            let signedness = match (language, signed) {
                (Language::Other, _) => Signedness::Unknown,
                (_, true) => Signedness::Signed,
                (_, false) => Signedness::Unsigned,
            };
            Ok(sized(int_bits(word, *bits, signedness)?, *bits))
        }
        (SourceType::Int { bits, .. }, Value::Character(character)) => {
            let code = u32::from(*character);
            match *bits {
                8 if code > 0xff => Err(format!("{character:?} takes more than one byte")),
                width => Ok(sized(code.into(), width)),
            }
        }
        (SourceType::Enum { bits, enumerators, .. }, Value::Word(word)) => {
            Ok(sized(enum_bits(word, *bits, enumerators)?, *bits))
        }
        _ => Err(mismatch(value, ty)),
    }
}

fn sized(bits: u128, width: u32) -> Vec<u8> {
    bits.to_le_bytes()[..width.div_ceil(8).min(16) as usize].to_vec()
}

fn float_bytes(word: &str, format: FloatFormat) -> Result<Vec<u8>, String> {
    let bits = float_bits(word, format)?;
    Ok(bits.to_le_bytes()[..float_size(format) as usize].to_vec())
}

/// `{re,im}`, or a real number.
fn complex_bytes(value: &Value, format: FloatFormat) -> Result<Vec<u8>, String> {
    let parts: [&str; 2] = match value {
        Value::Word(real) => [real, "0"],
        Value::Struct(parts) => match &parts[..] {
            [Value::Word(real), Value::Word(imaginary)] => [real, imaginary],
            _ => return Err(format!("{} is no complex number, which is written {{re,im}}", shown(value))),
        },
        _ => return Err(format!("{} is no complex number, which is written {{re,im}}", shown(value))),
    };
    Ok([float_bytes(parts[0], format)?, float_bytes(parts[1], format)?].concat())
}

/// A value of the wrong shape.
pub(super) fn mismatch(value: &Value, ty: &SourceType) -> String {
    let expected = match ty {
        SourceType::Float(_) | SourceType::Complex(_) => "a number is expected",
        SourceType::Int { .. } => "an integer is expected",
        SourceType::Bool(_) => "true or false is expected",
        SourceType::Enum { .. } => "a name of the enumeration is expected",
        SourceType::Array { .. } => "an array is expected, which is written [1,2,3]",
        SourceType::Struct { .. } => "a structure is expected, which is written {1,2}",
        SourceType::Union { .. } => "a union is not yet an input",
        _ => "a parameter of this type is not yet an input",
    };
    format!("{} does not do: {expected}", shown(value))
}
