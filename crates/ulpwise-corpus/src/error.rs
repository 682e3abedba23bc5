//! What can be wrong with the corpus: a specification, a tool, or a program that does not behave as
//! specified.

use std::io;
use std::path::PathBuf;
use std::process::ExitStatus;
use thiserror::Error;

/// What is wrong with the corpus.
#[derive(Debug, Error)]
pub enum CorpusError {
    /// An error of a file.
    #[error("{}: {error}", path.display())]
    InFile {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: Box<CorpusError>,
    },
    /// The operating system refuses access to a file or folder.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A source without a specification.
    #[error("there is no specification")]
    NoSpecification,
    /// A specification without a source.
    #[error("there is no source of this name")]
    NoSource,
    /// A specification that is not TOML.
    #[error("{0}")]
    Toml(#[from] toml::de::Error),
    /// A key that specifications do not have.
    #[error("the key {0:?} is not known")]
    UnknownKey(String),
    /// A key that is missing, or whose value has another type.
    #[error("{key} is needed, and is {expected}")]
    MissingKey {
        /// The key.
        key: String,
        /// What its value has to be.
        expected: &'static str,
    },
    /// Failures that are not an array of tables.
    #[error("failures are written as [[failure]]")]
    FailuresNotTables,
    /// An expectation that contradicts the failures.
    #[error("expect = {0:?} does not go with the failures that follow")]
    Contradiction(String),
    /// A value of `only` that specifications do not have.
    #[error("only can be \"bench\"")]
    UnknownOnly,
    /// More seconds than a program may take.
    #[error("a program may take {0} seconds")]
    TooManySeconds(u64),
    /// A span of a stability specification that is neither `return` nor `line N`.
    #[error("{0} is neither `return` nor `line N`")]
    BadSpan(String),
    /// A verdict of a stability specification that is neither stable nor unstable.
    #[error("a verdict is stable or unstable")]
    BadVerdict,
    /// A kind of failure that no native check detects.
    #[error("no native check detects failures of kind {0:?}")]
    UnknownKind(String),
    /// A tool that cannot be started.
    #[error("{program}: {error}")]
    NotStarted {
        /// The tool.
        program: String,
        /// What the operating system says.
        error: io::Error,
    },
    /// A command that failed.
    #[error("{command} failed ({status}):\n{stderr}")]
    CommandFailed {
        /// The command.
        command: String,
        /// How it ended.
        status: ExitStatus,
        /// What it printed to its standard error.
        stderr: String,
    },
    /// An address in the output of a program that is not a hexadecimal number.
    #[error(transparent)]
    BadAddress(#[from] std::num::ParseIntError),
    /// An input that does not raise its failure.
    #[error("the input {input:?} does not lead to {kind}:\n{stderr}")]
    NoFailure {
        /// The input.
        input: Vec<String>,
        /// The kind of the failure.
        kind: String,
        /// What the program printed to its standard error.
        stderr: String,
    },
    /// A failure in another line than specified.
    #[error("line {found:?} fails instead of {expected}:\n{stderr}")]
    OtherLine {
        /// The line that fails.
        found: Option<u64>,
        /// The line of the specification.
        expected: u64,
        /// What the program printed to its standard error.
        stderr: String,
    },
    /// Random inputs of which most violate the assumptions.
    #[error("too few of {runs} random inputs pass the assumptions: {stdout}")]
    TooFewRuns {
        /// How many inputs were drawn.
        runs: u64,
        /// What the program printed.
        stdout: String,
    },
}

impl CorpusError {
    /// The same error, with the file that it is about.
    pub(crate) fn in_file(self, path: impl Into<PathBuf>) -> Self {
        Self::InFile { path: path.into(), error: Box::new(self) }
    }

    /// An error of a missing key.
    pub(crate) fn missing(key: &str, expected: &'static str) -> Self {
        Self::MissingKey { key: key.to_owned(), expected }
    }
}
