//! Many random decimals, read and written, against the standard library and MPFR.

#![expect(clippy::result_large_err, reason = "a mismatch ends its test, so its size does not matter")]

use crate::decimals::Decimals;
use crate::operands::Operands;
use std::fmt;
use ulpwise_float::{Flags, Float, Format, ParseFloatError, Rounding};

/// A decimal that is read or written differently than it should be.
#[derive(Clone, Debug)]
pub enum DecimalMismatch {
    /// Text that is a number and is refused.
    Refused {
        /// The text.
        text: String,
        /// Why it is refused.
        error: ParseFloatError,
    },
    /// Text that is read as another number, or with other flags.
    Read {
        /// The text.
        text: String,
        /// The rounding mode.
        rounding: Rounding,
        /// What was read.
        ours: (Float, Flags),
        /// The right number.
        expected: Float,
    },
    /// A number that is written differently.
    Written {
        /// The number.
        number: Float,
        /// What was written.
        ours: String,
        /// The right text.
        expected: String,
    },
}

impl fmt::Display for DecimalMismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused { text, error } => write!(f, "{text}: {error}"),
            Self::Read { text, rounding, ours, expected } => {
                write!(f, "{rounding:?} {text}: delivered {ours:?}, expected {expected:?}")
            }
            Self::Written { number, ours, expected } => {
                write!(f, "{number:?}: delivered {ours}, expected {expected}")
            }
        }
    }
}

impl std::error::Error for DecimalMismatch {}

/// Reads text that is a number.
fn read(format: Format, text: &str, rounding: Rounding) -> Result<(Float, Flags), DecimalMismatch> {
    Float::parse(format, text, rounding)
        .map_err(|error| DecimalMismatch::Refused { text: text.to_owned(), error })
}

/// Compares reading with MPFR, in all rounding modes, value and flags.
///
/// # Errors
/// The first decimal that differs.
#[cfg(feature = "mpfr")]
pub fn read_against_mpfr(format: Format, cases: u64, seed: u64) -> Result<(), DecimalMismatch> {
    let mut source = Decimals::new(format, seed);
    for case in 0..cases {
        let text = source.next_text();
        let rounding = Rounding::ALL[(case % 5) as usize];
        let expected = crate::mpfr::parse(format, &text, 10, rounding);
        let ours = read(format, &text, rounding)?;
        if ours != expected {
            return Err(DecimalMismatch::Read { text, rounding, ours, expected: expected.0 });
        }
    }
    Ok(())
}

/// Compares reading f64 and f32 with the standard library.
///
/// # Errors
/// The first decimal that differs.
pub fn read_against_std(cases: u64, seed: u64) -> Result<(), DecimalMismatch> {
    let mut source = Decimals::new(Format::F64, seed);
    for case in 0..cases {
        let text = source.next_text();
        let (format, expected) = if case % 2 == 0 {
            (Format::F64, text.parse().map(Float::from_f64))
        } else {
            (Format::F32, text.parse().map(Float::from_f32))
        };
        let expected: Float = expected.expect("the standard library reads every decimal");
        let rounding = Rounding::NearestEven;
        let ours = read(format, &text, rounding)?;
        if ours.0 != expected {
            return Err(DecimalMismatch::Read { text, rounding, ours, expected });
        }
    }
    Ok(())
}

/// Compares the shortest decimals of f64 and f32 numbers with the standard library's.
///
/// # Errors
/// The first number that differs.
pub fn write_against_std(cases: u64, seed: u64) -> Result<(), DecimalMismatch> {
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
            return Err(DecimalMismatch::Written { number, ours, expected });
        }
        compared += 1;
    }
    Ok(())
}
