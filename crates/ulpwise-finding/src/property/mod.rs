//! What can go wrong: the stable id, and the text that explains it to a reader who meets it first
//! in a report.
//!
//! Exceptions are what `ulpwise check` gives verdicts on, errors of precision what
//! `ulpwise accuracy` and `ulpwise stability` find, failures what `ulpwise test` does. All are
//! defined in `definitions.rs`; the book has pages on the first two, `docs/properties/`, and a
//! table of the third, `docs/commands/test.md`.

mod definitions;

pub use definitions::Property;

use crate::level::Level;

/// An entry of the Common Weakness Enumeration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cwe {
    /// Its number.
    pub id: u32,
    /// Its name.
    pub name: &'static str,
}

/// What a finding's level depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LevelRule {
    /// Always a note.
    Note,
    /// Always a warning.
    Warning,
    /// Always an error.
    Error,
    /// A warning where it escapes and the true result is another one, else a note.
    WarningIfHarmful,
    /// An error where it escapes and the true result may be an ordinary number, else a warning.
    ErrorIfEscapes,
    /// The same, of a property that mostly does not escape.
    WarningUnlessEscapes,
    /// By how many digits are right.
    ByDigits,
}

/// What is said of a property.
struct Words {
    id: &'static str,
    title: &'static str,
    what: &'static str,
    why: &'static str,
    fix: &'static str,
    cwe: Option<Cwe>,
    level: LevelRule,
}

impl Property {
    /// Whether it is a floating-point exception at an operation.
    pub const fn is_exception(self) -> bool {
        (self as u8) <= Self::Inexact as u8
    }

    /// Whether what it leaves behind is a number as good as any, whose way cannot be followed.
    pub const fn leaves_ordinary_result(self) -> bool {
        matches!(self, Self::Inexact | Self::Cancellation | Self::Contract)
    }

    /// Whether it ends the program, or could.
    pub const fn is_failure(self) -> bool {
        self as u8 >= Self::Assert as u8 && self as u8 <= Self::Failure as u8
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

    pub(crate) const fn level_rule(self) -> LevelRule {
        self.words().level
    }

    /// The level that reports give its rule, before there is a finding.
    pub const fn default_level(self) -> Level {
        match self.level_rule() {
            LevelRule::Note => Level::Note,
            LevelRule::Warning
            | LevelRule::WarningIfHarmful
            | LevelRule::WarningUnlessEscapes
            | LevelRule::ByDigits => Level::Warning,
            LevelRule::Error | LevelRule::ErrorIfEscapes => Level::Error,
        }
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
