//! The plan of a round: what is analysed, how, and in which units.
//!
//! What holds: a plan is written once and never changed; a further round is a file of its own. It
//! holds all options of the analysis, and the fingerprint of the program that was compiled for it.

use crate::error::CampaignError;
use crate::folder::{CampaignFolder, create_new};
use crate::machine::Machine;
use crate::packing::{Packing, pack};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::time::Duration;
use ulpwise_driver::{
    AccuracyOptions, CheckOptions, CompiledFunction, RunContext, StabilityOptions, compile_check,
    file_fingerprint,
};

/// What is done with each function.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CampaignAnalysis {
    /// A verdict for every operation.
    Check(Box<CheckOptions>),
    /// The largest error; the function of the options is a pattern.
    Accuracy(Box<AccuracyOptions>),
    /// Proofs that precision is kept; the function of the options is a pattern.
    Stability(Box<StabilityOptions>),
}

impl CampaignAnalysis {
    /// The command that does it.
    pub fn id(&self) -> &'static str {
        match self {
            Self::Check(_) => "check",
            Self::Accuracy(_) => "accuracy",
            Self::Stability(_) => "stability",
        }
    }

    /// How long a function may take.
    pub fn timeout(&self) -> Duration {
        match self {
            Self::Check(options) => options.timeout,
            Self::Accuracy(options) => options.timeout,
            Self::Stability(options) => options.timeout,
        }
    }

    /// How much memory a process may take, in MiB.
    pub(crate) fn memory(&self) -> u64 {
        match self {
            Self::Check(options) => options.memory,
            Self::Accuracy(options) => options.memory,
            Self::Stability(options) => options.memory,
        }
    }

    pub(crate) fn seed(&self) -> u64 {
        match self {
            Self::Check(options) => options.seed,
            Self::Accuracy(options) => options.seed,
            Self::Stability(options) => options.seed,
        }
    }
}

/// What a plan is made of.
#[derive(Clone, Debug)]
pub struct PlanOptions {
    /// What is done.
    pub analysis: CampaignAnalysis,
    /// The words of the command line.
    pub command: Vec<String>,
    /// How long a unit of several functions should take at most.
    pub unit_time: Duration,
    /// For how many cores it is planned.
    pub cores: usize,
    /// Every function is analysed with each of these seeds; with that of the options if there are
    /// none.
    pub seeds: Vec<u64>,
}

/// A work unit: some functions, analysed one after another in one process.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WorkUnit {
    /// Its number, from 1 in the first round.
    pub number: usize,
    /// Its functions, among those of the plan.
    pub functions: Vec<usize>,
    /// The random seed.
    pub seed: u64,
    /// How long a function may take, in seconds.
    pub timeout: f64,
    /// How long it is expected to take, in seconds.
    pub expected: f64,
    /// After how long it is ended in its first attempt, in seconds.
    pub limit: f64,
}

/// The plan of a round.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CampaignPlan {
    /// The version of ulpwise, and the sources that it was made from.
    pub version: String,
    pub(crate) sources: String,
    /// The round, from 1.
    pub round: usize,
    /// Where the command was given.
    pub directory: PathBuf,
    /// The words of the command line.
    pub command: Vec<String>,
    /// The fingerprint of the compiled program.
    pub program: String,
    /// Where the plan was made.
    pub machine: Machine,
    /// What is done.
    pub analysis: CampaignAnalysis,
    /// The functions, in the order in which reports show them.
    pub functions: Vec<CompiledFunction>,
    /// The units, the costliest first.
    pub units: Vec<WorkUnit>,
}

/// What a unit takes besides its functions: to start, to load the program, to compile it natively and
/// to write.
const OVERHEAD: f64 = 60.0;

/// How many times its time a function may take until its unit is ended: what it has begun is ended
/// properly.
const PATIENCE: f64 = 2.0;

impl CampaignPlan {
    /// Refuses to go on with what another version planned.
    pub(crate) fn check_version(&self) -> Result<(), CampaignError> {
        if self.sources == ulpwise_driver::SOURCES {
            return Ok(());
        }
        let named = |version: &str, sources: &str| format!("{version}, sources {sources}");
        Err(CampaignError::OtherVersion {
            planned: named(&self.version, &self.sources),
            here: named(env!("CARGO_PKG_VERSION"), ulpwise_driver::SOURCES),
        })
    }

    /// Refuses a program that is not the one that was planned.
    pub(crate) fn check_program(&self, folder: &CampaignFolder) -> Result<PathBuf, CampaignError> {
        let path = folder.program();
        let found = fingerprint(&path)?;
        if found == self.program { Ok(path) } else { Err(CampaignError::OtherProgram(path)) }
    }

    /// The linker's names of a unit's functions.
    pub(crate) fn names(&self, unit: &WorkUnit) -> Vec<String> {
        unit.functions.iter().map(|&at| self.functions[at].linker_name.clone()).collect()
    }
}

fn fingerprint(path: &Path) -> Result<String, CampaignError> {
    file_fingerprint(path).map(|sum| format!("{sum:016x}")).map_err(CampaignError::io(path))
}

/// Plans the first round of a campaign.
///
/// # Errors
/// There is a plan already, the program does not load, or the folder cannot be written.
pub fn make_plan(
    folder: &CampaignFolder,
    options: &PlanOptions,
    context: &RunContext,
) -> Result<CampaignPlan, CampaignError> {
    if folder.plan(1).exists() {
        return Err(CampaignError::HasPlan(folder.path().to_owned()));
    }
    let mut analysis = options.analysis.clone();
    settle(&mut analysis)?;
    folder.make()?;
    let (to_compile, program) = (subject(&analysis), folder.program());
    let (compiled, functions) = compile_check(&to_compile, &program, context)?;
    if let CampaignAnalysis::Check(options) = &mut analysis {
        **options = compiled;
    }
    let timeout = analysis.timeout().as_secs_f64();
    let expected: Vec<f64> = functions.iter().map(|function| expected_seconds(function, timeout)).collect();
    let packing = Packing { unit_time: options.unit_time.as_secs_f64(), cores: options.cores };
    let seeds = if options.seeds.is_empty() { vec![analysis.seed()] } else { options.seeds.clone() };
    let mut units = Vec::new();
    for seed in seeds {
        for functions in pack(&expected, &packing) {
            let number = units.len() + 1;
            units.push(unit(number, functions, seed, timeout, &expected));
        }
    }
    let plan = CampaignPlan {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        sources: ulpwise_driver::SOURCES.to_owned(),
        round: 1,
        directory: std::env::current_dir().unwrap_or_default(),
        command: options.command.clone(),
        program: fingerprint(&program)?,
        machine: Machine::here(),
        analysis,
        functions,
        units,
    };
    write_plan(folder, &plan)?;
    Ok(plan)
}

/// A unit of these functions.
pub(crate) fn unit(
    number: usize,
    functions: Vec<usize>,
    seed: u64,
    timeout: f64,
    expected: &[f64],
) -> WorkUnit {
    WorkUnit {
        number,
        seed,
        timeout: short(timeout),
        expected: short(functions.iter().map(|&at| expected[at]).sum()),
        limit: short(OVERHEAD + PATIENCE * timeout * functions.len() as f64),
        functions,
    }
}

/// A time in milliseconds, which reads back as it was written.
fn short(seconds: f64) -> f64 {
    (seconds * 1000.0).round() / 1000.0
}

/// Writes a plan that is not there yet, and makes sure that it reads back.
pub(crate) fn write_plan(folder: &CampaignFolder, plan: &CampaignPlan) -> Result<(), CampaignError> {
    let path = folder.plan(plan.round);
    let text = serde_json::to_string_pretty(plan).map_err(|error| CampaignError::damaged(&path, error))?;
    let back: Result<CampaignPlan, _> = serde_json::from_str(&text);
    match back {
        Ok(back) if format!("{back:?}") == format!("{plan:?}") => {}
        _ => {
            return Err(CampaignError::refused(
                "an option has a number that a plan cannot hold",
                "numbers are finite, and have at most 15 digits",
            ));
        }
    }
    // Those who look for work may read it from the moment on in which it has its name.
    let beside = path.with_extension("part");
    std::fs::write(&beside, text).map_err(CampaignError::io(&beside))?;
    let linked = std::fs::hard_link(&beside, &path);
    let _ = std::fs::remove_file(&beside);
    match linked {
        Ok(()) => Ok(()),
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {
            Err(CampaignError::HasPlan(folder.path().to_owned()))
        }
        // Some file systems have no links.
        Err(_) if create_new(&path, serde_json::to_string_pretty(plan).unwrap_or_default().as_bytes())? => {
            Ok(())
        }
        Err(_) => Err(CampaignError::HasPlan(folder.path().to_owned())),
    }
}

/// Reads the plans of all rounds.
pub(crate) fn read_plans(folder: &CampaignFolder) -> Result<Vec<CampaignPlan>, CampaignError> {
    let mut plans = Vec::new();
    loop {
        let path = folder.plan(plans.len() + 1);
        let text = match std::fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => break,
            Err(error) => return Err(CampaignError::io(&path)(error)),
        };
        plans.push(read_plan(&path, &text)?);
    }
    if plans.is_empty() {
        return Err(CampaignError::NoPlan(folder.path().to_owned()));
    }
    Ok(plans)
}

/// What every version's plan has.
#[derive(Deserialize)]
struct PlannedBy {
    version: String,
    sources: String,
}

fn read_plan(path: &Path, text: &str) -> Result<CampaignPlan, CampaignError> {
    serde_json::from_str(text).map_err(|error| match serde_json::from_str(text) {
        Ok(PlannedBy { version, sources }) if sources != ulpwise_driver::SOURCES => {
            CampaignError::OtherVersion {
                planned: format!("{version}, sources {sources}"),
                here: format!("{}, sources {}", env!("CARGO_PKG_VERSION"), ulpwise_driver::SOURCES),
            }
        }
        _ => CampaignError::damaged(path, format!("this plan does not read back: {error}")),
    })
}

/// What of options is about one process on one machine is refused; paths get absolute.
fn settle(analysis: &mut CampaignAnalysis) -> Result<(), CampaignError> {
    let refuse =
        |option: &str, help: &str| Err(CampaignError::refused(format!("a campaign takes no {option}"), help));
    match analysis {
        CampaignAnalysis::Check(options) => {
            if options.store.is_some() || !options.merge.is_empty() {
                return refuse("--output", "its folder keeps all verdicts");
            }
            if options.total.is_some() {
                return refuse(
                    "--total",
                    "--timeout is the time of a function; `extend` gives more to what is open",
                );
            }
            options.jobs = Some(1);
            options.plots = false;
            let paths = [&mut options.baseline, &mut options.witnesses, &mut options.certificates];
            paths.into_iter().flatten().chain(&mut options.links).for_each(make_absolute);
        }
        CampaignAnalysis::Accuracy(options) => {
            if options.plot.is_some() {
                return refuse("--plot", "`ulpwise accuracy` draws it for one function");
            }
            options.jobs = 1;
            options.witnesses.iter_mut().chain(&mut options.links).for_each(make_absolute);
        }
        CampaignAnalysis::Stability(options) => {
            if !options.assume.is_empty() {
                return refuse("--assume for stability", "`ulpwise stability` takes it for one function");
            }
            options.witnesses.iter_mut().chain(&mut options.links).for_each(make_absolute);
        }
    }
    Ok(())
}

fn make_absolute(path: &mut PathBuf) {
    if let Ok(absolute) = std::path::absolute(&*path) {
        *path = absolute;
    }
}

/// The check that has the same functions.
fn subject(analysis: &CampaignAnalysis) -> CheckOptions {
    let named = |function: &Option<String>| function.clone().into_iter().collect();
    match analysis {
        CampaignAnalysis::Check(options) => (**options).clone(),
        CampaignAnalysis::Accuracy(options) => CheckOptions {
            program: options.program.clone(),
            functions: named(&options.function),
            links: options.links.clone(),
            memory: options.memory,
            ..CheckOptions::default()
        },
        CampaignAnalysis::Stability(options) => CheckOptions {
            program: options.program.clone(),
            functions: named(&options.function),
            links: options.links.clone(),
            memory: options.memory,
            ..CheckOptions::default()
        },
    }
}

/// How long a function is expected to take of its time before anything was measured: what has more
/// operations and instructions is seldom decided early.
fn expected_seconds(function: &CompiledFunction, timeout: f64) -> f64 {
    let size = (function.instructions + 10 * function.questions) as f64;
    (timeout * size / (size + 400.0)).max(0.05)
}
