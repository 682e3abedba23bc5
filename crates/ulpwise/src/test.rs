//! `ulpwise test`: follows a program along every path that some input takes.

use crate::args::TestArguments;
use crate::failure::Failure;
use crate::interrupt::Patience;
use crate::output::Report;
use crate::progress::Watched;
use crate::reports::{Reports, command_words, status};
use std::time::Duration;

/// How long replaying what was found may take after Ctrl-C.
const CLOSING: Duration = Duration::from_secs(30);

/// Runs the command.
pub(crate) fn test(arguments: &TestArguments) -> Result<Report, Failure> {
    let reports = Reports::plan(&arguments.reports)?;
    let watched = Watched::new(Patience::Limited(CLOSING));
    let mut run = ulpwise_driver::test(&arguments.options(), watched.context())
        .map_err(|error| Failure::from(error).after(watched.interrupted()))?;
    let status = status(&run, arguments.reports.fail_on.unwrap_or_default());
    let status = watched.interrupted().unwrap_or(status);
    run.exit_code = status.code();
    run.command = command_words();
    reports.write(&run)?;
    Ok(Report::of_run(&run, arguments.json, 0, status))
}
