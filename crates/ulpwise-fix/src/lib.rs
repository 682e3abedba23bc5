//! Patches of the user's source that make an expression more accurate or take its exceptions away, with
//! what is known of them: candidates by equality saturation, compared with exact values, written back in
//! the source's own terms, and judged by ulpwise's engines.
//!
//! [`fix()`] does all of it and gives a [`FixReport`], which [`text()`] renders.
//!
//! What holds: a patch means the same real number as the old expression at every input that was compared,
//! exactly; it raises no overflow, division by zero or invalid operation there that the old one does not
//! raise; and the engines found no kind of exception in the patched function that they do not find in the old one,
//! but underflow where the exact result is tiny itself.
//!
//! Deliberately absent: approximations. Every step from the old expression to the new one is an identity of
//! the reals.

mod error;
mod exact;
mod explain;
mod fix;
mod judge;
mod locate;
mod options;
mod report;
mod rules;
mod search;
mod source;
mod term;
mod text;

pub use error::FixError;
pub use fix::fix;
pub use options::FixOptions;
pub use report::{
    FixChain, FixEdit, FixPatch, FixReport, FixStep, FixedExpression, Judged, JudgedException, SampledErrors,
};
pub use text::{TextOptions, json, text};
