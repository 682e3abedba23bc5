//! Everything that touches LLVM: sources and bitcode to ulpwise-ir.
//!
//! * `compile` calls clang, flang and rustc, with the user's flags.
//! * `load` links what they wrote in a process of its own, runs the passes that keep locations,
//!   and hands the module to `lower`.
//! * `lower` translates LLVM's instructions to ours.
//! * `language_runtime` compiles what Fortran programs need of their run-time library beside them.
//! * `lengths` finds how long the arrays behind parameters are declared to be.
//! * `instrument` adds looks at exceptions to LLVM's module, and `jit` makes machine code of it.
//!
//! Deliberately absent: the processes that machine code runs in, and printing; errors are values.

mod compile;
mod coverage;
mod error;
mod guarded;
mod input;
mod instrument;
mod jit;
mod language_runtime;
mod lengths;
mod load;
mod lower;
mod process;
mod replaced;
mod shadow;
mod symbolize;

pub use compile::{
    ProgramRequest, Sanitizer, Unit, build_counting_program, build_program, permitted_flags,
    refused_compiler_flag, refused_rustc_flag,
};
pub use coverage::{Probe, SourceLine};
pub use error::{Fault, LlvmError};
pub use guarded::{Guarded, guarding_unit};
pub use input::{DatabaseInput, LoadOptions, ProgramInput, RecordedSource};
pub use instrument::{Extent, MEASURE_FUNCTIONS, OUT_OF_STEPS, RUNTIME_FUNCTIONS, known};
pub use jit::{
    Instrumentation, LinkedCode, NativeCode, NativeOptions, NativeTarget, Optimisation, Passing,
    ShadowAddresses, SymbolDefinition, TargetLayout, compile_native,
};
pub use language_runtime::{RUNTIME_FOLDER, UNMODELLED, is_runtime_unit, runtime_library, runtime_unit};
pub use lengths::declare_lengths;
pub use load::{CHILD_COMMAND, Loaded, Loader, bitcode, child_main, load_in_process};
pub use lower::lower_module;
pub use replaced::{linked_names, replacing_unit};
pub use shadow::{CELL_COUNT, Precision, SHADOW_FUNCTIONS, cell_of};
pub use symbolize::{SourceSpan, source_spans};
