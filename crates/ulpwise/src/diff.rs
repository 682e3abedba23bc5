//! `ulpwise diff`: whether two functions give the same results.

use crate::args::DiffArguments;
use crate::failure::Failure;
use crate::interrupt::Patience;
use crate::output::{ExitStatus, Report};
use crate::progress::Watched;
use ulpwise_finding::DiffVerdict;
use ulpwise_report::json::diff_json;
use ulpwise_report::terminal::{diff_text, warnings};

/// Runs the command.
pub(crate) fn diff(arguments: &DiffArguments) -> Result<Report, Failure> {
    let options = arguments.options()?;
    let watched = Watched::new(Patience::Unlimited);
    let run = ulpwise_driver::diff(&options, watched.context())
        .map_err(|error| Failure::from(error).after(watched.interrupted()))?;
    let status = match run.verdict {
        DiffVerdict::Same(_) => ExitStatus::Success,
        DiffVerdict::Different | DiffVerdict::Unknown(_) => ExitStatus::ProgramFailed,
    };
    let status = watched.interrupted().unwrap_or(status);
    if arguments.json {
        return Ok(Report { output: diff_json(&run), errors: String::new(), status });
    }
    Ok(Report { output: diff_text(&run), errors: warnings(&run.warnings), status })
}
