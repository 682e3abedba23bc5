//! `ulpwise lsp`: findings in the editor.

use crate::args::{LspArguments, check_from};
use crate::failure::Failure;
use crate::output::{ExitStatus, Report};
use crate::settings::Config;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;
use ulpwise_driver::CheckOptions;
use ulpwise_driver::cache::existing_folder;
use ulpwise_lsp::NoOptions;

/// Where a compile_commands.json lies, besides in the folder itself.
const BUILD_FOLDERS: [&str; 3] = ["", "build", "builddir"];

/// Runs the command.
pub(crate) fn lsp(arguments: &LspArguments) -> Result<Report, Failure> {
    let (timeout, total) = (arguments.timeout, arguments.total);
    let make =
        move |file: &Path| options(file, timeout, total).map_err(|failure| NoOptions(failure.sentence()));
    ulpwise_lsp::serve(Box::new(make)).map_err(|error| Failure::bad_input(error.to_string()))?;
    Ok(Report { output: String::new(), errors: String::new(), status: ExitStatus::Success })
}

/// The options of a check of one file: as `ulpwise check FILE` in its folder has them, with the
/// project's settings and cache, and less time. Nothing of headers, which are no programs.
fn options(file: &Path, timeout: Duration, total: Duration) -> Result<Option<CheckOptions>, Failure> {
    let end = file.extension().unwrap_or_default().to_string_lossy();
    if end.starts_with('h') || end.is_empty() {
        return Ok(None);
    }
    let folder = file.parent().unwrap_or(Path::new("."));
    let mut words: Vec<OsString> = vec!["ulpwise".into(), "check".into()];
    match database(file) {
        Some(database) => {
            words.extend(["-p".into(), database.into(), "--source".into(), file.into()]);
        }
        None => words.push(file.into()),
    }
    let config = Config::of_folder(folder, words.clone())?;
    let arguments = match config.arguments()? {
        Some(settled) => settled,
        None => check_from(words).map_err(Failure::bad_input)?,
    };
    let mut options = arguments.options();
    options.overrides = config.overrides()?;
    options.allows_unused_ranges = config.sets_ranges();
    options.cache = existing_folder(folder);
    // Those of the whole project stay.
    options.keeps_findings = false;
    options.timeout = options.timeout.min(timeout);
    options.total = Some(options.total.map_or(total, |own| own.min(total)));
    Ok(Some(options))
}

/// The compile_commands.json that says how a file is compiled, if there is one above it.
fn database(file: &Path) -> Option<PathBuf> {
    let name = file.file_name()?.to_str()?;
    let folders = file.ancestors().skip(1);
    let mut all = folders.flat_map(|folder| {
        BUILD_FOLDERS.iter().map(move |build| folder.join(build).join("compile_commands.json"))
    });
    let database = all.find(|database| database.is_file())?;
    let text = std::fs::read_to_string(&database).ok()?;
    text.contains(name).then_some(database)
}
