//! The options of `search`.

use super::ProgramFiles;
use std::path::PathBuf;
use std::time::Duration;
use ulpwise_interp::Exception;

/// The options of `search`: inputs of a function that raise exceptions are looked for.
#[derive(Clone, Debug)]
pub struct SearchOptions {
    /// The program.
    pub program: ProgramFiles,
    /// The function; the only one if there is none.
    pub function: Option<String>,
    /// The values of a parameter: `NAME=LOW..HIGH`, both included, `NAME=VALUE`, or `NAME=finite`.
    pub ranges: Vec<String>,
    /// Which exceptions are looked for; all that are not on request if there are none.
    pub properties: Vec<Exception>,
    /// Whether all inputs are tried, if there are at most 2^32.
    pub exhaustive: bool,
    /// Whether proofs that take more for granted than the language promises are left out.
    pub assume_nothing: bool,
    /// How many calls the search makes in all.
    pub calls: u64,
    /// The random seed.
    pub seed: u64,
    /// How many processes call the function at once.
    pub jobs: usize,
    /// How much CPU time a call may take.
    pub call_timeout: Duration,
    /// When to stop calling the function.
    pub timeout: Option<Duration>,
    /// Libraries and object files that the program needs.
    pub links: Vec<PathBuf>,
    /// A folder that gets a file for each witness.
    pub witnesses: Option<PathBuf>,
}

impl Default for SearchOptions {
    fn default() -> SearchOptions {
        SearchOptions {
            program: ProgramFiles::default(),
            function: None,
            ranges: Vec::new(),
            properties: Vec::new(),
            exhaustive: false,
            assume_nothing: false,
            calls: 1_000_000,
            seed: 1,
            jobs: 1,
            call_timeout: Duration::from_millis(100),
            timeout: None,
            links: Vec::new(),
            witnesses: None,
        }
    }
}
