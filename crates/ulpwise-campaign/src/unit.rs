//! One unit: a file in, a file out.

use crate::claim::{AttemptState, Claim, MOST_ATTEMPTS, attempts, slurm_job, write_failure};
use crate::error::CampaignError;
use crate::folder::{CampaignFolder, write_whole};
use crate::plan::{CampaignAnalysis, CampaignPlan, WorkUnit, read_plans};
use crate::result;
use std::path::Path;
use std::time::{Duration, Instant};
use ulpwise_driver::{CheckPart, DriverError, RunContext};
use ulpwise_finding::{NotChecked, Run};

/// What came of a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UnitOutcome {
    /// It is done now.
    Done,
    /// It was done before.
    WasDone,
    /// Another process works on it.
    Elsewhere,
    /// It was cancelled: it is to be done again.
    Cancelled,
}

/// Works on a unit, unless it is done or another process works on it. `again` tries it even if it
/// failed as often as it may.
///
/// # Errors
/// There is no such unit, this is another version or another program than was planned, or the
/// analysis does not work; the attempt is over then.
pub fn run_unit(
    folder: &CampaignFolder,
    number: usize,
    again: bool,
    context: &RunContext,
) -> Result<UnitOutcome, CampaignError> {
    let begin = Instant::now();
    let plans = read_plans(folder)?;
    let (plan, unit) = find_unit(&plans, number)?;
    plan.check_version()?;
    if result::read_header(&folder.result(number)).is_ok() {
        return Ok(UnitOutcome::WasDone);
    }
    end_requeued(folder, number)?;
    let before = attempts(folder, number, folder.now()?)?;
    match before.last() {
        Some((_, AttemptState::Alive)) => return Ok(UnitOutcome::Elsewhere),
        Some((_, AttemptState::Over(last))) if before.len() >= MOST_ATTEMPTS && !again => {
            return Err(CampaignError::GaveUp { number, attempts: before.len(), last: last.clone() });
        }
        _ => {}
    }
    let Some(claim) = Claim::begin(folder, number, before.len() + 1)? else {
        return Ok(UnitOutcome::Elsewhere);
    };
    let worked = plan.check_program(folder).and_then(|program| {
        // Paths in reports are as the user saw them where the campaign was planned.
        let _ = std::env::set_current_dir(&plan.directory);
        let runs = analyse(plan, unit, &program, context)?;
        if context.cancel.is_cancelled() {
            return Ok(UnitOutcome::Cancelled);
        }
        let about = result::About {
            unit: number,
            attempt: claim.attempt,
            program: plan.program.clone(),
            seconds: begin.elapsed().as_secs_f64(),
            cpu_seconds: cpu_seconds(),
        };
        write_result(&folder.result(number), &result::content(about, &runs)?)?;
        Ok(UnitOutcome::Done)
    });
    let why = match &worked {
        Ok(UnitOutcome::Cancelled) => "it was asked to stop".to_owned(),
        Ok(_) => return worked,
        Err(error) => error.to_string(),
    };
    // Where nothing can be written, the end of the process says it.
    let _ = write_failure(folder, number, claim.attempt, &why);
    worked
}

/// Ends the last attempt if it was made by this same job of Slurm's before it was requeued.
fn end_requeued(folder: &CampaignFolder, number: usize) -> Result<(), CampaignError> {
    let before = attempts(folder, number, folder.now()?)?;
    if let Some((Some(attempt), AttemptState::Alive)) = before.last()
        && attempt.job.is_some()
        && attempt.job == slurm_job()
    {
        write_failure(
            folder,
            number,
            before.len(),
            "Slurm requeued its job: it was preempted, or its node was lost",
        )?;
    }
    Ok(())
}

/// A result that another process wrote in the meantime stays as it is.
fn write_result(path: &Path, content: &[u8]) -> Result<(), CampaignError> {
    if result::read(path).is_ok() { Ok(()) } else { write_whole(path, content) }
}

/// A unit and its plan.
pub(crate) fn find_unit(
    plans: &[CampaignPlan],
    number: usize,
) -> Result<(&CampaignPlan, &WorkUnit), CampaignError> {
    let mut all = plans.iter().flat_map(|plan| plan.units.iter().map(move |unit| (plan, unit)));
    all.find(|(_, unit)| unit.number == number).ok_or_else(|| CampaignError::NoUnit {
        number,
        units: plans.iter().map(|plan| plan.units.len()).sum(),
    })
}

fn analyse(
    plan: &CampaignPlan,
    unit: &WorkUnit,
    program: &Path,
    context: &RunContext,
) -> Result<Vec<Run>, CampaignError> {
    let timeout = Duration::from_secs_f64(unit.timeout);
    let compiled = Some(program.to_owned());
    let mut runs = Vec::new();
    match &plan.analysis {
        CampaignAnalysis::Check(options) => {
            let mut options = (**options).clone();
            options.program.compiled = compiled;
            options.part = Some(CheckPart {
                all: plan.functions.iter().map(|function| function.linker_name.clone()).collect(),
                own: plan.names(unit),
            });
            (options.timeout, options.seed, options.jobs) = (timeout, unit.seed, Some(1));
            runs.push(ulpwise_driver::check(&options, context)?.run);
        }
        CampaignAnalysis::Accuracy(options) => {
            let mut options = (**options).clone();
            options.program.compiled = compiled;
            (options.timeout, options.seed, options.jobs) = (timeout, unit.seed, 1);
            for name in plan.names(unit) {
                options.function = Some(name.clone());
                runs.push(or_not_checked(name, "accuracy", ulpwise_driver::accuracy(&options, context))?);
            }
        }
        CampaignAnalysis::Stability(options) => {
            let mut options = (**options).clone();
            options.program.compiled = compiled;
            (options.timeout, options.seed) = (timeout, unit.seed);
            for name in plan.names(unit) {
                options.function = Some(name.clone());
                runs.push(or_not_checked(name, "stability", ulpwise_driver::stability(&options, context))?);
            }
        }
    }
    Ok(runs)
}

/// A function that cannot be analysed is one that was not checked; a bug of ours is not.
fn or_not_checked(function: String, task: &str, run: Result<Run, DriverError>) -> Result<Run, CampaignError> {
    match run {
        Ok(run) => Ok(run),
        Err(error) if error.is_internal() => Err(error.into()),
        Err(error) => Ok(Run {
            task: task.to_owned(),
            not_checked: vec![NotChecked { function, reason: error.to_string() }],
            ..Run::default()
        }),
    }
}

/// How much CPU time this process took, and the children that it has waited for.
fn cpu_seconds() -> f64 {
    // Of a process: user and system time, then those of its children, in hundredths of seconds.
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after_name = stat.rfind(')').map_or("", |at| &stat[at + 1..]);
    let ticks = after_name.split_whitespace().skip(11).take(4).filter_map(|field| field.parse::<f64>().ok());
    ticks.sum::<f64>() / 100.0
}
