//! The options of `run`.

use super::ProgramFiles;
use std::path::PathBuf;
use std::time::Duration;
use ulpwise_float::Rounding;
use ulpwise_interp::Exceptions;

/// The options of `run`: one function is run with given arguments.
#[derive(Clone, Debug)]
pub struct RunOptions {
    /// The program.
    pub program: ProgramFiles,
    /// The function; the only one, or `main`, if there is none.
    pub function: Option<String>,
    /// Its arguments, as users write them.
    pub values: Vec<String>,
    /// The environment variables that the program sees.
    pub environment: Vec<(String, String)>,
    /// The rounding mode at the start.
    pub rounding: Rounding,
    /// Whether the call is made natively, too, and compared.
    pub native: bool,
    /// Libraries and object files that the machine code needs.
    pub links: Vec<PathBuf>,
    /// Which exceptions are recorded that are looked for on request only.
    pub on_request: Exceptions,
    /// How long the program may run.
    pub timeout: Duration,
    /// How many calls may be nested.
    pub max_depth: usize,
    /// How much memory the program may hold, in MiB.
    pub memory: u64,
}

impl Default for RunOptions {
    fn default() -> RunOptions {
        RunOptions {
            program: ProgramFiles::default(),
            function: None,
            values: Vec::new(),
            environment: Vec::new(),
            rounding: Rounding::NearestEven,
            native: false,
            links: Vec::new(),
            on_request: Exceptions::NONE,
            timeout: Duration::from_secs(60),
            max_depth: 100_000,
            memory: 4096,
        }
    }
}
