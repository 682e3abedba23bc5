//! Tests of the engine as a whole.

mod chains;
mod conformance;
mod incremental;
mod looks;
mod order;
mod published;
mod strengthenings;
mod table11;
