//! What somebody who waits is told while errors are searched for and bounded.

use crate::champions::{Champions, Sort};
use crate::size::Size;

/// What there is to tell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum News {
    /// Somebody else is at work.
    Begins(Force),
    /// A job of the native search made calls.
    Called {
        /// How many it made more.
        calls: u64,
        /// The largest errors that it has met, none of them confirmed.
        largest: Largest,
    },
    /// A path was followed to its end.
    PathEnded,
    /// Paths gave so many more inputs to start from.
    Starts(usize),
    /// The inputs are cut into so many boxes to prove a bound.
    Boxes(usize),
}

/// Who is at work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Force {
    /// The native search, shortly, for values to start paths from.
    Scouting,
    /// Symbolic execution.
    Paths,
    /// The native search, with what the others found.
    Search,
}

/// The largest errors so far.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Largest {
    /// Where something other than zero is right.
    pub inaccurate: Option<Size>,
    /// Where zero is right.
    pub not_zero: Option<Size>,
}

impl Largest {
    /// Those of the worst inputs.
    pub(crate) fn of(champions: &Champions) -> Self {
        let first = |sort: Sort| champions.of(sort).first().map(|candidate| candidate.error);
        Self { inaccurate: first(Sort::Inaccurate), not_zero: first(Sort::NotZero) }
    }

    /// The larger ones of both.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        let larger = |one: Option<Size>, other: Option<Size>| match (one, other) {
            (Some(one), Some(other)) => Some(if other > one { other } else { one }),
            (one, other) => one.or(other),
        };
        Self {
            inaccurate: larger(self.inaccurate, other.inaccurate),
            not_zero: larger(self.not_zero, other.not_zero),
        }
    }
}
