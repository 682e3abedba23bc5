//! What lies outside of the repository and may be missing: benchmark files and other solvers.

use anyhow::{Result, ensure};
use std::path::{Path, PathBuf};

/// A folder beside the repository, or where the variable says.
fn folder(variable: &str, name: &str) -> PathBuf {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name);
    std::env::var_os(variable).map_or_else(beside, PathBuf::from)
}

/// Where SMT-LIB files lie, if they do: `../shared/smtlib`.
pub(crate) fn smtlib_folder() -> PathBuf {
    folder("ULPWISE_SHARED", "shared").join("smtlib")
}

/// All SMT-LIB files in `../shared/smtlib`, sorted; none if that is missing.
pub(crate) fn smtlib_files() -> Vec<PathBuf> {
    let mut folders = vec![smtlib_folder()];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "smt2") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// Another solver, from `../peers/bin`.
pub(crate) fn peer(name: &str) -> Result<PathBuf> {
    let program = folder("ULPWISE_PEERS", "peers").join("bin").join(name);
    let shown = program.display();
    ensure!(
        program.is_file(),
        "{shown} is missing: install {name} there, or name its folder in ULPWISE_PEERS"
    );
    Ok(program)
}
