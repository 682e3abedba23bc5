//! The options of `list`.

use super::ProgramFiles;
use std::time::Duration;

/// The options of `list`: the functions of a program are listed.
#[derive(Clone, Debug)]
pub struct ListOptions {
    /// The program.
    pub program: ProgramFiles,
    /// Whether functions are listed that other files cannot call or that libraries brought in.
    pub all: bool,
    /// What the name must match; `*` stands for any characters, `?` for one.
    pub pattern: Option<String>,
    /// Whether the inputs that `test` would make for each function are listed.
    pub inputs: bool,
    /// How long compiling and loading may take.
    pub timeout: Duration,
}

impl Default for ListOptions {
    fn default() -> ListOptions {
        ListOptions {
            program: ProgramFiles::default(),
            all: false,
            pattern: None,
            inputs: false,
            timeout: Duration::from_secs(120),
        }
    }
}
