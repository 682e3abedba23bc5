//! A program with one of its files replaced by a patched one.

use crate::error::FixError;
use std::path::Path;
use tempfile::TempDir;
use ulpwise_driver::{DriverError, ProgramFiles};

/// The program; the folder holds the patched file as long as this lives.
pub(crate) struct PatchedProgram {
    pub(crate) program: ProgramFiles,
    _folder: TempDir,
}

impl PatchedProgram {
    /// Writes a file's new text under its old name into a folder of its own. What it includes is still
    /// found where the old file is.
    pub(crate) fn new(program: &ProgramFiles, file: usize, text: &str) -> Result<Self, FixError> {
        let old = &program.files[file];
        let folder = tempfile::tempdir().map_err(DriverError::NoTemporaryFolder)?;
        let path = folder.path().join(old.file_name().unwrap_or(old.as_os_str()));
        std::fs::write(&path, text).map_err(|error| FixError::File { path: path.clone(), error })?;
        let home = old.parent().filter(|home| !home.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let home = home.canonicalize().unwrap_or_else(|_| home.to_owned());
        let mut program = program.clone();
        program.files[file] = path;
        let include = format!("-I{}", home.display());
        let quoted = shlex::try_quote(&include).map_err(|_| FixError::refused("a path has a zero byte"))?;
        program.cflags = format!("{} {quoted}", program.cflags).trim().to_owned();
        Ok(Self { program, _folder: folder })
    }
}
