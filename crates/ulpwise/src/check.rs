//! `ulpwise check`: a verdict for every floating-point operation of the functions of a program.

use crate::args::CheckArguments;
use crate::failure::Failure;
use crate::interrupt::Patience;
use crate::output::{ExitStatus, Report, terminal_width};
use crate::progress::Watched;
use crate::reports::{Planned, Reports, command_words, status};
use crate::settings::Config;
use ulpwise_finding::{Level, Run};
use ulpwise_report::json::json;
use ulpwise_report::terminal::{self, Detail, TerminalOptions};
use ulpwise_report::text::count;

/// Runs the command.
pub(crate) fn check(arguments: &CheckArguments) -> Result<Report, Failure> {
    let config = Config::find(arguments.config.as_deref(), arguments.input.trust_config)?;
    let settled = config.arguments()?;
    let arguments = settled.as_ref().unwrap_or(arguments);
    let (run, status, remark) = examine(arguments, &config)?;
    if arguments.json {
        return Ok(Report { output: json(&run), errors: String::new(), status });
    }
    let options = TerminalOptions {
        limit: if arguments.limit == 0 { usize::MAX } else { arguments.limit },
        detail: match (arguments.quiet, arguments.verbose) {
            (true, _) => Detail::Quiet,
            (false, true) => Detail::Verbose,
            (false, false) => Detail::Normal,
        },
        notes: shows_notes(arguments),
        width: terminal_width(),
    };
    let text = terminal::terminal(&run, options);
    let errors = if arguments.quiet { text.errors } else { text.errors + &remark };
    Ok(Report { output: text.output, errors, status })
}

/// Whether notes are wanted: a run that fails on them shows them, and so does one that names what it
/// looks for.
fn shows_notes(arguments: &CheckArguments) -> bool {
    let fails_on_notes = arguments.reports.fail_on.is_some_and(|least| least.is_met_by(Level::Note));
    arguments.notes || fails_on_notes || !arguments.property.is_empty()
}

/// Makes the check, and writes what the arguments ask for besides.
fn examine(arguments: &CheckArguments, config: &Config) -> Result<(Run, ExitStatus, String), Failure> {
    // All files can be written, before the work begins.
    let reports = Reports::plan(&arguments.reports)?;
    let baseline = arguments.write_baseline.as_deref();
    let baseline = baseline.map(|path| Planned::new("--write-baseline", path)).transpose()?;
    let mut options = arguments.options();
    options.overrides = config.overrides()?;
    let watched = if arguments.quiet { Watched::silent() } else { Watched::new(Patience::Unlimited) };
    let checked = ulpwise_driver::check(&options, watched.context())
        .map_err(|error| Failure::from(error).after(watched.interrupted()))?;
    let mut run = checked.run;
    let status =
        watched.interrupted().unwrap_or_else(|| status(&run, arguments.reports.fail_on.unwrap_or_default()));
    run.exit_code = status.code();
    run.command = command_words();
    reports.write(&run)?;
    baseline.map_or(Ok(()), |file| file.write(&checked.baseline))?;
    let remark = checked.cached.filter(|&cached| cached > 0).map(|cached| {
        let all = count(run.functions.len(), "function", "functions");
        format!("{cached} of {all} unchanged: taken from the cache\n")
    });
    Ok((run, status, remark.unwrap_or_default()))
}
