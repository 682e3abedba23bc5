//! The tree that is checked: the text of every file that git knows or would know, and cargo's
//! metadata.
//!
//! Holds text only, so that a check's test can make one up. Files that are not UTF-8 count as
//! empty.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use serde_json::Value;

use xtask::process::capture;

/// Paths relative to the repository's root, with `/`, and what the files hold.
#[derive(Default)]
pub(super) struct Tree {
    pub(super) files: BTreeMap<String, String>,
    /// What `cargo metadata --no-deps` says.
    pub(super) metadata: Value,
}

impl Tree {
    pub(super) fn read() -> Result<Self> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().context("xtask lies in the workspace")?;
        let listed = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
        let mut files = BTreeMap::new();
        for path in capture(root, "git", listed)?.split_terminator('\0') {
            // A file may be listed and already removed.
            if let Ok(bytes) = fs::read(root.join(path)) {
                files.insert(path.to_owned(), String::from_utf8(bytes).unwrap_or_default());
            }
        }
        let metadata = capture(root, env!("CARGO"), ["metadata", "--no-deps", "--format-version", "1"])?;
        Ok(Self { files, metadata: serde_json::from_str(&metadata)? })
    }

    /// The files whose names end in `ending`.
    pub(super) fn files_ending(&self, ending: &str) -> impl Iterator<Item = (&str, &str)> {
        let all = self.files.iter().map(|(path, text)| (path.as_str(), text.as_str()));
        all.filter(move |(path, _)| path.ends_with(ending))
    }

    /// The Rust files that belong to a crate; examples are programs to look at, and have their own
    /// ways.
    pub(super) fn rust_files(&self) -> impl Iterator<Item = (&str, &str)> {
        self.files_ending(".rs").filter(|(path, _)| path.starts_with("crates/") || path.starts_with("xtask/"))
    }

    /// The folders of the workspace's crates, such as `crates/ulpwise-base`.
    pub(super) fn crate_folders(&self) -> impl Iterator<Item = &str> {
        let manifests = self.files.keys().filter_map(|path| path.strip_suffix("/Cargo.toml"));
        manifests.filter(|folder| *folder == "xtask" || folder.starts_with("crates/"))
    }

    /// Whether a file or a folder of this name is there.
    pub(super) fn has(&self, path: &str) -> bool {
        let folder = format!("{}/", path.trim_end_matches('/'));
        self.files.contains_key(path) || self.files.keys().any(|file| file.starts_with(&folder))
    }

    /// A made-up tree, for the tests of the checks.
    #[cfg(test)]
    pub(super) fn from_files(files: &[(&str, &str)]) -> Self {
        let files = files.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect();
        Self { files, metadata: Value::Null }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_repository_can_be_read() {
        let tree = Tree::read().unwrap();
        assert!(tree.has("xtask/src/tidy/tree.rs") && tree.has("xtask/src") && !tree.has("xtask/sr"));
        assert!(tree.crate_folders().any(|folder| folder == "crates/ulpwise"));
        assert!(tree.metadata["packages"].is_array());
    }
}
