//! Tests of terms: structure, sorts, semantics, and every rewrite rule.

mod deep;
mod random_terms;
mod rules;
mod structure;
