//! What `ulpwise list` knows: the functions of a program, their parameters as inputs, and how many
//! operations they have.

use serde::Serialize;

/// How many floating-point operations there are, by kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SiteCounts {
    /// Additions, multiplications, …
    pub arithmetic: usize,
    /// Calls of libm.
    pub libm_calls: usize,
    /// Conversions.
    pub conversions: usize,
    /// Comparisons.
    pub comparisons: usize,
    /// All of them.
    pub total: usize,
}

impl SiteCounts {
    /// The sum.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self {
            arithmetic: self.arithmetic + other.arithmetic,
            libm_calls: self.libm_calls + other.libm_calls,
            conversions: self.conversions + other.conversions,
            comparisons: self.comparisons + other.comparisons,
            total: self.total + other.total,
        }
    }
}

/// A parameter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ListedParameter {
    /// Its name; empty if it has none.
    pub name: String,
    /// Its type in its language.
    #[serde(rename = "type")]
    pub ty: String,
    /// The stable id of how it becomes an input.
    pub input: &'static str,
    /// The same for readers.
    pub input_text: String,
}

/// Something that a function does and that cannot be run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct UnsupportedUse {
    /// What it is.
    pub what: String,
    /// How often.
    pub count: usize,
}

/// A function.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ListedFunction {
    /// The source's name.
    pub name: String,
    /// The linker's name.
    pub linker_name: String,
    /// The name of its language.
    pub language: &'static str,
    /// Whether other files can call it.
    pub exported: bool,
    /// The file that defines it; `None` without debug information.
    pub file: Option<String>,
    /// The line there.
    pub line: Option<u32>,
    /// Its signature in its language.
    pub signature: String,
    /// Its parameters.
    pub parameters: Vec<ListedParameter>,
    /// The type of the result; `None` when there is none.
    pub result: Option<String>,
    /// Whether it takes further arguments.
    pub variadic: bool,
    /// Its floating-point operations.
    pub sites: SiteCounts,
    /// What it does that cannot be run.
    pub unsupported: Vec<UnsupportedUse>,
    /// The inputs that `ulpwise test --fn` would make, if that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub test_inputs: Option<Vec<String>>,
    /// Why `ulpwise test --fn` would refuse, if that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub not_testable: Option<String>,
}

/// The functions of a program.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Inventory {
    /// Grouped by file, in source order.
    pub functions: Vec<ListedFunction>,
    /// How many more there are with `--all`.
    pub left_out: usize,
    /// The operations of all functions.
    pub sites: SiteCounts,
    /// What the user should know besides.
    pub warnings: Vec<String>,
}
