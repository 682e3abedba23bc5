//! Why something is neither found nor proven absent: one reason out of a closed list, so that reasons
//! can be counted, and what helps.

use serde::{Deserialize, Serialize};

/// Why an exception at a site is undecided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum UnknownCause {
    /// The time ended before an analysis that could have decided it.
    Time,
    /// There are more paths than were followed in the time.
    Paths,
    /// A loop went on beyond the bound of forks.
    LoopBound,
    /// A call leads out of what is known: a function that no file defines, or one that no model
    /// describes.
    Call,
    /// An access leads beyond the elements that a pointer was given.
    Length,
    /// What memory holds is not known exactly, or memory ran out.
    Memory,
    /// It depends on what other calls, variables or the system left behind.
    Environment,
    /// The solver did not decide.
    Solver,
    /// The behaviour of the program is undefined, and what native code does is not followed.
    Undefined,
    /// A proof would assume more than was allowed.
    Assumption,
    /// Inputs were found that native code does not confirm.
    Unconfirmed,
    /// The program does something that the analyses do not follow.
    Unsupported,
}

impl UnknownCause {
    /// All of them.
    pub const ALL: [Self; 12] = [
        Self::Time,
        Self::Paths,
        Self::LoopBound,
        Self::Call,
        Self::Length,
        Self::Memory,
        Self::Environment,
        Self::Solver,
        Self::Undefined,
        Self::Assumption,
        Self::Unconfirmed,
        Self::Unsupported,
    ];

    /// The stable id.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Time => "time",
            Self::Paths => "paths",
            Self::LoopBound => "loop-bound",
            Self::Call => "call",
            Self::Length => "length",
            Self::Memory => "memory",
            Self::Environment => "environment",
            Self::Solver => "solver",
            Self::Undefined => "undefined",
            Self::Assumption => "assumption",
            Self::Unconfirmed => "unconfirmed",
            Self::Unsupported => "unsupported",
        }
    }

    /// The cause of this id.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|cause| cause.id() == id)
    }

    /// What may help, as an option or a step; `None` where nothing that a user can say does.
    pub const fn help(self) -> Option<&'static str> {
        match self {
            Self::Time => Some("a longer --timeout, or --range for the inputs"),
            Self::Paths => {
                Some("--range for the inputs that loops and branches depend on, or a longer --timeout")
            }
            Self::LoopBound => Some("a larger --loop-bound, or --range for the input that bounds the loop"),
            Self::Call => Some("name the file or the library (--link) that defines what is called"),
            Self::Length => Some("--len gives arrays more elements, --range limits the index"),
            Self::Memory => Some("--len for arrays, --range for the inputs that index them"),
            Self::Environment => Some("--setup for what has to be called before"),
            Self::Solver => Some("a longer --timeout, or --range for the inputs"),
            Self::Assumption => Some("leave out --assume-nothing"),
            Self::Undefined | Self::Unconfirmed | Self::Unsupported => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_lead_back_to_their_causes() {
        for cause in UnknownCause::ALL {
            assert_eq!(UnknownCause::from_id(cause.id()), Some(cause));
        }
        assert_eq!(UnknownCause::from_id("luck"), None);
    }
}
