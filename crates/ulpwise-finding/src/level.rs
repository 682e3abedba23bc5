//! How bad a finding is, in the three levels that other tools know, and from where on a run fails.

use crate::finding::{Digits, Finding};
use crate::property::{LevelRule, Property};
use std::fmt;

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// It happens and does no harm that was seen: an underflow that does not reach the result or is
    /// right there, something that follows from a bad memory access, rounding, a result of which
    /// three quarters of the digits are right.
    Note,
    /// It happens.
    Warning,
    /// It spoils what the call gives back although the true result may be an ordinary number, less
    /// than half of the digits of a result are right, or the program fails.
    Error,
}

impl Level {
    /// All of them, the mildest first.
    pub const ALL: [Self; 3] = [Self::Note, Self::Warning, Self::Error];

    /// The stable id, which is SARIF's word.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }

    /// The level of a finding.
    pub(crate) fn of_finding(finding: &Finding, property: Property) -> Level {
        let is_right = finding.avoidable == Some(false);
        let is_harmful = finding.escapes() && !is_right;
        match property.level_rule() {
            _ if finding.strayed => Self::Note,
            LevelRule::Note => Self::Note,
            LevelRule::Warning => Self::Warning,
            LevelRule::Error => Self::Error,
            LevelRule::WarningIfHarmful if !is_harmful => Self::Note,
            LevelRule::WarningIfHarmful => Self::Warning,
            LevelRule::ErrorIfEscapes | LevelRule::WarningUnlessEscapes if is_harmful => Self::Error,
            LevelRule::ErrorIfEscapes | LevelRule::WarningUnlessEscapes => Self::Warning,
            LevelRule::ByDigits => finding.digits.map_or(Self::Warning, Self::of_digits),
        }
    }
}

impl Level {
    /// The level of a result of which so much is right.
    fn of_digits(digits: Digits) -> Level {
        let share = digits.right / f64::from(digits.of.max(1));
        match share {
            _ if share >= 0.75 => Self::Note,
            _ if share >= 0.5 => Self::Warning,
            _ => Self::Error,
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

/// From where on a run fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Threshold {
    /// It does not.
    Never,
    /// At findings of this level and of worse ones.
    Level(Level),
    /// At every finding; the level of notes has the same meaning.
    Any,
    /// At every finding, and at everything that is undecided.
    Unknown,
}

/// Notes do no harm that was seen: they alone fail no run.
impl Default for Threshold {
    fn default() -> Self {
        Self::Level(Level::Warning)
    }
}

impl Threshold {
    /// All of them with their names.
    pub const NAMED: [(&'static str, Self); 5] = [
        ("never", Self::Never),
        ("error", Self::Level(Level::Error)),
        ("warning", Self::Level(Level::Warning)),
        ("note", Self::Any),
        ("unknown", Self::Unknown),
    ];

    /// Whether a finding of a level makes the run fail.
    pub fn is_met_by(self, level: Level) -> bool {
        match self {
            Self::Never => false,
            Self::Level(least) => level >= least,
            Self::Any | Self::Unknown => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thresholds_are_met_from_their_level_on() {
        let met = |threshold: Threshold| Level::ALL.map(|level| threshold.is_met_by(level));
        assert_eq!(met(Threshold::Never), [false; 3]);
        assert_eq!(met(Threshold::Level(Level::Warning)), [false, true, true]);
        assert_eq!(met(Threshold::Level(Level::Error)), [false, false, true]);
        assert_eq!(met(Threshold::Any), [true; 3]);
    }

    #[test]
    fn fewer_right_digits_are_worse() {
        let of = |right: f64| Level::of_digits(Digits { right, of: 52 });
        assert_eq!([52.0, 39.0].map(of), [Level::Note; 2]);
        assert_eq!([38.9, 26.0].map(of), [Level::Warning; 2]);
        assert_eq!([25.9, 0.0, f64::NAN].map(of), [Level::Error; 3]);
    }
}
