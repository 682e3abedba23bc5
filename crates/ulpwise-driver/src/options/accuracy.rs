//! The options of a search for the largest error.

use super::{InputDomain, ProgramFiles, stored};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use std::time::Duration;
use ulpwise_accuracy::{Metric, Strategy};
use ulpwise_engines::EngineChoice;
use ulpwise_symex::Sampling;

/// The options of a search for the input with the largest error of what a function returns.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct AccuracyOptions {
    /// The program.
    pub program: ProgramFiles,
    /// The function; the only one if there is no name.
    pub function: Option<String>,
    /// Which inputs it gets.
    pub domain: InputDomain,
    /// Whether bounds that take more for granted than the language promises are left out.
    pub assume_nothing: bool,
    /// Whether inputs that are doubles take only values that are floats, too.
    pub float_inputs: bool,
    /// The outputs whose error counts: `return`, or the name of what a pointer points at. All if
    /// there are none.
    pub outputs: Vec<String>,
    /// When a call succeeds: a comparison of what it returns with an integer, `return == 0`. Without
    /// one, calls of functions that return an integer and give their results back through pointers
    /// succeed when they return zero; `any` makes all calls count.
    pub success: Option<String>,
    /// What else says what is right: `FILE::FUNCTION`, or a formula over the inputs with functions of
    /// mpmath.
    pub reference: Option<String>,
    /// The same for functions whose names match a pattern; what comes later counts.
    pub references: Vec<(String, String)>,
    /// What is assumed of the parameters, in C.
    pub assume: Vec<String>,
    /// By how much inputs may be wrong, `NAME=ERROR`: bounds hold for all such inputs.
    pub input_errors: Vec<(String, f64)>,
    /// Relative errors from here on are reported by their causes, and not only the largest.
    pub threshold: f64,
    /// What counts as an error.
    #[serde(with = "stored::MetricName")]
    pub metric: Metric,
    /// How long to search.
    pub timeout: Duration,
    /// How many calls to make at most.
    pub calls: Option<u64>,
    /// How inputs are chosen.
    #[serde(with = "stored::StrategyName")]
    pub strategy: Strategy,
    /// How long symbolic execution may look for starting points; a fifth of the timeout if it is
    /// not said.
    pub symbolic: Option<Duration>,
    /// Which runs of a sum in a loop symbolic execution looks at.
    #[serde(with = "stored::SamplingRule")]
    pub sampling: Sampling,
    /// The solver for reachability queries.
    #[serde(with = "stored::engine")]
    pub engine: EngineChoice,
    /// By how many bits the exponents of a sum's operands differ when digits count as lost.
    pub precision_loss: u32,
    /// How many leading bits are gone when operands count as cancelled.
    pub cancellation: u32,
    /// Into how many boxes inputs may be cut to prove a bound; 0 proves none.
    pub boxes: usize,
    /// How many processes search.
    pub jobs: usize,
    /// The random seed.
    pub seed: u64,
    /// How much CPU time a call may take.
    pub call_timeout: Duration,
    /// How much memory each process may take, in MiB.
    pub memory: u64,
    /// Functions without parameters that are called before any other.
    pub setup: Vec<String>,
    /// Libraries and object files that the program needs.
    pub links: Vec<PathBuf>,
    /// A file that gets a plot of the error against one input, as SVG.
    pub plot: Option<PathBuf>,
    /// The input that the plot is against; the one on which the error depends most if it is not
    /// said.
    pub plot_input: Option<String>,
    /// A folder that gets a file for each finding.
    pub witnesses: Option<PathBuf>,
}

impl AccuracyOptions {
    /// A search in the program that these files make together.
    pub fn new<P: Into<PathBuf>>(files: impl IntoIterator<Item = P>) -> AccuracyOptions {
        AccuracyOptions { program: ProgramFiles::new(files), ..AccuracyOptions::default() }
    }

    /// How long symbolic execution may take.
    pub(crate) fn symbolic_time(&self) -> Duration {
        self.symbolic.unwrap_or(self.timeout / 5)
    }
}

impl Default for AccuracyOptions {
    fn default() -> AccuracyOptions {
        AccuracyOptions {
            program: ProgramFiles::default(),
            function: None,
            domain: InputDomain::default(),
            assume_nothing: false,
            float_inputs: false,
            outputs: Vec::new(),
            success: None,
            reference: None,
            references: Vec::new(),
            assume: Vec::new(),
            input_errors: Vec::new(),
            threshold: 1e-3,
            metric: Metric::Relative,
            timeout: Duration::from_secs(10),
            calls: None,
            strategy: Strategy::Guided,
            symbolic: None,
            sampling: Sampling::Logarithmic { start: 0, step: 1 },
            engine: EngineChoice::default(),
            precision_loss: 32,
            cancellation: 40,
            boxes: 300,
            jobs: 1,
            seed: 1,
            call_timeout: Duration::from_millis(25),
            memory: 4096,
            setup: Vec::new(),
            links: Vec::new(),
            plot: None,
            plot_input: None,
            witnesses: None,
        }
    }
}
