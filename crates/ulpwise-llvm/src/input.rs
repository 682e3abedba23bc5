//! What is to be loaded, and within which limits: plain data, built by the command line.

use crate::error::LlvmError;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use ulpwise_base::CancelFlag;

/// The files and flags of one program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProgramInput {
    /// Source and bitcode files, linked into one program.
    pub files: Vec<PathBuf>,
    /// Flags for clang, clang++ and flang, quoted as in a shell.
    pub cflags: String,
    /// Flags for rustc, quoted as in a shell.
    pub rustflags: String,
    /// Further source files, compiled as a build system would.
    pub database: Option<DatabaseInput>,
    /// Source files that a build compiled, with its flags. One that clang or flang does not compile
    /// is left out with a warning, and so is one that defines what another one defines.
    pub recorded: Vec<RecordedSource>,
}

/// A source file as a build compiled it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedSource {
    /// The file, for messages and debug information.
    pub path: PathBuf,
    /// Where the compiler was started.
    pub directory: PathBuf,
    /// Whether a C++ compiler was called, whatever the name of the file says.
    pub cxx: bool,
    /// The flags, without compiler and source file.
    pub flags: Vec<String>,
}

/// Source files whose flags stand in a `compile_commands.json`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DatabaseInput {
    /// The directory with the `compile_commands.json`, or the file itself.
    pub location: PathBuf,
    /// The source files to take from it.
    pub sources: Vec<PathBuf>,
    /// Whether its flags may make compilers run other code.
    pub trusted: bool,
}

/// The limits of loading.
#[derive(Clone, Debug)]
pub struct LoadOptions {
    /// For compiling and loading together.
    pub time_limit: Duration,
    /// For the memory of each process, in bytes.
    pub memory_limit: u64,
    /// How many files are compiled at once.
    pub compile_jobs: usize,
    /// Ends the work early.
    pub cancel: CancelFlag,
}

impl Default for LoadOptions {
    fn default() -> Self {
        Self {
            time_limit: Duration::from_secs(120),
            memory_limit: 8 << 30,
            compile_jobs: 2,
            cancel: CancelFlag::default(),
        }
    }
}

impl LoadOptions {
    /// When loading that starts now must be done.
    pub(crate) fn deadline(&self) -> Instant {
        const YEAR: Duration = Duration::from_secs(365 * 24 * 60 * 60);
        // A limit that the clock cannot count to is as good as a year.
        let now = Instant::now();
        now.checked_add(self.time_limit).unwrap_or(now + YEAR)
    }
}

impl ProgramInput {
    /// Whether clang compiles all of it.
    pub fn is_for_clang(&self) -> bool {
        let is_clangs = |file: &PathBuf| {
            matches!(FileKind::from_path(file), Ok(FileKind::C | FileKind::Cxx | FileKind::FpCore))
        };
        self.files.iter().chain(self.recorded.iter().map(|source| &source.path)).all(is_clangs)
    }
}

/// What the name of a file says about its content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FileKind {
    C,
    Cxx,
    Fortran,
    Rust,
    Bitcode,
    TextIr,
    FpCore,
}

impl FileKind {
    pub(crate) fn from_path(path: &Path) -> Result<Self, LlvmError> {
        let extension = path.extension().and_then(|extension| extension.to_str());
        match extension {
            Some("c") => Ok(Self::C),
            Some("cc" | "cpp" | "cxx" | "c++" | "C") => Ok(Self::Cxx),
            Some(
                "f90" | "f95" | "f03" | "f08" | "f" | "for" | "F90" | "F95" | "F03" | "F08" | "F" | "FOR",
            ) => Ok(Self::Fortran),
            Some("rs") => Ok(Self::Rust),
            Some("bc") => Ok(Self::Bitcode),
            Some("ll") => Ok(Self::TextIr),
            Some("fpcore") => Ok(Self::FpCore),
            _ => Err(LlvmError::UnknownKind { path: path.to_path_buf() }),
        }
    }
}

/// Checks that a file is there, a file, and not empty, before anything is started for it.
pub(crate) fn check_readable(path: &Path) -> Result<(), LlvmError> {
    let owned = || path.to_path_buf();
    let metadata = std::fs::metadata(path).map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => LlvmError::Missing { path: owned() },
        _ => LlvmError::Unreadable { path: owned(), reason: error.to_string() },
    })?;
    if metadata.is_dir() {
        return Err(LlvmError::IsDirectory { path: owned() });
    }
    if !metadata.is_file() {
        // A pipe or device may never end.
        return Err(LlvmError::Unreadable { path: owned(), reason: "it is not a regular file".into() });
    }
    if metadata.len() == 0 {
        return Err(LlvmError::Empty { path: owned() });
    }
    std::fs::File::open(path)
        .map(drop)
        .map_err(|error| LlvmError::Unreadable { path: owned(), reason: error.to_string() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_extension_decides_and_case_matters() {
        for (name, kind) in [
            ("a.c", FileKind::C),
            ("a.C", FileKind::Cxx),
            ("dir.c/a.cpp", FileKind::Cxx),
            ("a.b.f90", FileKind::Fortran),
            ("a.F90", FileKind::Fortran),
            ("a.for", FileKind::Fortran),
            ("a.rs", FileKind::Rust),
            ("a.bc", FileKind::Bitcode),
            ("a.ll", FileKind::TextIr),
            ("a.fpcore", FileKind::FpCore),
        ] {
            assert_eq!(FileKind::from_path(Path::new(name)), Ok(kind), "{name}");
        }
        for name in ["a.txt", "a", ".c", "a.h", "a.CPP", ""] {
            assert!(FileKind::from_path(Path::new(name)).is_err(), "{name}");
        }
    }
}
