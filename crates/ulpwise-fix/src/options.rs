//! What is asked for.

use std::time::Duration;
use ulpwise_driver::{InputDomain, ProgramFiles};

/// The options of a fix.
#[derive(Clone, Debug)]
pub struct FixOptions {
    /// The program; the function stands in one of its files.
    pub program: ProgramFiles,
    /// The function; the only one of the first file if there is no name.
    pub function: Option<String>,
    /// Only expressions in this line of the source.
    pub line: Option<usize>,
    /// Which inputs it gets.
    pub domain: InputDomain,
    /// How long each of the analyses may take, of the old source and of each patch.
    pub analysis_time: Duration,
    /// How many patches of an expression are judged at most.
    pub patches: usize,
    /// Into how many boxes inputs may be cut to prove a bound on the error.
    pub boxes: usize,
    /// The random seed.
    pub seed: u64,
    /// How much memory each process may take, in MiB.
    pub memory: u64,
}

impl Default for FixOptions {
    fn default() -> Self {
        Self {
            program: ProgramFiles::default(),
            function: None,
            line: None,
            domain: InputDomain::default(),
            analysis_time: Duration::from_secs(2),
            patches: 3,
            boxes: 300,
            seed: 1,
            memory: 4096,
        }
    }
}
