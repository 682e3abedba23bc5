//! Random well-sorted queries, and their answers by enumeration.
//!
//! [`RandomQuery::new`] makes some assertions from a seed and a [`Palette`]: which sorts, how many
//! operators, what happens where SMT-LIB leaves a value open. About half of the queries have a
//! model because they were made around one; of the others, which hold in none of some random
//! models, many have none. [`decide`] tries all values of all variables, and all choices for what
//! is left open, with the reference evaluator: the answer for queries that are small enough.
//!
//! Terms are built without rewriting, so that every operator that was drawn is there; importing
//! them into another store rewrites them.

mod enumerate;
mod generate;
mod guards;
mod operators;
mod palette;
mod values;

pub use enumerate::{Choices, Decision, choose_open_values, decide};
pub use generate::RandomQuery;
pub use guards::guards;
pub use palette::{OpenCases, Palette};
pub use values::{all_values, any_value, value_count_bits};
