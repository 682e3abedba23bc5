//! What each instruction does, one file a concern.

pub(crate) mod call;
pub(crate) mod control;
pub(crate) mod convert;
pub(crate) mod float;
pub(crate) mod int;
mod math;
pub(crate) mod memory;
pub(crate) mod variadic;
