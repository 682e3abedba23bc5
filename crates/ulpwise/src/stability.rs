//! `ulpwise stability`: the operations that keep their precision for all inputs under any rounding,
//! and runs of those that do not.

use crate::args::StabilityArguments;
use crate::failure::Failure;
use crate::interrupt::Patience;
use crate::output::Report;
use crate::progress::Watched;
use crate::reports::{Reports, command_words, status};
use ulpwise_report::json::loop_json;
use ulpwise_report::terminal::loop_text;

/// Runs the command.
pub(crate) fn stability(arguments: &StabilityArguments) -> Result<Report, Failure> {
    let reports = Reports::plan(&arguments.reports)?;
    let watched = Watched::new(Patience::Unlimited);
    let options = arguments.options();
    if let Some(steps) = arguments.loop_options() {
        if !reports.is_empty() {
            return Err(Failure::bad_input(
                "--sarif, --junit and --html are about verdicts, and --iterate gives none",
            )
            .help("--plot draws the error of the state"));
        }
        let found = ulpwise_driver::iterate(&options, &steps, watched.context())
            .map_err(|error| Failure::from(error).after(watched.interrupted()))?;
        return Ok(Report::success(if arguments.json { loop_json(&found) } else { loop_text(&found) }));
    }
    let mut run = ulpwise_driver::stability(&options, watched.context())
        .map_err(|error| Failure::from(error).after(watched.interrupted()))?;
    let status = status(&run, arguments.reports.fail_on.unwrap_or_default());
    let status = watched.interrupted().unwrap_or(status);
    run.exit_code = status.code();
    run.command = command_words();
    reports.write(&run)?;
    drop(watched);
    Ok(Report::of_run(&run, arguments.json, 0, status))
}
