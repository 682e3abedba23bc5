//! What lies outside of the repository and may be missing: benchmark files and other solvers.

use std::path::{Path, PathBuf};

/// A folder beside the repository, or where the variable says.
fn folder(variable: &str, name: &str) -> Option<PathBuf> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..").join(name);
    let folder = std::env::var_os(variable).map_or_else(beside, PathBuf::from);
    folder.is_dir().then_some(folder)
}

/// The folder of benchmark files, `../shared/smtlib`; without it, says that the test is skipped.
#[expect(clippy::print_stderr, reason = "a skipped test says so")]
pub(crate) fn benchmark_files() -> Option<PathBuf> {
    let found = folder("ULPWISE_SHARED", "shared").map(|shared| shared.join("smtlib"));
    if found.is_none() {
        eprintln!("skipped: there is no ../shared/smtlib (or ULPWISE_SHARED)");
    }
    found
}

/// Another solver in `../peers/bin`; without it, says that the test is skipped.
#[expect(clippy::print_stderr, reason = "a skipped test says so")]
pub(crate) fn peer(name: &str) -> Option<PathBuf> {
    let program = folder("ULPWISE_PEERS", "peers").map(|peers| peers.join("bin").join(name));
    let found = program.filter(|program| program.is_file());
    if found.is_none() {
        eprintln!("skipped: there is no ../peers/bin/{name} (or ULPWISE_PEERS)");
    }
    found
}
