//! Material that is not in the repository: SMT-LIB benchmark files and other solvers.
//!
//! The environment names it, and nothing else does, so that no test depends on what lies beside a
//! clone: `ULPWISE_MATERIAL` is a folder with a folder `smtlib`, `ULPWISE_PEERS` one with a folder
//! `bin`. `.ci/run` sets both where it finds them. A variable that names the wrong folder is a
//! mistake and not a reason to skip.

use std::path::PathBuf;

/// A folder within the one that the variable names.
///
/// # Panics
///
/// Panics if the variable is set and the folder is not there.
fn folder(variable: &str, name: &str) -> Option<PathBuf> {
    let folder = PathBuf::from(std::env::var_os(variable)?).join(name);
    assert!(folder.is_dir(), "{variable} is set, but {} is not a folder", folder.display());
    Some(folder)
}

#[expect(clippy::print_stderr, reason = "a skipped test says so")]
fn say_skipped(what: &str) {
    eprintln!("skipped: {what}");
}

/// The folder of SMT-LIB benchmark files; without it, says that the test is skipped.
pub fn smtlib_folder() -> Option<PathBuf> {
    let found = folder("ULPWISE_MATERIAL", "smtlib");
    if found.is_none() {
        say_skipped("ULPWISE_MATERIAL names no folder with SMT-LIB benchmark files");
    }
    found
}

/// All SMT-LIB benchmark files, sorted; none, and a word about it, if they are not there.
pub fn smtlib_files() -> Vec<PathBuf> {
    let mut folders = Vec::from_iter(smtlib_folder());
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

/// Another solver, or a Python that has them; without it, says that the test is skipped.
pub fn peer(name: &str) -> Option<PathBuf> {
    let found = folder("ULPWISE_PEERS", "bin").map(|folder| folder.join(name)).filter(|file| file.is_file());
    if found.is_none() {
        say_skipped(&format!("ULPWISE_PEERS names no folder with bin/{name}"));
    }
    found
}
