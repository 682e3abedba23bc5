//! Finds the compilers, and says how to install one that is missing.
//!
//! The versioned name (`clang-22`) is taken without asking; the plain name (`clang`) only when the
//! program says it is of LLVM 22; an environment variable overrides both and is trusted.

use crate::error::LlvmError;
use crate::process::{Limits, Running};
use std::env;
use std::ffi::OsStr;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};
use ulpwise_base::CancelFlag;

/// The LLVM that is linked, and that must be able to read what the compilers write.
const LLVM_MAJOR: &str = "22";

/// A compiler ulpwise can use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Compiler {
    Clang,
    ClangCxx,
    Flang,
    Rustc,
}

impl Compiler {
    /// Its name in messages, and the first one looked for.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Clang => "clang-22",
            Self::ClangCxx => "clang++-22",
            Self::Flang => "flang-22",
            Self::Rustc => "rustc",
        }
    }

    /// The language it is for.
    pub(crate) fn language(self) -> &'static str {
        match self {
            Self::Clang => "C",
            Self::ClangCxx => "C++",
            Self::Flang => "Fortran",
            Self::Rustc => "Rust",
        }
    }

    /// The command that installs it.
    pub(crate) fn install(self) -> &'static str {
        match self {
            Self::Clang | Self::ClangCxx => "apt-get install clang-22",
            Self::Flang => "apt-get install flang-22",
            Self::Rustc => "rustup default stable",
        }
    }

    /// The environment variable that names another program.
    fn variable(self) -> &'static str {
        match self {
            Self::Clang => "ULPWISE_CLANG",
            Self::ClangCxx => "ULPWISE_CLANGXX",
            Self::Flang => "ULPWISE_FLANG",
            Self::Rustc => "ULPWISE_RUSTC",
        }
    }

    /// The name without a version, to be asked for its version.
    fn plain_name(self) -> Option<&'static str> {
        match self {
            Self::Clang => Some("clang"),
            Self::ClangCxx => Some("clang++"),
            Self::Flang => Some("flang"),
            // Its LLVM is not its version; a bitcode file that is too new is refused when read.
            Self::Rustc => None,
        }
    }

    /// Finds the program that is to compile `path`.
    pub(crate) fn find(self, path: &Path) -> Result<PathBuf, LlvmError> {
        let (chosen, search) = (env::var_os(self.variable()), env::var_os("PATH"));
        self.find_among(path, chosen.as_deref(), search.as_deref())
    }

    fn find_among(
        self,
        path: &Path,
        chosen: Option<&OsStr>,
        search: Option<&OsStr>,
    ) -> Result<PathBuf, LlvmError> {
        if let Some(chosen) = chosen.filter(|chosen| !chosen.is_empty()) {
            return find_program(chosen, search).ok_or_else(|| LlvmError::ChosenCompilerMissing {
                variable: self.variable(),
                program: chosen.into(),
            });
        }
        let by_plain_name = || {
            let program = find_program(OsStr::new(self.plain_name()?), search)?;
            is_of_our_llvm(&program).then_some(program)
        };
        find_program(OsStr::new(self.name()), search).or_else(by_plain_name).ok_or_else(|| {
            LlvmError::CompilerMissing {
                compiler: self.name(),
                language: self.language(),
                path: path.to_path_buf(),
                install: self.install(),
            }
        })
    }
}

/// Finds a tool of LLVM's by its name, with the version or without.
pub(crate) fn find_tool(name: &str) -> Option<PathBuf> {
    let search = env::var_os("PATH");
    let versioned = format!("{name}-{LLVM_MAJOR}");
    [versioned.as_str(), name].iter().find_map(|name| find_program(OsStr::new(name), search.as_deref()))
}

/// Looks a program up as a shell does. Done by hand because a failed start says "not found" for a
/// missing working directory too.
fn find_program(name: &OsStr, path: Option<&OsStr>) -> Option<PathBuf> {
    if Path::new(name).components().count() > 1 {
        // Made absolute: the compiler may be started in another directory.
        return std::path::absolute(name).ok().filter(|program| is_executable(program));
    }
    env::split_paths(path?)
        .filter_map(|directory| std::path::absolute(directory.join(name)).ok())
        .find(|program| is_executable(program))
}

fn is_executable(program: &Path) -> bool {
    program.metadata().is_ok_and(|metadata| metadata.is_file() && metadata.permissions().mode() & 0o111 != 0)
}

fn is_of_our_llvm(program: &Path) -> bool {
    let limits = Limits { memory: 4 << 30, cpu: Duration::from_secs(10) };
    let Ok(running) = Running::spawn(Command::new(program).arg("--version"), limits) else { return false };
    let finished = running.finish(b"", Instant::now() + limits.cpu, &CancelFlag::default());
    let Ok(output) = finished else { return false };
    let text = String::from_utf8_lossy(&output.stdout);
    let version = text.split("version ").nth(1).and_then(|rest| rest.split('.').next());
    version == Some(LLVM_MAJOR)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn put(directory: &Path, name: &str, script: &str) -> PathBuf {
        let path = directory.join(name);
        fs::write(&path, script).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        path
    }

    /// What is found in a folder, with a program chosen or not.
    fn found(compiler: Compiler, chosen: Option<&Path>, folder: &Path) -> Result<PathBuf, LlvmError> {
        compiler.find_among(Path::new("a.x"), chosen.map(Path::as_os_str), Some(folder.as_os_str()))
    }

    fn is_missing(result: &Result<PathBuf, LlvmError>) -> bool {
        matches!(result, Err(LlvmError::CompilerMissing { .. }))
    }

    #[test]
    fn the_plain_name_counts_only_with_the_right_version() {
        let folder = tempfile::tempdir().unwrap();
        let find = || found(Compiler::Clang, None, folder.path());
        assert!(is_missing(&find()));
        put(folder.path(), "clang", "#!/bin/sh\necho Debian clang version 14.0.6\n");
        assert!(is_missing(&find()));
        let plain = put(folder.path(), "clang", "#!/bin/sh\necho Debian clang version 22.1.8\n");
        assert_eq!(find(), Ok(plain));
        let versioned = put(folder.path(), "clang-22", "");
        assert_eq!(find(), Ok(versioned));
    }

    #[test]
    fn the_variable_overrides_by_name_or_by_path() {
        let folder = tempfile::tempdir().unwrap();
        put(folder.path(), "clang-22", "");
        let other = put(folder.path(), "my-clang", "");
        let find = |chosen: &Path| found(Compiler::Clang, Some(chosen), folder.path());
        assert_eq!(find(Path::new("my-clang")), Ok(other.clone()));
        assert_eq!(find(&other), Ok(other));
        assert_eq!(
            find(Path::new("no-such")).unwrap_err().to_string(),
            "ULPWISE_CLANG names no-such, which is not a program that can be run"
        );
    }

    #[test]
    fn what_cannot_be_executed_is_not_a_program() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("flang-22"), "").unwrap();
        fs::create_dir(folder.path().join("clang-22")).unwrap();
        assert!(is_missing(&found(Compiler::Flang, None, folder.path())));
        assert!(is_missing(&found(Compiler::Clang, None, folder.path())));
    }
}
