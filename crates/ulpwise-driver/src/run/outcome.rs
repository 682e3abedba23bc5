//! What came of a call: the results of the interpreter.

use ulpwise_harness::layout::Indices;
use ulpwise_harness::marshal::{ArgumentObject, Reading};
use ulpwise_harness::value_syntax::WrittenValue;
use ulpwise_interp::memory::Memory;
use ulpwise_interp::{Event, Stop};
use ulpwise_ir::{Declaration, Function, FunctionId, Language, Module};

/// What came of a call.
#[derive(Debug)]
pub(super) struct CallOutcome<'m> {
    pub(super) module: &'m Module,
    pub(super) id: FunctionId,
    pub(super) function: &'m Function,
    pub(super) declaration: &'m Declaration,
    /// The arguments as they were written.
    pub(super) values: Vec<WrittenValue>,
    /// The arguments as the interpreter took them.
    pub(super) arguments: Vec<u64>,
    /// What the interpreter returned, slot by slot; `None` when it did not return.
    pub(super) returned: Option<Vec<u64>>,
    /// What it returned; `None` when it returns nothing or did not return.
    pub(super) result: Option<Reading>,
    /// The objects behind the arguments and what stands in them now.
    pub(super) objects: Vec<(ArgumentObject, Reading)>,
    /// What it printed.
    pub(super) printed: Vec<u8>,
    /// How many bytes it printed beyond what was kept.
    pub(super) dropped: u64,
    /// The exceptions, in order of their first occurrence.
    pub(super) events: Vec<Event>,
    /// How many instructions ran.
    pub(super) steps: u64,
    /// How it ended if not by returning.
    pub(super) stop: Option<Stop>,
    /// The program's memory at the end.
    pub(super) memory: Memory,
}

impl CallOutcome<'_> {
    pub(super) fn language(&self) -> Language {
        self.declaration.language
    }
}

/// How the language of a function numbers the elements of arrays.
pub(super) fn indices(declaration: &Declaration) -> Indices {
    match declaration.language {
        Language::Fortran => Indices::FromOneInParentheses,
        _ => Indices::FromZeroInBrackets,
    }
}
