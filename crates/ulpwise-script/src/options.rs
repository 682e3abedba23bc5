//! The options of executing an SMT-LIB script.

use std::path::PathBuf;
use std::time::Duration;
use ulpwise_engines::{EngineChoice, SolverOptions};

/// The options of executing an SMT-LIB script.
#[derive(Clone, Debug)]
pub struct SolveOptions {
    /// The engine that decides.
    pub engine: EngineChoice,
    /// SMT-LIB solvers that join the portfolio.
    pub with: Vec<EngineChoice>,
    /// How many engines of the portfolio may work at once.
    pub jobs: usize,
    /// How many sets of values for variables of nonlinear terms the engine `ariadne` tries.
    pub max_concretizations: u64,
    /// An engine that is asked about every answer, too; a contradiction ends the run.
    pub cross_check: Option<EngineChoice>,
    /// A folder that gets every query with its answer.
    pub log_queries: Option<PathBuf>,
    /// A folder that gets a certificate of every `unsat`.
    pub certificates: Option<PathBuf>,
    /// Whether a model follows every `sat`.
    pub models: bool,
    /// How long the script may take in all.
    pub timeout: Option<Duration>,
    /// A file that gets a proof (LRAT) of the last `unsat`.
    pub proof: Option<PathBuf>,
    /// Whether the results of interval propagation follow the answers.
    pub explain: bool,
    /// Whether statistics follow the answers.
    pub statistics: bool,
}

impl Default for SolveOptions {
    fn default() -> SolveOptions {
        SolveOptions {
            engine: EngineChoice::default(),
            with: Vec::new(),
            jobs: 1,
            max_concretizations: SolverOptions::default().max_concretizations,
            cross_check: None,
            log_queries: None,
            certificates: None,
            models: false,
            timeout: None,
            proof: None,
            explain: false,
            statistics: false,
        }
    }
}
