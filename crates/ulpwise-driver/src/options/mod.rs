//! What is asked for: plain data, a structure for each command. `Default` gives what the command
//! line gives.

mod accuracy;
mod check;
mod coverage;
mod diff;
mod export;
mod list;
mod replay;
mod run;
mod search;
mod stability;
mod stored;
mod test;
mod verify;

pub use accuracy::AccuracyOptions;
pub use check::{CallSeed, CheckOptions, CheckPart, FunctionOverride, RoundingModes};
pub use coverage::CoverageOptions;
pub use diff::{ComparedAspect, DiffOptions};
pub use export::{ExportOptions, TestFramework, TestLanguage};
pub use list::ListOptions;
pub use replay::ReplayOptions;
pub use run::RunOptions;
pub use search::SearchOptions;
pub use stability::{LoopOptions, StabilityOptions, StabilityScope};
pub use test::TestOptions;
pub use verify::VerifyOptions;

pub use crate::project::BuiltProject;
pub use ulpwise_project::CargoRequest;

use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use ulpwise_finding::Assumption;
use ulpwise_harness::{HarnessError, Ranges};

/// Which program.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct ProgramFiles {
    /// C, C++, Fortran, Rust, bitcode (.bc) or LLVM IR (.ll) files, linked into one program.
    pub files: Vec<PathBuf>,
    /// Flags for clang and flang, quoted as in a shell.
    pub cflags: String,
    /// Flags for rustc, quoted as in a shell.
    pub rustflags: String,
    /// The folder of a compile_commands.json, or the file; says how `source` files are compiled.
    pub database: Option<PathBuf>,
    /// Source files of that compile_commands.json.
    pub source: Vec<PathBuf>,
    /// Whether flags of that compile_commands.json may make compilers run other code.
    pub trusts_database: bool,
    /// What of a project is wanted, if `files` is the project's folder, or no `source` is named.
    #[serde(skip)]
    pub project: ProjectOptions,
    /// What the project's build compiles, once that is known; left empty by callers.
    #[serde(skip)]
    pub built: BuiltProject,
    /// A file that [`crate::compile_check`] wrote: the program as it was compiled then is what is
    /// looked at, and the files above are only named.
    pub compiled: Option<PathBuf>,
}

/// What of a project is wanted: a folder among the files of a program stands for what its build
/// compiles and links.
#[derive(Clone, Debug, Default)]
pub struct ProjectOptions {
    /// The program or library of the build; otherwise its libraries, or its largest program.
    pub target: Option<String>,
    /// What of a workspace of cargo's.
    pub cargo: CargoRequest,
}

impl ProgramFiles {
    /// These files, compiled without flags.
    pub fn new<P: Into<PathBuf>>(files: impl IntoIterator<Item = P>) -> ProgramFiles {
        ProgramFiles { files: files.into_iter().map(Into::into).collect(), ..ProgramFiles::default() }
    }
}

/// A build that is recorded.
#[derive(Clone, Debug, Default)]
pub struct CaptureOptions {
    /// The folder of the project.
    pub project: PathBuf,
    /// Whether what was recorded before is forgotten.
    pub is_fresh: bool,
    /// The command that builds, and its arguments.
    pub command: Vec<std::ffi::OsString>,
}

/// Which inputs a function gets.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct InputDomain {
    /// How many elements a pointer points at, by the name of a parameter; with 0 it is null.
    /// Otherwise 4 numbers, or 1 of anything else.
    pub lengths: Vec<(String, u64)>,
    /// The values of an input: `NAME=LOW..HIGH`, both included, `NAME=VALUE`, or `NAME=finite`.
    pub ranges: Vec<String>,
    /// What contracts in the source say; left empty by callers.
    #[serde(default)]
    pub contracted: ContractedInputs,
}

/// What contracts in the source say of inputs.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct ContractedInputs {
    /// Their values, as in [`InputDomain::ranges`].
    pub ranges: Vec<String>,
    /// What verdicts take for granted then.
    pub assumptions: Vec<Assumption>,
}

impl InputDomain {
    /// The ranges of inputs, the user's first.
    pub(crate) fn read_ranges(&self) -> Result<Ranges, HarnessError> {
        Ranges::parse(&self.ranges)?.with_contract(&self.contracted.ranges)
    }
}
