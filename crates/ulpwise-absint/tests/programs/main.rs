//! Programs from source: what must be proven, and that nothing is called impossible that happens.

mod affine;
mod common;
mod generated;
mod memory;
mod precision;
mod soundness;
