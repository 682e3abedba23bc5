//! What keeps a command of the driver from being carried out.

use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;
use ulpwise_harness::HarnessError;
use ulpwise_harness::names::readable_text;
use ulpwise_interp::PrepareError;

/// Why the driver cannot do what it was asked. `Display` gives one sentence, [`DriverError::help`]
/// what to do.
#[derive(Debug)]
#[non_exhaustive]
pub enum DriverError {
    /// An input cannot be read or made.
    Harness(HarnessError),
    /// The program does not compile or load.
    Llvm(ulpwise_llvm::LlvmError),
    /// The program does not run natively.
    Native(ulpwise_native::NativeError),
    /// A folder does not become a program.
    Project(ulpwise_project::ProjectError),
    /// Conditions that are assumed do not compile.
    Assumptions {
        /// The conditions.
        conditions: Vec<String>,
        /// What the compiler printed.
        output: String,
    },
    /// The call of a witness cannot be made again.
    NotReplayable {
        /// The site of the witness.
        site: String,
        /// Why.
        reason: crate::replay::NotReplayable,
    },
    /// A program that runs in the interpreter is inside one long call of the host's library.
    LongLibraryCall {
        /// How long it may run.
        timeout: Duration,
    },
    /// A file or folder cannot be written.
    Unwritable {
        /// Its path.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// The system has no folder for temporary files.
    NoTemporaryFolder(std::io::Error),
    /// What an option asks to write cannot be written.
    OptionUnwritable {
        /// The option.
        option: &'static str,
        /// The file or folder that it names.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// A folder cannot be made.
    FolderNotMade {
        /// Its path.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// A file or folder that the user names is missing, or does not hold what it should.
    UnusableFile {
        /// The option that names it; empty if none does.
        option: &'static str,
        /// Its path.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
        /// What to do about it.
        help: Option<&'static str>,
    },
    /// The database of a store cannot be used, or belongs to something else.
    UnusableStore {
        /// Its path.
        file: PathBuf,
        /// What is wrong with it, as the end of a sentence.
        what: String,
        /// What to do about it.
        help: Option<&'static str>,
    },
    /// The program does not fit into the memory of the interpreter.
    ProgramTooLarge {
        /// What does not fit.
        error: PrepareError,
        /// The option that sets how much memory there is, if one does.
        option: Option<&'static str>,
    },
    /// No call of a search was of use.
    NothingMeasured {
        /// The function.
        function: String,
        /// Why.
        reason: crate::accuracy::NothingMeasured,
    },
    /// The system starts no thread.
    NoThread(std::io::Error),
    /// Options or arguments that do not go with each other or with the program.
    Refused {
        /// The sentence.
        message: String,
        /// What to do about it, a line each.
        help: Vec<String>,
    },
    /// A bug of ulpwise.
    Internal(String),
}

impl DriverError {
    /// Something that the user has to change.
    pub fn refused(message: impl Into<String>) -> Self {
        Self::Refused { message: message.into(), help: Vec::new() }
    }

    /// What an option asks to write cannot be written.
    pub(crate) fn option_unwritable(option: &'static str, path: &Path, error: std::io::Error) -> Self {
        Self::OptionUnwritable { option, path: path.to_owned(), error }
    }

    /// A file that the user names is missing, or does not hold what it should.
    pub(crate) fn unusable_file(option: &'static str, path: &Path, what: impl Into<String>) -> Self {
        Self::UnusableFile { option, path: path.to_owned(), what: what.into(), help: None }
    }

    /// The program does not fit into a memory of a fixed size.
    pub(crate) fn too_large(error: PrepareError) -> Self {
        Self::ProgramTooLarge { error, option: None }
    }

    /// The program does not fit into the memory that `--memory` sets.
    pub(crate) fn above_memory_limit(error: PrepareError) -> Self {
        Self::ProgramTooLarge { error, option: Some("--memory") }
    }

    /// A bug of ulpwise.
    pub fn internal(what: impl Into<String>) -> Self {
        Self::Internal(what.into())
    }

    /// The same with one more line of help, if it is something that the user has to change.
    #[must_use]
    pub fn with_help(self, line: impl Into<String>) -> Self {
        match self {
            Self::Refused { message, mut help } => {
                help.push(line.into());
                Self::Refused { message, help }
            }
            Self::Harness(error) if !error.is_internal() => {
                let mut help = error.help();
                help.push(line.into());
                Self::Refused { message: error.to_string(), help }
            }
            other => other,
        }
    }

    /// What to do about it, a line each.
    pub fn help(&self) -> Vec<String> {
        match self {
            Self::Harness(error) => error.help(),
            Self::Project(error) => error.help(),
            Self::Refused { help, .. } => help.clone(),
            Self::UnusableFile { help, .. } | Self::UnusableStore { help, .. } => {
                help.iter().map(ToString::to_string).collect()
            }
            Self::ProgramTooLarge { option, .. } => {
                option.iter().map(|option| format!("{option} sets how much it may hold")).collect()
            }
            Self::NothingMeasured { reason, .. } => vec![reason.help().to_owned()],
            Self::Assumptions { .. } => {
                vec!["a condition is an expression in C of the function's parameters".to_owned()]
            }
            Self::Llvm(_)
            | Self::Native(_)
            | Self::NotReplayable { .. }
            | Self::LongLibraryCall { .. }
            | Self::Unwritable { .. }
            | Self::OptionUnwritable { .. }
            | Self::FolderNotMade { .. }
            | Self::NoTemporaryFolder(_)
            | Self::NoThread(_)
            | Self::Internal(_) => Vec::new(),
        }
    }

    /// Whether it is a bug of ulpwise rather than something that the user can change.
    pub fn is_internal(&self) -> bool {
        match self {
            Self::Harness(error) => error.is_internal(),
            Self::Llvm(error) => error.fault() == ulpwise_llvm::Fault::Internal,
            Self::Native(error) => matches!(error, ulpwise_native::NativeError::Child(_)),
            Self::Internal(_) => true,
            Self::Assumptions { .. }
            | Self::Project(_)
            | Self::NotReplayable { .. }
            | Self::LongLibraryCall { .. }
            | Self::Unwritable { .. }
            | Self::OptionUnwritable { .. }
            | Self::FolderNotMade { .. }
            | Self::UnusableFile { .. }
            | Self::UnusableStore { .. }
            | Self::ProgramTooLarge { .. }
            | Self::NothingMeasured { .. }
            | Self::NoTemporaryFolder(_)
            | Self::NoThread(_)
            | Self::Refused { .. } => false,
        }
    }

    /// What a compiler printed, as it is.
    pub fn compiler_output(&self) -> &str {
        match self {
            Self::Llvm(error) => error.compiler_output().unwrap_or_default(),
            Self::Assumptions { output, .. } => output,
            Self::Project(error) => error.build_output(),
            _ => "",
        }
    }

    /// The same error, or [`Self::Assumptions`] if the compiler refused one of the files that the
    /// conditions were written to: the user knows the conditions, not the files.
    pub fn about_assumptions(self, files: &[impl AsRef<Path>], conditions: &[String]) -> Self {
        match &self {
            Self::Llvm(error)
                if error
                    .uncompiled_file()
                    .is_some_and(|path| files.iter().any(|file| file.as_ref() == path)) =>
            {
                let output = self.compiler_output().to_owned();
                Self::Assumptions { conditions: conditions.to_vec(), output }
            }
            _ => self,
        }
    }
}

impl fmt::Display for DriverError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Harness(error) => error.fmt(f),
            Self::Llvm(error) => error.fmt(f),
            Self::Project(error) => error.fmt(f),
            Self::Native(error) => f.write_str(&readable_text(&error.to_string())),
            Self::Assumptions { conditions, .. } => {
                let quoted: Vec<String> = conditions.iter().map(|one| format!("--assume '{one}'")).collect();
                write!(f, "{} does not compile: see clang's message", quoted.join(" "))
            }
            Self::NotReplayable { site, reason } => write!(f, "{site} cannot be replayed: {reason}"),
            Self::LongLibraryCall { timeout } => write!(
                f,
                "the program did not end within {} s, and was inside one long library call \
                 (--timeout sets how long it may run)",
                timeout.as_secs_f64()
            ),
            Self::Unwritable { path, error } => write!(f, "{} cannot be written: {error}", path.display()),
            Self::NoTemporaryFolder(error) => {
                write!(f, "there is no folder for temporary files: {error}")
            }
            Self::OptionUnwritable { option, path, error } => {
                write!(f, "{option} {}: {error}", path.display())
            }
            Self::FolderNotMade { path, error } => {
                write!(f, "{} cannot be made: {error}", path.display())
            }
            Self::UnusableFile { option, path, what, .. } => {
                let space = if option.is_empty() { "" } else { " " };
                write!(f, "{option}{space}{}: {what}", path.display())
            }
            Self::UnusableStore { file, what, .. } => write!(f, "{} {what}", file.display()),
            Self::ProgramTooLarge { error, option: Some(_) } => error.fmt(f),
            Self::ProgramTooLarge { error, option: None } => {
                write!(f, "the program is too large to be run: {error}")
            }
            Self::NothingMeasured { function, reason } => reason.write(f, function),
            Self::NoThread(error) => write!(f, "no thread can be started: {error}"),
            Self::Refused { message, .. } | Self::Internal(message) => f.write_str(message),
        }
    }
}

impl std::error::Error for DriverError {}

impl From<HarnessError> for DriverError {
    fn from(error: HarnessError) -> Self {
        Self::Harness(error)
    }
}

impl From<ulpwise_project::ProjectError> for DriverError {
    fn from(error: ulpwise_project::ProjectError) -> Self {
        Self::Project(error)
    }
}

impl From<ulpwise_llvm::LlvmError> for DriverError {
    fn from(error: ulpwise_llvm::LlvmError) -> Self {
        Self::Llvm(error)
    }
}

impl From<ulpwise_native::NativeError> for DriverError {
    fn from(error: ulpwise_native::NativeError) -> Self {
        Self::Native(error)
    }
}
