//! `ulpwise replay`: makes the call of a witness again.

use crate::args::ReplayArguments;
use crate::failure::Failure;
use crate::interrupt::Patience;
use crate::output::{ExitStatus, Report};
use crate::progress::Watched;
use ulpwise_report::json::replay_json;
use ulpwise_report::terminal::replay_text;

/// Runs the command.
pub(crate) fn replay(arguments: &ReplayArguments) -> Result<Report, Failure> {
    let watched = Watched::new(Patience::Unlimited);
    let replayed = ulpwise_driver::replay(&arguments.options(), watched.context())?;
    let output = if arguments.json { replay_json(&replayed) } else { replay_text(&replayed) };
    let status = if replayed.is_replayed() { ExitStatus::Success } else { ExitStatus::ProgramFailed };
    Ok(Report { output, errors: String::new(), status })
}
