//! `ulpwise accuracy`: the input with the largest error of a function's result, and the operations
//! that make it.

use crate::args::AccuracyArguments;
use crate::failure::Failure;
use crate::interrupt::Patience;
use crate::output::Report;
use crate::progress::Watched;
use crate::reports::{Reports, command_words, status};
use ulpwise_finding::Threshold;

/// Runs the command.
pub(crate) fn accuracy(arguments: &AccuracyArguments) -> Result<Report, Failure> {
    let reports = Reports::plan(&arguments.reports)?;
    let watched = Watched::new(Patience::Unlimited);
    let mut run = ulpwise_driver::accuracy(&arguments.options(), watched.context())
        .map_err(|error| Failure::from(error).after(watched.interrupted()))?;
    // Nearly every function has some error; only its user knows how large it may be.
    let status = status(&run, arguments.reports.fail_on.unwrap_or(Threshold::Never));
    let status = watched.interrupted().unwrap_or(status);
    run.exit_code = status.code();
    run.command = command_words();
    reports.write(&run)?;
    drop(watched);
    Ok(Report::of_run(&run, arguments.json, arguments.limit, status))
}
