//! What commands write at their end besides what they print: SARIF, JUnit and HTML, of what was
//! found as plain data.

mod files;

pub(crate) use files::Planned;

use crate::args::ReportArguments;
use crate::failure::Failure;
use crate::output::ExitStatus;
use std::path::{Path, PathBuf};
use ulpwise_finding::{Run, Threshold};
use ulpwise_report::badge::badge;
use ulpwise_report::html::{PageHistory, html_after};
use ulpwise_report::junit::junit;
use ulpwise_report::sarif::sarif;

/// Makes a report of a run; what stands in its place until then may matter.
type Renderer = fn(&Run, &Path) -> String;

/// The reports that will be written.
pub(crate) struct Reports {
    planned: Vec<(Planned, Renderer)>,
}

impl Reports {
    /// Makes sure that all of them can be written, before the work begins.
    pub(crate) fn plan(arguments: &ReportArguments) -> Result<Reports, Failure> {
        let wanted: [(&str, &Option<PathBuf>, Renderer); 4] = [
            ("--sarif", &arguments.sarif, |run, _| sarif(run)),
            ("--junit", &arguments.junit, |run, _| junit(run)),
            ("--html", &arguments.html, page),
            ("--badge", &arguments.badge, |run, _| badge(run)),
        ];
        let mut planned = Vec::new();
        for (option, path, render) in wanted {
            if let Some(path) = path {
                planned.push((Planned::new(option, path)?, render));
            }
        }
        Ok(Reports { planned })
    }

    /// Whether there are none.
    pub(crate) fn is_empty(&self) -> bool {
        self.planned.is_empty()
    }

    /// Writes them.
    pub(crate) fn write(self, run: &Run) -> Result<(), Failure> {
        for (file, render) in self.planned {
            let text = render(run, file.path());
            file.write(&text)?;
        }
        Ok(())
    }
}

/// The page, which goes on from the one that it takes the place of.
fn page(run: &Run, path: &Path) -> String {
    let earlier = match path.is_file() {
        true => std::fs::read(path).map(|bytes| PageHistory::read(&String::from_utf8_lossy(&bytes))),
        false => Ok(PageHistory::default()),
    };
    let when = jiff::Timestamp::now().strftime("%Y-%m-%d %H:%M UTC").to_string();
    html_after(run, &earlier.unwrap_or_default(), &when)
}

/// ulpwise contradicted itself, or something was found that is bad enough and not accepted, or
/// neither.
pub(crate) fn status(run: &Run, threshold: Threshold) -> ExitStatus {
    if run.contradicts_itself() {
        ExitStatus::InternalError
    } else if run.meets(threshold) {
        ExitStatus::ProgramFailed
    } else {
        ExitStatus::Success
    }
}

/// The words of the command line, without the program's own name.
pub(crate) fn command_words() -> Vec<String> {
    std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect()
}
