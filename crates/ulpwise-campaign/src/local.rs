//! A campaign on this machine: a process for each unit, several at once.
//!
//! What holds: this process only starts and ends others, and looks at files. Several of it may work on
//! the same campaign, here and on other machines.

use crate::claim::{AttemptState, attempts, write_failure};
use crate::error::CampaignError;
use crate::folder::CampaignFolder;
use crate::plan::{CampaignPlan, WorkUnit, read_plans};
use crate::status::{CampaignStatus, UnitState, status_of};
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use ulpwise_driver::RunContext;

/// How often processes are looked at.
const EVERY: Duration = Duration::from_millis(20);

/// How often files are looked at for what others do.
const FILES_EVERY: Duration = Duration::from_secs(2);

/// How units are worked on here.
#[derive(Clone, Debug)]
pub struct LocalOptions {
    /// How many processes at once.
    pub jobs: usize,
    /// The program, which understands `campaign unit`.
    pub program: PathBuf,
}

/// What was done here.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LocalReport {
    /// How many processes were started for units.
    pub started: usize,
    /// What the units that failed here had to say.
    pub errors: Vec<String>,
}

/// A process that works on a unit.
struct Working {
    unit: usize,
    attempt: usize,
    child: Child,
    deadline: Instant,
    limit: f64,
    was_ended: bool,
}

/// Works on all units that no process works on, until none is left.
///
/// # Errors
/// There is no campaign, its files cannot be read, or no process can be started.
pub fn run_here(
    folder: &CampaignFolder,
    options: &LocalOptions,
    context: &RunContext,
) -> Result<LocalReport, CampaignError> {
    let plans = read_plans(folder)?;
    for plan in &plans {
        plan.check_version()?;
        plan.check_program(folder)?;
    }
    context.progress.cancellable();
    let mut report = LocalReport::default();
    let mut working: Vec<Working> = Vec::new();
    let mut known = status_of(folder, &plans)?;
    let mut looked = Instant::now();
    loop {
        let mut ended = false;
        let mut going = Vec::new();
        for mut one in working {
            match one.child.try_wait().map_err(CampaignError::io(folder.path()))? {
                Some(end) => {
                    ended = true;
                    // Where nothing can be written, the attempt is over by its silence.
                    let said = finish(folder, &one, end, &mut report);
                    report.errors.extend(said.err().map(|error| error.to_string()));
                }
                None => {
                    end_when_late(&mut one, context);
                    going.push(one);
                }
            }
        }
        working = going;
        if context.cancel.is_cancelled() {
            if working.is_empty() {
                return Ok(report);
            }
            std::thread::sleep(EVERY);
            continue;
        }
        if ended || looked.elapsed() > FILES_EVERY {
            known = status_of(folder, &plans)?;
            looked = Instant::now();
            show(&known, context);
        }
        while working.len() < options.jobs.max(1) {
            let Some(unit) = next_unit(&plans, &known, &working) else { break };
            let started = start(folder, options, unit)?;
            working.push(started);
            report.started += 1;
        }
        // What others work on may come back.
        if working.is_empty() && known.is_over() {
            return Ok(report);
        }
        std::thread::sleep(EVERY);
    }
}

fn show(status: &CampaignStatus, context: &RunContext) {
    let [done, running, _, failed] = status.counts();
    let verdicts = status.verdicts;
    context
        .progress
        .phase(&format!("{done} of {} units done, {running} running, {failed} failed", status.units.len()));
    let decided = verdicts.witnesses + verdicts.proven;
    context.progress.decided(decided, decided + verdicts.unknown, verdicts.witnesses);
}

fn next_unit<'p>(
    plans: &'p [CampaignPlan],
    known: &CampaignStatus,
    working: &[Working],
) -> Option<&'p WorkUnit> {
    let is_ours = |unit: &WorkUnit| working.iter().any(|one| one.unit == unit.number);
    let waits = |unit: &WorkUnit| matches!(known.units.get(&unit.number), Some(UnitState::Waiting));
    plans.iter().flat_map(|plan| &plan.units).find(|unit| waits(unit) && !is_ours(unit))
}

fn start(folder: &CampaignFolder, options: &LocalOptions, unit: &WorkUnit) -> Result<Working, CampaignError> {
    let before = attempts(folder, unit.number, folder.now()?)?.len();
    let child = Command::new(&options.program)
        .args(["campaign", "unit"])
        .arg(folder.path())
        .arg(unit.number.to_string())
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(CampaignError::io(&options.program))?;
    // Each attempt gets twice the time of the one before.
    let limit = unit.limit * f64::from(1 << before.min(10));
    let deadline = Instant::now() + Duration::from_secs_f64(limit);
    Ok(Working { unit: unit.number, attempt: before + 1, child, deadline, limit, was_ended: false })
}

/// Asks a process to stop that takes too long, or all when the user stops the work; kills it if it
/// does not.
fn end_when_late(one: &mut Working, context: &RunContext) {
    let grace = Duration::from_secs(10);
    let now = Instant::now();
    if !one.was_ended && (now > one.deadline || context.cancel.is_cancelled()) {
        one.was_ended = true;
        one.deadline = now + grace;
        if let Some(process) = i32::try_from(one.child.id()).ok().and_then(rustix::process::Pid::from_raw) {
            let _ = rustix::process::kill_process(process, rustix::process::Signal::TERM);
        }
    } else if one.was_ended && now > one.deadline {
        let _ = one.child.kill();
    }
}

/// Says how an attempt ended if it did not say so itself.
fn finish(
    folder: &CampaignFolder,
    one: &Working,
    end: std::process::ExitStatus,
    report: &mut LocalReport,
) -> Result<(), CampaignError> {
    if end.success() {
        return Ok(());
    }
    let late = format!("it took longer than {} s", one.limit);
    let why = match (end.signal(), one.was_ended) {
        (_, true) => late,
        (Some(signal), false) => format!("signal {signal} ended it"),
        (None, false) => format!("it ended with exit code {}", end.code().unwrap_or_default()),
    };
    report.errors.push(format!("unit {}: {why}", one.unit));
    let all = attempts(folder, one.unit, folder.now()?)?;
    let said = std::fs::metadata(folder.failure(one.unit, one.attempt)).is_ok();
    if all.len() < one.attempt {
        // It did not get as far as to say that it works on it: that counts, too, or it would be tried
        // for ever.
        crate::folder::create_new(&folder.claim(one.unit, one.attempt), b"")?;
    }
    match all.get(one.attempt - 1) {
        // Another process works on it.
        Some((Some(_), AttemptState::Alive)) => Ok(()),
        _ if said && end.signal().is_none() && !one.was_ended => Ok(()),
        _ => write_failure(folder, one.unit, one.attempt, &why),
    }
}
