//! x87 operations on the 80-bit extended format (C's `long double`), as the processor performs
//! them.
//!
//! A value is the low 80 bits of a `u128`: 64 bits of significand with its explicit leading bit, 15
//! of exponent, the sign. Higher bits are ignored in operands and zero in results. Unnormals,
//! pseudo-infinities, pseudo-NaNs and pseudo-denormals are handed to the processor as they are.
//!
//! What holds: each operation is one `asm!` block that starts with an empty register stack and
//! clean flags, works with 64 bits of precision in the given rounding mode with all exceptions
//! masked, reports exactly the flags it raised, and leaves the stack empty and the control word as
//! it was. The status word keeps the operation's flags; unlike those of MXCSR they mean nothing
//! afterwards.
//!
//! Of two NaN operands the x87 takes the one with the larger significand, whatever their order.
//! Negation, absolute value and moves are bit operations in this format too and need no
//! instruction.

mod arithmetic;
mod compare;
mod convert;
mod frame;

pub use arithmetic::*;
pub use compare::*;
pub use convert::*;
pub use frame::{reset, reset_to};
