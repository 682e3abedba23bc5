//! Tests of terms: structure, sorts, semantics, and every rewrite rule.

mod deep;
mod limits;
mod random_terms;
mod rules;
mod semantics;
mod shapes;
mod structure;
mod unspecified;
