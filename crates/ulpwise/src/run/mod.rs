//! `ulpwise run`: runs one function with the arguments of the command line.

mod call;
mod ending;
mod model;
mod native;
mod outcome;
mod watchdog;

use crate::args::RunArguments;
use crate::failure::Failure;
use crate::output::Report;
use crate::progress::Progress;
use ulpwise_driver::load::{check_links, load};
use ulpwise_harness::resolve::resolve;
use ulpwise_harness::value_syntax::parse_arguments;

/// Runs the command.
pub(crate) fn run(arguments: &RunArguments) -> Result<Report, Failure> {
    // Before the compilers are started for nothing.
    let values = parse_arguments(&arguments.values).map_err(|error| Failure::bad_input(error.to_string()))?;
    check_links(&arguments.link)?;
    let progress = Progress::new("compiling");
    let loaded = load(&arguments.input.program(), None)?;
    let function = resolve(&loaded.module, arguments.function.as_deref())?;
    progress.phase_within("running", Some(arguments.timeout));
    let watchdog = watchdog::start(arguments);
    let outcome = call::call(&loaded.module, function, values, arguments)?;
    drop(watchdog);
    progress.phase("running natively");
    let native =
        if arguments.native { Some(native::beside(&outcome, &loaded.units, arguments)?) } else { None };
    drop(progress);
    let status = ending::exit_status(&outcome);
    let run = model::run(&outcome, native, arguments, &loaded.warnings, status);
    Ok(Report::of_run(&run, arguments.json, arguments.limit, status))
}
