//! Checks certificates: invariants that an analysis wrote down, and from which it follows that
//! exceptions cannot happen.
//!
//! What holds: [`judge`] verifies a goal only if the claims of the certificate hold at entry, are
//! kept by every instruction, edge and call, and leave no way for the exception. It shares no code
//! with the analyses: sets, operators, memory and calls are this crate's own, on the exact
//! arithmetic of `ulpwise-float`. What it does not understand it refuses, by name.
//!
//! Read it in this order: `spans`, `float_set`, `int_set` and `value` (what can be claimed of a
//! scalar), `memory`, `certificate` (the claims), `arithmetic`, `integer`, `compare` and `library`
//! (what operations do), `refine` and `backward` (what a branch says), `evaluate`, `frame` and `call` (blocks
//! and calls), `check` (that all of it fits). `text` is the format. What writes certificates is
//! another crate, `ulpwise-certify`.
//!
//! What it trusts: the lowering from LLVM's IR, the hardware, and what `ulpwise-externals` says of
//! functions that the program does not define.

mod arithmetic;
mod backward;
mod call;
mod certificate;
mod check;
mod compare;
mod digest;
mod elementary;
mod evaluate;
mod float_set;
mod frame;
mod globals;
mod int_set;
mod integer;
mod library;
mod memory;
mod outline;
mod program;
mod refine;
mod refusal;
mod spans;
#[cfg(test)]
mod tests;
mod text;
mod value;

pub use arithmetic::RoundingAssumption;
pub use certificate::{
    BlockState, Certificate, EntryAssumption, EntryParts, EntryStep, ExitClaim, OrderFact, ProofContext,
    ProofNode, ProofSection,
};
pub use check::{ContextFindings, Judgement, Violation, any_entry, judge, walk};
pub use digest::sha256;
pub use float_set::FloatSet;
pub use int_set::IntSet;
pub use memory::{MemoryState, RegionContents, SameAsSlot};
pub use program::Program;
pub use refusal::Refusal;
pub use spans::{Span, Spans};
pub use text::{TITLE, parse};
pub use value::{PointerSet, Region, RegionOffsets, ScalarSet};
