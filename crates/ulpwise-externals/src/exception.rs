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
    /// The operands of a sum or difference cancel: the result is so much smaller that at least half
    /// of the larger operand's digits are gone. Recorded on request only.
    Cancellation,
}

impl Exception {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Invalid,
        Self::DivideByZero,
        Self::Overflow,
        Self::Underflow,
        Self::Inexact,
        Self::IntConversion,
        Self::Cancellation,
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
            Self::Cancellation => "cancellation",
        }
    }

    /// Whether it is looked for only where it is asked for: ordinary results have it, so that every
    /// operation has to be looked at.
    pub const fn is_on_request(self) -> bool {
        match self {
            Self::Inexact | Self::Cancellation => true,
            Self::Invalid | Self::DivideByZero | Self::Overflow | Self::Underflow | Self::IntConversion => {
                false
            }
        }
    }
}

/// A set of exceptions.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Exceptions(u8);

impl Exceptions {
    /// No exception.
    pub const NONE: Exceptions = Exceptions(0);

    /// All of them.
    pub const ALL: Exceptions = Exceptions::from_slice(&Exception::ALL);

    /// What a function of the mathematical library can raise at most, rounding left out.
    pub const LIBRARY: Exceptions = Exceptions::from_slice(&[
        Exception::Invalid,
        Exception::DivideByZero,
        Exception::Overflow,
        Exception::Underflow,
    ]);

    /// What is looked for only where it is asked for ([`Exception::is_on_request`]).
    pub const ON_REQUEST: Exceptions = Exceptions::from_slice(&[Exception::Inexact, Exception::Cancellation]);

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

    /// The set without the members of another.
    #[must_use]
    pub const fn minus(self, other: Exceptions) -> Exceptions {
        Exceptions(self.0 & !other.0)
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

    /// The set as a number, for messages between processes.
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// The set that [`Exceptions::bits`] gave.
    pub const fn from_bits(bits: u8) -> Exceptions {
        Exceptions(bits)
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

impl FromIterator<Exception> for Exceptions {
    fn from_iter<I: IntoIterator<Item = Exception>>(exceptions: I) -> Exceptions {
        exceptions.into_iter().fold(Exceptions::NONE, Exceptions::with)
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
