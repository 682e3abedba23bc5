//! Why a program could not be loaded: one enum, one sentence each, saying whose fault it is and
//! what to do.
//!
//! The sentences stand in `sentence`. What a compiler printed is kept apart
//! ([`LlvmError::compiler_output`]), because it is shown as it is, before our own sentence.

mod sentence;

use std::path::{Path, PathBuf};
use std::time::Duration;

/// Whose fault an [`LlvmError`] is; decides the exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The files, flags or the machine's set-up: exit code 2.
    Input,
    /// Ulpwise itself: exit code 3.
    Internal,
}

/// Why a program could not be loaded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LlvmError {
    /// No file was named.
    NoInput,
    /// There is no such file.
    Missing {
        /// The file.
        path: PathBuf,
    },
    /// A directory where a file is expected.
    IsDirectory {
        /// The directory.
        path: PathBuf,
    },
    /// A file of no bytes.
    Empty {
        /// The file.
        path: PathBuf,
    },
    /// The file is there and cannot be read.
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        reason: String,
    },
    /// The name ends in nothing that stands for a language.
    UnknownKind {
        /// The file.
        path: PathBuf,
    },
    /// A `.bc` file that holds something else.
    NotBitcode {
        /// The file.
        path: PathBuf,
        /// What it holds instead, as far as its first bytes show.
        found: &'static str,
    },
    /// A string of flags with an open quote.
    BadFlags {
        /// The string.
        flags: String,
    },
    /// A file in FPCore that is wrong, or has what is not supported.
    Formula {
        /// The file.
        path: PathBuf,
        /// Line, column and what is wrong there.
        problem: String,
    },
    /// A `compile_commands.json` that cannot be used.
    Database {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        problem: String,
    },
    /// A flag of a `compile_commands.json` by which a compiler may run other code.
    UntrustedFlag {
        /// The database.
        path: PathBuf,
        /// The flag.
        flag: String,
    },
    /// A source file that its `compile_commands.json` does not mention.
    NotInDatabase {
        /// The database.
        path: PathBuf,
        /// The source file.
        source: PathBuf,
        /// An entry with the same file name.
        similar: Option<PathBuf>,
    },
    /// A compiler that is not installed.
    CompilerMissing {
        /// Its name.
        compiler: &'static str,
        /// The language it is needed for.
        language: &'static str,
        /// The file that needs it.
        path: PathBuf,
        /// The command that installs it.
        install: &'static str,
    },
    /// An environment variable names a compiler that is not there.
    ChosenCompilerMissing {
        /// The variable.
        variable: &'static str,
        /// What it says.
        program: PathBuf,
    },
    /// A compiler that is there and cannot be started.
    CompilerUnusable {
        /// The program.
        program: PathBuf,
        /// What the system says.
        reason: String,
    },
    /// The compiler refused the file.
    CompileFailed {
        /// The file.
        path: PathBuf,
        /// The compiler's name.
        compiler: String,
        /// What it printed.
        compiler_output: String,
    },
    /// A Fortran file uses a module that another compiler compiled.
    ForeignModule {
        /// The file.
        path: PathBuf,
        /// The module.
        module: String,
    },
    /// The compiler was ended by a signal.
    CompilerCrashed {
        /// The file.
        path: PathBuf,
        /// The compiler's name.
        compiler: String,
        /// The signal.
        signal: i32,
        /// What it printed.
        compiler_output: String,
    },
    /// The compiler succeeded and wrote no bitcode.
    NoBitcode {
        /// The file.
        path: PathBuf,
        /// The compiler's name.
        compiler: String,
    },
    /// LLVM's reader refused the file.
    Malformed {
        /// The file.
        path: PathBuf,
        /// LLVM's message.
        message: String,
    },
    /// LLVM's verifier refused the module.
    Invalid {
        /// The file; `None` when it is the linked program.
        path: Option<PathBuf>,
        /// The first line of LLVM's message.
        message: String,
    },
    /// The module is for another machine.
    WrongTarget {
        /// The file.
        path: PathBuf,
        /// The machine it is for.
        target: String,
    },
    /// Two files define the same symbol.
    DuplicateSymbol {
        /// The symbol.
        symbol: String,
        /// The file that defines it first.
        first: PathBuf,
        /// The file that defines it again.
        second: PathBuf,
    },
    /// LLVM's linker refused to join the files.
    LinkFailed {
        /// The file that did not fit to those before it.
        path: PathBuf,
        /// LLVM's message.
        message: String,
    },
    /// The time limit of loading passed.
    TimedOut {
        /// What was going on.
        what: String,
        /// The limit.
        limit: Duration,
    },
    /// The run was cancelled.
    Cancelled {
        /// What was going on.
        what: String,
    },
    /// The memory limit of loading was reached.
    OutOfMemory {
        /// What was going on.
        what: String,
        /// The limit in bytes.
        limit: u64,
    },
    /// LLVM crashed while it read, checked or linked the files.
    LoaderCrashed {
        /// The files.
        paths: Vec<PathBuf>,
        /// The signal that ended the loading process.
        signal: i32,
        /// The one useful line of what it printed, if any.
        detail: Option<String>,
    },
    /// The program cannot be expressed in our IR as a whole. (A single instruction that cannot be
    /// is not an error: it becomes an `unsupported` instruction.)
    Lowering {
        /// What stands in the way.
        message: String,
    },
    /// A function cannot be called natively.
    NativeTarget {
        /// The function.
        function: String,
        /// Why not.
        reason: String,
    },
    /// Machine code cannot be linked into a process.
    NativeLink {
        /// LLVM's message.
        message: String,
    },
    /// A bug of ours.
    Internal {
        /// What went wrong.
        message: String,
    },
}

impl LlvmError {
    /// Whose fault it is.
    pub fn fault(&self) -> Fault {
        match self {
            Self::Internal { .. } => Fault::Internal,
            _ => Fault::Input,
        }
    }

    /// The exit code of a command that ends with this error.
    pub fn exit_code(&self) -> u8 {
        match self.fault() {
            Fault::Input => 2,
            Fault::Internal => 3,
        }
    }

    /// The file that its compiler did not compile, if that is the problem.
    pub fn uncompiled_file(&self) -> Option<&Path> {
        match self {
            Self::CompileFailed { path, .. }
            | Self::ForeignModule { path, .. }
            | Self::CompilerCrashed { path, .. }
            | Self::NoBitcode { path, .. } => Some(path),
            _ => None,
        }
    }

    /// What the compiler printed, to be shown as it is before the error's own sentence.
    pub fn compiler_output(&self) -> Option<&str> {
        match self {
            Self::CompileFailed { compiler_output, .. } | Self::CompilerCrashed { compiler_output, .. } => {
                Some(compiler_output).filter(|text| !text.is_empty()).map(String::as_str)
            }
            _ => None,
        }
    }
}

impl std::error::Error for LlvmError {}

/// A path as a sentence shows it: quoted when it would not read as one word.
pub(crate) fn shown(path: &Path) -> String {
    let text = path.to_string_lossy();
    let plain = !text.is_empty() && text.chars().all(|c| !c.is_whitespace() && !c.is_control() && c != '"');
    if plain { text.into_owned() } else { format!("{text:?}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_own_bugs_are_internal() {
        assert_eq!(LlvmError::NoInput.exit_code(), 2);
        assert_eq!(LlvmError::Internal { message: String::new() }.exit_code(), 3);
    }

    #[test]
    fn a_path_that_is_not_one_word_is_quoted() {
        assert_eq!(shown(Path::new("dir/a.c")), "dir/a.c");
        assert_eq!(shown(Path::new("my file.c")), "\"my file.c\"");
        assert_eq!(shown(Path::new("a\nb.c")), "\"a\\nb.c\"");
        assert_eq!(shown(Path::new("")), "\"\"");
    }
}
