//! The floats that a call gives back: the returned value, and those in the objects that pointers
//! point at.
//!
//! What an object held before and holds still is no output.

use crate::inputs::narrow_format;
use crate::layout::Form;
use std::ops::Range;
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
    /// What must hold of the call so that it is there at all.
    pub forms: Vec<OutputForm>,
}

/// The bits that a call must give back so that an output is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutputForm {
    /// The word.
    pub word: usize,
    /// The lowest bit there.
    pub shift: u32,
    /// How many bits.
    pub width: u32,
    /// What they are.
    pub value: u64,
}

/// A float within what a function returns.
#[derive(Clone, Debug)]
pub struct ReturnedFloat {
    /// Its name.
    pub name: String,
    /// The byte where it begins.
    pub offset: u64,
    /// Its format.
    pub format: FloatFormat,
    /// The forms that the value must have so that it is there.
    pub forms: Vec<Form>,
}

/// What a function returns, as its source has it.
#[derive(Clone, Debug, Default)]
pub struct ReturnedFloats {
    /// The floats.
    pub floats: Vec<ReturnedFloat>,
    /// The byte where each scalar begins that the function returns.
    pub pieces: Vec<u64>,
    /// Which parameter is the address of room for it, if one is.
    pub in_memory: Option<usize>,
}

impl ReturnedFloats {
    /// The floats as outputs, where it is known in which word, and at which bit, a byte is given
    /// back. Those whose form cannot be seen are left out.
    fn outputs(&self, place: impl Fn(u64) -> Option<(usize, u32)>, has_shadow: bool) -> Vec<Output> {
        let form = |form: &Form| {
            let (word, shift) = place(form.offset)?;
            Some(OutputForm { word, shift, width: 8 * form.bytes as u32, value: form.value })
        };
        let output = |float: &ReturnedFloat| {
            let (word, shift) = place(float.offset)?;
            Some(Output {
                name: (!float.name.is_empty()).then(|| float.name.clone()),
                word,
                shift,
                format: narrow_format(float.format)?,
                before: None,
                has_shadow,
                forms: float.forms.iter().map(form).collect::<Option<_>>()?,
            })
        };
        self.floats.iter().filter_map(output).collect()
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
    // The bytes of each piece of the returned value, and its word.
    let mut pieces: Vec<(Range<u64>, usize)> = Vec::new();
    for (piece, &ty) in function.results.iter().enumerate() {
        match (ty, returned.pieces.get(piece)) {
            (Type::Float(format), None) => {
                if let Some(format) = narrow_format(format) {
                    let forms = Vec::new();
                    let (name, before) = (None, None);
                    outputs.push(Output { name, word: words, shift: 0, format, before, has_shadow, forms });
                }
            }
            (_, Some(&first)) => pieces.push((first..first + u64::from(ty.bits()).div_ceil(8), words)),
            _ => {}
        }
        words += if ty.bits() > 64 { 2 } else { 1 };
    }
    let in_pieces = |byte: u64| {
        let (bytes, word) = pieces.iter().find(|(bytes, _)| bytes.contains(&byte))?;
        let within = byte - bytes.start;
        Some((word + within as usize / 8, 8 * (within % 8) as u32))
    };
    outputs.extend(returned.outputs(in_pieces, has_shadow));
    let mut given = 0;
    for (parameter, passing) in target.parameters.iter().enumerate() {
        let Passing::Buffer(count) = *passing else {
            given += 1;
            continue;
        };
        let count = count as usize;
        if returned.in_memory == Some(parameter) {
            let place = |byte: u64| {
                (byte < 8 * count as u64).then_some((words + byte as usize / 8, 8 * (byte % 8) as u32))
            };
            outputs.extend(returned.outputs(place, true));
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
                    forms: Vec::new(),
                });
            }
        }
        given += count;
        words += count;
    }
    outputs
}

impl Output {
    /// Its bits after a call that returned; nothing if the call left what was there before, or gives
    /// back a value of another form.
    pub fn bits(&self, before: &[u64], after: &[u64]) -> Option<u128> {
        let at = |words: &[u64], word: usize| {
            Some(u128::from(words.get(word)? >> self.shift) & mask(self.format.width()))
        };
        let has_form = |form: &OutputForm| {
            let bits = after.get(form.word).map(|word| word >> form.shift & (u64::MAX >> (64 - form.width)));
            bits == Some(form.value)
        };
        if !self.forms.iter().all(has_form) {
            return None;
        }
        let bits = at(after, self.word)?;
        let before = self.before.and_then(|word| at(before, word));
        (before != Some(bits)).then_some(bits)
    }
}
