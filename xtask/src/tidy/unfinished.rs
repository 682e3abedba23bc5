//! Nothing in the tree admits to being unfinished, and no test is switched off.

use super::rust_text::code_only;
use super::{Problem, Tree};

const MARKS: [(&str, &str); 4] = [
    ("todo!", "unfinished code: finish it, or return an error that says what is missing"),
    ("unimplemented!", "unfinished code: finish it, or return an error that says what is missing"),
    ("dbg!", "left over from debugging"),
    ("#[ignore", "a test that never runs: make it run, or remove it"),
];

pub(super) fn check(tree: &Tree) -> Vec<Problem> {
    let mut problems = Vec::new();
    for (path, text) in tree.rust_files() {
        for (line, code) in code_only(text).lines().enumerate() {
            let found = MARKS.iter().filter(|(mark, _)| contains_mark(code, mark));
            problems
                .extend(found.map(|(mark, why)| Problem::in_line(path, line, format!("`{mark}`: {why}"))));
        }
    }
    problems
}

/// Whether `mark` stands there by itself and not as the end of a longer name.
fn contains_mark(code: &str, mark: &str) -> bool {
    code.match_indices(mark).any(|(at, _)| {
        let before = code[..at].chars().next_back();
        !before.is_some_and(|c| c.is_alphanumeric() || c == '_')
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems(text: &str) -> usize {
        check(&Tree::from_files(&[("crates/a/src/lib.rs", text)])).len()
    }

    #[test]
    fn each_mark_is_found() {
        for (mark, _) in MARKS {
            assert_eq!(problems(&format!("fn f() {{\n    {mark}\n}}")), 1, "{mark}");
        }
    }

    #[test]
    fn words_about_them_are_fine() {
        assert_eq!(problems("// todo!()\nlet s = \"dbg!\"; my_todo!();"), 0);
    }
}
