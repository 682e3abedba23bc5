//! The programs of a test that is a program of its own: each file of a folder is a case.

use std::path::{Path, PathBuf};

/// The cases that the command line chooses, by parts of their names; `None` if nothing is to be run:
/// no case is ignored, and none is a benchmark.
pub(crate) fn chosen(folder: &str) -> Option<Vec<PathBuf>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (flags, names): (Vec<_>, Vec<_>) = arguments.iter().partition(|argument| argument.starts_with('-'));
    if flags.iter().any(|flag| ["--ignored", "--bench", "--list"].contains(&flag.as_str())) {
        return None;
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder).join("programs");
    let entries = std::fs::read_dir(folder).expect("the programs are there");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("a program").path()).collect();
    paths.retain(|path| names.is_empty() || names.iter().any(|name| file_name(path).contains(name.as_str())));
    paths.sort();
    Some(paths)
}

/// The name of a case.
pub(crate) fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
