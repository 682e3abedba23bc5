//! Everything that touches LLVM: sources and bitcode to ulpwise-ir.
//!
//! * `compile` calls clang, flang and rustc, with the user's flags.
//! * `load` links what they wrote in a process of its own, runs the passes that keep locations,
//!   and hands the module to `lower`.
//! * `lower` turns LLVM's instructions into ours.
//!
//! Deliberately absent: execution of any kind, and printing; errors are values.

mod compile;
mod error;
mod input;
mod load;
mod lower;
mod process;

pub use error::{Error, Fault};
pub use input::{DatabaseInput, Input, LoadOptions};
pub use load::{CHILD_COMMAND, Loaded, Loader, child_main, load_in_process};
pub use lower::lower_module;
