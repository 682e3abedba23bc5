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
