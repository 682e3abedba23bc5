//! For other programs: everything, as one document. `docs/schema/` has a schema for each command,
//! `docs/commands/` explains the fields.
//!
//! A file a command, with structures that derive their form. Keys are sorted.

mod accuracy;
mod call;
mod check;
mod diff;
mod replay;
mod search;
mod stability;
mod test;

pub use accuracy::accuracy_witness;
pub use diff::diff_json;
pub use replay::replay_json;
pub use search::search_json;
pub use stability::loop_json;

use serde::Serialize;
use serde_json::Value;
use ulpwise_finding::{CoverageRun, Inventory, Run, RunDetail};

/// The version of documents. It is raised when a field changes its meaning or goes; new fields may
/// come at any time.
pub const VERSION: u32 = 1;

/// The document of a run, with a final line end.
pub fn json(run: &Run) -> String {
    match &run.detail {
        RunDetail::Check => document(&check::CheckDocument::new(run)),
        RunDetail::Accuracy(detail) => document(&accuracy::AccuracyDocument::new(run, detail)),
        RunDetail::Stability(detail) => document(&stability::StabilityDocument::new(run, detail)),
        RunDetail::Test(detail) => document(&test::TestDocument::new(run, detail)),
        RunDetail::Call(detail) => document(&call::CallDocument::new(run, detail)),
    }
}

/// A document with its version.
#[derive(Serialize)]
struct Versioned<'r, T> {
    format: &'static str,
    version: u32,
    #[serde(flatten)]
    content: &'r T,
}

/// The document of `ulpwise list`; its format is a number.
#[derive(Serialize)]
struct ListDocument<'r> {
    format: u32,
    #[serde(flatten)]
    inventory: &'r Inventory,
}

/// The document of `ulpwise list`.
pub fn list_json(inventory: &Inventory) -> String {
    document(&ListDocument { format: VERSION, inventory })
}

/// The document of `ulpwise coverage`.
pub fn coverage_json(run: &CoverageRun) -> String {
    document(&Versioned { format: "ulpwise-coverage", version: VERSION, content: run })
}

/// A document as text, indented, with sorted keys and a final line end.
pub fn document<T: Serialize>(value: &T) -> String {
    let value = serde_json::to_value(value).unwrap_or(Value::Null);
    // The alternate form of a value is indented and cannot fail.
    format!("{value:#}\n")
}

/// A number; JSON has no infinities and no NaN, which become text.
#[derive(Serialize)]
#[serde(untagged)]
enum FiniteOrText {
    Finite(f64),
    Text(String),
}

impl From<f64> for FiniteOrText {
    fn from(number: f64) -> Self {
        if number.is_finite() { Self::Finite(number) } else { Self::Text(number.to_string()) }
    }
}
