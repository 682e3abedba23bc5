//! The bit-precise engine: terms to an and-inverter graph, to clauses, to CaDiCaL.
//!
//! It decides every query about truth values, bit-vectors, floats of any format, rounding modes and
//! reads of arrays, given time and memory. Reals other than constants, libm functions and equality
//! of arrays are beyond it.
//!
//! [`Bitblast`] is the engine. It is made of these parts:
//!
//! | module | what it is |
//! |---|---|
//! | [`aig`] | the graph that circuits are built in |
//! | [`blast`] | terms to literals, and values of literals to models |
//! | [`cnf`] | clauses of a graph |
//! | [`sat`] | CaDiCaL, with a budget |

pub mod aig;
mod bits;
pub mod blast;
pub mod cnf;
mod engine;
mod float;
mod instance;
mod proof;
pub mod ranges;
pub mod sat;

pub use engine::{Bitblast, BitblastOptions};
