//! How a program is run: plain data.

use std::path::PathBuf;
use std::time::Duration;
use ulpwise_llvm::Instrumentation;

/// How a program is run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineOptions {
    /// What is told about calls.
    pub instrumentation: Instrumentation,
    /// Whether the code is optimised: for search; replay runs the program as it stands.
    pub optimise: bool,
    /// Functions without parameters that are called once, before the first call; what they set, every call finds.
    pub setup: Vec<String>,
    /// Libraries (`.so`, `.a`) and object files that the program needs.
    pub links: Vec<PathBuf>,
    /// How much CPU time a call may take, in steps of some milliseconds.
    pub call_limit: Duration,
    /// How many bytes of memory the program may hold.
    pub memory_limit: u64,
}

impl Default for EngineOptions {
    fn default() -> Self {
        Self {
            instrumentation: Instrumentation::Exceptions,
            optimise: false,
            setup: Vec::new(),
            links: Vec::new(),
            call_limit: Duration::from_secs(1),
            memory_limit: 1 << 30,
        }
    }
}

/// A word of input that runs through `base`, `base + 1`, … in 2^bits steps as a counter goes up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counted {
    /// The first value.
    pub base: u64,
    /// How many bits of the counter it takes; the first word takes the lowest.
    pub bits: u32,
}
