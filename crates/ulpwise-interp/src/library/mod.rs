//! Models of the functions outside a program: the C library as far as numerical programs need it,
//! and the runtimes of C++, Rust and Fortran.
//!
//! One file a concern, each with a table of names and models; [`lookup`] is the registry. A model
//! gets the interpreter and the arguments, and returns the results or ends the path. The
//! mathematical library is not here: it is called for real (`step::math`).

mod alloc;
mod character;
mod environment;
mod errno;
mod language;
mod memory;
mod number;
mod print;
mod random;
mod sort;
mod state;
mod stream;
mod string;

pub use character::class_bit;
pub use print::stores_counts;
pub use state::{CLibraryState, CapturedOutput};

use crate::frame::Argument;
use crate::interpreter::Interpreter;
use crate::machine::Machine;
use crate::path_end::PathEnd;
use ulpwise_host::RoundingMode;
use ulpwise_ir::Type;

/// A model: what a call of the function does.
pub(crate) type LibraryFunction = fn(&mut Interpreter<'_>, &[Argument]) -> Result<ReturnedSlots, PathEnd>;

/// A table of models by name.
type Models = &'static [(&'static str, LibraryFunction)];

/// All tables; a new one is a line here.
const TABLES: &[Models] = &[
    alloc::MODELS,
    character::MODELS,
    environment::MODELS,
    errno::MODELS,
    language::MODELS,
    memory::MODELS,
    number::MODELS,
    print::MODELS,
    random::MODELS,
    sort::MODELS,
    stream::MODELS,
    string::MODELS,
];

/// The model of a function, if there is one.
pub(crate) fn lookup(name: &str) -> Option<LibraryFunction> {
    let known = TABLES.iter().flat_map(|table| table.iter()).find(|(model, _)| *model == name);
    known.map(|&(_, model)| model).or_else(|| language::lookup_mangled(name))
}

/// The names of all functions that have a model here; mangled names that are recognised by their
/// form are not among them.
pub fn modelled_functions() -> impl Iterator<Item = &'static str> {
    TABLES.iter().flat_map(|table| table.iter()).map(|(name, _)| *name)
}

/// The results of a call outside the program, as raw slots.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ReturnedSlots {
    slots: [u64; 4],
    len: usize,
}

impl ReturnedSlots {
    /// Nothing.
    pub(crate) fn nothing() -> Self {
        Self::default()
    }

    /// One value of at most 64 bits.
    pub(crate) fn one(value: u64) -> Self {
        Self { slots: [value, 0, 0, 0], len: 1 }
    }

    /// A C `int`.
    pub(crate) fn int(value: i32) -> Self {
        Self::one(u64::from(value.cast_unsigned()))
    }

    /// A value of a given type.
    pub(crate) fn value(ty: Type, bits: u128) -> Self {
        let mut returned = Self::default();
        returned.push_value(ty, bits);
        returned
    }

    pub(crate) fn push_value(&mut self, ty: Type, bits: u128) {
        for half in [bits as u64, (bits >> 64) as u64].into_iter().take(ty.slots()) {
            self.slots[self.len] = half;
            self.len += 1;
        }
    }

    pub(crate) fn as_slice(&self) -> &[u64] {
        &self.slots[..self.len]
    }
}

/// The argument at `index` as 64 bits.
///
/// # Errors
/// The call has fewer arguments than the C library's function: the program declares it otherwise.
fn argument(arguments: &[Argument], index: usize) -> Result<u64, PathEnd> {
    arguments
        .get(index)
        .map(|argument| argument.bits as u64)
        .ok_or_else(|| PathEnd::Unsupported("a library function called with too few arguments".to_owned()))
}

/// The argument at `index` as a C `int`.
fn int_argument(arguments: &[Argument], index: usize) -> Result<i32, PathEnd> {
    Ok(argument(arguments, index)? as i32)
}

/// The rounding mode of the moment for the host's library.
///
/// # Errors
/// The hardware has no such mode.
fn rounding_mode(machine: &Machine) -> Result<RoundingMode, PathEnd> {
    RoundingMode::from_exact(machine.float.rounding).ok_or_else(|| {
        PathEnd::Unsupported("numbers as text in rounding to nearest with ties away".to_owned())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_model_is_of_a_function_that_the_table_knows() {
        for (name, _) in TABLES.iter().flat_map(|table| table.iter()) {
            assert!(ulpwise_externals::lookup(name).is_some(), "{name} has a model, and no entry");
        }
    }

    #[test]
    fn no_name_has_two_models() {
        let mut names: Vec<&str> =
            TABLES.iter().flat_map(|table| table.iter()).map(|(name, _)| *name).collect();
        let all = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all);
    }
}
