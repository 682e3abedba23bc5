//! `ulpwise suggest`: ranges of inputs for a person to accept.

use crate::args::SuggestArguments;
use crate::failure::Failure;
use crate::interrupt::Patience;
use crate::output::Report;
use crate::progress::Watched;

/// Runs the command.
pub(crate) fn suggest(arguments: &SuggestArguments) -> Result<Report, Failure> {
    let watched = Watched::new(Patience::Unlimited);
    Ok(Report::success(ulpwise_driver::suggest(&arguments.input.program(), watched.context())?))
}
