//! Why a program could not be loaded: one enum, one sentence each, saying whose fault it is and
//! what to do.
//!
//! What a compiler printed is kept apart ([`Error::compiler_output`]), because it is shown as it
//! is, before our own sentence.

use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What the name of a file that can be loaded ends in.
const KNOWN_EXTENSIONS: &str =
    ".c, .cc .cpp .cxx .C (C++), .f90 .f95 .f03 .f08 .f .for .F90 .F (Fortran), .rs, .bc or .ll";

/// Whose fault an [`Error`] is; decides the exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The files, flags or the machine's set-up: exit code 2.
    Input,
    /// Ulpwise itself: exit code 3.
    Internal,
}

/// Why a program could not be loaded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
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
        /// What it holds instead, as far as its first bytes tell.
        found: &'static str,
    },
    /// A string of flags with an open quote.
    BadFlags {
        /// The string.
        flags: String,
    },
    /// A `compile_commands.json` that cannot be used.
    Database {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        problem: String,
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
    /// is no error: it becomes an `unsupported` instruction.)
    Lowering {
        /// What stands in the way.
        message: String,
    },
    /// A bug of ours.
    Internal {
        /// What went wrong.
        message: String,
    },
}

impl Error {
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

impl std::error::Error for Error {}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoInput => write!(f, "no file was named: give at least one source or bitcode file"),
            Self::Missing { path } => write!(f, "{} does not exist", shown(path)),
            Self::IsDirectory { path } => {
                write!(f, "{} is a directory: name the files in it", shown(path))
            }
            Self::Empty { path } => write!(f, "{} is empty", shown(path)),
            Self::Unreadable { path, reason } => write!(f, "{} cannot be read: {reason}", shown(path)),
            Self::UnknownKind { path } => write!(
                f,
                "{} is of no kind that can be loaded: its name must end in {}",
                shown(path),
                KNOWN_EXTENSIONS
            ),
            Self::NotBitcode { path, found } => write!(
                f,
                "{} is no LLVM bitcode but {found}: compile it with -emit-llvm -c, or name its source",
                shown(path)
            ),
            Self::BadFlags { flags } => {
                write!(f, "the flags {flags:?} have an open quote or end in a backslash")
            }
            Self::Database { path, problem } => write!(f, "{} cannot be used: {problem}", shown(path)),
            Self::NotInDatabase { path, source, similar } => {
                write!(f, "{} has no entry for {}", shown(path), shown(source))?;
                similar.as_ref().map_or(Ok(()), |entry| write!(f, "; did you mean {}?", shown(entry)))
            }
            Self::CompilerMissing { compiler, language, path, install } => write!(
                f,
                "{} is {language} and needs {compiler}, which is not installed: run `{install}`",
                shown(path)
            ),
            Self::CompilerUnusable { program, reason } => {
                write!(f, "the compiler {} cannot be started: {reason}", shown(program))
            }
            Self::CompileFailed { path, compiler, .. } => {
                write!(f, "{} does not compile: see {compiler}'s message", shown(path))
            }
            Self::CompilerCrashed { path, compiler, signal, .. } => {
                write!(f, "{compiler} crashed on {} ({})", shown(path), signal_name(*signal))
            }
            Self::NoBitcode { path, compiler } => {
                write!(
                    f,
                    "{compiler} wrote no bitcode for {}: a flag makes it do something else",
                    shown(path)
                )
            }
            _ => self.fmt_after_compiling(f),
        }
    }
}

impl Error {
    /// The sentences of what can go wrong once there is bitcode.
    fn fmt_after_compiling(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed { path, message } => {
                write!(f, "{} is malformed or of another LLVM version: {message}", shown(path))
            }
            Self::Invalid { path: Some(path), message } => {
                write!(f, "{} breaks the rules of LLVM IR: {message}", shown(path))
            }
            Self::Invalid { path: None, message } => {
                write!(f, "the files together break the rules of LLVM IR: {message}")
            }
            Self::WrongTarget { path, target } => write!(
                f,
                "{} is compiled for {target}, and only 64-bit x86 Linux is supported: compile it for x86_64-linux-gnu",
                shown(path)
            ),
            Self::DuplicateSymbol { symbol, first, second } => write!(
                f,
                "{symbol} is defined in both {} and {}: leave one of them out",
                shown(first),
                shown(second)
            ),
            Self::LinkFailed { path, message } => {
                write!(f, "{} cannot be linked with the files before it: {message}", shown(path))
            }
            Self::TimedOut { what, limit } => {
                write!(f, "{what} took longer than the limit of {} s", limit.as_secs_f64())
            }
            Self::OutOfMemory { what, limit } => {
                write!(f, "{what} needed more than the limit of {} MiB of memory", limit >> 20)
            }
            Self::LoaderCrashed { paths, signal, detail } => {
                let names: Vec<String> = paths.iter().map(|path| shown(path)).collect();
                write!(
                    f,
                    "LLVM crashed on {} ({}): the bitcode is malformed or of another LLVM version",
                    names.join(", "),
                    signal_name(*signal)
                )?;
                detail.as_ref().map_or(Ok(()), |line| write!(f, " ({line})"))
            }
            Self::Lowering { message } => write!(f, "the program cannot be loaded: {message}"),
            Self::Internal { message } => write!(f, "this is a bug of ulpwise: {message}"),
            _ => unreachable!("{self:?} is printed by `fmt`"),
        }
    }
}

/// A path as a sentence shows it: quoted when it would not read as one word.
fn shown(path: &Path) -> String {
    let text = path.to_string_lossy();
    let plain = !text.is_empty() && text.chars().all(|c| !c.is_whitespace() && !c.is_control() && c != '"');
    if plain { text.into_owned() } else { format!("{text:?}") }
}

fn signal_name(signal: i32) -> String {
    match signal {
        4 => "illegal instruction".into(),
        6 => "abort".into(),
        7 => "bus error".into(),
        8 => "arithmetic fault".into(),
        9 => "killed".into(),
        11 => "segmentation fault".into(),
        other => format!("signal {other}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_own_bugs_are_internal() {
        assert_eq!(Error::NoInput.exit_code(), 2);
        assert_eq!(Error::Internal { message: String::new() }.exit_code(), 3);
    }

    #[test]
    fn a_path_that_is_not_one_word_is_quoted() {
        assert_eq!(shown(Path::new("dir/a.c")), "dir/a.c");
        assert_eq!(shown(Path::new("my file.c")), "\"my file.c\"");
        assert_eq!(shown(Path::new("a\nb.c")), "\"a\\nb.c\"");
        assert_eq!(shown(Path::new("")), "\"\"");
    }
}
