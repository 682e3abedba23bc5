//! What `ulpwise diff` knows: whether two functions give the same results.

use crate::assumption::Assumption;

/// Whether two functions give the same results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DiffVerdict {
    /// They do not, on the inputs of [`DiffRun::cases`].
    Different,
    /// They do, for all inputs in range; how that is known.
    Same(String),
    /// Neither is known; why.
    Unknown(String),
}

impl DiffVerdict {
    /// The stable id.
    pub const fn id(&self) -> &'static str {
        match self {
            Self::Different => "different",
            Self::Same(_) => "same",
            Self::Unknown(_) => "unknown",
        }
    }
}

/// Two results of the same input.
#[derive(Clone, Debug, PartialEq)]
pub struct DiffOutput {
    /// What a person calls it: `return`, or what a pointer points at.
    pub name: String,
    /// What the old function gives.
    pub old: String,
    /// What the new one gives.
    pub new: String,
    /// What each would give without rounding, rounded once; nothing if that is not known.
    pub exact: [Option<String>; 2],
    /// How many floats lie between, counting one of the two; of integers the difference. Infinite
    /// where one of them is NaN.
    pub ulps: f64,
    /// The size of the difference.
    pub absolute: f64,
    /// The same as a part of the old result.
    pub relative: f64,
}

/// An input on which both were called.
#[derive(Clone, Debug, PartialEq)]
pub struct DiffCase {
    /// Why it is shown: `simplest` or `largest`.
    pub role: &'static str,
    /// The inputs, each with its value.
    pub inputs: Vec<(String, String)>,
    /// How the two calls ended: `returned`, or otherwise.
    pub ends: [String; 2],
    /// Which exceptions each raised, by their ids, if these are compared.
    pub raised: Option<[Vec<&'static str>; 2]>,
    /// The results that differ.
    pub outputs: Vec<DiffOutput>,
    /// The first operation of each whose value is none of the other's; nothing if that is not known.
    pub parting: [Option<String>; 2],
    /// The command that compares both on this input again, if it is known.
    pub again: Option<String>,
}

/// Where two computations part.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DiffParting {
    /// The first operation of each whose value is none of the other's.
    pub first: [Option<String>; 2],
    /// For each output what both would give without rounding, rounded once.
    pub exact: Vec<[Option<String>; 2]>,
}

/// A run of `ulpwise diff`.
#[derive(Clone, Debug, PartialEq)]
pub struct DiffRun {
    /// The signatures of the old function and of the new one.
    pub functions: [String; 2],
    /// Where each is defined: the file as it is shown, and the line.
    pub places: [Option<(String, u32)>; 2],
    /// What counts as the same.
    pub criterion: String,
    /// Whether they do.
    pub verdict: DiffVerdict,
    /// Inputs on which they differ: the simplest, and the one with the largest difference.
    pub cases: Vec<DiffCase>,
    /// Which transformations the operations of both show, one sentence each; empty unless that was
    /// asked for.
    pub explanation: Vec<String>,
    /// An input on which they differ by less than what counts.
    pub tolerated: Option<DiffCase>,
    /// How many inputs were tried natively, and on how many of them they differ.
    pub tried: u64,
    /// On how many of them they differ.
    pub differing: u64,
    /// How many pairs of paths were compared.
    pub pairs: u64,
    /// What the proof takes for granted; empty without one.
    pub assumptions: Vec<Assumption>,
    /// What the user should know besides.
    pub warnings: Vec<String>,
}
