//! The engines by their names, and the portfolio that decides unless one is named.
//!
//! This is the one place that knows which engines there are: whoever solves asks for a [`EngineChoice`] and gets a `dyn Solver`. What
//! libm delivers on this machine, which queries have to be told, is here too ([`host_libm`]).
//!
//! What is absent: any solving. How engines share a query is in `ulpwise-solver`, how each decides in its own crate.

mod choice;
mod libm;
mod registry;
mod schedule;

pub use choice::{EngineChoice, SolverOptions};
pub use libm::host_libm;
