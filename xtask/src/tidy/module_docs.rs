//! Every Rust file opens by saying what it is.

use super::{Problem, Tree};

pub(super) fn check(tree: &Tree) -> Vec<Problem> {
    let silent = tree.rust_files().filter(|(_, text)| !text.starts_with("//! "));
    silent
        .map(|(path, _)| {
            Problem::in_file(path, "open with `//!`: what this is, what holds, what it does not do")
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_without_is_found() {
        let tree = Tree::from_files(&[
            ("crates/a/src/b.rs", "use c;\n"),
            ("xtask/src/d.rs", "// Not a doc comment.\n"),
        ]);
        assert_eq!(check(&tree).len(), 2);
    }

    #[test]
    fn a_file_with_is_fine() {
        assert!(check(&Tree::from_files(&[("crates/a/src/b.rs", "//! What it is.\n")])).is_empty());
    }
}
