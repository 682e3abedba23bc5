//! Nothing in the tree is bound to one machine or to one download server, and no source lies outside of a
//! crate, where nothing would compile it.
//!
//! Packages are named; where they come from is the business of each machine's own settings.
//! `Cargo.lock` is written by cargo and left out.

use super::{Problem, Tree};

/// Folders of a machine that ulpwise is developed on. Made-up ones in samples belong to no machine.
const FOLDERS: [&str; 2] = [concat!("/", "work/"), concat!("/", "root/")];

/// Servers that packages are fetched from. Written in halves, so that this file does not name them
/// either.
const SERVERS: [&str; 9] = [
    concat!("crates", ".io"),
    concat!("static.rust-lang", ".org"),
    concat!("sh.rustup", ".rs"),
    concat!("deb.debian", ".org"),
    concat!("security.debian", ".org"),
    concat!("apt.llvm", ".org"),
    concat!("pypi", ".org"),
    concat!("pythonhosted", ".org"),
    concat!("npmjs", ".org"),
];

pub(super) fn check(tree: &Tree) -> Vec<Problem> {
    let is_stray = |path: &&String| path.ends_with(".rs") && !path.contains('/');
    let stray =
        |path: &String| Problem::in_file(path, "a source outside of every crate: was it left by a trial?");
    let mut problems: Vec<Problem> = tree.files.keys().filter(is_stray).map(stray).collect();
    for (path, text) in tree.files.iter().filter(|(path, _)| *path != "Cargo.lock") {
        for (number, line) in text.lines().enumerate() {
            let folder = FOLDERS.iter().find(|folder| starts_a_path(line, folder));
            let server = SERVERS.iter().find(|server| line.contains(**server));
            problems.extend(
                folder.map(|it| Problem::in_line(path, number, format!("`{it}` is one machine's folder"))),
            );
            problems.extend(
                server.map(|it| Problem::in_line(path, number, format!("`{it}` is a server's name"))),
            );
        }
    }
    problems
}

/// Whether `folder` stands in `line` as the start of an absolute path, not in the middle of another
/// one.
fn starts_a_path(line: &str, folder: &str) -> bool {
    line.match_indices(folder).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        !before.is_some_and(|c| c.is_alphanumeric() || "._-~}".contains(c))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems(path: &str, line: &str) -> usize {
        check(&Tree::from_files(&[(path, line)])).len()
    }

    #[test]
    fn sources_lie_in_crates() {
        assert_eq!(problems("trial.rs", "fn main() {}"), 1);
        assert_eq!(problems("crates/a/src/lib.rs", "fn main() {}"), 0);
    }

    #[test]
    fn machine_folders_are_found() {
        for folder in FOLDERS {
            assert_eq!(problems("x", &format!("cd \"{folder}me\"")), 1, "{folder}");
        }
        assert_eq!(problems("x", "cd src/work/here; ls ~/work/"), 0);
    }

    #[test]
    fn servers_are_found_but_not_in_the_lock_file() {
        for server in SERVERS {
            assert_eq!(problems("README.md", &format!("from {server}/index")), 1, "{server}");
            assert_eq!(problems("Cargo.lock", server), 0);
        }
    }
}
