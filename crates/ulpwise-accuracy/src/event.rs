//! Progress events of the search for errors and of the proof of bounds.

use crate::incumbents::{ErrorClass, Incumbents};
use crate::size::Magnitude;

/// A progress event.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum AccuracyEvent {
    /// Another phase begins.
    PhaseBegins(SearchPhase),
    /// A job of the native search made calls.
    Called {
        /// How many it made more.
        calls: u64,
        /// The largest errors that it has met, none of them confirmed.
        largest: LargestErrors,
    },
    /// A path was followed to its end.
    PathEnded,
    /// Paths gave so many more inputs to start from.
    Starts(usize),
    /// The inputs are cut into so many boxes to prove a bound.
    Boxes(usize),
}

/// A phase of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchPhase {
    /// Lines of native calls along one input at a time.
    Scan,
    /// The native search, shortly, for values to start paths from.
    Scouting,
    /// Symbolic execution.
    Paths,
    /// The native search, with what the others found.
    Search,
}

/// The largest errors so far.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LargestErrors {
    /// Where something other than zero is right.
    pub inaccurate: Option<Magnitude>,
    /// Where zero is right.
    pub not_zero: Option<Magnitude>,
}

impl LargestErrors {
    /// Those of the worst inputs.
    pub(crate) fn from_incumbents(incumbents: &Incumbents) -> Self {
        let first = |class: ErrorClass| incumbents.in_class(class).first().map(|candidate| candidate.error);
        Self { inaccurate: first(ErrorClass::Inaccurate), not_zero: first(ErrorClass::NotZero) }
    }

    /// The larger ones of both.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        let larger = |one: Option<Magnitude>, other: Option<Magnitude>| match (one, other) {
            (Some(one), Some(other)) => Some(if other > one { other } else { one }),
            (one, other) => one.or(other),
        };
        Self {
            inaccurate: larger(self.inaccurate, other.inaccurate),
            not_zero: larger(self.not_zero, other.not_zero),
        }
    }
}
