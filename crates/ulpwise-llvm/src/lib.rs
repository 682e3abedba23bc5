//! Everything that touches LLVM: sources and bitcode to ulpwise-ir.

mod error;
mod lower;

pub use error::{Error, Fault};
pub use lower::lower_module;
