//! Errors of libraries are types: no function of one returns `Result<_, String>`.
//!
//! The command line and the developer's programs may: what they do with an error is to print it.

use super::rust_text::code_only;
use super::{Problem, Tree};

/// Programs, not libraries.
const PROGRAMS: [&str; 4] = ["crates/ulpwise/", "crates/ulpwise-solve/", "crates/ulpwise-bench/", "xtask/"];

pub(super) fn check(tree: &Tree) -> Vec<Problem> {
    let mut problems = Vec::new();
    for (path, text) in tree.rust_files() {
        if PROGRAMS.iter().any(|program| path.starts_with(program)) || !path.contains("/src/") {
            continue;
        }
        let code = code_only(text);
        for (at, found) in code.match_indices("Result<") {
            let arguments = &code[at + found.len()..];
            if last_argument(arguments) == Some("String") {
                let line = code[..at].matches('\n').count();
                problems.push(Problem::in_line(
                    path,
                    line,
                    "`Result<_, String>`: give the crate's error a variant",
                ));
            }
        }
    }
    problems
}

/// The last of several generic arguments, of which `text` has the first one's beginning.
fn last_argument(text: &str) -> Option<&str> {
    let (mut depth, mut start) = (1, None);
    for (at, c) in text.char_indices() {
        match c {
            '<' | '(' | '[' => depth += 1,
            // An arrow closes nothing.
            '>' if text[..at].ends_with('-') => {}
            '>' | ')' | ']' => depth -= 1,
            ',' if depth == 1 => start = Some(at + 1),
            _ => {}
        }
        if depth == 0 {
            return start.map(|start| text[start..at].trim());
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems(path: &str, text: &str) -> usize {
        check(&Tree::from_files(&[(path, text)])).len()
    }

    #[test]
    fn strings_as_errors_are_found() {
        assert_eq!(problems("crates/a/src/lib.rs", "fn f() -> Result<Vec<(u8, fn() -> u8)>, String> {"), 1);
        assert_eq!(problems("crates/a/src/lib.rs", "let x = y.collect::<Result<Vec<_>, String>>();"), 1);
    }

    #[test]
    fn types_and_programs_are_fine() {
        assert_eq!(
            problems("crates/a/src/lib.rs", "fn f() -> Result<(u8, String), Error>; // Result<u8, String>"),
            0
        );
        assert_eq!(problems("crates/ulpwise/src/a.rs", "fn f() -> Result<u8, String>;"), 0);
    }
}
