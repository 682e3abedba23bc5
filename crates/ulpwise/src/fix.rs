//! `ulpwise fix`: a change of the source that makes an expression more accurate.

use crate::args::FixArguments;
use crate::failure::Failure;
use crate::interrupt::Patience;
use crate::output::{ExitStatus, Report};
use crate::progress::Watched;
use std::path::Path;
use ulpwise_fix::{FixReport, TextOptions, text};

/// Runs the command.
pub(crate) fn fix(arguments: &FixArguments) -> Result<Report, Failure> {
    let watched = Watched::new(Patience::Unlimited);
    let report = ulpwise_fix::fix(&arguments.options(), watched.context())
        .map_err(|error| Failure::from(error).after(watched.interrupted()))?;
    let status = if report.best().is_some() { ExitStatus::Success } else { ExitStatus::ProgramFailed };
    let status = watched.interrupted().unwrap_or(status);
    drop(watched);
    let mut output = match arguments.json {
        true => ulpwise_fix::json(&report),
        false => text(&report, TextOptions { explains: arguments.explain }),
    };
    if arguments.apply && status == ExitStatus::Success {
        apply(&report)?;
        if !arguments.json {
            output += &format!("patch 1 was written into {}\n", report.file);
        }
    }
    Ok(Report { output, errors: String::new(), status })
}

/// Writes the best patch into the file.
fn apply(report: &FixReport) -> Result<(), Failure> {
    let Some(patch) = report.best() else { return Ok(()) };
    let path = Path::new(&report.file);
    std::fs::write(path, &patch.source).map_err(|error| Failure::unwritable(path, &error))
}
