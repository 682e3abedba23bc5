//! The machine's own floating point: hardware operations and libm with flags, under any rounding
//! mode.
//!
//! This is the one crate that executes floating-point instructions by hand or calls the C library's
//! mathematics. It serves the concrete interpreter, and it is the ground truth that tests of other
//! crates compare against.
//!
//! What holds:
//! - Operations take and return bits (as `f64`, `f32` or the low 80 bits of a `u128`) and change
//!   none that the hardware would not change: NaN payloads, signalling NaNs and x87 unnormals go in
//!   as they are.
//! - Rust assumes the default floating-point environment everywhere. So a rounding mode lives only
//!   inside one `asm!` block or inside one call of the C shim, and is never visible to Rust code.
//! - An `…_flags` function starts from clean flags, reports exactly those its operation raised, and
//!   leaves MXCSR and the x87 control word as it found them.
//!
//! What it deliberately does not do: no arithmetic of its own (that is `ulpwise-float`), no
//! flush-to-zero, no unmasked exceptions, no x87 precision control other than 64 bits, no machine
//! but x86-64 Linux with glibc.

#[cfg(not(all(
    target_arch = "x86_64",
    target_os = "linux",
    target_env = "gnu",
    not(target_feature = "crt-static")
)))]
compile_error!(
    "ulpwise-host executes x86-64 instructions and calls the shared glibc: build for x86_64-unknown-linux-gnu, not crt-static."
);

mod environment;
mod exact;
pub mod libm;
pub mod random;
pub mod sse;
pub mod text;
pub mod x87;

pub use environment::{Flags, RoundingMode};
