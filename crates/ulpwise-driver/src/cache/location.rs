//! Where a project's cache lies.

use std::path::{Path, PathBuf};

/// The name of the folder in that of a project.
pub const FOLDER: &str = ".ulpwise";

/// What only the top folder of a project has, the surest first.
const MARKS: [&str; 5] = ["ulpwise.toml", ".git", "compile_commands.json", "Cargo.lock", "fpm.toml"];

/// The cache of the project that a folder belongs to: in the nearest folder that has a mark of a
/// project, or in the folder itself.
pub fn project_folder(from: &Path) -> PathBuf {
    let has = |folder: &&Path| MARKS.iter().any(|mark| folder.join(mark).exists());
    existing_folder(from).unwrap_or_else(|| from.ancestors().find(has).unwrap_or(from).join(FOLDER))
}

/// The cache that a project has already.
pub fn existing_folder(from: &Path) -> Option<PathBuf> {
    for folder in from.ancestors() {
        let cache = folder.join(FOLDER);
        if cache.is_dir() {
            return Some(cache);
        }
        // What lies above a project is another one's.
        if MARKS.iter().any(|mark| folder.join(mark).exists()) {
            return None;
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_project_has_one_cache_at_its_top() {
        let top = tempfile::tempdir().unwrap();
        let inner = top.path().join("src/deep");
        std::fs::create_dir_all(&inner).unwrap();
        std::fs::write(top.path().join("ulpwise.toml"), "").unwrap();
        assert_eq!(project_folder(&inner), top.path().join(FOLDER));
        assert_eq!(existing_folder(&inner), None);
        std::fs::create_dir(top.path().join(FOLDER)).unwrap();
        assert_eq!(existing_folder(&inner), Some(top.path().join(FOLDER)));
    }
}
