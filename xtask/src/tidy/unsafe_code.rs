//! `unsafe` stands only in the crates whose purpose needs it.

use super::rust_text::code_only;
use super::{Problem, Tree};

/// Where `unsafe` may stand, and why. A line here is a decision: say the reason in the commit.
const ALLOWED: [(&str, &str); 5] = [
    ("crates/ulpwise-host/", "machine instructions and the C library's functions"),
    ("crates/ulpwise-llvm/", "LLVM's C interface"),
    ("crates/ulpwise-native/", "machine code, forked processes and the memory they share"),
    ("crates/ulpwise-solver-c/", "pointers that programs in C pass"),
    ("crates/ulpwise-testkit/", "MPFR's C interface, for tests only"),
];

pub(super) fn check(tree: &Tree) -> Vec<Problem> {
    let mut problems = Vec::new();
    for (path, text) in tree.rust_files() {
        if ALLOWED.iter().any(|(folder, _)| path.starts_with(folder)) {
            continue;
        }
        for (line, code) in code_only(text).lines().enumerate() {
            if code.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == "unsafe") {
                let places = ALLOWED.map(|(folder, why)| format!("{folder} ({why})")).join(", ");
                problems.push(Problem::in_line(path, line, format!("`unsafe` belongs to {places}")));
            }
        }
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems(path: &str, text: &str) -> usize {
        check(&Tree::from_files(&[(path, text)])).len()
    }

    #[test]
    fn found_outside_the_allowed_crates() {
        assert_eq!(problems("crates/ulpwise-ir/src/lib.rs", "fn f() { unsafe { g() } }"), 1);
        assert_eq!(problems("xtask/src/main.rs", "unsafe extern \"C\" {}"), 1);
    }

    #[test]
    fn allowed_crates_and_other_words_are_fine() {
        assert_eq!(problems("crates/ulpwise-host/src/lib.rs", "unsafe fn f() {}"), 0);
        assert_eq!(problems("crates/ulpwise-ir/src/lib.rs", "#![deny(unsafe_op_in_unsafe_fn)] // unsafe"), 0);
    }
}
