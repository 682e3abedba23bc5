//! `ulpwise run`: runs one function with the arguments of the command line.

use crate::args::RunArguments;
use crate::failure::Failure;
use crate::interrupt::Patience;
use crate::output::{ExitStatus, Report};
use crate::progress::Watched;
use crate::reports::command_words;
use ulpwise_driver::{DriverError, RunEnd};

/// Runs the command.
pub(crate) fn run(arguments: &RunArguments) -> Result<Report, Failure> {
    let watched = Watched::new(Patience::Unlimited);
    let report = match ulpwise_driver::run(&arguments.options(), watched.context()) {
        // The time limit ended the program, as it does elsewhere.
        Err(error @ DriverError::LongLibraryCall { .. }) => {
            let errors = format!("error[budget]: {error}\n");
            return Ok(Report { output: String::new(), errors, status: ExitStatus::ProgramFailed });
        }
        other => other?,
    };
    let status = match report.end {
        RunEnd::Succeeded => ExitStatus::Success,
        RunEnd::Failed => ExitStatus::ProgramFailed,
        RunEnd::NotRunnable => ExitStatus::BadInput,
    };
    let mut run = report.run;
    run.exit_code = status.code();
    run.command = command_words();
    Ok(Report::of_run(&run, arguments.json, arguments.limit, status))
}
