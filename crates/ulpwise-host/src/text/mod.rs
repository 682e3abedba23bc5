//! The C library's conversions between numbers and text: one `printf` specification, and the
//! `strtod` family.
//!
//! What holds: digits, padding, rounding in the given mode, `errno` and flags are the host C
//! library's, in the "C" locale (nothing in this project sets another). A format string is never
//! handed to C unchecked: the specification and its argument are matched in Rust first, so no input
//! can make `printf` read what is not there.
//!
//! What it does not do: whole format strings, `*` widths, `%n`, `%m`, wide characters; and integers
//! from text, which Rust reads as well.

mod format;
mod parse;

pub use format::{FormatError, PrintArgument, format_one};
pub use parse::{Parsed, strtod, strtof, strtold};
