//! The C library's mathematics: any function of `math.h` or `complex.h` by name, in any rounding
//! mode, with its flags.
//!
//! [`lookup`] finds a function once; [`LibmFunction::call`] then costs a few tens of nanoseconds
//! more than the function. What runs is the host's glibc as a native program would run it, variants
//! for this processor included. Rust's own `f64::sqrt`, `cbrt`, `floor`, `mul_add` and others do
//! not always: they may be linked to Rust's replacements. The table also has what compilers call
//! for complex multiplication and division and for `powi` (`__muldc3`, `__divdc3`, `__powidf2` and
//! their families).
//!
//! What holds: the function runs in the given mode with clean flags in both floating-point units
//! and `errno` zero; the reported flags and `errno` are the function's own; the caller's MXCSR, x87
//! control word and `errno` are restored. Flags are reported as raised: glibc may raise inexact
//! spuriously, and denormal (which is no IEEE flag) by its intermediate steps.
//!
//! What it does not do: functions that take text (`nan`) or change the environment (`fesetround`),
//! and formats other than `float`, `double` and the x87 `long double`.

mod call;
mod signature;
mod table;

pub use call::{CallResult, LibmValue, Results};
pub use signature::{LibmParameter, Return, Signature, Type};
pub use table::{LibmFunction, lookup, names};
