//! What came of making the call of a witness again.

use crate::detail::SourceLocation;
use serde::Serialize;

/// What came of making the call of a witness again.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ReplayReport {
    /// The site of the witness.
    pub site: String,
    /// The stable name of what the witness shows there.
    pub property: String,
    /// Where it happened now, the location of the site among them or not.
    pub locations: Vec<SourceLocation>,
    /// What is different, one sentence each; nothing if the witness was replayed.
    pub differences: Vec<String>,
    /// What the user should know besides, one sentence each.
    pub notes: Vec<String>,
    /// How far a value is from the exact one, if the witness is about that and it is too far again.
    pub instability: Option<ReplayedInstability>,
}

impl ReplayReport {
    /// Whether the call did again what the witness says.
    pub fn is_replayed(&self) -> bool {
        self.differences.is_empty()
    }
}

/// A value that is again too far from the exact one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ReplayedInstability {
    /// The relative error, infinite where there is nothing to relate it to.
    pub error: f64,
    /// The relative error that is tolerated.
    pub tolerance: f64,
    /// Whether it is a comparison, which exact values would decide otherwise.
    pub is_comparison: bool,
    /// Where the value was seen.
    pub seen_in: ValueSource,
    /// What it was compared with.
    pub against: ErrorReference,
}

/// Where a value was seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ValueSource {
    /// The original program gave it back.
    Output,
    /// It stood in a register of the processor after the operation of the original program.
    Register,
    /// Only instrumented code was looked at in so much detail.
    InstrumentedCode,
}

/// What a value was compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ErrorReference {
    /// Shadow values of the same call.
    ShadowValues,
    /// The exact value in the witness.
    Witness,
}
