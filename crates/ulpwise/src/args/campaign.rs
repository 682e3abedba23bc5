//! The arguments of `ulpwise campaign`.

use super::{AccuracyArguments, CheckArguments, ReportArguments, StabilityArguments, number};
use clap::{Args, Subcommand};
use std::path::PathBuf;
use std::time::Duration;

/// The arguments of `ulpwise campaign`.
#[derive(Debug, Args)]
pub(crate) struct CampaignArguments {
    #[command(subcommand)]
    pub(crate) command: CampaignCommand,
}

/// What is done with a campaign.
#[derive(Debug, Subcommand)]
pub(crate) enum CampaignCommand {
    /// Compile a program once, and divide the analysis of its functions into work units.
    Plan(Box<PlanArguments>),
    /// Work on all units on this machine, several at once.
    Run(LocalArguments),
    /// Work on one unit: what batch systems run.
    Unit(UnitArguments),
    /// Submit all units that no process works on to a batch system.
    Submit(SubmitArguments),
    /// Plan another round: more time for what is unknown and that time may decide.
    Extend(ExtendArguments),
    /// Say how far a campaign is, and what went wrong on the way.
    Status(StatusArguments),
    /// Make one file of the results of all units that are done.
    Merge(FolderArguments),
    /// Report what is known so far, as text, JSON, SARIF, JUnit or HTML.
    Report(CampaignReportArguments),
}

/// Which campaign.
#[derive(Debug, Args)]
pub(crate) struct FolderArguments {
    /// The campaign's folder, on storage that all machines share.
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
}

/// The arguments of `ulpwise campaign plan`.
#[derive(Debug, Args)]
pub(crate) struct PlanArguments {
    /// The folder of the new campaign, on storage that all machines share.
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// How long a unit of several functions should take at most.
    #[arg(long, value_name = "SECONDS", value_parser = number::duration, default_value = "180")]
    pub(crate) unit_time: Duration,
    /// For how many cores units are made: more cores, smaller units.
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = number::core_count)]
    pub(crate) cores: usize,
    /// Analyse every function with each of these random seeds, separated by commas.
    #[arg(long, value_name = "N,...", value_delimiter = ',')]
    pub(crate) seeds: Vec<u64>,
    #[command(subcommand)]
    pub(crate) analysis: PlannedAnalysis,
}

/// The analysis with its own arguments.
#[derive(Debug, Subcommand)]
pub(crate) enum PlannedAnalysis {
    /// As `ulpwise check`, with its options.
    Check(Box<CheckArguments>),
    /// As `ulpwise accuracy`, with its options; --fn is a pattern.
    Accuracy(Box<AccuracyArguments>),
    /// As `ulpwise stability`, with its options; --fn is a pattern.
    Stability(Box<StabilityArguments>),
}

/// The arguments of `ulpwise campaign run`.
#[derive(Debug, Args)]
pub(crate) struct LocalArguments {
    #[command(flatten)]
    pub(crate) campaign: FolderArguments,
    /// How many units are worked on at once; as many as there are cores unless it is said.
    #[arg(long, value_name = "N", value_parser = number::thread_count)]
    pub(crate) jobs: Option<usize>,
}

/// The arguments of `ulpwise campaign unit`.
#[derive(Debug, Args)]
pub(crate) struct UnitArguments {
    #[command(flatten)]
    pub(crate) campaign: FolderArguments,
    /// The number of the unit.
    #[arg(value_name = "N")]
    pub(crate) number: usize,
    /// Try it again although it failed as often as it may.
    #[arg(long)]
    pub(crate) again: bool,
}

/// The arguments of `ulpwise campaign submit`.
#[derive(Debug, Args)]
pub(crate) struct SubmitArguments {
    #[command(flatten)]
    pub(crate) campaign: FolderArguments,
    /// To Slurm, as job arrays.
    #[arg(long, required = true)]
    pub(crate) slurm: bool,
    /// Slurm's account.
    #[arg(long, value_name = "NAME")]
    pub(crate) account: Option<String>,
    /// Slurm's partition.
    #[arg(long, value_name = "NAME")]
    pub(crate) partition: Option<String>,
    /// How many units may run at once; all unless it is said.
    #[arg(long, value_name = "N", value_parser = number::core_count)]
    pub(crate) at_once: Option<usize>,
    /// How much memory a unit gets in its first attempt; that of its processes and 1024 unless it is
    /// said.
    #[arg(long, value_name = "MIB")]
    pub(crate) memory: Option<u64>,
    /// ulpwise on the nodes; this program unless it is said.
    #[arg(long, value_name = "FILE")]
    pub(crate) program: Option<PathBuf>,
    /// The command that submits jobs.
    #[arg(long, value_name = "FILE", default_value = "sbatch")]
    pub(crate) sbatch: PathBuf,
    /// Do not submit again what fails.
    #[arg(long)]
    pub(crate) once: bool,
    /// A job of Slurm's that is over: what it worked on is to be done again. May be repeated.
    #[arg(long, value_name = "JOB")]
    pub(crate) over: Vec<String>,
    /// Options for sbatch, after --.
    #[arg(last = true, value_name = "OPTION")]
    pub(crate) options: Vec<String>,
}

/// The arguments of `ulpwise campaign extend`.
#[derive(Debug, Args)]
pub(crate) struct ExtendArguments {
    #[command(flatten)]
    pub(crate) campaign: FolderArguments,
    /// How many times the time of the last round a function gets.
    #[arg(long, value_name = "X", default_value_t = 4.0)]
    pub(crate) factor: f64,
    /// How much CPU time the round may take in all; functions that may gain most come first.
    #[arg(long, value_name = "SECONDS", value_parser = number::duration)]
    pub(crate) total: Option<Duration>,
    /// How long a unit of several functions should take at most.
    #[arg(long, value_name = "SECONDS", value_parser = number::duration, default_value = "180")]
    pub(crate) unit_time: Duration,
    /// For how many cores units are made.
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = number::core_count)]
    pub(crate) cores: usize,
}

/// The arguments of `ulpwise campaign status`.
#[derive(Debug, Args)]
pub(crate) struct StatusArguments {
    #[command(flatten)]
    pub(crate) campaign: FolderArguments,
    /// Show it again and again until all units are done or failed.
    #[arg(long, conflicts_with = "json")]
    pub(crate) watch: bool,
    /// As JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

/// The arguments of `ulpwise campaign report`.
#[derive(Debug, Args)]
pub(crate) struct CampaignReportArguments {
    #[command(flatten)]
    pub(crate) campaign: FolderArguments,
    /// How many root causes are drawn; 0 means all.
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub(crate) limit: usize,
    /// Show notes, too.
    #[arg(long)]
    pub(crate) notes: bool,
    /// Only a line for each exception that is not accepted.
    #[arg(short, long, conflicts_with_all = ["verbose", "json"])]
    pub(crate) quiet: bool,
    /// Also what follows from something else, inputs in hexadecimal, and which analysis proved how
    /// much.
    #[arg(short, long, conflicts_with = "json")]
    pub(crate) verbose: bool,
    /// As JSON, described in docs/commands/check.md.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) reports: ReportArguments,
}
