//! Values as they are written.

use super::push;
use crate::environment::ROUNDING_MODES;
use ulpwise_expr::{ArrayValue, BitVector, Sort, Value};
use ulpwise_float::{Float, Natural, Rational, Rounding};

/// A value, as SMT-LIB writes it.
pub fn value_text(value: &Value) -> String {
    let mut text = String::new();
    write_value(&mut text, value);
    text
}

pub(super) fn write_value(out: &mut String, value: &Value) {
    match value {
        Value::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
        Value::BitVec(value) => write_bit_vector(out, value),
        Value::Float(value) => write_float(out, *value),
        Value::Rounding(value) => out.push_str(rounding_name(*value)),
        Value::Array(value) => write_array(out, value),
        Value::Real(value) => write_real(out, value),
    }
}

fn rounding_name(mode: Rounding) -> &'static str {
    let position = Rounding::ALL.iter().position(|&other| other == mode).unwrap_or(0);
    ROUNDING_MODES[position][0]
}

fn write_bit_vector(out: &mut String, value: &BitVector) {
    push(out, format_args!("{value}"));
}

fn write_float(out: &mut String, value: Float) {
    let format = value.format();
    let (exponent_bits, significand_bits) = (format.exponent_bits(), format.significand_bits());
    let sign = if value.is_sign_negative() { '-' } else { '+' };
    let special = if value.is_nan() {
        "NaN".to_owned()
    } else if value.is_infinite() {
        format!("{sign}oo")
    } else if value.is_zero() {
        format!("{sign}zero")
    } else {
        let bits = BitVector::new(format.width(), Natural::from_words(value.limbs()));
        let fraction = significand_bits - 1;
        let sign = u8::from(value.is_sign_negative());
        let exponent = value.exponent_field();
        let digits = exponent_bits as usize;
        push(out, format_args!("(fp #b{sign} #b{exponent:0>digits$b} "));
        write_bit_vector(out, &bits.extract(fraction - 1, 0));
        out.push(')');
        return;
    };
    push(out, format_args!("(_ {special} {exponent_bits} {significand_bits})"));
}

fn write_array(out: &mut String, value: &ArrayValue) {
    let value = value.canonical();
    for _ in value.entries() {
        out.push_str("(store ");
    }
    let sort = Sort::Array { index: value.index_width(), element: value.element_width() };
    push(out, format_args!("((as const {sort}) "));
    write_bit_vector(out, value.default());
    out.push(')');
    for (index, element) in value.entries() {
        out.push(' ');
        write_bit_vector(out, &index);
        out.push(' ');
        write_bit_vector(out, element);
        out.push(')');
    }
}

fn write_real(out: &mut String, value: &Rational) {
    let is_negative = *value < Rational::ZERO;
    let (numerator, denominator) = value.clone().into_parts();
    let (_, numerator) = numerator.into_parts();
    if is_negative {
        out.push_str("(- ");
    }
    if denominator.is_one() {
        push(out, format_args!("{numerator}.0"));
    } else {
        push(out, format_args!("(/ {numerator}.0 {denominator}.0)"));
    }
    if is_negative {
        out.push(')');
    }
}

/// A string literal.
pub(crate) fn string_literal(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}
