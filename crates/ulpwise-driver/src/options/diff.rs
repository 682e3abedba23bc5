//! The options of `diff`.

use super::{InputDomain, ProgramFiles};
use std::path::PathBuf;
use std::time::Duration;
use ulpwise_engines::EngineChoice;
use ulpwise_equivalence::Criterion;

/// Something of two calls that can be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ComparedAspect {
    /// What they return and leave behind.
    Results,
    /// Which exceptions they raise: invalid, divide-by-zero and overflow.
    Exceptions,
    /// How they end: they return, abort, exit or crash.
    Outcome,
}

impl ComparedAspect {
    /// All of them.
    pub const ALL: [ComparedAspect; 3] = [Self::Results, Self::Exceptions, Self::Outcome];

    /// The stable id.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Results => "results",
            Self::Exceptions => "exceptions",
            Self::Outcome => "outcome",
        }
    }
}

/// The options of `diff`: two functions are called and followed on the same inputs.
#[derive(Clone, Debug)]
pub struct DiffOptions {
    /// The old program and the new one.
    pub programs: [ProgramFiles; 2],
    /// The revision of the user's git repository that has the old program's first file.
    pub revision: Option<String>,
    /// Whether the transformations are named that make a difference.
    pub explains: bool,
    /// The old function and the new one; the only one if there is no name.
    pub functions: [Option<String>; 2],
    /// Which inputs they get, by the old function's names.
    pub domain: InputDomain,
    /// Whether inputs may be infinite or NaN.
    pub non_finite: bool,
    /// What counts as the same.
    pub criterion: Criterion,
    /// What of two calls is compared; how they end always is.
    pub compared: Vec<ComparedAspect>,
    /// When a call succeeds, such as `return == 0`: of two calls that fail, only what they return counts.
    pub success: Option<String>,
    /// Conditions in C on the old function's parameters.
    pub assume: Vec<String>,
    /// The prototype of the new function in C, if the new program is a shared library.
    pub prototype: Option<String>,
    /// Whether proofs that take more for granted than the language promises are left out.
    pub assume_nothing: bool,
    /// How long all of it may take.
    pub timeout: Duration,
    /// How many inputs are tried natively.
    pub calls: u64,
    /// How many times a path may fork at one branch of one call.
    pub loop_bound: Option<u32>,
    /// The solver for path conditions.
    pub engine: EngineChoice,
    /// The random seed.
    pub seed: u64,
    /// How much CPU time a call may take.
    pub call_timeout: Duration,
    /// How much memory each process may take, in MiB.
    pub memory: u64,
    /// Functions without parameters that are called before any other.
    pub setup: Vec<String>,
    /// Libraries and object files that the programs need.
    pub links: Vec<PathBuf>,
    /// Those that only the new program needs.
    pub new_links: Vec<PathBuf>,
}

impl DiffOptions {
    /// The libraries and object files of one of the programs.
    pub(crate) fn links_of(&self, program: usize) -> Vec<PathBuf> {
        let own: &[PathBuf] = if program == 0 { &[] } else { &self.new_links };
        self.links.iter().chain(own).cloned().collect()
    }
}

impl Default for DiffOptions {
    fn default() -> DiffOptions {
        DiffOptions {
            programs: [ProgramFiles::default(), ProgramFiles::default()],
            revision: None,
            explains: false,
            functions: [None, None],
            domain: InputDomain::default(),
            non_finite: false,
            criterion: Criterion::SameBits,
            compared: vec![ComparedAspect::Results],
            success: None,
            assume: Vec::new(),
            prototype: None,
            assume_nothing: false,
            timeout: Duration::from_secs(10),
            calls: 1_000_000,
            loop_bound: None,
            engine: EngineChoice::default(),
            seed: 1,
            call_timeout: Duration::from_millis(25),
            memory: 4096,
            setup: Vec::new(),
            links: Vec::new(),
            new_links: Vec::new(),
        }
    }
}
