//! Tests of the reader, the printer and the execution of scripts.

mod benchmarks;
mod damage;
mod deep;
mod errors;
mod peers;
mod random_terms;
mod reading;
mod round_trip;
mod scripts;
mod terms;

/// A script with every command and most operators.
const EVERYTHING: &str = include_str!("everything.smt2");
