//! Records a build: the command runs as it would alone, and what it compiled and linked is kept in the
//! project's folder, where a check finds it.

use crate::error::DriverError;
use crate::options::CaptureOptions;
use std::path::PathBuf;
use std::process::Command;
use ulpwise_project::{RECORDING, Recording, TRACED_COMMAND, make_own_folder};

/// What was recorded.
#[derive(Clone, Debug)]
pub struct CaptureReport {
    /// The file.
    pub file: PathBuf,
    /// How many sources were compiled, with those of earlier recordings.
    pub sources: usize,
    /// How many programs and libraries were linked.
    pub links: usize,
    /// The build's exit code.
    pub code: i32,
}

/// Runs and records a build.
///
/// # Errors
/// The build does not start, compiles nothing and nothing was recorded before, or the file cannot be
/// written.
pub fn capture(options: &CaptureOptions) -> Result<CaptureReport, DriverError> {
    if !options.project.is_dir() {
        return Err(DriverError::unusable_file("--project", &options.project, "there is no such folder"));
    }
    let file = make_own_folder(&options.project)?.join(RECORDING);
    // Before the build is run for nothing.
    let before = if options.is_fresh { None } else { Recording::read(&file)? };
    let mut recording = before.filter(Recording::is_captured).unwrap_or_else(Recording::new);
    let mut traced = Command::new("/proc/self/exe");
    traced.arg(TRACED_COMMAND).args(&options.command);
    let captured = ulpwise_project::capture(traced)?;
    recording.extend(captured.recording);
    recording.forget_trials();
    let (sources, links) = recording.counts();
    if sources == 0 {
        let command = options.command.iter().map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ");
        return Err(ulpwise_project::ProjectError::NothingCompiled { what: format!("`{command}`") }.into());
    }
    recording.write(&file)?;
    Ok(CaptureReport { file, sources, links, code: captured.code })
}
