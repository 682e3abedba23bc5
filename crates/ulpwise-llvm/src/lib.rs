//! Everything that touches LLVM: sources and bitcode to ulpwise-ir.

mod error;

pub use error::{Error, Fault};
