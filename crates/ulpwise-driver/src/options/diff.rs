//! The options of `diff`.

use super::{InputDomain, ProgramFiles};
use std::path::PathBuf;
use std::time::Duration;
use ulpwise_engines::EngineChoice;
use ulpwise_equivalence::Criterion;

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
        }
    }
}
