//! What paths ended in: failures of the program, and what could not be followed, each place once.

use crate::render::shown_path;
use ulpwise_harness::names::source_name;
use ulpwise_ir::{FunctionId, InstId, Location, Module};
use ulpwise_symex::{End, InputValue, Path};

/// A place in the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// The function.
    pub(super) function: String,
    /// Where in the source; `None` without debug information.
    pub(super) location: Option<Location>,
}

/// A failure of the program, with inputs that lead to it.
#[derive(Clone, Debug)]
pub(super) struct Finding {
    /// The stable id of its kind.
    pub(super) kind: &'static str,
    /// What happened, in a sentence.
    pub(super) message: String,
    /// The calls under way, innermost first.
    pub(super) calls: Vec<Place>,
    /// The file and line of the innermost call that has one.
    pub(super) place: Option<(String, u32)>,
    /// Inputs of the first paths that ended so.
    pub(super) inputs: Vec<Vec<InputValue>>,
    /// How many paths ended so.
    pub(super) paths: u64,
    /// Whether the program itself fails so on the first of the inputs; otherwise why that is not certain.
    pub(super) confirmed: Result<(), String>,
}

impl Finding {
    /// The inputs to tell.
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
    /// The innermost place.
    pub(super) place: Option<Place>,
    /// How many paths ended so.
    pub(super) paths: u64,
}

/// How many inputs of a failure are kept, in case that some do not lead there when the program runs natively.
const KEPT: usize = 4;

/// Counts a path that failed.
pub(super) fn add_finding(findings: &mut Vec<Finding>, module: &Module, path: &Path) {
    let calls = places(module, &path.calls);
    let (kind, message) = (path.end.id(), message(&path.end));
    let place = calls.iter().find_map(|place| place.location).map(|location| {
        let file = module.files.get(location.file).map_or_else(|| "?".to_owned(), shown_path);
        (file, location.line)
    });
    let inputs = path.inputs.clone();
    match findings.iter_mut().find(|known| known.kind == kind && known.place == place) {
        Some(known) => {
            known.paths += 1;
            if known.inputs.len() < KEPT {
                known.inputs.push(inputs);
            }
        }
        None => {
            let confirmed = Err("it was not run natively".to_owned());
            findings.push(Finding { kind, message, calls, place, inputs: vec![inputs], paths: 1, confirmed });
        }
    }
}

/// Counts a path that could not be followed further.
pub(super) fn add_obstacle(obstacles: &mut Vec<Obstacle>, module: &Module, path: &Path) {
    let calls = places(module, &path.calls);
    let place = calls.into_iter().find(|place| place.location.is_some());
    let (kind, message) = (path.end.id(), message(&path.end));
    match obstacles.iter_mut().find(|known| known.message == message && known.place == place) {
        Some(known) => known.paths += 1,
        None => obstacles.push(Obstacle { kind, message, place, paths: 1 }),
    }
}

fn message(end: &End) -> String {
    match end {
        End::Stopped(end) => end.to_string(),
        End::CutOff(limit) => limit.to_string(),
        End::Returned(_) | End::Dropped => end.id().to_owned(),
    }
}

fn places(module: &Module, calls: &[(FunctionId, InstId)]) -> Vec<Place> {
    let place = |&(function, inst): &(FunctionId, InstId)| Place {
        function: source_name(&module.functions[function]),
        location: module.location_of(function, inst).filter(|location| location.line > 0),
    };
    calls.iter().map(place).collect()
}
