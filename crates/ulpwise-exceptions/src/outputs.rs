//! The floats that a call gives back: the returned value, and those in the objects that pointers point at.
//!
//! An exceptional value *escapes* if one of them holds it. What an object held before and holds still is no output.

use crate::ledger::Witness;
use ulpwise_float::order::{infinity, is_nan, mask};
use ulpwise_float::{Float, Format};
use ulpwise_interp::Exception;
use ulpwise_ir::{FloatFormat, Function, Type};
use ulpwise_native::{CallEnd, Kind, Passing, Target, Variable};

/// A float that a call gives back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    /// What a person calls it; nothing for the returned value.
    pub name: Option<String>,
    /// Its word among those that a call gives back.
    pub word: usize,
    /// Its lowest bit there.
    pub shift: u32,
    /// Its format.
    pub format: Format,
    /// The word of the call that it lies in before, at the same bits.
    pub before: Option<usize>,
    /// Whether code with twins knows its twin. Of values that are returned in several pieces it does not.
    pub(crate) has_twin: bool,
}

/// How far a number is from an ordinary one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Class {
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

impl Class {
    /// Of a float.
    pub(crate) fn of(format: Format, bits: u128) -> Class {
        let infinity = infinity(format);
        let magnitude = bits & (mask(format.width()) >> 1);
        match magnitude {
            _ if is_nan(format, bits) => Class::Nan,
            _ if magnitude == infinity => Class::Infinite,
            0 => Class::Zero,
            _ if Float::from_bits(format, bits).is_subnormal() => Class::Subnormal,
            _ => Class::Normal,
        }
    }

    /// Whether it is infinite or no number.
    pub(crate) fn is_special(self) -> bool {
        matches!(self, Class::Infinite | Class::Nan)
    }

    /// Whether it is what an exception leaves behind.
    pub(crate) fn shows(self, exception: Exception) -> bool {
        match exception {
            Exception::Underflow => matches!(self, Class::Zero | Class::Subnormal),
            Exception::IntConversion => false,
            _ => self.is_special(),
        }
    }
}

/// What a function returns, as its source has it: the floats within it, each with its name, the byte where it begins, and its format.
#[derive(Clone, Debug, Default)]
pub struct Returned {
    /// The floats.
    pub floats: Vec<(String, u64, FloatFormat)>,
    /// The byte where each scalar begins that the function returns.
    pub pieces: Vec<u64>,
    /// Which parameter is the address of room for it, if one is.
    pub in_memory: Option<usize>,
}

impl Returned {
    /// The floats within so many bytes, if there is more than the one value: name, bit, and format.
    fn within(&self, first: u64, bytes: u64) -> impl Iterator<Item = (Option<String>, u32, Format)> {
        let inside = self.floats.iter().filter(move |(_, at, _)| (first..first + bytes).contains(at));
        inside.filter_map(move |(name, at, format)| {
            let format = crate::inputs::narrow_format(*format)?;
            let name = (!name.is_empty()).then(|| name.clone());
            Some((name, 8 * (at - first) as u32, format))
        })
    }
}

/// The floats that calls of a function give back.
pub(crate) fn of(
    function: &Function,
    returned: &Returned,
    target: &Target,
    names: &[String],
    variables: &[Variable],
) -> Vec<Output> {
    let mut outputs = Vec::new();
    let mut words = 0;
    let has_twin = function.results.len() == 1;
    for (piece, &ty) in function.results.iter().enumerate() {
        match (ty, returned.pieces.get(piece)) {
            (Type::Float(format), None) => {
                if let Some(format) = crate::inputs::narrow_format(format) {
                    outputs.push(Output {
                        name: None,
                        word: words,
                        shift: 0,
                        format,
                        before: None,
                        has_twin,
                    });
                }
            }
            (_, Some(&first)) => {
                for (name, shift, format) in returned.within(first, u64::from(ty.bits()).div_ceil(8)) {
                    outputs.push(Output { name, word: words, shift, format, before: None, has_twin });
                }
            }
            _ => {}
        }
        words += if ty.bits() > 64 { 2 } else { 1 };
    }
    let mut given = 0;
    for (parameter, passing) in target.parameters.iter().enumerate() {
        let Passing::Buffer(count) = *passing else {
            given += 1;
            continue;
        };
        let count = count as usize;
        if returned.in_memory == Some(parameter) {
            for (name, bit, format) in returned.within(0, 8 * count as u64) {
                let word = words + bit as usize / 64;
                outputs.push(Output { name, word, shift: bit % 64, format, before: None, has_twin: true });
            }
        }
        for (name, variable) in names.iter().zip(variables) {
            if let (Kind::Float(format), true) =
                (variable.kind, (given..given + count).contains(&variable.word))
            {
                let (name, word) = (Some(name.clone()), words + variable.word - given);
                outputs.push(Output {
                    name,
                    word,
                    shift: variable.shift,
                    format,
                    before: Some(variable.word),
                    has_twin: true,
                });
            }
        }
        given += count;
        words += count;
    }
    outputs
}

impl Output {
    /// Its bits after a call; nothing if the call did not return, or left what was there before.
    pub(crate) fn bits(&self, witness: &Witness) -> Option<u128> {
        let at = |words: &[u64], word: usize| {
            Some(u128::from(words.get(word)? >> self.shift) & mask(self.format.width()))
        };
        let bits = at(&witness.output, self.word).filter(|_| witness.end == CallEnd::Returned)?;
        let before = self.before.and_then(|word| at(&witness.words, word));
        (before != Some(bits)).then_some(bits)
    }

    /// Its value after a call; nothing if the call did not return, or left what was there before.
    pub fn value(&self, witness: &Witness) -> Option<u64> {
        self.bits(witness).map(|bits| bits as u64)
    }

    /// What a call gives back.
    pub(crate) fn class(&self, witness: &Witness) -> Option<Class> {
        self.bits(witness).map(|bits| Class::of(self.format, bits))
    }
}

/// The outputs that show what an exception leaves behind.
pub(crate) fn escapes<'o>(
    outputs: &'o [Output],
    witness: &'o Witness,
    exception: Exception,
) -> impl Iterator<Item = &'o Output> {
    outputs.iter().filter(move |output| output.class(witness).is_some_and(|class| class.shows(exception)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ledger::Wave;
    use ulpwise_host::RoundingMode;

    fn witness(words: &[u64], output: &[u64]) -> Witness {
        let (words, output) = (words.to_vec(), output.to_vec());
        let (wave, rounding) = (Wave::Native, RoundingMode::NearestEven);
        Witness { wave, rounding, words, end: CallEnd::Returned, output, events: Vec::new() }
    }

    #[test]
    fn classes_are_those_of_the_format() {
        let class = |value: f64| Class::of(Format::F64, value.to_bits().into());
        assert_eq!(
            [1.0, -0.0, 5e-324, f64::NEG_INFINITY, f64::NAN].map(class),
            [Class::Normal, Class::Zero, Class::Subnormal, Class::Infinite, Class::Nan]
        );
        assert_eq!(Class::of(Format::F32, 1), Class::Subnormal);
        assert!(Class::Zero.shows(Exception::Underflow) && !Class::Zero.shows(Exception::Overflow));
        assert!(Class::Nan.shows(Exception::DivideByZero) && !Class::Nan.shows(Exception::Underflow));
    }

    #[test]
    fn what_was_there_before_does_not_escape() {
        let buffer = Output {
            name: Some("v".into()),
            word: 1,
            shift: 32,
            format: Format::F32,
            before: Some(0),
            has_twin: true,
        };
        let infinite = u64::from(f32::INFINITY.to_bits()) << 32;
        let found = |before: u64, after: u64| {
            escapes(std::slice::from_ref(&buffer), &witness(&[before], &[7, after]), Exception::Overflow)
                .count()
        };
        assert_eq!((found(0, infinite), found(infinite, infinite), found(0, 5)), (1, 0, 0));
    }
}
