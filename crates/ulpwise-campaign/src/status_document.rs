//! How far a campaign is, for other programs.

use crate::result::UnitVerdicts;
use crate::status::{CampaignStatus, UnitState};
use serde::Serialize;

/// A unit.
#[derive(Clone, Debug, Serialize)]
struct UnitDocument {
    number: usize,
    state: &'static str,
    /// Of one that is done.
    seconds: Option<f64>,
    host: Option<String>,
}

/// What went wrong.
#[derive(Clone, Debug, Serialize)]
struct FaultDocument {
    unit: usize,
    /// 0 if it is about the result.
    attempt: usize,
    host: Option<String>,
    what: String,
}

/// A status as data that is written as JSON.
#[derive(Clone, Debug, Serialize)]
pub struct StatusDocument {
    task: &'static str,
    rounds: usize,
    functions: usize,
    units: Vec<UnitDocument>,
    verdicts: UnitVerdicts,
    seconds_done: f64,
    seconds_left: f64,
    faults: Vec<FaultDocument>,
    other_machines: usize,
}

impl StatusDocument {
    /// Of a status.
    pub fn new(status: &CampaignStatus) -> StatusDocument {
        let unit = |(&number, state): (&usize, &UnitState)| {
            let (state, header) = match state {
                UnitState::Waiting => ("waiting", None),
                UnitState::Running => ("running", None),
                UnitState::Done(header) => ("done", Some(header)),
                UnitState::Failed => ("failed", None),
            };
            let host = header.map(|header| header.host.clone());
            UnitDocument { number, state, seconds: header.map(|header| header.seconds), host }
        };
        let fault = |fault: &crate::UnitFault| FaultDocument {
            unit: fault.unit,
            attempt: fault.attempt,
            host: fault.host.clone(),
            what: fault.what.clone(),
        };
        StatusDocument {
            task: status.task,
            rounds: status.rounds,
            functions: status.functions,
            units: status.units.iter().map(unit).collect(),
            verdicts: status.verdicts,
            seconds_done: status.seconds.0,
            seconds_left: status.seconds.1,
            faults: status.faults.iter().map(fault).collect(),
            other_machines: status.other_machines,
        }
    }
}
