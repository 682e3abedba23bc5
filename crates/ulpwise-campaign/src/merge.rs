//! The results of units made one.
//!
//! What holds: the same results give the same, whatever their order; a unit counts once, and what is
//! not done or failed is said.

use crate::error::CampaignError;
use crate::folder::{CampaignFolder, write_whole};
use crate::plan::{CampaignAnalysis, CampaignPlan, WorkUnit, read_plans};
use crate::result::{self, UnitResult};
use crate::status::{CampaignStatus, UnitState, status_of};
use std::collections::{BTreeMap, BTreeSet};
use ulpwise_driver::read_sources;
use ulpwise_finding::{EntryDetail, NotChecked, Run, join};

/// All that is known.
#[derive(Clone, Debug)]
pub struct MergedCampaign {
    /// One run of all functions under `check`; under other commands one for each function.
    pub runs: Vec<Run>,
    /// How far the campaign is.
    pub status: CampaignStatus,
}

/// Makes one of what is done.
///
/// # Errors
/// There is no campaign, or its files cannot be read.
pub fn merge(folder: &CampaignFolder) -> Result<MergedCampaign, CampaignError> {
    let plans = read_plans(folder)?;
    let mut status = status_of(folder, &plans)?;
    let mut results = Vec::new();
    for (plan, unit) in plans.iter().flat_map(|plan| plan.units.iter().map(move |unit| (plan, unit))) {
        if !matches!(status.units.get(&unit.number), Some(UnitState::Done(_))) {
            continue;
        }
        match result::read(&folder.result(unit.number)) {
            Ok(result) if result.header.program == plan.program => results.push(result),
            Ok(_) => return Err(CampaignError::OtherProgram(folder.result(unit.number))),
            Err(error) => {
                status.units.insert(unit.number, UnitState::Waiting);
                let what = error.to_string();
                status.faults.push(crate::UnitFault { unit: unit.number, attempt: 0, host: None, what });
            }
        }
    }
    let mut runs = match &plans[0].analysis {
        CampaignAnalysis::Check(_) => vec![one_check(&plans[0], &results)],
        CampaignAnalysis::Accuracy(_) | CampaignAnalysis::Stability(_) => one_each(&plans[0], &results),
    };
    let gaps = Gaps::new(&plans, &status);
    runs.iter_mut().for_each(read_sources);
    if let Some(run) = runs.first_mut() {
        gaps.enter(run);
    }
    Ok(MergedCampaign { runs, status })
}

/// Writes all results into one file of the folder.
///
/// # Errors
/// The folder cannot be written.
pub fn write_merged(folder: &CampaignFolder, merged: &MergedCampaign) -> Result<(), CampaignError> {
    let about = result::About {
        unit: 0,
        attempt: 0,
        program: String::new(),
        seconds: merged.status.seconds.0,
        cpu_seconds: 0.0,
    };
    write_whole(&folder.merged(), &result::content(about, &merged.runs)?)
}

fn one_check(plan: &CampaignPlan, results: &[UnitResult]) -> Run {
    let runs: Vec<Run> = results.iter().flat_map(|result| result.runs.iter().cloned()).collect();
    let order: Vec<String> = plan.functions.iter().map(|function| function.linker_name.clone()).collect();
    Run {
        version: plan.version.clone(),
        task: plan.analysis.id().to_owned(),
        command: plan.command.clone(),
        ..join(&runs, &order)
    }
}

/// The run of each function; of several the one with the largest error, or with fewest unknowns.
fn one_each(plan: &CampaignPlan, results: &[UnitResult]) -> Vec<Run> {
    let mut best: BTreeMap<String, &Run> = BTreeMap::new();
    for run in results.iter().flat_map(|result| &result.runs) {
        let checked = run.functions.iter().map(|function| &function.linker_name);
        let names = checked.chain(run.not_checked.iter().map(|one| &one.function));
        let Some(name) = names.into_iter().next() else { continue };
        match best.get(name) {
            Some(known) if worth(known) >= worth(run) => {}
            _ => {
                best.insert(name.clone(), run);
            }
        }
    }
    let ordered = plan.functions.iter().filter_map(|function| best.get(&function.linker_name));
    ordered.map(|&run| Run { command: plan.command.clone(), ..run.clone() }).collect()
}

/// What says more is larger: something rather than nothing, decided rather than unknown, and of errors
/// the larger one.
fn worth(run: &Run) -> (usize, i64, Error) {
    let entries = || run.functions.iter().flat_map(|function| &function.ledger);
    let error = entries().filter_map(|entry| match &entry.detail {
        EntryDetail::Accuracy(detail) => detail.worst.as_ref()?.error_log2,
        _ => None,
    });
    let unknown: usize = run.functions.iter().map(|function| function.count().unknown).sum();
    (run.functions.len(), -(unknown as i64), Error(error.fold(f64::NEG_INFINITY, f64::max)))
}

/// The logarithm of an error, ordered.
#[derive(PartialEq)]
struct Error(f64);

impl PartialOrd for Error {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.0.total_cmp(&other.0))
    }
}

/// What the results do not hold.
struct Gaps {
    failed: Vec<NotChecked>,
    left: usize,
    warnings: Vec<String>,
}

impl Gaps {
    fn new(plans: &[CampaignPlan], status: &CampaignStatus) -> Gaps {
        let is_done = |unit: &WorkUnit| matches!(status.units.get(&unit.number), Some(UnitState::Done(_)));
        let is_failed = |unit: &WorkUnit| matches!(status.units.get(&unit.number), Some(UnitState::Failed));
        let units = || plans.iter().flat_map(|plan| &plan.units);
        let of = |is: &dyn Fn(&WorkUnit) -> bool| -> BTreeSet<usize> {
            units().filter(|unit| is(unit)).flat_map(|unit| unit.functions.clone()).collect()
        };
        let (done, failed) = (of(&is_done), of(&is_failed));
        let name = |at: usize| plans[0].functions[at].linker_name.clone();
        let reason = |at: usize| {
            let unit = units().find(|unit| is_failed(unit) && unit.functions.contains(&at))?;
            let last = status.faults.iter().rev().find(|fault| fault.unit == unit.number)?;
            Some(format!("unit {} of the campaign failed: {}", unit.number, last.what))
        };
        let not_checked = failed.difference(&done).map(|&at| NotChecked {
            function: name(at),
            reason: reason(at).unwrap_or_else(|| "its unit of the campaign failed".to_owned()),
        });
        let known: BTreeSet<usize> = done.union(&failed).copied().collect();
        let mut warnings = Vec::new();
        if status.other_machines > 0 {
            warnings.push(format!(
                "{} of the results are from machines whose processor or mathematical library may compute other values than where the campaign was planned ({})",
                status.other_machines,
                plans[0].machine.describe()
            ));
        }
        Gaps { failed: not_checked.collect(), left: plans[0].functions.len() - known.len(), warnings }
    }

    fn enter(self, run: &mut Run) {
        run.not_checked.extend(self.failed);
        run.left = self.left;
        run.warnings.extend(self.warnings);
    }
}
