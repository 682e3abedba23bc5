//! What operations make of sets of operands, and which exceptions they can raise on them.
//!
//! Every function here errs towards more values and more exceptions.

mod cancellation;
pub(crate) mod convert;
mod extended;
pub(crate) mod float;
pub(crate) mod int;
pub(crate) mod libm;
pub(crate) mod magnitude;
pub(crate) mod overflow;
pub(crate) mod power;
