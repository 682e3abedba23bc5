//! The options of a proof that precision is kept.

use super::{InputDomain, ProgramFiles, RoundingModes, stored};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use std::time::Duration;
use ulpwise_engines::EngineChoice;
use ulpwise_float::Rounding;
use ulpwise_stability::{Invariants, Modes};

/// The options of a proof that operations keep their precision for all inputs, under any rounding.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct StabilityOptions {
    /// The program.
    pub program: ProgramFiles,
    /// The function; the only one if there is no name.
    pub function: Option<String>,
    /// Which inputs it gets.
    pub domain: InputDomain,
    /// What is assumed of the parameters, in C.
    pub assume: Vec<String>,
    /// Whether proofs that take more for granted than the language promises are left out.
    pub assume_nothing: bool,
    /// How large a relative error is tolerated.
    pub tolerance: f64,
    /// What verdicts are about.
    pub at: Vec<StabilityScope>,
    /// The rounding modes of all runs; [`RoundingModes::Any`] means all five.
    pub rounding: RoundingModes,
    /// How many times a path may fork at one branch of one call.
    pub loop_bound: u32,
    /// What is known before.
    #[serde(with = "stored::InvariantSet")]
    pub invariants: Invariants,
    /// Whether linear programs refine what error forms do not decide.
    pub linear: bool,
    /// Whether solvers in exact float semantics do.
    pub exact: bool,
    /// A solver of nonlinear real arithmetic that is asked about what is left open.
    #[serde(with = "stored::optional_engine")]
    pub solver_nra: Option<EngineChoice>,
    /// Whether an `unsat` of that solver is a proof.
    pub believe_solver: bool,
    /// The relative error of every rounding as a power of two, if it is larger than the format's.
    pub delta: Option<i32>,
    /// How long it may take.
    pub timeout: Duration,
    /// The random seed.
    pub seed: u64,
    /// A folder that gets a file for each run that loses precision.
    pub witnesses: Option<PathBuf>,
    /// How many native calls the proven bounds are held against.
    pub trials: u64,
    /// How much CPU time a native call may take.
    pub call_timeout: Duration,
    /// How much memory each process may take, in MiB.
    pub memory: u64,
    /// Libraries and object files that the program needs.
    pub links: Vec<PathBuf>,
}

/// What verdicts are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum StabilityScope {
    /// All operations, and what is returned.
    All,
    /// What is returned.
    Return,
    /// The operations of a line.
    Line(u32),
}

/// A control loop: calls of a function, each with the state that the last one left.
#[derive(Clone, Debug)]
pub struct LoopOptions {
    /// How many calls.
    pub steps: usize,
    /// The state: `NAME=return` is the parameter that gets what the function returned, `NAME` what
    /// it wrote behind a pointer.
    pub state: Vec<String>,
    /// A file that gets a chart of the error after each step, as SVG.
    pub plot: Option<PathBuf>,
}

impl StabilityOptions {
    /// A proof for the program that these files make together.
    pub fn new<P: Into<PathBuf>>(files: impl IntoIterator<Item = P>) -> StabilityOptions {
        StabilityOptions { program: ProgramFiles::new(files), ..StabilityOptions::default() }
    }

    /// All modes of runs.
    pub(crate) fn all_modes(&self) -> Vec<Rounding> {
        let mut modes = self.rounding.modes().to_vec();
        if self.rounding == RoundingModes::Any {
            modes.push(Rounding::NearestAway);
        }
        modes
    }

    /// What the modes have in common.
    pub(crate) fn modes(&self) -> Modes {
        if self.rounding == RoundingModes::Nearest { Modes::Nearest } else { Modes::Any }
    }
}

impl Default for StabilityOptions {
    fn default() -> StabilityOptions {
        StabilityOptions {
            program: ProgramFiles::default(),
            function: None,
            domain: InputDomain::default(),
            assume: Vec::new(),
            assume_nothing: false,
            tolerance: 0.001,
            at: vec![StabilityScope::All],
            rounding: RoundingModes::Any,
            loop_bound: 64,
            invariants: Invariants { status: true, sign: true, product: true, normal: true },
            linear: true,
            exact: true,
            solver_nra: None,
            believe_solver: false,
            delta: None,
            timeout: Duration::from_secs(60),
            seed: 1,
            witnesses: None,
            trials: 0,
            call_timeout: Duration::from_secs(1),
            memory: 4096,
            links: Vec::new(),
        }
    }
}
