//! Abstract interpretation of `ulpwise-ir`: which exceptions no input can raise.
//!
//! [`analyse`] follows a function with *sets* of values in place of values, all paths at once,
//! through calls and loops, and tells for every site which exceptions are possible there. What it
//! does not name is proven: no input within the entry's ranges raises it.
//!
//! What holds: values, memory and exceptions are over-approximated everywhere, in the semantics of
//! the interpreter, which is that of the machine. Paths end where they end in the interpreter: at
//! bad memory accesses, integer divisions by zero, and calls that do not return.
//! [`Analysis::is_complete`] says whether everything was looked at; if not, nothing may be called
//! proven.
//!
//! What is absent: arithmetic of its own. Sets of floats and integers and what operators make of
//! them are `ulpwise-interval`'s, exceptions at single values are `ulpwise-interp`'s.

mod activation;
mod affine;
mod aliases;
mod analysis;
mod call;
mod certificate;
mod contents;
mod context;
mod entry;
mod function;
mod globals;
mod layout;
mod leave;
mod memory;
mod order;
mod outside;
mod partition;
mod pointer;
mod record;
mod refine;
mod related;
mod relation;
mod state;
mod step;
mod transfer;
mod unwind;
mod value;
mod widening;

pub use aliases::written_globals;
pub use analysis::{Analysis, EntryError, Incomplete, Statistics};
pub use entry::{AbsintArgument, AbsintEntry, AbsintOptions, RoundingModes};
pub use partition::analyse;
pub use record::ValueRange;
pub use ulpwise_externals::Exceptions;
