//! The arguments of the solver's command line, which `ulpwise solve` and the program
//! `ulpwise-solve` share.
//!
//! What is absent: LLVM, and whatever does not belong to SMT-LIB scripts.

mod arguments;
pub mod number;

pub use arguments::SolveArguments;
