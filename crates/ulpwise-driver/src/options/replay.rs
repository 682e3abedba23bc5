//! The options of `replay`.

use std::path::PathBuf;
use std::time::Duration;

/// The options of `replay`: the call of a witness is made again.
#[derive(Clone, Debug)]
pub struct ReplayOptions {
    /// The file of the witness.
    pub witness: PathBuf,
    /// Flags for clang and flang instead of those of the witness, quoted as in a shell.
    pub cflags: Option<String>,
    /// Whether flags and libraries of the witness may run other code.
    pub trusts_witness: bool,
    /// How long the call may take.
    pub timeout: Duration,
}

impl Default for ReplayOptions {
    fn default() -> Self {
        Self {
            witness: PathBuf::new(),
            cflags: None,
            trusts_witness: false,
            timeout: Duration::from_secs(10),
        }
    }
}
