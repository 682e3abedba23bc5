//! Terms mean what the machine computes: every operation and function on random operands, evaluated
//! by the one and computed by the other.

mod decimal;
mod libm;
mod operands;
mod operations;

use ulpwise_float::{Flags, Rounding};
use ulpwise_host::RoundingMode;

/// All flags.
const FLAGS: [Flags; 5] =
    [Flags::INVALID, Flags::DIVIDE_BY_ZERO, Flags::OVERFLOW, Flags::UNDERFLOW, Flags::INEXACT];

/// The rounding modes of the machine.
const MODES: [Rounding; 4] =
    [Rounding::NearestEven, Rounding::TowardZero, Rounding::TowardPositive, Rounding::TowardNegative];

/// The machine's name of one of them.
fn host_mode(mode: Rounding) -> RoundingMode {
    RoundingMode::from_exact(mode).expect("the machine has it")
}
