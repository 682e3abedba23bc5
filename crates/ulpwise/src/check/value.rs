//! Numbers of a call in the forms in which people write them.

use crate::number_syntax::format_of;
use crate::render::{float_text, signed_value};
use ulpwise_finding::Value;
use ulpwise_float::Float;
use ulpwise_ir::FloatFormat;
use ulpwise_native::Kind;

/// A number of a kind.
pub(super) fn value(kind: Kind, bits: u64) -> Value {
    let width = kind.bits();
    match kind {
        Kind::Float(format) => {
            let known = FloatFormat::ALL.into_iter().find(|&candidate| format_of(candidate) == format);
            Value {
                decimal: known.map_or_else(|| bits.to_string(), |format| float_text(format, bits.into())),
                hex: Some(Float::from_bits(format, bits.into()).to_hex_text()),
                bits: format!("0x{bits:0digits$x}", digits = width as usize / 4),
                ty: known.map_or_else(|| format!("float{width}"), |format| format.name().to_owned()),
            }
        }
        Kind::Int { signed, .. } => Value {
            decimal: if signed { signed_value(bits.into(), width).to_string() } else { bits.to_string() },
            hex: None,
            bits: format!("{bits:#x}"),
            ty: format!("{}{width}", if signed { 'i' } else { 'u' }),
        },
    }
}

/// A number as a person would write it.
pub(crate) fn value_text(kind: Kind, bits: u64) -> String {
    value(kind, bits).decimal
}

#[cfg(test)]
mod tests {
    use super::*;
    use ulpwise_float::Format;

    #[test]
    fn floats_have_three_forms_and_integers_two() {
        let tenth = value(Kind::Float(Format::F32), 0.1f32.to_bits().into());
        assert_eq!((tenth.decimal.as_str(), tenth.bits.as_str()), ("0.1", "0x3dcccccd"));
        assert_eq!((tenth.hex.as_deref(), tenth.ty.as_str()), (Some("0x1.99999ap-4"), "f32"));
        let minus = value(Kind::Int { bits: 8, signed: true }, 0xff);
        assert_eq!((minus.decimal.as_str(), minus.bits.as_str(), minus.ty.as_str()), ("-1", "0xff", "i8"));
    }
}
