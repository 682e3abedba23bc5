//! `ulpwise accuracy`: the input with the largest error of a function's result, and the operations
//! that make it.

use crate::args::{AccuracyArguments, EmittedForm};
use crate::failure::Failure;
use crate::interrupt::Patience;
use crate::output::{ExitStatus, Report};
use crate::progress::Watched;
use crate::reports::{Reports, command_words, status};
use crate::settings::Config;
use ulpwise_driver::{AccuracyOptions, DriverError};
use ulpwise_finding::Threshold;
use ulpwise_report::html::library_table;

/// Runs the command.
pub(crate) fn accuracy(arguments: &AccuracyArguments) -> Result<Report, Failure> {
    if arguments.target.function.as_ref().is_some_and(|name| name.contains(['*', '?'])) {
        return library(arguments);
    }
    if let Some(EmittedForm::Gappa) = arguments.emit {
        let watched = Watched::new(Patience::Unlimited);
        let script = ulpwise_driver::accuracy_gappa(&options(arguments)?, watched.context())?;
        drop(watched);
        return Ok(Report { output: script, errors: String::new(), status: ExitStatus::Success });
    }
    let reports = Reports::plan(&arguments.reports)?;
    let watched = Watched::new(Patience::Unlimited);
    let mut run = ulpwise_driver::accuracy(&options(arguments)?, watched.context())
        .map_err(|error| Failure::from(error).after(watched.interrupted()))?;
    // Nearly every function has some error; only its user knows how large it may be.
    let status = status(&run, arguments.reports.fail_on.unwrap_or(Threshold::Never));
    let status = watched.interrupted().unwrap_or(status);
    run.exit_code = status.code();
    run.command = command_words();
    reports.write(&run)?;
    drop(watched);
    Ok(Report::of_run(&run, arguments.json, arguments.limit, status))
}

/// What the driver is asked for, with the references of the project.
fn options(arguments: &AccuracyArguments) -> Result<AccuracyOptions, Failure> {
    let config = Config::find(arguments.config.as_deref(), arguments.input.trust_config)?;
    Ok(AccuracyOptions { references: config.references(), ..arguments.options() })
}

/// All functions of a library whose names match a pattern.
fn library(arguments: &AccuracyArguments) -> Result<Report, Failure> {
    let Some(folder) = &arguments.witnesses else {
        let sentence = "--fn with * or ? searches many functions, and their reports need a folder";
        return Err(Failure::from(DriverError::refused(sentence).with_help("-o DIR names it")));
    };
    let watched = Watched::new(Patience::Unlimited);
    let rows = ulpwise_driver::kept_library(&options(arguments)?, folder, watched.context())
        .map_err(|error| Failure::from(error).after(watched.interrupted()))?;
    let status = watched.interrupted().unwrap_or(ExitStatus::Success);
    drop(watched);
    let page = folder.join("index.html");
    let output = format!("{}\n{} has the plots\n", library_table(&rows), page.display());
    Ok(Report { output, errors: String::new(), status })
}
