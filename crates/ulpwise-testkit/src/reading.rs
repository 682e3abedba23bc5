//! Many random decimals, read and written, against the standard library and MPFR.

use crate::decimals::Decimals;
use crate::operands::Operands;
use ulpwise_float::{Float, Format, Rounding};

/// Compares reading with MPFR, in all rounding modes, value and flags.
///
/// # Errors
/// The first decimal that differs.
#[cfg(feature = "mpfr")]
pub fn read_against_mpfr(format: Format, cases: u64, seed: u64) -> Result<(), String> {
    let mut source = Decimals::new(format, seed);
    for case in 0..cases {
        let text = source.next_text();
        let rounding = Rounding::ALL[(case % 5) as usize];
        let expected = crate::mpfr::parse(format, &text, 10, rounding);
        let ours = Float::parse(format, &text, rounding).map_err(|error| format!("{text}: {error}"))?;
        if ours != expected {
            return Err(format!("{format} {rounding:?} {text}: delivered {ours:?}, expected {expected:?}"));
        }
    }
    Ok(())
}

/// Compares reading f64 and f32 with the standard library.
///
/// # Errors
/// The first decimal that differs.
pub fn read_against_std(cases: u64, seed: u64) -> Result<(), String> {
    let mut source = Decimals::new(Format::F64, seed);
    for case in 0..cases {
        let text = source.next_text();
        let (format, expected) = if case % 2 == 0 {
            (Format::F64, text.parse().map(Float::from_f64))
        } else {
            (Format::F32, text.parse().map(Float::from_f32))
        };
        let expected = expected.map_err(|error| format!("{text}: {error}"))?;
        let ours =
            Float::parse(format, &text, Rounding::NearestEven).map_err(|error| format!("{text}: {error}"))?;
        if ours.0 != expected {
            return Err(format!("{text}: delivered {ours:?}, expected {expected:?}"));
        }
    }
    Ok(())
}

/// Compares the shortest decimals of f64 and f32 numbers with the standard library's.
///
/// # Errors
/// The first number that differs.
pub fn write_against_std(cases: u64, seed: u64) -> Result<(), String> {
    let (mut doubles, mut singles) = (Operands::new(Format::F64, seed), Operands::new(Format::F32, seed));
    let mut compared = 0;
    while compared < cases {
        let (number, expected) = if compared % 2 == 0 {
            let number = doubles.any();
            (number, format!("{:e}", number.to_f64()))
        } else {
            let number = singles.any();
            (number, format!("{:e}", number.to_f32()))
        };
        let Some(decimal) = number.to_shortest_decimal().filter(|_| !number.is_zero()) else { continue };
        let sign = if decimal.negative { "-" } else { "" };
        let (first, rest) = decimal.digits.split_at(1);
        let point = if rest.is_empty() { "" } else { "." };
        let ours = format!("{sign}{first}{point}{rest}e{}", decimal.exponent - 1);
        if ours != expected {
            return Err(format!("{number:?}: delivered {ours}, expected {expected}"));
        }
        compared += 1;
    }
    Ok(())
}
