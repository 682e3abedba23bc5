//! How a call ended, if not by returning: what that means, and the message.

use super::outcome::CallOutcome;
use crate::options::RunOptions;
use ulpwise_base::Exhausted;
use ulpwise_harness::marshal::Reading;
use ulpwise_harness::names::readable;
use ulpwise_interp::PathEnd;

/// What came of running a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunEnd {
    /// It returned, or the program exited with code 0.
    Succeeded,
    /// The program failed.
    Failed,
    /// Something is missing that the program needs; the program itself may be fine.
    NotRunnable,
}

/// What came of a call.
pub(super) fn run_end(outcome: &CallOutcome<'_>) -> RunEnd {
    match &outcome.stop {
        None if outcome.function.name == "main" && returned_failure(outcome) => RunEnd::Failed,
        None => RunEnd::Succeeded,
        Some(stop) => match stop.end {
            PathEnd::Exit(0) => RunEnd::Succeeded,
            PathEnd::UnknownFunction(_) | PathEnd::UnknownVariable(_) | PathEnd::Unsupported(_) => {
                RunEnd::NotRunnable
            }
            _ => RunEnd::Failed,
        },
    }
}

/// What `main` returns is the program's exit code.
fn returned_failure(outcome: &CallOutcome<'_>) -> bool {
    matches!(&outcome.result, Some(Reading::Values(values)) if values.iter().any(|value| value.bits != 0))
}

/// The sentence.
pub(super) fn message(end: &PathEnd, options: &RunOptions) -> String {
    match end {
        PathEnd::Exhausted(Exhausted::Time) => format!(
            "the program did not end within {} s (--timeout sets how long it may run)",
            options.timeout.as_secs_f64()
        ),
        PathEnd::StackOverflow => {
            format!(
                "stack overflow: more than {} calls are nested (--max-depth sets how many may be)",
                options.max_depth
            )
        }
        PathEnd::UnknownFunction(name) => format!(
            "`{}` is called, which is neither defined in the given files nor known to ulpwise",
            readable(name)
        ),
        other => other.to_string(),
    }
}
