//! `ulpwise list`: the functions of a program.

use crate::args::ListArguments;
use crate::failure::Failure;
use crate::interrupt::Patience;
use crate::output::Report;
use crate::progress::Watched;
use ulpwise_report::json::list_json;
use ulpwise_report::terminal::{list_text, warnings};

/// Runs the command.
pub(crate) fn list(arguments: &ListArguments) -> Result<Report, Failure> {
    let watched = Watched::new(Patience::Unlimited);
    let inventory = ulpwise_driver::list(&arguments.options(), watched.context())?;
    if arguments.json {
        return Ok(Report::success(list_json(&inventory)));
    }
    let errors = warnings(&inventory.warnings);
    Ok(Report { errors, ..Report::success(list_text(&inventory)) })
}
