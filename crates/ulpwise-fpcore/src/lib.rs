//! FPCore, FPBench's format for floating-point formulas, version 2.0: read, and written as C.
//!
//! What holds: the C computes what the formula says, one operation for each operation, and each
//! stands at the line and column of the formula, so that a compiler's debug information points there.
//! What is not understood is refused, by name and place.
//!
//! Arguments and results are `binary32`, `binary64` or `binary80`; an operation works in the precision
//! of its context, and operands of another precision are converted to it first.
//!
//! Deliberately absent: arrays (`tensor`, `for`), other number formats, other rounding modes.

mod build;
mod c;
mod core;
mod domain;
mod error;
mod literal;
mod names;
mod reader;

pub use c::to_c;
pub use core::{Argument, Core, FpCorePrecision};
pub use domain::{Domain, domain};
pub use error::FpCoreError;

/// Reads all formulas of a text.
///
/// # Errors
/// The text is no FPCore, or uses what is not supported.
pub fn parse(text: &str) -> Result<Vec<Core>, FpCoreError> {
    let data = reader::read(text)?;
    let cores = data.iter().map(build::core).collect::<Result<Vec<_>, _>>()?;
    if cores.is_empty() {
        return Err(FpCoreError::new(reader::Place { line: 1, column: 1 }, "there is no (FPCore …) in it"));
    }
    Ok(names::named(cores))
}
