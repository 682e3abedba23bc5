//! Why an entry of a ledger is open: a cause out of the closed list, and the text for a reader.

use std::fmt;
use ulpwise_base::Exhausted;
use ulpwise_finding::UnknownCause;
use ulpwise_interp::PathEnd;
use ulpwise_symex::Limit;

/// Why an exception at a site is undecided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unknown {
    /// The cause.
    pub cause: UnknownCause,
    /// The same for a reader, with names; never empty.
    pub text: String,
}

impl Unknown {
    /// From a cause and its text.
    pub fn new(cause: UnknownCause, text: impl Into<String>) -> Self {
        Self { cause, text: text.into() }
    }

    /// Nothing looked at it.
    pub(crate) fn not_analysed() -> Self {
        Self::new(UnknownCause::Time, "not analysed")
    }

    /// A path ended where compiled code may go on.
    pub(crate) fn path_end(end: &PathEnd) -> Self {
        let text = match end {
            PathEnd::UnknownFunction(name) => format!("unsupported: call to {name}"),
            PathEnd::Raised(what) => format!("unsupported: {what}, which the program may catch"),
            end => end.to_string(),
        };
        Self::new(end_cause(end), text)
    }

    /// A path was cut off.
    pub(crate) fn cut_off(limit: Limit) -> Self {
        let cause = match limit {
            Limit::LoopBound | Limit::Forks => UnknownCause::LoopBound,
            Limit::Conditions => UnknownCause::Solver,
        };
        Self::new(cause, limit.to_string())
    }
}

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// The cause that an end of a path is.
fn end_cause(end: &PathEnd) -> UnknownCause {
    match end {
        PathEnd::UnknownFunction(_)
        | PathEnd::UnknownVariable(_)
        | PathEnd::BadIndirectCall(_)
        | PathEnd::Raised(_) => UnknownCause::Call,
        PathEnd::Memory(_) | PathEnd::StackOverflow | PathEnd::OutOfMemory => UnknownCause::Memory,
        PathEnd::OverflowingShift
        | PathEnd::SignedOverflow
        | PathEnd::IntConversion
        | PathEnd::UninitialisedRead
        | PathEnd::Unreachable
        | PathEnd::IntDivideByZero
        | PathEnd::IntDivisionOverflow => UnknownCause::Undefined,
        PathEnd::Unsupported(_)
        | PathEnd::Marked
        | PathEnd::Exit(_)
        | PathEnd::Abort
        | PathEnd::AssertionFailed(_) => UnknownCause::Unsupported,
        PathEnd::Exhausted(Exhausted::Memory) => UnknownCause::Memory,
        PathEnd::Exhausted(Exhausted::Time | Exhausted::Steps | Exhausted::Cancelled) => UnknownCause::Time,
    }
}
