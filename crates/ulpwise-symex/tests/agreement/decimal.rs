//! Numbers from digits as terms, and as the C library reads their text.

use crate::operands::Operands;
use crate::{MODES, host_mode};
use ulpwise_base::SplitMix64;
use ulpwise_expr::Term;
use ulpwise_float::Rounding;
use ulpwise_host::text;
use ulpwise_ir::FloatFormat;

fn parsed(format: FloatFormat, mode: Rounding, number: &str) -> u128 {
    let mode = host_mode(mode);
    match format {
        FloatFormat::F32 => text::strtof(mode, number.as_bytes()).value.to_bits().into(),
        FloatFormat::X87 => text::strtold(mode, number.as_bytes()).value,
        _ => text::strtod(mode, number.as_bytes()).value.to_bits().into(),
    }
}

fn random_digits(random: &mut SplitMix64, base: u64, most: u64) -> Vec<u64> {
    (0..=random.below(most)).map(|_| random.below(base)).collect()
}

fn as_terms(operands: &mut Operands, digits: &[u64]) -> Vec<Term> {
    digits.iter().map(|&digit| operands.operand(8, digit.into())).collect()
}

#[test]
fn decimal_digits_are_rounded_once() {
    let mut random = SplitMix64::new(8);
    for format in [FloatFormat::F64, FloatFormat::F32, FloatFormat::X87] {
        for round in 0..1500 {
            let mode = MODES[round % 4];
            let reach = [3, 25, 60, 410][round / 4 % 4];
            let reach = if format == FloatFormat::X87 { reach.min(60) } else { reach };
            let exponent = random.below(2 * reach).cast_signed() - reach.cast_signed();
            let digits = random_digits(&mut random, 10, 20);
            let mut operands = Operands::new();
            let given = as_terms(&mut operands, &digits);
            let term = operands.terms.decimal(format, mode, &given, exponent).expect("few digits");
            let number: String = digits.iter().map(|&digit| char::from(b'0' + digit as u8)).collect();
            let number = format!("{number}e{exponent}");
            assert_eq!(
                operands.evaluated(term),
                parsed(format, mode, &number),
                "{number} {format:?} {mode:?}"
            );
        }
    }
}

/// Halfway cases and those just beside them, which double rounding gets wrong.
#[test]
fn halfway_cases_go_the_right_way() {
    for number in ["9007199254740993", "90071992547409930000000001", "16777217", "167772170000001"] {
        for exponent in [-30, -11, -10, 0, 3] {
            for format in [FloatFormat::F64, FloatFormat::F32] {
                for mode in MODES {
                    let digits: Vec<u64> = number.bytes().map(|byte| u64::from(byte - b'0')).collect();
                    let mut operands = Operands::new();
                    let given = as_terms(&mut operands, &digits);
                    let term = operands.terms.decimal(format, mode, &given, exponent).expect("few digits");
                    let text = format!("{number}e{exponent}");
                    assert_eq!(operands.evaluated(term), parsed(format, mode, &text), "{text} {mode:?}");
                }
            }
        }
    }
}

#[test]
fn hexadecimal_digits_are_rounded_once() {
    let mut random = SplitMix64::new(9);
    for format in [FloatFormat::F64, FloatFormat::F32, FloatFormat::X87] {
        for round in 0..600 {
            let mode = MODES[round % 4];
            let power = random.below(2400).cast_signed() - 1200;
            let digits = random_digits(&mut random, 16, 20);
            let mut operands = Operands::new();
            let given = as_terms(&mut operands, &digits);
            let exponent = operands.operand(64, power.cast_unsigned().into());
            let term = operands.terms.hexadecimal(format, mode, &given, exponent).expect("few digits");
            let number: String =
                digits.iter().map(|&digit| char::from_digit(digit as u32, 16).expect("a digit")).collect();
            let number = format!("0x{number}p{power}");
            assert_eq!(
                operands.evaluated(term),
                parsed(format, mode, &number),
                "{number} {format:?} {mode:?}"
            );
        }
    }
}
