//! Units as job arrays of Slurm.
//!
//! What holds: Slurm only starts processes; what is done and what failed is known from the files. The
//! scripts are those of `integrations/slurm`.

use crate::claim::{AttemptState, attempts, write_failure};
use crate::error::CampaignError;
use crate::folder::{CampaignFolder, write_whole};
use crate::plan::{CampaignPlan, WorkUnit, read_plans};
use crate::status::{UnitState, status_of};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A task of an array: one unit.
const UNIT_SCRIPT: &str = include_str!("../../../integrations/slurm/unit.sbatch");

/// What comes after an array.
const AGAIN_SCRIPT: &str = include_str!("../../../integrations/slurm/again.sbatch");

/// How many tasks an array has at most: Slurm's default limit is one more.
const LARGEST_ARRAY: usize = 1000;

/// What a unit takes besides the memory of one process, in MiB.
const MORE_MEMORY: u64 = 1024;

/// How units are submitted.
#[derive(Clone, Debug)]
pub struct SlurmOptions {
    /// The command `sbatch`.
    pub sbatch: PathBuf,
    /// ulpwise on the nodes.
    pub program: PathBuf,
    /// How many tasks of an array may run at once, if not all.
    pub at_once: Option<usize>,
    /// The memory of a unit, in MiB; what its processes may take unless it is said.
    pub memory: Option<u64>,
    /// Options for `sbatch`, as they are.
    pub options: Vec<String>,
    /// What is run after the array, unless nothing is: arguments of ulpwise that submit what is left.
    pub again: Option<Vec<String>>,
    /// Jobs that are over: what they worked on is to be done again.
    pub over: Vec<String>,
}

/// What was submitted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Submission {
    /// The jobs.
    pub jobs: Vec<String>,
    /// How many units they are.
    pub units: usize,
    /// The job that comes after them, if there is one.
    pub again: Option<String>,
}

/// Submits all units that no process works on.
///
/// # Errors
/// There is no campaign, or no Slurm, or it refuses the job.
pub fn submit(folder: &CampaignFolder, options: &SlurmOptions) -> Result<Submission, CampaignError> {
    let plans = read_plans(folder)?;
    for plan in &plans {
        plan.check_version()?;
        plan.check_program(folder)?;
    }
    end_attempts(folder, &plans, &options.over)?;
    let status = status_of(folder, &plans)?;
    let now = folder.now()?;
    // Units that were tried as often get as much.
    let mut groups: BTreeMap<usize, Vec<(&CampaignPlan, &WorkUnit)>> = BTreeMap::new();
    for (plan, unit) in plans.iter().flat_map(|plan| plan.units.iter().map(move |unit| (plan, unit))) {
        if status.units.get(&unit.number) == Some(&UnitState::Waiting) {
            let tried = attempts(folder, unit.number, now)?.len();
            groups.entry(tried).or_default().push((plan, unit));
        }
    }
    let script = folder.path().join("logs").join("unit.sbatch");
    write_whole(&script, UNIT_SCRIPT.as_bytes())?;
    let mut submission = Submission::default();
    for (tried, units) in groups {
        for part in units.chunks(LARGEST_ARRAY) {
            let job = submit_array(folder, options, &script, tried, part)?;
            submission.jobs.push(job);
            submission.units += part.len();
        }
    }
    if let (Some(again), false) = (&options.again, submission.jobs.is_empty()) {
        submission.again = Some(submit_again(folder, options, again, &submission.jobs)?);
    }
    Ok(submission)
}

/// What Slurm's jobs worked on that are over is not worked on any more.
fn end_attempts(
    folder: &CampaignFolder,
    plans: &[CampaignPlan],
    over: &[String],
) -> Result<(), CampaignError> {
    let now = folder.now()?;
    for unit in plans.iter().flat_map(|plan| &plan.units) {
        let all = attempts(folder, unit.number, now)?;
        if let Some((Some(attempt), AttemptState::Alive)) = all.last()
            && let Some(job) = &attempt.job
            && over.iter().any(|over| job.split('_').next() == Some(over))
            && crate::result::read_header(&folder.result(unit.number)).is_err()
        {
            let why = format!("Slurm's job {job} ended without a result: its time, its memory or its node");
            write_failure(folder, unit.number, all.len(), &why)?;
        }
    }
    Ok(())
}

fn submit_array(
    folder: &CampaignFolder,
    options: &SlurmOptions,
    script: &Path,
    tried: usize,
    units: &[(&CampaignPlan, &WorkUnit)],
) -> Result<String, CampaignError> {
    let numbers: Vec<String> = units.iter().map(|(_, unit)| unit.number.to_string()).collect();
    let list = folder.path().join("logs").join(format!("units-{}-{}", numbers[0], tried + 1));
    write_whole(&list, format!("{}\n", numbers.join("\n")).as_bytes())?;
    let more = 1 << tried.min(10);
    let limit = units.iter().map(|(_, unit)| unit.limit).fold(0.0, f64::max);
    let minutes = (limit / 60.0).ceil().max(1.0) as u64 * more;
    let own = units.iter().map(|(plan, _)| plan.analysis.memory()).max().unwrap_or_default() + MORE_MEMORY;
    let memory = options.memory.unwrap_or(own) * more;
    let at_once = options.at_once.map(|count| format!("%{count}")).unwrap_or_default();
    let mut command = Command::new(&options.sbatch);
    command
        .arg("--parsable")
        .arg(format!("--array=1-{}{at_once}", units.len()))
        .arg(format!("--time={minutes}"))
        .arg(format!("--mem={memory}"))
        .arg(format!("--output={}/logs/%A_%a.txt", folder.path().display()))
        .args(&options.options)
        .arg(script)
        .arg(&options.program)
        .arg(folder.path())
        .arg(list);
    job_of(&mut command, options)
}

fn submit_again(
    folder: &CampaignFolder,
    options: &SlurmOptions,
    again: &[String],
    jobs: &[String],
) -> Result<String, CampaignError> {
    let script = folder.path().join("logs").join("again.sbatch");
    write_whole(&script, AGAIN_SCRIPT.as_bytes())?;
    let mut command = Command::new(&options.sbatch);
    command
        .arg("--parsable")
        .arg(format!("--dependency=afterany:{}", jobs.join(":")))
        .arg(format!("--output={}/logs/%j.txt", folder.path().display()))
        .args(&options.options)
        .arg(script)
        .arg(&options.program)
        .args(again);
    for job in jobs {
        command.arg("--over").arg(job);
    }
    if !options.options.is_empty() {
        command.arg("--").args(&options.options);
    }
    job_of(&mut command, options)
}

/// Runs `sbatch`; the number of the job.
fn job_of(command: &mut Command, options: &SlurmOptions) -> Result<String, CampaignError> {
    let help = "`ulpwise campaign run` works on this machine, and docs/cluster.md has other ways";
    let output = command.output().map_err(|error| {
        CampaignError::refused(format!("{} cannot be run: {error}", options.sbatch.display()), help)
    })?;
    let said = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        let lines: Vec<&str> = said.lines().map(|line| line.trim_start_matches("sbatch: error: ")).collect();
        return Err(CampaignError::refused(
            format!("Slurm refused the job: {}", lines.join("; ")),
            "--account, --partition and options after -- are passed to sbatch as they are",
        ));
    }
    // `--parsable` gives the number, and the cluster's name after a semicolon.
    let printed = String::from_utf8_lossy(&output.stdout);
    Ok(printed.trim().split(';').next().unwrap_or_default().to_owned())
}
