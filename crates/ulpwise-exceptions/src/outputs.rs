//! What an exception leaves in the floats that a call gives back.
//!
//! An exceptional value *escapes* if one of them holds it. What an object held before and holds
//! still is no output.

use crate::ledger::Witness;
use ulpwise_float::order::{infinity, is_nan, mask};
use ulpwise_float::{Float, Format};
use ulpwise_harness::outputs::Output;
use ulpwise_interp::Exception;

/// How far a number is from an ordinary one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum FloatClass {
    /// A normal number.
    Normal,
    /// Zero.
    Zero,
    /// Smaller than every normal number.
    Subnormal,
    /// Infinite.
    Infinite,
    /// No number.
    Nan,
}

impl FloatClass {
    /// Of a float.
    pub(crate) fn classify(format: Format, bits: u128) -> FloatClass {
        let infinity = infinity(format);
        let magnitude = bits & (mask(format.width()) >> 1);
        match magnitude {
            _ if is_nan(format, bits) => FloatClass::Nan,
            _ if magnitude == infinity => FloatClass::Infinite,
            0 => FloatClass::Zero,
            _ if Float::from_bits(format, bits).is_subnormal() => FloatClass::Subnormal,
            _ => FloatClass::Normal,
        }
    }

    /// Whether it is infinite or no number.
    pub(crate) fn is_special(self) -> bool {
        matches!(self, FloatClass::Infinite | FloatClass::Nan)
    }

    /// Whether it is what an exception leaves behind.
    pub(crate) fn shows(self, exception: Exception) -> bool {
        match exception {
            Exception::Underflow => matches!(self, FloatClass::Zero | FloatClass::Subnormal),
            Exception::IntConversion | Exception::Inexact | Exception::Cancellation => false,
            Exception::Invalid | Exception::DivideByZero | Exception::Overflow => self.is_special(),
        }
    }
}

/// The outputs that show what an exception leaves behind.
pub(crate) fn escapes<'o>(
    outputs: &'o [Output],
    witness: &'o Witness,
    exception: Exception,
) -> impl Iterator<Item = &'o Output> {
    outputs.iter().filter(move |output| {
        witness
            .output_bits(output)
            .map(|bits| FloatClass::classify(output.format, bits))
            .is_some_and(|class| class.shows(exception))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ledger::Analysis;
    use ulpwise_host::RoundingMode;
    use ulpwise_native::CallEnd;

    fn witness(words: &[u64], output: &[u64]) -> Witness {
        let (words, output) = (words.to_vec(), output.to_vec());
        let (analysis, rounding) = (Analysis::Native, RoundingMode::NearestEven);
        Witness { analysis, rounding, words, end: CallEnd::Returned, output, events: [].into() }
    }

    #[test]
    fn classes_are_those_of_the_format() {
        let class = |value: f64| FloatClass::classify(Format::F64, value.to_bits().into());
        assert_eq!(
            [1.0, -0.0, 5e-324, f64::NEG_INFINITY, f64::NAN].map(class),
            [
                FloatClass::Normal,
                FloatClass::Zero,
                FloatClass::Subnormal,
                FloatClass::Infinite,
                FloatClass::Nan
            ]
        );
        assert_eq!(FloatClass::classify(Format::F32, 1), FloatClass::Subnormal);
        assert!(FloatClass::Zero.shows(Exception::Underflow) && !FloatClass::Zero.shows(Exception::Overflow));
        assert!(
            FloatClass::Nan.shows(Exception::DivideByZero) && !FloatClass::Nan.shows(Exception::Underflow)
        );
    }

    #[test]
    fn what_was_there_before_does_not_escape() {
        let buffer = Output {
            name: Some("v".into()),
            word: 1,
            shift: 32,
            format: Format::F32,
            before: Some(0),
            has_shadow: true,
            forms: Vec::new(),
        };
        let infinite = u64::from(f32::INFINITY.to_bits()) << 32;
        let found = |before: u64, after: u64| {
            escapes(std::slice::from_ref(&buffer), &witness(&[before], &[7, after]), Exception::Overflow)
                .count()
        };
        assert_eq!((found(0, infinite), found(infinite, infinite), found(0, 5)), (1, 0, 0));
    }
}
