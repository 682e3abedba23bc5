//! What the operations compute: pure functions from bits to bits, free of any program or state, so
//! that other executors can use the same semantics.
//!
//! Floats in the machine's own formats (f32, f64, x87) run on the machine, in its four rounding
//! modes; everything else (f16, bf16, f128, rounding to nearest away) goes through the exact
//! arithmetic of `ulpwise-float`.

pub mod convert;
pub mod float;
pub mod int;
mod min_max;
mod mode;
pub mod site;

pub use mode::Computed;
