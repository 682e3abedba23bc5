//! What the proofs about a function take for granted: more than the language promises.
//!
//! SOUNDNESS.md explains each of them. The ids are stable; they stand in JSON, SARIF and the pages.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Something that a proof takes for granted.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Assumption {
    /// There are so many elements where a pointer points.
    ArrayLength {
        /// The pointer, as `--len` names it.
        name: String,
        /// How many elements.
        elements: u64,
    },
    /// An integer that says how far an array is used lies within bounds.
    LengthLimit {
        /// The integer.
        name: String,
        /// The least that it is, if that is assumed.
        least: Option<i64>,
        /// The most that it is.
        most: u64,
    },
    /// What these name, pointers' targets and variables, does not share memory.
    NoOverlap {
        /// The names, two at least.
        names: Vec<String>,
    },
    /// A pointer is not null.
    NonNull {
        /// The pointer.
        name: String,
    },
    /// An input of an enumeration is one of its enumerators.
    Enumerators {
        /// The input.
        name: String,
    },
    /// Floats among the inputs are finite.
    FiniteInputs,
    /// Functions of the mathematical library err and raise exceptions as documented.
    LibraryErrors,
    /// A function that is not among the files changes only what it can reach, keeps the rounding
    /// mode and returns.
    OutsideFunction {
        /// Its name.
        name: String,
    },
    /// Memory that is asked for can be had.
    Allocation,
    /// The locale is "C" when the function is called.
    DefaultLocale,
    /// Variables are as `--setup` leaves them.
    PreparedState,
    /// A variable that only its file can name, and that is not written where it is named, holds what it
    /// begins with.
    InitialTable {
        /// The variable.
        name: String,
    },
    /// Inputs are as a contract in the source says.
    Contract {
        /// What it says: `range x = 0..1`.
        text: String,
        /// Where: `f.c:3`.
        place: String,
        /// Whether calls in the program are held against it.
        is_checked: bool,
    },
}

impl Assumption {
    /// The stable id.
    pub const fn id(&self) -> &'static str {
        match self {
            Self::ArrayLength { .. } => "array-length",
            Self::LengthLimit { .. } => "length-limit",
            Self::NoOverlap { .. } => "no-overlap",
            Self::NonNull { .. } => "non-null",
            Self::Enumerators { .. } => "enumerators",
            Self::FiniteInputs => "finite-inputs",
            Self::LibraryErrors => "library-errors",
            Self::OutsideFunction { .. } => "outside-function",
            Self::Allocation => "allocation",
            Self::DefaultLocale => "default-locale",
            Self::PreparedState => "prepared-state",
            Self::InitialTable { .. } => "initial-table",
            Self::Contract { .. } => "contract",
        }
    }

    /// The names in the program that it is about.
    pub fn names(&self) -> Vec<&str> {
        match self {
            Self::ArrayLength { name, .. }
            | Self::LengthLimit { name, .. }
            | Self::NonNull { name }
            | Self::Enumerators { name }
            | Self::OutsideFunction { name }
            | Self::InitialTable { name } => vec![name],
            Self::NoOverlap { names } => names.iter().map(String::as_str).collect(),
            Self::Contract { text, .. } => vec![text],
            Self::FiniteInputs
            | Self::LibraryErrors
            | Self::Allocation
            | Self::DefaultLocale
            | Self::PreparedState => Vec::new(),
        }
    }

    /// The number that it is about.
    pub const fn number(&self) -> Option<u64> {
        match self {
            Self::ArrayLength { elements: number, .. } | Self::LengthLimit { most: number, .. } => {
                Some(*number)
            }
            Self::NoOverlap { .. }
            | Self::NonNull { .. }
            | Self::Enumerators { .. }
            | Self::FiniteInputs
            | Self::LibraryErrors
            | Self::OutsideFunction { .. }
            | Self::InitialTable { .. }
            | Self::Contract { .. }
            | Self::Allocation
            | Self::DefaultLocale
            | Self::PreparedState => None,
        }
    }
}

impl fmt::Display for Assumption {
    /// A clause without a stop: `v has 4 elements`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ArrayLength { name, elements: 1 } => write!(f, "{name} has 1 element"),
            Self::ArrayLength { name, elements } => write!(f, "{name} has {elements} elements"),
            Self::LengthLimit { name, least: None, most } => write!(f, "{name} is at most {most}"),
            Self::LengthLimit { name, least: Some(least), most } => {
                write!(f, "{name} is from {least} to {most}")
            }
            Self::NoOverlap { names } => match names.split_last() {
                Some((last, others)) => write!(f, "{} and {last} do not overlap", others.join(", ")),
                None => f.write_str("objects do not overlap"),
            },
            Self::NonNull { name } => write!(f, "{name} is not null"),
            Self::Enumerators { name } => write!(f, "{name} is one of its enumerators"),
            Self::FiniteInputs => f.write_str("inputs are finite"),
            Self::LibraryErrors => f.write_str("glibc's errors and exceptions are as documented"),
            Self::OutsideFunction { name } => {
                write!(f, "{name} changes only what it can reach and keeps the rounding mode")
            }
            Self::Allocation => f.write_str("memory that is asked for can be had"),
            Self::DefaultLocale => f.write_str("the locale is \"C\""),
            Self::PreparedState => f.write_str("variables are as --setup leaves them"),
            Self::InitialTable { name } => write!(f, "{name} holds what it begins with"),
            Self::Contract { text, place, is_checked: true } => write!(f, "{text} ({place})"),
            Self::Contract { text, place, is_checked: false } => {
                write!(f, "{text} ({place}, not checked at calls)")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clauses_read_as_sentences() {
        let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        let overlap = Assumption::NoOverlap { names: names(&["a", "b", "c"]) };
        assert_eq!(overlap.to_string(), "a, b and c do not overlap");
        let length = Assumption::ArrayLength { name: "v".to_owned(), elements: 1 };
        assert_eq!((length.to_string().as_str(), length.number()), ("v has 1 element", Some(1)));
    }
}
