//! Values as text: shortest decimal, hexadecimal and bits.

use crate::describe::printable;
use ulpwise_finding::ScalarText;
use ulpwise_float::Float;
use ulpwise_harness::marshal::ReadValue;
use ulpwise_harness::number_syntax::signed_value;
use ulpwise_harness::signature::{TypeWriter, format_name};
use ulpwise_interp::memory::Memory;
use ulpwise_ir::{FloatFormat, Language, Module, SourceType};

/// How much of a string is shown.
const MAX_TEXT: usize = 200;

/// The shortest decimal that reads back as the same number. Which NaN it is, only its bits say: the
/// sign of one means nothing.
pub(crate) fn float_text(format: FloatFormat, bits: u128) -> String {
    let number = float(format, bits);
    match number.is_nan() {
        true if number.is_signaling_nan() => "signaling NaN".to_owned(),
        true => "NaN".to_owned(),
        false => number.to_string(),
    }
}

/// The number in hexadecimal.
pub(crate) fn hex_text(format: FloatFormat, bits: u128) -> String {
    let number = float(format, bits);
    if number.is_nan() { float_text(format, bits) } else { number.to_hex_text() }
}

fn float(format: FloatFormat, bits: u128) -> Float {
    Float::from_bits(format.exact_format(), bits)
}

/// The bits of a float with all their leading zeros.
fn float_bits_text(format: FloatFormat, bits: u128) -> String {
    format!("0x{bits:0width$x}", width = usize::from(format.bits()) / 4)
}

/// A float as plain data.
pub(super) fn float_scalar(format: FloatFormat, bits: u128) -> ScalarText {
    ScalarText::Float {
        decimal: float_text(format, bits),
        hex: hex_text(format, bits),
        bits: float_bits_text(format, bits),
        format: format.name().to_owned(),
    }
}

/// The format of a scalar that is a float.
fn format_of_scalar(module: &Module, value: &ReadValue) -> Option<FloatFormat> {
    match &module.source_types[value.ty] {
        SourceType::Float(format) => Some(*format),
        _ => value.part,
    }
}

/// A scalar in full: `0.1 (0x1.999999999999ap-4, bits 0x3fb999999999999a, double)`.
pub(crate) fn scalar_text(module: &Module, language: Language, value: &ReadValue, memory: &Memory) -> String {
    let short = short_scalar(module, language, value, value.bits, memory);
    if let Some(format) = format_of_scalar(module, value) {
        return format!(
            "{short} ({}, bits {}, {})",
            hex_text(format, value.bits),
            float_bits_text(format, value.bits),
            format_name(format, language)
        );
    }
    let name = TypeWriter { module, language }.name(value.ty);
    match &module.source_types[value.ty] {
        SourceType::Int { .. } | SourceType::Enum { .. } => {
            format!("{short} ({:#x}, {})", value.bits, printable(&name))
        }
        _ => format!("{short} ({})", printable(&name)),
    }
}

/// A scalar in short; `bits` are its own or those it had before.
pub(crate) fn short_scalar(
    module: &Module,
    language: Language,
    value: &ReadValue,
    bits: u128,
    memory: &Memory,
) -> String {
    if let Some(format) = format_of_scalar(module, value) {
        return float_text(format, bits);
    }
    match &module.source_types[value.ty] {
        SourceType::Bool(_) => if bits == 0 { "false" } else { "true" }.to_owned(),
        SourceType::Int { signed, bits: width, .. } => {
            if *signed {
                signed_value(bits, *width).to_string()
            } else {
                bits.to_string()
            }
        }
        SourceType::Enum { bits: width, enumerators, .. } => {
            let number = signed_value(bits, *width);
            let known = enumerators.iter().find(|(_, value)| i128::from(*value) == number);
            known.map_or_else(|| number.to_string(), |(name, _)| printable(name))
        }
        SourceType::Pointer { pointee, .. } => {
            let is_text = language != Language::Rust
                && matches!(module.source_types[*pointee], SourceType::Int { bits: 8, .. });
            pointer_text(bits as u64, is_text, memory)
        }
        _ => format!("{bits:#x}"),
    }
}

fn pointer_text(address: u64, is_text: bool, memory: &Memory) -> String {
    if address == 0 {
        return "null".to_owned();
    }
    if is_text && let Ok(bytes) = memory.c_string(address) {
        let text = String::from_utf8_lossy(&bytes[..bytes.len().min(MAX_TEXT)]);
        let more = if bytes.len() > MAX_TEXT { "…" } else { "" };
        return format!("{:?}{more}", printable(&text));
    }
    // The interpreter's own addresses mean nothing outside of it.
    match memory.bytes_until_end(address) {
        0 => "a pointer".to_owned(),
        bytes => format!("a pointer to {bytes} bytes"),
    }
}

/// A scalar as plain data.
pub(crate) fn scalar(module: &Module, language: Language, value: &ReadValue, memory: &Memory) -> ScalarText {
    if let Some(format) = format_of_scalar(module, value) {
        return float_scalar(format, value.bits);
    }
    let is_pointer = matches!(module.source_types[value.ty], SourceType::Pointer { .. });
    ScalarText::Other {
        text: short_scalar(module, language, value, value.bits, memory),
        bits: (!is_pointer).then(|| format!("{:#x}", value.bits)),
        ty: TypeWriter { module, language }.name(value.ty),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ulpwise_ir::SourceTypeId;

    fn text(ty: SourceType, bits: u128) -> String {
        let module = Module { source_types: [ty].into_iter().collect(), ..Module::default() };
        let value =
            ReadValue { path: String::new(), ty: SourceTypeId::new(0), part: None, bits, before: None };
        scalar_text(&module, Language::C, &value, &Memory::new(0))
    }

    #[test]
    fn floats_show_decimal_hex_and_bits() {
        let double = |value: f64| text(SourceType::Float(FloatFormat::F64), value.to_bits().into());
        assert_eq!(double(0.1), "0.1 (0x1.999999999999ap-4, bits 0x3fb999999999999a, double)");
        assert_eq!(double(5e-324), "5e-324 (0x0.0000000000001p-1022, bits 0x0000000000000001, double)");
        assert_eq!(double(f64::NEG_INFINITY), "-inf (-inf, bits 0xfff0000000000000, double)");
        let signaling = text(SourceType::Float(FloatFormat::F32), 0x7f80_0001);
        assert!(signaling.starts_with("signaling NaN ("), "{signaling}");
    }

    #[test]
    fn integers_are_as_their_type_reads_them() {
        let int = |signed| SourceType::Int { name: "int".to_owned(), signed, bits: 32 };
        assert_eq!(text(int(true), 0xffff_ffff), "-1 (0xffffffff, int)");
        assert_eq!(text(int(false), 0xffff_ffff), "4294967295 (0xffffffff, int)");
        assert_eq!(text(SourceType::Bool(8), 1), "true (_Bool)");
        let colours = vec![("RED".to_owned(), 0), ("BLUE".to_owned(), -1)];
        let colour = SourceType::Enum { name: "colour".to_owned(), bits: 32, enumerators: colours };
        assert_eq!(text(colour, 0xffff_ffff), "BLUE (0xffffffff, enum colour)");
    }
}
