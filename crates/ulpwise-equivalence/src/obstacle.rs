//! Why nothing is proven about two functions.

use std::fmt;
use ulpwise_interp::PathEnd;
use ulpwise_symex::Limit;

/// Which of the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// The old one.
    Old,
    /// The new one.
    New,
}

impl fmt::Display for Which {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Old => "old",
            Self::New => "new",
        })
    }
}

/// Why nothing is proven.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProofObstacle {
    /// Flags let the code generator change its operations.
    OpenToCodeGenerator(Which),
    /// The program does not fit into memory.
    Memory(String),
    /// It cannot be entered.
    NotEntered(Which, PathEnd),
    /// Not all paths were followed; why.
    MissedPaths(Which, String),
    /// So many paths were left.
    LeftPaths(Which, u64),
    /// A path does what the language leaves undefined, or cannot be followed.
    PathEnd(Which, PathEnd),
    /// A path uses elements beyond those assumed.
    Length(Which, String),
    /// A limit cut a path short.
    CutOff(Which, Limit),
    /// A path leaves something behind that is not compared.
    NotCompared(Which, String),
    /// A path uses what was never set.
    NeverSet,
    /// A path looks at the bits of a NaN.
    NanBits,
    /// The solver gave up.
    Undecided(String),
    /// An input is narrower in the new function.
    Narrower(String),
    /// The old function makes inputs of its own.
    OwnInputs,
    /// What they return, or the objects that they are given, have different forms.
    OtherForm,
    /// Variables may be left different.
    Variables(Vec<String>),
}

impl fmt::Display for ProofObstacle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OpenToCodeGenerator(which) => write!(
                f,
                "the {which} one has fast-math flags that let the code generator change its operations"
            ),
            Self::Memory(why) => f.write_str(why),
            Self::NotEntered(which, end) => write!(f, "the {which} one cannot be entered: {end}"),
            Self::MissedPaths(which, why) => {
                write!(f, "not all paths of the {which} one were followed: {why}")
            }
            Self::LeftPaths(which, left) => write!(f, "{left} paths of the {which} one were not followed"),
            Self::PathEnd(which, end) => write!(f, "a path of the {which} one ends: {end}"),
            Self::Length(which, why) => write!(f, "of the {which} one: {why}"),
            Self::CutOff(which, limit) => write!(f, "a path of the {which} one was cut short: {limit}"),
            Self::NotCompared(which, what) => write!(f, "of the {which} one: {what}"),
            Self::NeverSet => f.write_str("a path uses what was never set"),
            Self::NanBits => f.write_str("a path looks at the bits of a NaN that an operation may give"),
            Self::Undecided(why) => {
                write!(f, "the solver does not know whether the results of two paths differ: {why}")
            }
            Self::Narrower(name) => {
                write!(f, "`{name}` has fewer bits in the new one: exchange the old one and the new one")
            }
            Self::OwnInputs => f.write_str("the old one makes inputs of its own"),
            Self::OtherForm => f.write_str("what they give back is passed in different forms"),
            Self::Variables(names) => {
                let plural = if names.len() == 1 { "variable" } else { "variables" };
                write!(f, "they may leave the {plural} {} different", names.join(", "))
            }
        }
    }
}
