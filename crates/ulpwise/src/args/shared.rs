//! Options that several commands share: which function, which inputs it gets, and the reports that
//! are written at the end.

use super::number;
use clap::Args;
use std::path::PathBuf;
use ulpwise_driver::InputDomain;
use ulpwise_engines::EngineChoice;
use ulpwise_finding::Threshold;

/// Which inputs a function gets.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct DomainArguments {
    /// How many elements a pointer points at: NAME=N, also NAME.MEMBER=N, and NAME[]=N for all
    /// elements of an array. With 0 it is null. Otherwise 4 numbers, or 1 of anything else. May be
    /// repeated.
    #[arg(long, value_name = "NAME=N", value_parser = number::length)]
    pub(crate) len: Vec<(String, u64)>,
    /// The values of an input: NAME=LOW..HIGH, both included, NAME=VALUE, or NAME=finite. May be
    /// repeated.
    #[arg(long, value_name = "RANGE", allow_hyphen_values = true)]
    pub(crate) range: Vec<String>,
}

impl DomainArguments {
    /// What the driver is asked for.
    pub(crate) fn domain(&self) -> InputDomain {
        InputDomain { lengths: self.len.clone(), ranges: self.range.clone(), ..InputDomain::default() }
    }
}

/// One function and its inputs.
#[derive(Clone, Debug, Args)]
pub(crate) struct TargetArguments {
    /// The function: its name in the source, with or without path or parameter types, or the
    /// linker's. Otherwise the only one; under `test`, main.
    #[arg(long = "fn", value_name = "NAME")]
    pub(crate) function: Option<String>,
    #[command(flatten)]
    pub(crate) domain: DomainArguments,
}

/// What is written at the end, and when the exit code is 1.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct ReportArguments {
    /// When the exit code is 1: never, at findings of level error, warning or note (all of them)
    /// and worse, or also at what is unknown. Otherwise warning; under `accuracy`, never.
    #[arg(long, value_name = "LEVEL", value_parser = number::threshold)]
    pub(crate) fail_on: Option<Threshold>,
    /// Write what was found as SARIF 2.1.0, for code scanners.
    #[arg(long, value_name = "FILE")]
    pub(crate) sarif: Option<PathBuf>,
    /// Write the verdicts as JUnit XML: a function is a suite, an operation and what can go wrong
    /// there a test.
    #[arg(long, value_name = "FILE")]
    pub(crate) junit: Option<PathBuf>,
    /// Write a page to read in a browser: findings, ledger and source, in one file.
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    /// Write a badge for a project's front page, as SVG: how many errors or warnings were found.
    #[arg(long, value_name = "FILE")]
    pub(crate) badge: Option<PathBuf>,
}

/// An outside solver of nonlinear real arithmetic that tells where to look.
pub(crate) fn nonlinear_solver(command: &str) -> Result<EngineChoice, String> {
    must_be_there(command)?;
    EngineChoice::nonlinear(command).map_err(|error| error.to_string())
}

/// An outside solver.
pub(crate) fn outside_solver(command: &str) -> Result<EngineChoice, String> {
    must_be_there(command)?;
    EngineChoice::process(command).map_err(|error| error.to_string())
}

/// Refuses a command whose program does not exist: what it would have said is not missed later.
fn must_be_there(command: &str) -> Result<(), String> {
    let program = shlex::split(command).and_then(|words| words.into_iter().next()).unwrap_or_default();
    let path = std::env::var_os("PATH").unwrap_or_default();
    // A name with a folder is one already, and joining leaves that of an absolute one as it is.
    let mut folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    if program.contains('/') {
        folders = vec![PathBuf::new()];
    }
    let is_there = folders.iter().any(|folder| folder.join(&program).is_file());
    if is_there { Ok(()) } else { Err(format!("there is no program `{program}`")) }
}
