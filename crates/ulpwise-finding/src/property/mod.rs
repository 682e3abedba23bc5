//! What can go wrong: the stable id, and the text that explains it to whoever meets it first in a report.
//!
//! Exceptions are what `ulpwise check` gives verdicts on, errors of precision what `ulpwise accuracy` and `ulpwise stability` find, failures what `ulpwise test` does. The
//! words for each of these families are in a file of their own; the book has pages on the first two, `docs/properties/`, and a table of the third, `docs/commands/test.md`.

mod exceptions;
mod failures;
mod precision;

/// What can go wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Property {
    /// An operation without a meaning, whose result is NaN.
    Invalid,
    /// A finite number divided by zero, or a function at its pole.
    DivideByZero,
    /// A result beyond the largest number of its format.
    Overflow,
    /// A float that the integer type it is converted to does not have.
    IntConversion,
    /// A result smaller than the smallest normal number.
    Underflow,
    /// A result that was rounded.
    Inexact,
    /// A result that is far from what would be right.
    Inaccurate,
    /// A result that is not zero, though zero would be right.
    NotZero,
    /// A branch that goes another way than it would without rounding.
    Diverged,
    /// A result that is NaN or infinite where a number would be right, or the other way round.
    OtherKind,
    /// A value whose relative error is larger than what is tolerated.
    Unstable,
    /// An assertion of the program's.
    Assert,
    /// The program gave up.
    Abort,
    /// An exception was thrown, a panic or `STOP` reached.
    Raised,
    /// An access outside of objects.
    Memory,
    /// An access to a heap object that was freed.
    UseAfterFree,
    /// A heap object freed twice.
    DoubleFree,
    /// Something freed that was never allocated.
    BadFree,
    /// Something decided by a value that nobody initialised.
    UninitialisedRead,
    /// An integer divided by zero.
    IntDivideByZero,
    /// The most negative integer divided by -1.
    IntDivisionOverflow,
    /// An integer shifted by its width or more.
    OverflowingShift,
    /// A signed integer beyond its type.
    SignedOverflow,
    /// A call through a pointer that is no function's.
    BadIndirectCall,
    /// A place that the compiler took for unreachable.
    UnreachableReached,
    /// Any failure at all: what a program without one has a proof for.
    Failure,
}

/// An entry of the Common Weakness Enumeration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cwe {
    /// Its number.
    pub id: u32,
    /// Its name.
    pub name: &'static str,
}

/// What is said of a property.
struct Words {
    id: &'static str,
    title: &'static str,
    what: &'static str,
    why: &'static str,
    fix: &'static str,
    cwe: Option<Cwe>,
}

const fn cwe(id: u32, name: &'static str) -> Option<Cwe> {
    Some(Cwe { id, name })
}

impl Property {
    /// What `ulpwise check` gives verdicts on, the gravest first.
    pub const EXCEPTIONS: [Self; 6] = [
        Self::Invalid,
        Self::DivideByZero,
        Self::Overflow,
        Self::IntConversion,
        Self::Underflow,
        Self::Inexact,
    ];

    /// What `ulpwise accuracy` and `ulpwise stability` find.
    pub const PRECISION: [Self; 5] =
        [Self::Inaccurate, Self::NotZero, Self::Diverged, Self::OtherKind, Self::Unstable];

    /// What `ulpwise test` finds, besides [`Property::IntConversion`].
    pub const FAILURES: [Self; 15] = [
        Self::Assert,
        Self::Abort,
        Self::Raised,
        Self::Memory,
        Self::UseAfterFree,
        Self::DoubleFree,
        Self::BadFree,
        Self::UninitialisedRead,
        Self::IntDivideByZero,
        Self::IntDivisionOverflow,
        Self::OverflowingShift,
        Self::SignedOverflow,
        Self::BadIndirectCall,
        Self::UnreachableReached,
        Self::Failure,
    ];

    /// All of them.
    pub fn all() -> impl Iterator<Item = Self> {
        Self::EXCEPTIONS.into_iter().chain(Self::PRECISION).chain(Self::FAILURES)
    }

    /// Whether it is a floating-point exception at an operation.
    pub const fn is_exception(self) -> bool {
        (self as u8) <= Self::Inexact as u8
    }

    /// Whether it ends the program, or could.
    pub const fn is_failure(self) -> bool {
        self as u8 >= Self::Assert as u8
    }

    const fn words(self) -> &'static Words {
        match self {
            Self::Invalid => &exceptions::INVALID,
            Self::DivideByZero => &exceptions::DIVIDE_BY_ZERO,
            Self::Overflow => &exceptions::OVERFLOW,
            Self::IntConversion => &exceptions::INT_CONVERSION,
            Self::Underflow => &exceptions::UNDERFLOW,
            Self::Inexact => &exceptions::INEXACT,
            Self::Inaccurate => &precision::INACCURATE,
            Self::NotZero => &precision::NOT_ZERO,
            Self::Diverged => &precision::DIVERGED,
            Self::OtherKind => &precision::OTHER_KIND,
            Self::Unstable => &precision::UNSTABLE,
            Self::Assert => &failures::ASSERT,
            Self::Abort => &failures::ABORT,
            Self::Raised => &failures::RAISED,
            Self::Memory => &failures::MEMORY,
            Self::UseAfterFree => &failures::USE_AFTER_FREE,
            Self::DoubleFree => &failures::DOUBLE_FREE,
            Self::BadFree => &failures::BAD_FREE,
            Self::UninitialisedRead => &failures::UNINITIALISED_READ,
            Self::IntDivideByZero => &failures::INT_DIVIDE_BY_ZERO,
            Self::IntDivisionOverflow => &failures::INT_DIVISION_OVERFLOW,
            Self::OverflowingShift => &failures::OVERFLOWING_SHIFT,
            Self::SignedOverflow => &failures::SIGNED_OVERFLOW,
            Self::BadIndirectCall => &failures::BAD_INDIRECT_CALL,
            Self::UnreachableReached => &failures::UNREACHABLE_REACHED,
            Self::Failure => &failures::FAILURE,
        }
    }

    /// The stable id.
    pub const fn id(self) -> &'static str {
        self.words().id
    }

    /// The property of an id.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::all().find(|property| property.id() == id)
    }

    /// In a few words.
    pub const fn title(self) -> &'static str {
        self.words().title
    }

    /// What it is.
    pub const fn what(self) -> &'static str {
        self.words().what
    }

    /// Why it matters.
    pub const fn why(self) -> &'static str {
        self.words().why
    }

    /// What to do about it.
    pub const fn fix(self) -> &'static str {
        self.words().fix
    }

    /// The weakness that it is known as.
    pub const fn cwe(self) -> Option<Cwe> {
        self.words().cwe
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn ids_lead_back_and_texts_are_sentences() {
        for property in Property::all() {
            assert_eq!(Property::from_id(property.id()), Some(property));
            for text in [property.what(), property.why(), property.fix()] {
                assert!(text.ends_with('.'), "{text}");
            }
        }
        assert_eq!(Property::from_id("Overflow"), None);
        let ids: BTreeSet<&str> = Property::all().map(Property::id).collect();
        assert_eq!(ids.len(), Property::all().count());
    }

    #[test]
    fn a_property_is_of_one_family() {
        let families = |property: Property| {
            (property.is_exception(), Property::PRECISION.contains(&property), property.is_failure())
        };
        assert!(Property::EXCEPTIONS.into_iter().all(|one| families(one) == (true, false, false)));
        assert!(Property::PRECISION.into_iter().all(|one| families(one) == (false, true, false)));
        assert!(Property::FAILURES.into_iter().all(|one| families(one) == (false, false, true)));
    }
}
