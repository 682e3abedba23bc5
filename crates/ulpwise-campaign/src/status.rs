//! How far a campaign is: read from its files, wherever its processes run.

use crate::claim::{Attempt, AttemptState, MOST_ATTEMPTS, attempts};
use crate::error::CampaignError;
use crate::folder::CampaignFolder;
use crate::packing::makespan;
use crate::plan::{CampaignPlan, read_plans};
use crate::result::{UnitHeader, UnitVerdicts, read_header};
use std::collections::BTreeMap;

/// How a unit is.
#[derive(Clone, Debug, PartialEq)]
pub enum UnitState {
    /// No process works on it: it was not begun, or is to be tried again.
    Waiting,
    /// A process works on it.
    Running,
    /// It is done.
    Done(Box<UnitHeader>),
    /// It failed as often as it may.
    Failed,
}

/// An attempt that ended without a result, or a file that is not as it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitFault {
    /// The unit.
    pub unit: usize,
    /// Which attempt; 0 if it is about the result.
    pub attempt: usize,
    /// On which host, if that is known.
    pub host: Option<String>,
    /// What happened.
    pub what: String,
}

/// How far a campaign is.
#[derive(Clone, Debug, PartialEq)]
pub struct CampaignStatus {
    /// The command that does the work of a unit: `check`, `accuracy`, …
    pub task: &'static str,
    /// How many rounds there are.
    pub rounds: usize,
    /// The units by their numbers.
    pub units: BTreeMap<usize, UnitState>,
    /// How many functions there are in all units together.
    pub functions: usize,
    /// The verdicts of what is done.
    pub verdicts: UnitVerdicts,
    /// What went wrong on the way.
    pub faults: Vec<UnitFault>,
    /// How many seconds of work are done, and how many more are expected.
    pub seconds: (f64, f64),
    /// How many seconds it may take to the end with those that work now; `None` if none does.
    pub left: Option<f64>,
    /// How many results are from a machine whose mathematical library may compute something else than
    /// where the campaign was planned.
    pub other_machines: usize,
}

impl CampaignStatus {
    /// How many units are done, running, waiting, and failed.
    pub fn counts(&self) -> [usize; 4] {
        let mut counts = [0; 4];
        for state in self.units.values() {
            counts[match state {
                UnitState::Done(_) => 0,
                UnitState::Running => 1,
                UnitState::Waiting => 2,
                UnitState::Failed => 3,
            }] += 1;
        }
        counts
    }

    /// Whether nothing is left to be done.
    pub fn is_over(&self) -> bool {
        let [_, running, waiting, _] = self.counts();
        running + waiting == 0
    }
}

/// Looks at a campaign.
///
/// # Errors
/// There is none, or its files cannot be read.
pub fn status(folder: &CampaignFolder) -> Result<CampaignStatus, CampaignError> {
    let plans = read_plans(folder)?;
    status_of(folder, &plans)
}

pub(crate) fn status_of(
    folder: &CampaignFolder,
    plans: &[CampaignPlan],
) -> Result<CampaignStatus, CampaignError> {
    let now = folder.now()?;
    let mut units = BTreeMap::new();
    let mut faults = Vec::new();
    let (mut verdicts, mut other_machines) = (UnitVerdicts::default(), 0);
    let (mut done, mut open) = ((0.0, 0.0), Vec::new());
    for (plan, unit) in plans.iter().flat_map(|plan| plan.units.iter().map(move |unit| (plan, unit))) {
        let tried = attempts(folder, unit.number, now)?;
        let fault = |(number, (attempt, state)): (usize, &(Option<Attempt>, AttemptState))| match state {
            AttemptState::Alive => None,
            AttemptState::Over(what) => Some(UnitFault {
                unit: unit.number,
                attempt: number + 1,
                host: attempt.as_ref().map(|attempt| attempt.host.clone()),
                what: what.clone(),
            }),
        };
        let path = folder.result(unit.number);
        let header = if path.exists() { Some(read_header(&path)) } else { None };
        let finished = match &header {
            Some(Ok(header)) => header.attempt,
            Some(Err(error)) => {
                faults.push(UnitFault { unit: unit.number, attempt: 0, host: None, what: error.to_string() });
                0
            }
            None => 0,
        };
        // The attempt that wrote the result is over, and no fault.
        faults
            .extend(tried.iter().enumerate().filter(|(number, _)| number + 1 != finished).filter_map(fault));
        let state = match (header, tried.last()) {
            (Some(Ok(header)), _) => {
                verdicts.add(header.verdicts);
                other_machines += usize::from(header.machine.differs(&plan.machine));
                done = (done.0 + header.seconds, done.1 + unit.expected);
                UnitState::Done(Box::new(header))
            }
            (_, Some((_, AttemptState::Alive))) => UnitState::Running,
            _ if tried.len() >= MOST_ATTEMPTS => UnitState::Failed,
            _ => UnitState::Waiting,
        };
        if matches!(state, UnitState::Running | UnitState::Waiting) {
            open.push(unit.expected);
        }
        units.insert(unit.number, state);
    }
    // What units took tells what the expectations were worth.
    let factor = if done.1 > 0.0 { done.0 / done.1 } else { 1.0 };
    let running = units.values().filter(|state| matches!(state, UnitState::Running)).count();
    let times: Vec<f64> = open.iter().map(|time| time * factor).collect();
    Ok(CampaignStatus {
        task: plans[0].analysis.id(),
        rounds: plans.len(),
        units,
        functions: plans[0].functions.len(),
        verdicts,
        faults,
        seconds: (done.0, times.iter().sum()),
        left: (running > 0).then(|| makespan(&times, running)),
        other_machines,
    })
}
