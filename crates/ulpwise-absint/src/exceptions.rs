//! Sets of exceptions.

use std::fmt;
use ulpwise_interp::Exception;

/// A set of exceptions.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Exceptions(u8);

impl Exceptions {
    /// No exception.
    pub const NONE: Exceptions = Exceptions(0);

    /// The kinds that the analysis speaks about: all but inexact results.
    pub const KINDS: [Exception; 5] = [
        Exception::Invalid,
        Exception::DivideByZero,
        Exception::Overflow,
        Exception::Underflow,
        Exception::IntConversion,
    ];

    /// The set of some exceptions.
    pub fn of(exceptions: &[Exception]) -> Exceptions {
        exceptions.iter().fold(Exceptions::NONE, |set, &exception| set.with(exception))
    }

    /// The set with one more member.
    #[must_use]
    pub fn with(self, exception: Exception) -> Exceptions {
        Exceptions(self.0 | bit(exception))
    }

    /// The set with one more member, on a condition.
    #[must_use]
    pub fn with_if(self, condition: bool, exception: Exception) -> Exceptions {
        if condition { self.with(exception) } else { self }
    }

    /// The set with one member less.
    #[must_use]
    pub fn without(self, exception: Exception) -> Exceptions {
        Exceptions(self.0 & !bit(exception))
    }

    /// The members of either.
    #[must_use]
    pub fn union(self, other: Exceptions) -> Exceptions {
        Exceptions(self.0 | other.0)
    }

    /// The members of both.
    #[must_use]
    pub fn intersect(self, other: Exceptions) -> Exceptions {
        Exceptions(self.0 & other.0)
    }

    /// Whether the exception is in it.
    pub fn contains(self, exception: Exception) -> bool {
        self.0 & bit(exception) != 0
    }

    /// Whether all members of `other` are in it.
    pub fn contains_all(self, other: Exceptions) -> bool {
        other.0 & !self.0 == 0
    }

    /// Whether it has no member.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The members, in the order of [`Exception::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Exception> {
        Exception::ALL.into_iter().filter(move |&exception| self.contains(exception))
    }
}

fn bit(exception: Exception) -> u8 {
    1 << (exception as u8)
}

impl fmt::Display for Exceptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ids: Vec<&str> = self.iter().map(Exception::id).collect();
        write!(f, "{{{}}}", ids.join(", "))
    }
}
