//! The options of `coverage`.

use super::ProgramFiles;
use std::path::PathBuf;
use std::time::Duration;

/// The options of `coverage`: lines and branches that run in given calls are counted.
#[derive(Clone, Debug)]
pub struct CoverageOptions {
    /// The program.
    pub program: ProgramFiles,
    /// The function of `calls`; the only one if there is none.
    pub function: Option<String>,
    /// Calls: their numbers with commas between them, `_` for zeros behind a pointer.
    pub calls: Vec<String>,
    /// Witnesses whose calls are made, or folders of them.
    pub witnesses: Vec<PathBuf>,
    /// How much CPU time a call may take.
    pub call_timeout: Duration,
    /// Libraries and object files that the program needs.
    pub links: Vec<PathBuf>,
}

impl Default for CoverageOptions {
    fn default() -> CoverageOptions {
        CoverageOptions {
            program: ProgramFiles::default(),
            function: None,
            calls: Vec::new(),
            witnesses: Vec::new(),
            call_timeout: Duration::from_secs(1),
            links: Vec::new(),
        }
    }
}
