//! SSE scalar operations on `f64` and `f32`, as the processor performs them.
//!
//! Each operation has two forms:
//! - `add_f64(a, b)`: one bare instruction in the current environment (round to nearest in any Rust
//!   program). It leaves the exception flags it raises standing in MXCSR, where
//!   [`read_sticky_flags`] finds them.
//! - `add_f64_flags(mode, a, b)`: the result in the given rounding mode with exactly the flags of
//!   this one operation; MXCSR, sticky flags included, is afterwards what it was before.
//!
//! Operands keep their order, so a NaN result is the processor's: the first operand's NaN, quieted,
//! if it is one, else the second's, else the default NaN. Every `asm!` block without the `pure`
//! option is kept and stays in program order relative to the others, so sticky flags seen after a
//! sequence of these operations are theirs. They may contain more: Rust's own `+` also sets flags,
//! at a place of the compiler's choosing. Code that reads sticky flags uses only this module in
//! between, and treats what it reads as an upper bound.
//!
//! The `asm!` blocks never change control bits of MXCSR beyond their end, never touch the stack,
//! and those that leave flags behind do not claim `preserves_flags`: the Rust reference counts the
//! exception flags of MXCSR among the flags that such a block may modify.

mod arithmetic;
mod compare;
mod convert;
mod mxcsr;
mod ordinary;

pub use arithmetic::*;
pub use compare::*;
pub use convert::*;
pub use mxcsr::{
    Environment, clear_sticky_flags, enter_default, enter_flushing, enter_rounding, leave_default,
    raise_sticky_flags, read_sticky_flags, set_sticky_flags,
};
pub use ordinary::{ordinary_f32, ordinary_f64};
