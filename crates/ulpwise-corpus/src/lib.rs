//! The programs of `corpus/` with their specifications, for tests and benchmarks only.
//!
//! * `spec` reads what is expected of a program.
//! * `native` runs programs without ulpwise, to check the specifications themselves.
//! * `stability` has the programs of `corpus/stability`, with what is known of their precision.
//! * `classics` has the functions of `corpus/accuracy`, with what is known of their errors.
//! * `exact_results` has the functions of `corpus/exact-results`, with what they mean.
//! * `judge` compares what `ulpwise test` reports about a program with its specification.
//!
//! What was reported is plain data of this crate, or the document that the command line prints.
//!
//! Deliberately absent: any use of ulpwise's own crates. What is expected must not depend on what
//! is tested.

mod classics;
mod error;
mod exact_results;
mod judge;
mod native;
mod parallel;
mod spec;
mod stability;

pub use classics::{CLASSICS, Classic, classics};
pub use error::CorpusError;
pub use exact_results::{EXACT_RESULTS, MeantFunction, meant_functions};
pub use judge::{ObservedTest, arguments, complaints};
pub use native::{Bench, Sanitizer};
pub use parallel::for_each;
pub use spec::{CorpusLibrary, CorpusProgram, Expectation, ExpectedFailure, programs_in, root};
pub use stability::{
    ObservedVerdict, StabilityJudgement, StabilityProgram, StabilitySpan, stability_programs,
};
