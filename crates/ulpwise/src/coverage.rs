//! `ulpwise coverage`: how often lines and branches run in calls that the user gives, or that
//! witnesses hold.

use crate::args::CoverageArguments;
use crate::failure::Failure;
use crate::interrupt::Patience;
use crate::output::Report;
use crate::progress::Watched;
use ulpwise_report::json::coverage_json;
use ulpwise_report::terminal::{coverage_text, warnings};

/// Runs the command.
pub(crate) fn coverage(arguments: &CoverageArguments) -> Result<Report, Failure> {
    let watched = Watched::new(Patience::Unlimited);
    let covered = ulpwise_driver::coverage(&arguments.options(), watched.context())?;
    if let Some(file) = &arguments.output {
        std::fs::write(file, covered.tracefile).map_err(|error| Failure::unwritable(file, &error))?;
    }
    if arguments.json {
        return Ok(Report::success(coverage_json(&covered.run)));
    }
    let errors = warnings(&covered.run.warnings);
    Ok(Report { errors, ..Report::success(coverage_text(&covered.run)) })
}
