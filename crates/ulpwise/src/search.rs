//! `ulpwise search`: looks for inputs that raise exceptions, or tries all inputs there are.

use crate::args::SearchArguments;
use crate::failure::Failure;
use crate::interrupt::Patience;
use crate::output::{ExitStatus, Report};
use crate::progress::Watched;
use ulpwise_report::json::search_json;
use ulpwise_report::terminal::{search_text, warnings};

/// Runs the command. An exception is a finding, not a failure.
pub(crate) fn search(arguments: &SearchArguments) -> Result<Report, Failure> {
    let watched = Watched::new(Patience::Unlimited);
    let found = ulpwise_driver::search(&arguments.options(), watched.context())
        .map_err(|error| Failure::from(error).after(watched.interrupted()))?;
    let status = watched.interrupted().unwrap_or(ExitStatus::Success);
    if arguments.json {
        return Ok(Report { output: search_json(&found), errors: String::new(), status });
    }
    Ok(Report { output: search_text(&found), errors: warnings(&found.warnings), status })
}
