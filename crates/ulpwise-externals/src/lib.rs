//! What is known of functions that a program calls and does not define: the mathematical library,
//! the C library, and the run times of C++, Rust and Fortran.
//!
//! The table is data: one entry a function or family of functions that differ in the format only,
//! in files by family ([`table`](self)). Every analysis asks it: which names a function goes by,
//! where it is undefined or infinite, where it is monotone, how far glibc is from the exact value,
//! which exceptions it can raise, what it does to `errno`, and what it reads, writes and depends
//! on.
//!
//! What holds: a function that [`lookup`] does not find is one of which nothing is known; there is
//! no entry that means "harmless unless listed". Tests compare the mathematical entries with the
//! host's library.
//!
//! What is deliberately absent: models of what functions compute. Those are the executors'.

mod cpp_exceptions;
mod effects;
mod exception;
mod function;
mod math;
mod names;
mod rust_runtime;
mod table;

pub use cpp_exceptions::{
    StandardException, constructed_by, destroys, standard_exception, standard_exceptions, thrown_by,
};
pub use effects::{Effects, Environment, MemoryAccess, ReturnedValue, Returns};
pub use exception::{Exception, Exceptions};
pub use function::LibmFunction;
pub use math::{
    ArgumentSet, Direction, ErrnoRule, MathFacts, MathOutput, MathShape, MonotonePiece, Parity, ULPS_MARGIN,
};
pub use names::{
    External, Family, FloatType, NamedExternal, Names, effects, externals, is_inert_variable,
    is_math_function, is_stream_variable, lookup, lookup_intrinsic,
};
pub use rust_runtime::{RustRuntime, formats_message, is_in_rust_library, is_rust_symbol, rust_runtime};
