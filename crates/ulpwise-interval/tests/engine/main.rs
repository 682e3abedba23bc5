//! Tests of the engine as a whole.

mod chains;
mod conformance;
mod incremental;
mod table11;
