//! The inputs of a path as text: as plain data for documents, and for readers.

use crate::describe::{float_text, printable};
use ulpwise_finding::TestInput;
use ulpwise_ir::{FloatFormat, Type};
use ulpwise_symex::{FileName, InputValue};

/// How many elements of an input are shown.
const SHOWN_ELEMENTS: usize = 16;

/// Inputs in the order in which the program asks for them.
pub(super) fn test_inputs(inputs: &[InputValue]) -> Vec<TestInput> {
    let one = |input: &InputValue| TestInput {
        name: input.name.to_string(),
        source: match input.file {
            None => "program",
            Some(FileName::StandardInput) => "stdin",
            Some(FileName::Named(_)) => "file",
        },
        ty: input.ty.to_string(),
        bits: input.elements.iter().map(|&bits| padded_bits(input.ty, bits)).collect(),
    };
    inputs.iter().map(one).collect()
}

/// The bits of a value of a type, with all their leading zeros.
pub(super) fn padded_bits(ty: Type, bits: u128) -> String {
    format!("0x{bits:0width$x}", width = usize::from(ty.bits()).div_ceil(4))
}

/// All inputs with their values; the characters of an argument of `main` are one text.
pub(super) fn inputs_text(inputs: &[InputValue]) -> Vec<String> {
    let mut texts: Vec<String> = Vec::new();
    let mut arguments: Vec<(&str, Vec<u8>)> = Vec::new();
    for input in inputs {
        let argument = input.name.strip_prefix("argv").and_then(|rest| rest.split_once('['));
        match (argument, &input.elements[..]) {
            (Some((number, _)), &[bits]) if input.ty == Type::Int(8) && input.file.is_none() => {
                match arguments.last_mut().filter(|(last, _)| *last == number) {
                    Some((_, bytes)) => bytes.push(bits as u8),
                    None => arguments.push((number, vec![bits as u8])),
                }
            }
            _ => texts.push(input_text(input)),
        }
    }
    let argument = |(number, bytes): (&str, Vec<u8>)| {
        let text: Vec<u8> = bytes.into_iter().take_while(|&byte| byte != 0).collect();
        format!("argv[{number}] = \"{}\"", text.escape_ascii())
    };
    arguments.into_iter().map(argument).chain(texts).collect()
}

/// An input with its values.
fn input_text(input: &InputValue) -> String {
    if let Some(file) = &input.file {
        let bytes: Vec<u8> = input.elements.iter().map(|&bits| bits as u8).collect();
        let what = match file {
            FileName::StandardInput => "standard input".to_owned(),
            FileName::Named(name) => format!("the file {}", printable(name)),
        };
        return format!("{what} = \"{}\"", bytes.escape_ascii());
    }
    let values: Vec<String> =
        input.elements.iter().take(SHOWN_ELEMENTS).map(|&bits| element_text(input, bits)).collect();
    let more = if input.elements.len() > SHOWN_ELEMENTS { ", …" } else { "" };
    match &values[..] {
        [one] => format!("{} = {one}", input.name),
        several => format!("{} = [{}{more}]", input.name, several.join(", ")),
    }
}

/// An element as a number of its type. Words of which only the size is known are shown as floats as
/// well, unless these would be none that programs have: subnormal or NaN, as small integers are.
fn element_text(input: &InputValue, bits: u128) -> String {
    let as_float = match input.ty {
        Type::Float(format) => return float_text(format, bits),
        Type::Int(64) if !input.is_typed => Some((FloatFormat::F64, "double")),
        Type::Int(32) if !input.is_typed => Some((FloatFormat::F32, "float")),
        _ => None,
    };
    let integer = match input.ty {
        Type::Int(width @ 1..=64) => {
            let above = 128 - u32::from(width);
            format!("{}", ((bits << above) as i128) >> above)
        }
        _ => format!("{bits:#x}"),
    };
    match as_float.filter(|&(format, _)| is_ordinary(format, bits)) {
        Some((format, name)) => format!("{integer} (as {name} {})", float_text(format, bits)),
        None => integer,
    }
}

/// Whether bits are a float that is neither subnormal, nor zero, nor NaN.
fn is_ordinary(format: FloatFormat, bits: u128) -> bool {
    let value = match format {
        FloatFormat::F32 => f64::from(f32::from_bits(bits as u32)),
        _ => f64::from_bits(bits as u64),
    };
    let smallest = if format == FloatFormat::F32 { f64::from(f32::MIN_POSITIVE) } else { f64::MIN_POSITIVE };
    value.abs() >= smallest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(ty: Type, is_typed: bool, bits: u128) -> String {
        let input = InputValue { name: "x".into(), ty, is_typed, elements: vec![bits], file: None };
        element_text(&input, bits)
    }

    #[test]
    fn integers_are_shown_as_such_and_unknown_words_as_what_they_may_be() {
        assert_eq!(text(Type::Int(32), true, 0x3f80_0000), "1065353216");
        assert_eq!(text(Type::Int(32), false, 0x3f80_0000), "1065353216 (as float 1.0)");
        assert_eq!(text(Type::Int(32), false, 7), "7");
        assert_eq!(text(Type::Int(32), false, 0xffff_ffff), "-1");
        assert_eq!(text(Type::Int(64), true, u128::from(u64::MAX)), "-1");
        assert_eq!(text(Type::Int(8), false, 0x80), "-128");
    }
}
