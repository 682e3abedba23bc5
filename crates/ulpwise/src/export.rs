//! `ulpwise export`: witnesses as regression tests.

use crate::args::ExportArguments;
use crate::failure::Failure;
use crate::interrupt::Patience;
use crate::output::{ExitStatus, Report};
use crate::progress::Watched;
use ulpwise_report::text::{count, printable};

/// Runs the command.
pub(crate) fn export(arguments: &ExportArguments) -> Result<Report, Failure> {
    let watched = Watched::new(Patience::Unlimited);
    let exported = ulpwise_driver::export(&arguments.options(), watched.context())?;
    drop(watched);
    let mut errors: String = exported.left_out.iter().map(|witness| format!("{witness}\n")).collect();
    let Some(file) = &arguments.output else {
        return Ok(Report { output: exported.text, errors, status: ExitStatus::Success });
    };
    std::fs::write(file, exported.text).map_err(|error| Failure::unwritable(file, &error))?;
    let written = count(exported.tests, "test that fails", "tests that fail");
    errors.push_str(&format!("{}: {written} today\n", printable(&file.to_string_lossy())));
    Ok(Report { output: String::new(), errors, status: ExitStatus::Success })
}
