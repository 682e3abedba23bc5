//! `ulpwise capture`: records what a build compiles and links.

use crate::args::CaptureArguments;
use crate::failure::Failure;
use crate::output::{ExitStatus, Report};

/// Runs the command.
pub(crate) fn capture(arguments: &CaptureArguments) -> Result<Report, Failure> {
    let captured = ulpwise_driver::capture(&arguments.options())?;
    let plural = |count: usize, one: &str| format!("{count} {one}{}", if count == 1 { "" } else { "s" });
    let kept = format!(
        "recorded {} and {} in {}",
        plural(captured.sources, "source"),
        plural(captured.links, "link"),
        captured.file.display()
    );
    let (status, errors) = match captured.code {
        0 => (ExitStatus::Success, format!("{kept}\n")),
        code => (
            ExitStatus::ProgramFailed,
            format!("the build failed with exit code {code}; {kept}, and can be checked\n"),
        ),
    };
    Ok(Report { output: String::new(), errors, status })
}
