//! `ulpwise completions` and `ulpwise man`: what shells and manuals know of the command line, made
//! of the definitions of the arguments.

use crate::args::{Arguments, CompletionsArguments, ManArguments};
use crate::failure::Failure;
use crate::output::Report;
use clap::CommandFactory;

/// Prints a script for a shell.
pub(crate) fn completions(arguments: &CompletionsArguments) -> Report {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Arguments::command(), "ulpwise", &mut script);
    Report::success(String::from_utf8_lossy(&script).into_owned())
}

/// Writes a page for the program and one for each command.
pub(crate) fn man(arguments: &ManArguments) -> Result<Report, Failure> {
    let folder = &arguments.folder;
    let written =
        std::fs::create_dir_all(folder).and_then(|()| clap_mangen::generate_to(Arguments::command(), folder));
    written.map_err(|error| Failure::unwritable(folder, &error))?;
    Ok(Report::success(String::new()))
}
