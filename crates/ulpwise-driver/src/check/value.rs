//! Numbers of a call in the forms in which people write them.

use crate::describe::{float_text, hex_text};
use ulpwise_finding::{CallInput, NumberText};
use ulpwise_float::Float;
use ulpwise_harness::NativeInputs;
use ulpwise_harness::number_syntax::signed_value;
use ulpwise_ir::{FloatFormat, Type};
use ulpwise_native::VariableKind;

/// A number of a kind.
pub(crate) fn value(kind: VariableKind, bits: u64) -> NumberText {
    let width = kind.bits();
    match kind {
        VariableKind::Float(format) => {
            let known = FloatFormat::ALL.into_iter().find(|&candidate| candidate.exact_format() == format);
            NumberText {
                decimal: known.map_or_else(|| bits.to_string(), |format| float_text(format, bits.into())),
                hex: Some(match known {
                    Some(format) => hex_text(format, bits.into()),
                    None => Float::from_bits(format, bits.into()).to_hex_text(),
                }),
                bits: format!("0x{bits:0digits$x}", digits = width as usize / 4),
                ty: known.map_or_else(|| format!("float{width}"), |format| format.name().to_owned()),
            }
        }
        VariableKind::Int { signed, .. } => NumberText {
            decimal: if signed { signed_value(bits.into(), width).to_string() } else { bits.to_string() },
            hex: None,
            bits: format!("{bits:#x}"),
            ty: format!("{}{width}", if signed { 'i' } else { 'u' }),
        },
    }
}

/// A number of a type of the program's, which may be wider than those that native calls take.
pub(crate) fn typed_value(ty: Type, signed: bool, bits: u128) -> NumberText {
    match ty {
        Type::Float(format) => NumberText {
            decimal: float_text(format, bits),
            hex: Some(hex_text(format, bits)),
            bits: format!("0x{bits:0digits$x}", digits = usize::from(ty.bits()) / 4),
            ty: format.name().to_owned(),
        },
        _ => NumberText {
            decimal: if signed { signed_value(bits, ty.bits().into()).to_string() } else { bits.to_string() },
            hex: None,
            bits: format!("{bits:#x}"),
            ty: format!("{}{}", if signed { 'i' } else { 'u' }, ty.bits()),
        },
    }
}

/// The inputs of a native call by their names.
pub(crate) fn inputs(native: &NativeInputs, words: &[u64]) -> Vec<CallInput> {
    let variables = native.names.iter().zip(&native.space.variables).zip(native.values(words));
    variables
        .map(|((name, variable), bits)| CallInput { name: name.clone(), value: value(variable.kind, bits) })
        .collect()
}

/// A number as a person would write it.
pub(crate) fn value_text(kind: VariableKind, bits: u64) -> String {
    value(kind, bits).decimal
}

#[cfg(test)]
mod tests {
    use super::*;
    use ulpwise_float::Format;

    #[test]
    fn floats_have_three_forms_and_integers_two() {
        let tenth = value(VariableKind::Float(Format::F32), 0.1f32.to_bits().into());
        assert_eq!((tenth.decimal.as_str(), tenth.bits.as_str()), ("0.1", "0x3dcccccd"));
        assert_eq!((tenth.hex.as_deref(), tenth.ty.as_str()), (Some("0x1.99999ap-4"), "f32"));
        let minus = value(VariableKind::Int { bits: 8, signed: true }, 0xff);
        assert_eq!((minus.decimal.as_str(), minus.bits.as_str(), minus.ty.as_str()), ("-1", "0xff", "i8"));
    }
}
