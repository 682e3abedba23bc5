//! Written values as bytes of a scalar type: what needs no memory of its own.

use crate::error::HarnessError;
use crate::layout::float_size;
use crate::number_syntax::{Signedness, bool_bits, enum_bits, float_bits, int_bits};
use crate::value_syntax::WrittenValue;
use ulpwise_ir::{FloatFormat, Language, SourceType};

/// How much of a value is repeated in a message.
const SHOWN: usize = 60;

/// A value as one clause of a sentence, cut where it would fill the screen.
pub(super) fn shown(value: &WrittenValue) -> String {
    let text = value.to_string();
    match text.char_indices().nth(SHOWN) {
        Some((cut, _)) => format!("`{}…`", &text[..cut]),
        None => format!("`{text}`"),
    }
}

/// The bytes of a scalar.
pub(super) fn scalar_bytes(
    value: &WrittenValue,
    ty: &SourceType,
    language: Language,
) -> Result<Vec<u8>, HarnessError> {
    match (ty, value) {
        (SourceType::Float(format), WrittenValue::Word(word)) => float_bytes(word, *format),
        (SourceType::Complex(format), _) => complex_bytes(value, *format),
        (SourceType::Bool(width), WrittenValue::Word(word)) => Ok(sized(bool_bits(word)?, *width)),
        (SourceType::Int { signed, bits, .. }, WrittenValue::Word(word)) => {
            let signedness = match (language, signed) {
                (Language::Other, _) => Signedness::Unknown,
                (_, true) => Signedness::Signed,
                (_, false) => Signedness::Unsigned,
            };
            Ok(sized(int_bits(word, *bits, signedness)?, *bits))
        }
        (SourceType::Int { bits, .. }, WrittenValue::Character(character)) => {
            let code = u32::from(*character);
            match *bits {
                8 if code > 0xff => Err(HarnessError::WideCharacter { character: *character }),
                width => Ok(sized(code.into(), width)),
            }
        }
        (SourceType::Enum { bits, enumerators, .. }, WrittenValue::Word(word)) => {
            Ok(sized(enum_bits(word, *bits, enumerators)?, *bits))
        }
        _ => Err(mismatch(value, ty)),
    }
}

fn sized(bits: u128, width: u32) -> Vec<u8> {
    bits.to_le_bytes()[..width.div_ceil(8).min(16) as usize].to_vec()
}

fn float_bytes(word: &str, format: FloatFormat) -> Result<Vec<u8>, HarnessError> {
    let bits = float_bits(word, format)?;
    Ok(bits.to_le_bytes()[..float_size(format) as usize].to_vec())
}

/// `{re,im}`, or a real number.
fn complex_bytes(value: &WrittenValue, format: FloatFormat) -> Result<Vec<u8>, HarnessError> {
    let parts: [&str; 2] = match value {
        WrittenValue::Word(real) => [real, "0"],
        WrittenValue::Struct(parts) => match &parts[..] {
            [WrittenValue::Word(real), WrittenValue::Word(imaginary)] => [real, imaginary],
            _ => return Err(HarnessError::NotComplex { value: shown(value) }),
        },
        _ => return Err(HarnessError::NotComplex { value: shown(value) }),
    };
    Ok([float_bytes(parts[0], format)?, float_bytes(parts[1], format)?].concat())
}

/// A value of the wrong shape.
pub(super) fn mismatch(value: &WrittenValue, ty: &SourceType) -> HarnessError {
    let expected = match ty {
        SourceType::Float(_) | SourceType::Complex(_) => "a number is expected",
        SourceType::Int { .. } => "an integer is expected",
        SourceType::Bool(_) => "true or false is expected",
        SourceType::Enum { .. } => "a name of the enumeration is expected",
        SourceType::Array { .. } => "an array is expected, which is written [1,2,3]",
        SourceType::Struct { .. } => "a structure is expected, which is written {1,2}",
        SourceType::Union { .. } => "this union is not yet an input",
        SourceType::Variants { .. } => "an enumeration with data is not yet an input",
        _ => "a parameter of this type is not yet an input",
    };
    HarnessError::Mismatch { value: shown(value), expected }
}
