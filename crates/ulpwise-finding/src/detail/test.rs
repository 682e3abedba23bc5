//! What `ulpwise test` knows: how paths ended, what stopped them, and the inputs of each failure.

use super::SourceLocation;
use serde::Serialize;

/// A run of `ulpwise test`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TestRun {
    /// How paths ended.
    pub paths: PathCounts,
    /// What paths could not be followed beyond.
    pub obstacles: Vec<PathObstacle>,
    /// What else may have been missed.
    pub missed: Vec<String>,
    /// How many tests were made.
    pub tests: usize,
    /// What these reach natively, if that was measured.
    pub coverage: Option<CoverageCounts>,
    /// How many questions the solver was asked.
    pub questions: u64,
}

/// How many paths ended in which way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct PathCounts {
    /// At the end of the program.
    pub completed: u64,
    /// In a failure.
    pub failed: u64,
    /// In an assumption of the program that does not hold.
    pub dropped: u64,
    /// At something unsupported.
    pub unsupported: u64,
    /// At a limit.
    pub cut_off: u64,
    /// Paths that were not followed to their end.
    pub left: u64,
    /// How many paths these would be if branches were not joined.
    pub stand_for: f64,
}

/// Something that paths could not be followed beyond.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PathObstacle {
    /// The stable id of its kind.
    pub kind: String,
    /// The sentence that says what it is.
    pub message: String,
    /// Where.
    pub location: Option<SourceLocation>,
    /// How many paths ended there.
    pub paths: u64,
}

/// How much of a kind was covered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Covered {
    /// So many.
    pub covered: usize,
    /// Of so many.
    pub total: usize,
}

/// What tests reach.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct CoverageCounts {
    /// Lines.
    pub lines: Covered,
    /// Branches.
    pub branches: Covered,
}

/// An input of a path.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TestInput {
    /// Its name.
    pub name: String,
    /// Where the program takes it from: `program`, `stdin`, `file`.
    pub source: &'static str,
    /// The type of an element.
    #[serde(rename = "type")]
    pub ty: String,
    /// The bits of its elements.
    pub bits: Vec<String>,
}

/// What is known of a failure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FailureDetail {
    /// The stable id of its kind.
    pub kind: String,
    /// The sentence that says what happened.
    pub message: String,
    /// The calls under way, innermost first, as sites of the run.
    pub calls: Vec<usize>,
    /// The inputs.
    pub inputs: Vec<TestInput>,
    /// The inputs, a text each.
    pub input_texts: Vec<String>,
    /// How many paths end so.
    pub paths: u64,
    /// Why the failure is not confirmed, if it is not.
    pub unconfirmed: Option<String>,
    /// Whether the program itself was run on the inputs, to its end and without a failure: then the
    /// failure is none of the program's.
    pub refuted: bool,
}
