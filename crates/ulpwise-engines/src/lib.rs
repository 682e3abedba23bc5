//! The engines by their names, and the portfolio that decides unless one is named.
//!
//! This is the one place that knows which engines there are: whoever solves asks for a [`Choice`] and gets a `dyn Solver`.
//!
//! What is absent: any solving. How engines share a query is in `ulpwise-solver`, how each decides in its own crate.

mod choice;
mod registry;
mod schedule;

pub use choice::{Choice, Options};
