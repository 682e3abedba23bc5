//! What `ulpwise coverage` knows: how often functions, lines and branches of each file ran.

use serde::Serialize;

/// How often a function was entered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FunctionHits {
    /// The function.
    pub name: String,
    /// Its line.
    pub line: u32,
    /// How often.
    pub count: u64,
}

/// How often a line ran.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct LineHits {
    /// The line.
    pub line: u32,
    /// How often.
    pub count: u64,
}

/// How often a branch was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct BranchHits {
    /// The line.
    pub line: u32,
    /// The block that branches.
    pub block: u32,
    /// Which of its branches.
    pub way: u32,
    /// How often.
    pub count: u64,
}

/// What ran of a file; lines and branches in ascending order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct FileHits {
    /// The whole path.
    pub path: String,
    /// The path as users know it.
    #[serde(skip)]
    pub shown_path: String,
    /// The functions.
    pub functions: Vec<FunctionHits>,
    /// The lines that have code.
    pub lines: Vec<LineHits>,
    /// The branches.
    pub branches: Vec<BranchHits>,
}

/// A run of `ulpwise coverage`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct CoverageRun {
    /// How many calls were made.
    pub calls: usize,
    /// How many of them did not return.
    pub not_returned: usize,
    /// The files.
    pub files: Vec<FileHits>,
    /// What the user should know besides.
    pub warnings: Vec<String>,
}
