//! Tests of what all engines share, with the engines of this crate.

mod benchmarks;
mod conformance;
mod preprocess;
