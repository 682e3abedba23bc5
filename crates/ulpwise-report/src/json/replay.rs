//! The document of `ulpwise replay`, docs/schema/replay.schema.json.

use super::{VERSION, document};
use serde::Serialize;
use ulpwise_finding::{ErrorReference, ReplayReport, ReplayedInstability, SourceLocation, ValueSource};

#[derive(Serialize)]
struct ReplayDocument<'r> {
    format: &'static str,
    version: u32,
    site: &'r str,
    property: &'r str,
    replayed: bool,
    differences: &'r [String],
    notes: &'r [String],
    places: &'r [SourceLocation],
    instability: Option<InstabilityDocument>,
}

#[derive(Serialize)]
struct InstabilityDocument {
    error: Option<f64>,
    seen_in: ValueSource,
    against: ErrorReference,
}

impl From<ReplayedInstability> for InstabilityDocument {
    fn from(measured: ReplayedInstability) -> Self {
        let ReplayedInstability { error, seen_in, against, .. } = measured;
        Self { error: error.is_finite().then_some(error), seen_in, against }
    }
}

/// The document of a replay, with a final line end.
pub fn replay_json(report: &ReplayReport) -> String {
    document(&ReplayDocument {
        format: "ulpwise-replay",
        version: VERSION,
        site: &report.site,
        property: &report.property,
        replayed: report.is_replayed(),
        differences: &report.differences,
        notes: &report.notes,
        places: &report.locations,
        instability: report.instability.map(InstabilityDocument::from),
    })
}
