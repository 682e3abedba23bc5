//! A file as it was in a revision of the user's git repository.

use crate::error::DriverError;
use crate::options::ProgramFiles;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

/// The program with its first file as a revision has it; the folder holds that file. What the file
/// includes is the working tree's.
pub(super) fn at_revision(
    program: &ProgramFiles,
    revision: &str,
) -> Result<(ProgramFiles, TempDir), DriverError> {
    let refuse = |why: String| DriverError::refused(format!("--git {revision}: {why}"));
    let file = program.files.first().ok_or_else(|| refuse("there is no file".to_owned()))?;
    let name = file.file_name().ok_or_else(|| refuse(format!("{} is no file", file.display())))?;
    let folder = match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    if revision.starts_with('-') {
        return Err(refuse("this is no revision".to_owned()));
    }
    let mut object = std::ffi::OsString::from(format!("{revision}:./"));
    object.push(name);
    let shown =
        Command::new("git").arg("-C").arg(folder).args(["show", "--no-textconv"]).arg(object).output();
    let shown = shown.map_err(|error| refuse(format!("git does not run: {error}")))?;
    if !shown.status.success() {
        let said = String::from_utf8_lossy(&shown.stderr);
        let first = said.lines().next().unwrap_or("git fails").trim_start_matches("fatal: ").to_owned();
        return Err(refuse(first));
    }
    let kept = tempfile::tempdir().map_err(DriverError::NoTemporaryFolder)?;
    let path = kept.path().join(name);
    std::fs::write(&path, &shown.stdout)
        .map_err(|error| DriverError::Unwritable { path: path.clone(), error })?;
    let folder = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    let mut program = program.clone();
    program.files[0] = path;
    let include = format!("-I{}", folder.display());
    let quoted = shlex::try_quote(&include).map_err(|_| refuse("a path with a zero byte".to_owned()))?;
    program.cflags = format!("{} {quoted}", program.cflags).trim().to_owned();
    Ok((program, kept))
}
