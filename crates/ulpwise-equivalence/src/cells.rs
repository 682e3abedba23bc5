//! What a call gives back, as pieces of the words of a native call.

use crate::side::ProgramSide;
use ulpwise_harness::OutputForm;
use ulpwise_harness::inputs::narrow_format;
use ulpwise_ir::{SourceType, Type};
use ulpwise_native::{Passing, VariableKind};

/// A number that a call gives back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutputCell {
    /// What a person calls it; nothing for the returned value.
    pub name: Option<String>,
    /// Its word among those that a call gives back.
    pub word: usize,
    /// Its lowest bit there.
    pub shift: u32,
    /// What it is.
    pub kind: VariableKind,
    /// The input that lies at the same place before the call.
    pub input: Option<usize>,
    /// What must hold of the call so that it is there at all.
    pub forms: Vec<OutputForm>,
}

impl OutputCell {
    /// Its bits after a call; nothing where the call gave back a value of another form.
    pub fn bits(&self, output: &[u64]) -> Option<u64> {
        let at = |word: usize, shift: u32, width: u32| {
            Some(output.get(word)? >> shift & (u64::MAX >> (64 - width)))
        };
        let has_form = |form: &OutputForm| at(form.word, form.shift, form.width) == Some(form.value);
        if !self.forms.iter().all(has_form) {
            return None;
        }
        at(self.word, self.shift, self.kind.bits())
    }
}

/// The numbers that a call returns: those in objects are not among them. Nothing if there is one
/// that native calls cannot give back.
pub(crate) fn returned_cells(side: &ProgramSide<'_>) -> Option<Vec<OutputCell>> {
    let results = &side.module.functions[side.function].results;
    let floats = side.native.outputs.iter().filter(|output| output.before.is_none());
    let is_aggregate = side.module.functions[side.function].declaration.as_ref().is_some_and(|declaration| {
        matches!(
            side.module.source_types[declaration.result],
            SourceType::Struct { .. } | SourceType::Array { .. }
        )
    });
    if is_aggregate || !side.returned.floats.is_empty() {
        let cell = |output: &ulpwise_harness::Output| OutputCell {
            name: output.name.clone(),
            word: output.word,
            shift: output.shift,
            kind: VariableKind::Float(output.format),
            input: None,
            forms: output.forms.clone(),
        };
        return Some(floats.map(cell).collect());
    }
    let mut cells = Vec::new();
    for (word, &ty) in results.iter().enumerate() {
        let kind = match ty {
            Type::Float(format) => VariableKind::Float(narrow_format(format)?),
            Type::Int(bits) if bits <= 64 => VariableKind::Int { bits: bits.into(), signed: bits > 1 },
            Type::Int(_) | Type::Pointer => return None,
        };
        cells.push(OutputCell { name: None, word, shift: 0, kind, input: None, forms: Vec::new() });
    }
    Some(cells)
}

/// The numbers in the objects that a call is given, each with the input that it is before the call.
pub(crate) fn object_cells(side: &ProgramSide<'_>) -> Vec<OutputCell> {
    let results = &side.module.functions[side.function].results;
    let mut words: usize = results.iter().map(|ty| if ty.bits() > 64 { 2 } else { 1 }).sum();
    let (mut given, mut cells) = (0, Vec::new());
    for passing in &side.native.target.parameters {
        let Passing::Buffer(count) = *passing else {
            given += 1;
            continue;
        };
        let count = count as usize;
        for (input, variable) in side.native.space.variables.iter().enumerate() {
            if (given..given + count).contains(&variable.word) {
                cells.push(OutputCell {
                    name: Some(side.native.names[input].clone()),
                    word: words + variable.word - given,
                    shift: variable.shift,
                    kind: variable.kind,
                    input: Some(input),
                    forms: Vec::new(),
                });
            }
        }
        given += count;
        words += count;
    }
    cells
}
