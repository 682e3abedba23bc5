//! Exceptions, and sets of them.

use std::fmt;

/// What can go wrong at a site while it runs. The ids are those of the properties.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Exception {
    /// No useful definable result (IEEE 754, 7.2).
    Invalid,
    /// An infinite result from finite operands (7.3).
    DivideByZero,
    /// The result is too large for the format (7.4).
    Overflow,
    /// The result is not zero and smaller than the smallest normal number, or was rounded to zero
    /// from there. Reported even when it is exact and the IEEE flag stays down (7.5).
    Underflow,
    /// The result was rounded (7.6). Recorded on request only.
    Inexact,
    /// A float has no counterpart in the integer type it is converted to.
    IntConversion,
}

impl Exception {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::Invalid,
        Self::DivideByZero,
        Self::Overflow,
        Self::Underflow,
        Self::Inexact,
        Self::IntConversion,
    ];

    /// The stable id, which is the property's.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Invalid => "invalid",
            Self::DivideByZero => "divide-by-zero",
            Self::Overflow => "overflow",
            Self::Underflow => "underflow",
            Self::Inexact => "inexact",
            Self::IntConversion => "int-conversion",
        }
    }
}

/// A set of exceptions.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Exceptions(u8);

impl Exceptions {
    /// No exception.
    pub const NONE: Exceptions = Exceptions(0);

    /// What a function of the mathematical library can raise at most, rounding left out.
    pub const LIBRARY: Exceptions = Exceptions::from_slice(&[
        Exception::Invalid,
        Exception::DivideByZero,
        Exception::Overflow,
        Exception::Underflow,
    ]);

    /// The set of some exceptions.
    pub const fn from_slice(exceptions: &[Exception]) -> Exceptions {
        let (mut set, mut at) = (Exceptions::NONE, 0);
        while at < exceptions.len() {
            set = set.with(exceptions[at]);
            at += 1;
        }
        set
    }

    /// The set with one more member.
    #[must_use]
    pub const fn with(self, exception: Exception) -> Exceptions {
        Exceptions(self.0 | bit(exception))
    }

    /// The set with one more member, on a condition.
    #[must_use]
    pub const fn with_if(self, condition: bool, exception: Exception) -> Exceptions {
        if condition { self.with(exception) } else { self }
    }

    /// The set with one member less.
    #[must_use]
    pub const fn without(self, exception: Exception) -> Exceptions {
        Exceptions(self.0 & !bit(exception))
    }

    /// The members of either.
    #[must_use]
    pub const fn union(self, other: Exceptions) -> Exceptions {
        Exceptions(self.0 | other.0)
    }

    /// The members of both.
    #[must_use]
    pub const fn intersect(self, other: Exceptions) -> Exceptions {
        Exceptions(self.0 & other.0)
    }

    /// Whether the exception is in it.
    pub const fn contains(self, exception: Exception) -> bool {
        self.0 & bit(exception) != 0
    }

    /// Whether all members of `other` are in it.
    pub const fn contains_all(self, other: Exceptions) -> bool {
        other.0 & !self.0 == 0
    }

    /// Whether it has no member.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The members, in the order of [`Exception::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Exception> {
        Exception::ALL.into_iter().filter(move |&exception| self.contains(exception))
    }
}

const fn bit(exception: Exception) -> u8 {
    1 << (exception as u8)
}

impl fmt::Display for Exceptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ids: Vec<&str> = self.iter().map(Exception::id).collect();
        write!(f, "{{{}}}", ids.join(", "))
    }
}
