//! Numbers that proofs compute with.
//!
//! * [`Interval`]: all reals between two doubles. Every operation rounds outwards.
//! * [`directed`]: the scalar operations below it, each rounded down or up.
//! * [`Dyadic`]: exact numbers, an integer times a power of two.
//!
//! What is absent: floats with their NaN, signed zeros and infinities. Sets of those are
//! `FloatDomain` of `ulpwise-interval` and `Hull` of `ulpwise-real`.

pub mod directed;
mod dyadic;
mod interval;

pub use dyadic::{Dyadic, MAX_EXPONENT_BITS};
pub use interval::Interval;
