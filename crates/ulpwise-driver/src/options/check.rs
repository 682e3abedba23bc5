//! The options of a check.

use super::{InputDomain, ProgramFiles, stored};
use crate::contracts::ProgramContracts;
use crate::error::DriverError;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use std::time::Duration;
use ulpwise_engines::EngineChoice;
use ulpwise_exceptions::Analysis;
use ulpwise_float::Rounding;
use ulpwise_harness::glob;
use ulpwise_interp::Exception;

/// The options of a check: every floating-point operation of the functions gets a verdict.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CheckOptions {
    /// The program.
    pub program: ProgramFiles,
    /// Which functions: names, or patterns in which `*` stands for any characters. All that other
    /// files can call if there are none.
    pub functions: Vec<String>,
    /// Functions that are left out: names, or patterns.
    pub excluded: Vec<String>,
    /// Whether functions that headers of libraries define are among all that other files can call.
    pub library_functions: bool,
    /// Which of them this run checks; the others are another's. All if it is not said.
    pub part: Option<CheckPart>,
    /// Which inputs they get.
    pub domain: InputDomain,
    /// What is assumed of the parameters of the one function, in C.
    pub assume: Vec<String>,
    /// Whether inputs may be infinite or NaN.
    pub non_finite: bool,
    /// Whether proofs that take more for granted than the language promises are left out.
    pub assume_nothing: bool,
    /// Which exceptions are looked for; all that are not on request if there are none.
    #[serde(with = "stored::exceptions")]
    pub properties: Vec<Exception>,
    /// Whether only the first exception of a call counts, as if the program stopped there.
    pub stop_at_exception: bool,
    /// The rounding modes in which calls begin.
    pub rounding: RoundingModes,
    /// Whether calls begin with flush-to-zero and denormals-are-zero.
    pub ftz: bool,
    /// How long one function may take once it is compiled.
    pub timeout: Duration,
    /// How long all functions may take together.
    pub total: Option<Duration>,
    /// How many times a path may fork at one branch of one call.
    pub loop_bound: Option<u32>,
    /// How many functions are checked at once, or if it is one, how many processes and threads work
    /// on it. Unless it is said, as many functions as there are cores, and one on a single one.
    pub jobs: Option<usize>,
    /// The random seed.
    pub seed: u64,
    /// Calls that native search begins with, in functions whose inputs have the same types.
    pub seeds: Vec<CallSeed>,
    /// Which analyses look for verdicts; all if there are none.
    #[serde(with = "stored::analyses")]
    pub analyses: Vec<Analysis>,
    /// The solver for reachability queries.
    #[serde(with = "stored::engine")]
    pub engine: EngineChoice,
    /// A solver of nonlinear real arithmetic that the portfolio asks where to look.
    #[serde(with = "stored::optional_engine")]
    pub solver_nra: Option<EngineChoice>,
    /// How much CPU time a call may take.
    pub call_timeout: Duration,
    /// How much memory each process may take, in MiB.
    pub memory: u64,
    /// Functions without parameters that are called before any other, natively.
    pub setup: Vec<String>,
    /// Libraries and object files that the program needs.
    pub links: Vec<PathBuf>,
    /// A folder in which verdicts are kept as they come; a run that was ended goes on where it was.
    pub store: Option<PathBuf>,
    /// A folder that keeps verdicts by content, for any program: what has not changed is not checked
    /// again.
    pub cache: Option<PathBuf>,
    /// Only functions that a change since this revision of git touches.
    pub since: Option<String>,
    /// Other such folders whose verdicts are taken over.
    pub merge: Vec<PathBuf>,
    /// A folder that gets a file for each witness.
    pub witnesses: Option<PathBuf>,
    /// A folder that gets certificates of the abstract proofs, which are then checked.
    pub certificates: Option<PathBuf>,
    /// A file that names exceptions that are accepted.
    pub baseline: Option<PathBuf>,
    /// Whether findings get a plot of the function around the witness.
    pub plots: bool,
    /// Whether a range may be about no input at all, as those that a project has settled for all of its
    /// functions.
    pub allows_unused_ranges: bool,
    /// What holds for some functions only, by patterns of their names; a later one replaces what an
    /// earlier one says.
    pub overrides: Vec<FunctionOverride>,
    /// Whether findings are kept by their numbers where verdicts are kept, for `ulpwise run --finding`.
    pub keeps_findings: bool,
    /// What contracts in the source say, once the program is loaded; left empty by callers.
    #[serde(default)]
    pub contracts: ProgramContracts,
}

impl CheckOptions {
    /// A check of the program that these files make together.
    pub fn new<P: Into<PathBuf>>(files: impl IntoIterator<Item = P>) -> CheckOptions {
        CheckOptions { program: ProgramFiles::new(files), ..CheckOptions::default() }
    }

    /// How many work when so many functions are checked.
    pub(crate) fn jobs_for(&self, functions: usize) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        self.jobs.unwrap_or_else(|| if functions > 1 { cores() } else { 1 })
    }

    /// The solver for reachability queries, with the solver of the reals beside it if there is one.
    pub(crate) fn solver(&self) -> Result<EngineChoice, DriverError> {
        self.engine.clone().with(self.solver_nra.as_slice()).map_err(|_| {
            DriverError::refused("--solver-nra goes with the portfolio only: leave out --engine")
        })
    }

    /// The options for a function that is known by these names and stands in this file; nothing if they
    /// are those of all.
    pub(crate) fn options_for(&self, names: &[&str], file: Option<&str>) -> Option<CheckOptions> {
        let matches = |pattern: &str| names.iter().any(|name| glob::matches(pattern, name));
        let is_in = |pattern: &str| file.is_some_and(|file| is_file(pattern, file));
        let is_own = |one: &&FunctionOverride| matches(&one.pattern) && one.file.as_deref().is_none_or(is_in);
        let own: Vec<&FunctionOverride> = self.overrides.iter().filter(is_own).collect();
        if own.is_empty() {
            return None;
        }
        let mut options = self.clone();
        for one in own {
            one.apply(&mut options);
        }
        Some(options)
    }
}

/// Whether a pattern is about a file: about its whole path, or what is below some folder.
fn is_file(pattern: &str, file: &str) -> bool {
    let below = file.match_indices('/').map(|(at, _)| &file[at + 1..]);
    below.chain([file]).any(|part| glob::matches(pattern, part))
}

impl Default for CheckOptions {
    fn default() -> CheckOptions {
        CheckOptions {
            program: ProgramFiles::default(),
            functions: Vec::new(),
            excluded: Vec::new(),
            library_functions: false,
            part: None,
            domain: InputDomain::default(),
            assume: Vec::new(),
            non_finite: false,
            assume_nothing: false,
            properties: Vec::new(),
            stop_at_exception: false,
            rounding: RoundingModes::Nearest,
            ftz: false,
            timeout: Duration::from_secs(10),
            total: None,
            loop_bound: None,
            jobs: None,
            seed: 1,
            seeds: Vec::new(),
            analyses: Vec::new(),
            engine: EngineChoice::default(),
            solver_nra: None,
            call_timeout: Duration::from_millis(25),
            memory: 4096,
            setup: Vec::new(),
            links: Vec::new(),
            store: None,
            cache: None,
            since: None,
            merge: Vec::new(),
            witnesses: None,
            certificates: None,
            baseline: None,
            plots: false,
            allows_unused_ranges: false,
            overrides: Vec::new(),
            keeps_findings: true,
            contracts: ProgramContracts::default(),
        }
    }
}

/// The inputs of a call.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CallSeed {
    /// The types of its inputs, as reports name them: `f64`.
    pub types: Vec<String>,
    /// Their bits.
    pub bits: Vec<u64>,
}

/// Some of the functions of a check.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckPart {
    /// All functions of the check, by the linker's names, in their order.
    pub all: Vec<String>,
    /// Those that are checked now.
    pub own: Vec<String>,
}

/// What holds for functions whose name matches a pattern.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct FunctionOverride {
    /// The pattern.
    pub pattern: String,
    /// A pattern of the file that the function stands in.
    pub file: Option<String>,
    /// See [`CheckOptions::assume`].
    pub assume: Option<Vec<String>>,
    /// See [`InputDomain::lengths`].
    pub lengths: Option<Vec<(String, u64)>>,
    /// See [`InputDomain::ranges`].
    pub ranges: Option<Vec<String>>,
    /// See [`CheckOptions::loop_bound`].
    pub loop_bound: Option<u32>,
    /// See [`CheckOptions::non_finite`].
    pub non_finite: Option<bool>,
    /// See [`CheckOptions::properties`].
    #[serde(with = "stored::optional_exceptions")]
    pub properties: Option<Vec<Exception>>,
    /// See [`CheckOptions::rounding`].
    pub rounding: Option<RoundingModes>,
    /// See [`CheckOptions::stop_at_exception`].
    pub stop_at_exception: Option<bool>,
    /// See [`CheckOptions::timeout`].
    pub timeout: Option<Duration>,
}

impl FunctionOverride {
    fn apply(&self, options: &mut CheckOptions) {
        fn set<T: Clone>(field: &mut T, own: &Option<T>) {
            if let Some(own) = own {
                field.clone_from(own);
            }
        }
        let FunctionOverride { pattern: _, assume, lengths, ranges, loop_bound, non_finite, .. } = self;
        set(&mut options.assume, assume);
        set(&mut options.domain.lengths, lengths);
        set(&mut options.domain.ranges, ranges);
        set(&mut options.non_finite, non_finite);
        set(&mut options.properties, &self.properties);
        set(&mut options.rounding, &self.rounding);
        set(&mut options.stop_at_exception, &self.stop_at_exception);
        set(&mut options.timeout, &self.timeout);
        if loop_bound.is_some() {
            options.loop_bound = *loop_bound;
        }
    }
}

/// The rounding modes in which calls begin: those of the processor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum RoundingModes {
    /// To nearest, ties to even.
    #[default]
    Nearest,
    /// Towards plus infinity.
    Up,
    /// Towards minus infinity.
    Down,
    /// Towards zero.
    Zero,
    /// Each of them; then proven means in each of them.
    Any,
}

impl RoundingModes {
    /// The modes.
    pub fn modes(self) -> &'static [Rounding] {
        const ALL: [Rounding; 4] =
            [Rounding::NearestEven, Rounding::TowardPositive, Rounding::TowardNegative, Rounding::TowardZero];
        match self {
            Self::Nearest => &ALL[..1],
            Self::Up => &ALL[1..2],
            Self::Down => &ALL[2..3],
            Self::Zero => &ALL[3..],
            Self::Any => &ALL,
        }
    }
}
