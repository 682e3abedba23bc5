//! Checks refutations of SMT-LIB queries, and shares nothing with the solvers that find them.
//!
//! * [`lrat`]: a refutation of clauses, step by step. That the clauses say what the query says is the
//!   bit-blaster's word.
//! * [`check_steps`]: a refutation of a query over floats itself: conclusions about terms, bounds and
//!   contradictions of linear inequalities, and cuts of the space. Nothing but the query and the
//!   arithmetic of `ulpwise-float` and of exact rationals is believed.
//!
//! The second kind reads as follows. What is known of each term is a truth value, or a range of floats
//! ([`query`] has the terms, `range` the ranges). A conclusion takes something away from a range; it
//! holds if what it takes away is impossible, as computed forwards from the operands of the term or
//! of a term that uses it (`image`). A linear step adds up multiples of inequalities, which each
//! operation and each known comparison gives (`rows`), and reads off a bound (`linear`). A cut makes
//! two parts that together are the whole. When all parts are closed the query has no solution
//! (`steps`).

mod image;
mod linear;
pub mod lrat;
pub mod query;
mod range;
mod rows;
mod steps;

/// A number that tells queries apart (FNV-1a), so that clauses name the query that they were made of.
pub fn fingerprint(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

pub use steps::{StepError, StepSize, check_steps};
