//! How a run ended, if not by returning: the exit code and the message.

use super::outcome::Outcome;
use crate::args::RunArguments;
use crate::output::ExitStatus;
use ulpwise_base::Exhausted;
use ulpwise_harness::marshal::Reading;
use ulpwise_harness::names::readable;
use ulpwise_interp::PathEnd;

/// The exit code of the command.
pub(super) fn exit_status(outcome: &Outcome<'_>) -> ExitStatus {
    match &outcome.stop {
        None if outcome.function.name == "main" && returned_failure(outcome) => ExitStatus::ProgramFailed,
        None => ExitStatus::Success,
        Some(stop) => match stop.end {
            PathEnd::Exit(0) => ExitStatus::Success,
            // The program may be fine; what it needs is not there.
            PathEnd::UnknownFunction(_) | PathEnd::UnknownVariable(_) | PathEnd::Unsupported(_) => {
                ExitStatus::BadInput
            }
            _ => ExitStatus::ProgramFailed,
        },
    }
}

/// What `main` returns is the program's exit code.
fn returned_failure(outcome: &Outcome<'_>) -> bool {
    matches!(&outcome.result, Some(Reading::Values(values)) if values.iter().any(|value| value.bits != 0))
}

/// The sentence.
pub(super) fn message(end: &PathEnd, arguments: &RunArguments) -> String {
    match end {
        PathEnd::Exhausted(Exhausted::Time) => format!(
            "the program did not end within {} s (--timeout sets how long it may run)",
            arguments.timeout.as_secs_f64()
        ),
        PathEnd::StackOverflow => {
            format!(
                "stack overflow: more than {} calls are nested (--max-depth sets how many may be)",
                arguments.max_depth
            )
        }
        PathEnd::UnknownFunction(name) => format!(
            "`{}` is called, which is neither defined in the given files nor known to ulpwise",
            readable(name)
        ),
        other => other.to_string(),
    }
}
