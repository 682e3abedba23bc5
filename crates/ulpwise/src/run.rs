//! `ulpwise run`: runs one function with the arguments of the command line.

use crate::args::RunArguments;
use crate::failure::Failure;
use crate::interrupt::Patience;
use crate::output::{ExitStatus, Report};
use crate::progress::Watched;
use crate::reports::command_words;
use std::time::Duration;
use ulpwise_driver::cache::existing_folder;
use ulpwise_driver::{DriverError, ReplayOptions, RunEnd, kept_finding};
use ulpwise_report::terminal::replay_text;

/// How long the call of a finding may take.
const REPLAY_TIME: Duration = Duration::from_secs(10);

/// Runs the command.
pub(crate) fn run(arguments: &RunArguments) -> Result<Report, Failure> {
    if let Some(number) = arguments.finding {
        return run_finding(arguments, number);
    }
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

/// Makes the call of a finding that a check has kept again.
fn run_finding(arguments: &RunArguments, number: usize) -> Result<Report, Failure> {
    let here = || existing_folder(&std::env::current_dir().ok()?);
    let folder = arguments.output.clone().or_else(here).ok_or_else(|| {
        Failure::bad_input("no folder above this one keeps findings")
            .help("-o names the folder of --output; a project keeps them in .ulpwise")
    })?;
    let witness = kept_finding(&folder, number)?;
    let call = std::fs::read_to_string(witness.with_extension("txt")).unwrap_or_default();
    let options = ReplayOptions {
        witness,
        cflags: None,
        trusts_witness: arguments.input.trust_config,
        timeout: arguments.timeout.min(REPLAY_TIME),
    };
    let watched = Watched::new(Patience::Unlimited);
    let replayed = ulpwise_driver::replay(&options, watched.context())?;
    let status = if replayed.is_replayed() { ExitStatus::Success } else { ExitStatus::ProgramFailed };
    let output = ulpwise_report::text::printable(call.trim_end()) + "\n" + &replay_text(&replayed);
    Ok(Report { output, errors: String::new(), status })
}
