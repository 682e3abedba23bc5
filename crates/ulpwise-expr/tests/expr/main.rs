//! Tests of terms: structure, sorts, semantics, and every rewrite rule.

mod deep;
mod rules;
mod structure;
