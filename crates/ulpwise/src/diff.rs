//! `ulpwise diff`: whether two functions give the same results.

use crate::args::DiffArguments;
use crate::failure::Failure;
use crate::interrupt::Patience;
use crate::output::{ExitStatus, Report};
use crate::progress::Watched;
use crate::reports::{Planned, command_words};
use std::path::PathBuf;
use ulpwise_finding::DiffVerdict;
use ulpwise_report::html::diff_html;
use ulpwise_report::json::diff_json;
use ulpwise_report::sarif::diff_sarif;
use ulpwise_report::terminal::{diff_text, warnings};

/// Runs the command.
pub(crate) fn diff(arguments: &DiffArguments) -> Result<Report, Failure> {
    let options = arguments.options()?;
    let plan =
        |option, path: &Option<PathBuf>| path.as_ref().map(|path| Planned::new(option, path)).transpose();
    let (sarif, html) = (plan("--sarif", &arguments.sarif)?, plan("--html", &arguments.html)?);
    let watched = Watched::new(Patience::Unlimited);
    let mut run = ulpwise_driver::diff(&options, watched.context())
        .map_err(|error| Failure::from(error).after(watched.interrupted()))?;
    let status = match run.verdict {
        DiffVerdict::Same(_) => ExitStatus::Success,
        DiffVerdict::Different | DiffVerdict::Unknown(_) => ExitStatus::ProgramFailed,
    };
    let status = watched.interrupted().unwrap_or(status);
    for case in &mut run.cases {
        case.again = again(&case.inputs);
    }
    if let Some(file) = sarif {
        file.write(&diff_sarif(&run, env!("CARGO_PKG_VERSION"), status.code()))?;
    }
    if let Some(file) = html {
        file.write(&diff_html(&run))?;
    }
    if arguments.json {
        return Ok(Report { output: diff_json(&run), errors: String::new(), status });
    }
    Ok(Report { output: diff_text(&run), errors: warnings(&run.warnings), status })
}

/// The command that compares both on one input: its own, with every input fixed. Nothing if one cannot
/// be written as a range.
fn again(inputs: &[(String, String)]) -> Option<String> {
    if inputs.iter().any(|(_, value)| value.contains("NaN") || value.contains("inf")) {
        return None;
    }
    let (mut words, mut is_value) = (vec!["ulpwise".to_owned()], false);
    for word in command_words() {
        let is_range = word == "--range" || word == "--assume";
        let is_report = ["--sarif", "--html"].contains(&word.as_str());
        let is_joined =
            ["--range=", "--assume=", "--sarif=", "--html="].iter().any(|start| word.starts_with(start));
        if is_value || is_range || is_report || is_joined || word == "--json" {
            is_value = !is_value && (is_range || is_report);
        } else {
            words.push(word);
        }
    }
    words.extend(inputs.iter().flat_map(|(name, value)| ["--range".to_owned(), format!("{name}={value}")]));
    shlex::try_join(words.iter().map(String::as_str)).ok()
}
