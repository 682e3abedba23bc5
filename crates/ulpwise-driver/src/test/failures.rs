//! What paths ended in: failures of the program, and what could not be followed, each source
//! location once.

use super::native::NotConfirmed;
use crate::describe::shown_path;
use ulpwise_harness::names::source_name;
use ulpwise_ir::{FunctionId, InstId, Location, Module};
use ulpwise_symex::{End, InputValue, Path};

/// A call under way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CallLocation {
    /// The function.
    pub(super) function: String,
    /// Where in the source; `None` without debug information.
    pub(super) location: Option<Location>,
}

/// A failure of the program, with inputs that lead to it.
#[derive(Clone, Debug)]
pub(super) struct PathFailure {
    /// The stable id of its kind.
    pub(super) kind: &'static str,
    /// What happened, in a sentence.
    pub(super) message: String,
    /// The calls under way, innermost first.
    pub(super) calls: Vec<CallLocation>,
    /// The file and line of the innermost call that has one.
    pub(super) line: Option<(String, u32)>,
    /// Inputs of the first paths that ended so.
    pub(super) inputs: Vec<Vec<InputValue>>,
    /// How many paths ended so.
    pub(super) paths: u64,
    /// Whether the program itself fails so on the first of the inputs; otherwise why that is not
    /// certain.
    pub(super) confirmed: Result<(), NotConfirmed>,
}

impl PathFailure {
    /// The inputs to report.
    pub(super) fn witness(&self) -> &[InputValue] {
        self.inputs.first().map_or(&[], Vec::as_slice)
    }
}

/// Something that paths could not be followed beyond.
#[derive(Clone, Debug)]
pub(super) struct Obstacle {
    /// The stable id of its kind.
    pub(super) kind: &'static str,
    /// What it is, in a sentence.
    pub(super) message: String,
    /// The innermost call with a source location.
    pub(super) call: Option<CallLocation>,
    /// How many paths ended so.
    pub(super) paths: u64,
}

/// How many inputs of a failure are kept, in case that some do not lead there when the program runs
/// natively.
const KEPT: usize = 4;

/// Counts a path that failed.
pub(super) fn add_failure(failures: &mut Vec<PathFailure>, module: &Module, path: &Path) {
    let calls = call_locations(module, &path.calls);
    let (kind, message) = (path.end.id(), message(&path.end));
    let line = calls.iter().find_map(|call| call.location).map(|location| {
        let file = module.files.get(location.file).map_or_else(|| "?".to_owned(), shown_path);
        (file, location.line)
    });
    let inputs = path.inputs.clone();
    match failures.iter_mut().find(|known| known.kind == kind && known.line == line) {
        Some(known) => {
            known.paths += 1;
            if known.inputs.len() < KEPT {
                known.inputs.push(inputs);
            }
        }
        None => {
            let confirmed = Err(NotConfirmed::NotRun);
            failures.push(PathFailure {
                kind,
                message,
                calls,
                line,
                inputs: vec![inputs],
                paths: 1,
                confirmed,
            });
        }
    }
}

/// Counts a path that could not be followed further.
pub(super) fn add_obstacle(obstacles: &mut Vec<Obstacle>, module: &Module, path: &Path) {
    let calls = call_locations(module, &path.calls);
    let call = calls.into_iter().find(|call| call.location.is_some());
    let (kind, message) = (path.end.id(), message(&path.end));
    match obstacles.iter_mut().find(|known| known.message == message && known.call == call) {
        Some(known) => known.paths += 1,
        None => obstacles.push(Obstacle { kind, message, call, paths: 1 }),
    }
}

fn message(end: &End) -> String {
    match end {
        End::Stopped(end) => end.to_string(),
        End::CutOff(limit) => limit.to_string(),
        End::Returned(_) | End::Dropped => end.id().to_owned(),
    }
}

fn call_locations(module: &Module, calls: &[(FunctionId, InstId)]) -> Vec<CallLocation> {
    let located = |&(function, inst): &(FunctionId, InstId)| CallLocation {
        function: source_name(&module.functions[function]),
        location: module.location_of(function, inst).filter(|location| location.line > 0),
    };
    calls.iter().map(located).collect()
}
