//! The search engine: finds models of queries by local search, and proves nothing.
//!
//! The query becomes a program over 128-bit slots in which `float` and `double` are computed by the
//! machine, so that many thousand points a second are tried. How far a point is from a model is
//! counted in floats between where operands are and where they would have to be; moves are made
//! where that goes down. See the modules for how.
//!
//! What holds: a model is confirmed by the reference evaluator before it is returned; a seed
//! reproduces a search; libm terms are worth what the query's libm delivers.
//!
//! What is absent: proofs, sorts of more than 128 bits, arrays and reals.

mod descend;
mod distance;
mod evaluate;
mod in_order;
mod invert;
mod moves;
mod native;
mod program;
mod search;
mod shape;
mod solver;
mod state;

pub use solver::{LocalSearchOptions, SearchEngine};
