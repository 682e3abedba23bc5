//! The floats that a call gives back: the returned value, and those in the objects that pointers
//! point at.
//!
//! What an object held before and holds still is no output.

use crate::inputs::narrow_format;
use ulpwise_float::Format;
use ulpwise_float::order::mask;
use ulpwise_ir::{FloatFormat, Function, Type};
use ulpwise_native::{InputVariable, NativeTarget, Passing, VariableKind};

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
    /// Whether instrumented code knows its shadow value. Of values that are returned in several
    /// pieces it does not.
    pub has_shadow: bool,
}

/// What a function returns, as its source has it: the floats within it, each with its name, the
/// byte where it begins, and its format.
#[derive(Clone, Debug, Default)]
pub struct ReturnedFloats {
    /// The floats.
    pub floats: Vec<(String, u64, FloatFormat)>,
    /// The byte where each scalar begins that the function returns.
    pub pieces: Vec<u64>,
    /// Which parameter is the address of room for it, if one is.
    pub in_memory: Option<usize>,
}

impl ReturnedFloats {
    /// The floats within so many bytes, if there is more than the one value: name, bit, and format.
    fn within(&self, first: u64, bytes: u64) -> impl Iterator<Item = (Option<String>, u32, Format)> {
        let inside = self.floats.iter().filter(move |(_, at, _)| (first..first + bytes).contains(at));
        inside.filter_map(move |(name, at, format)| {
            let format = narrow_format(*format)?;
            let name = (!name.is_empty()).then(|| name.clone());
            Some((name, 8 * (at - first) as u32, format))
        })
    }
}

/// The floats that calls of a function give back.
pub(crate) fn outputs_of(
    function: &Function,
    returned: &ReturnedFloats,
    target: &NativeTarget,
    names: &[String],
    variables: &[InputVariable],
) -> Vec<Output> {
    let mut outputs = Vec::new();
    let mut words = 0;
    let has_shadow = function.results.len() == 1;
    for (piece, &ty) in function.results.iter().enumerate() {
        match (ty, returned.pieces.get(piece)) {
            (Type::Float(format), None) => {
                if let Some(format) = narrow_format(format) {
                    outputs.push(Output {
                        name: None,
                        word: words,
                        shift: 0,
                        format,
                        before: None,
                        has_shadow,
                    });
                }
            }
            (_, Some(&first)) => {
                for (name, shift, format) in returned.within(first, u64::from(ty.bits()).div_ceil(8)) {
                    outputs.push(Output { name, word: words, shift, format, before: None, has_shadow });
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
                outputs.push(Output { name, word, shift: bit % 64, format, before: None, has_shadow: true });
            }
        }
        for (name, variable) in names.iter().zip(variables) {
            if let (VariableKind::Float(format), true) =
                (variable.kind, (given..given + count).contains(&variable.word))
            {
                let (name, word) = (Some(name.clone()), words + variable.word - given);
                outputs.push(Output {
                    name,
                    word,
                    shift: variable.shift,
                    format,
                    before: Some(variable.word),
                    has_shadow: true,
                });
            }
        }
        given += count;
        words += count;
    }
    outputs
}

impl Output {
    /// Its bits after a call that returned; nothing if the call left what was there before.
    pub fn bits(&self, before: &[u64], after: &[u64]) -> Option<u128> {
        let at = |words: &[u64], word: usize| {
            Some(u128::from(words.get(word)? >> self.shift) & mask(self.format.width()))
        };
        let bits = at(after, self.word)?;
        let before = self.before.and_then(|word| at(before, word));
        (before != Some(bits)).then_some(bits)
    }
}
