//! How large the crates are, and that the command line stays thin.

use super::{Problem, Tree};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The command line: arguments to options, rendering, exit codes.
const COMMAND_LINE: &str = "crates/ulpwise/src/";

/// The most lines of it.
const MOST_LINES: usize = 6000;

pub(super) fn check(tree: &Tree) -> Vec<Problem> {
    let files = tree.rust_files().filter(|(path, _)| path.starts_with(COMMAND_LINE));
    let lines: usize = files.map(|(_, text)| text.lines().count()).sum();
    if lines <= MOST_LINES {
        return Vec::new();
    }
    let message = format!(
        "the command line has {lines} lines, and {MOST_LINES} are enough: what is not about arguments, rendering or exit codes belongs below it"
    );
    vec![Problem::in_file(COMMAND_LINE, message)]
}

/// A table of the lines of Rust in each crate: in `src`, and with tests and benchmarks.
pub(super) fn table(tree: &Tree) -> String {
    let mut crates: BTreeMap<&str, [usize; 2]> =
        tree.crate_folders().map(|folder| (folder, [0, 0])).collect();
    for (path, text) in tree.rust_files() {
        let owner = crates
            .iter_mut()
            .find(|(folder, _)| path.strip_prefix(**folder).is_some_and(|rest| rest.starts_with('/')));
        if let Some((folder, [in_src, in_all])) = owner {
            let lines = text.lines().count();
            *in_all += lines;
            *in_src += if path[folder.len()..].starts_with("/src/") { lines } else { 0 };
        }
    }
    let mut table = format!("{:<32}{:>9}{:>9}\n", "lines of Rust", "src", "all");
    let sum = |column: usize| crates.values().map(|lines| lines[column]).sum();
    let total: [usize; 2] = [sum(0), sum(1)];
    for (folder, [in_src, in_all]) in crates.into_iter().chain([("together", total)]) {
        let _ = writeln!(table, "{folder:<32}{in_src:>9}{in_all:>9}");
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_large_command_line_is_found() {
        let problems = |lines| {
            check(&Tree::from_files(&[
                ("crates/ulpwise/src/main.rs", &"\n".repeat(lines)),
                ("crates/a/src/lib.rs", "\n\n"),
            ]))
            .len()
        };
        assert_eq!([problems(MOST_LINES), problems(MOST_LINES + 1)], [0, 1]);
    }

    #[test]
    fn lines_are_counted_where_they_are() {
        let files = [
            ("crates/a/Cargo.toml", ""),
            ("crates/a/src/lib.rs", "\n"),
            ("crates/a/tests/t.rs", "\n\n"),
            ("crates/ab/Cargo.toml", ""),
        ];
        let table = table(&Tree::from_files(&files));
        let numbers = |name: &str| {
            table
                .lines()
                .find(|line| line.split_whitespace().next() == Some(name))
                .unwrap()
                .split_whitespace()
                .skip(1)
                .collect::<Vec<_>>()
                .join(" ")
        };
        assert_eq!([numbers("crates/a"), numbers("crates/ab"), numbers("together")], ["1 3", "0 0", "1 3"]);
    }
}
