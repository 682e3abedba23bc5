//! Functions fit on a screen, and their names say what they do.
//!
//! A dispatch table has an arm a case and no logic of its own; splitting it would hide the cases
//! from each other. Such functions are listed by name with the reason.

use super::rust_text::code_only;
use super::{Problem, Tree};

/// The most lines of a function, its signature included.
const MOST_LINES: usize = 80;

/// Dispatch tables: file, function, and why they are longer.
const TABLES: [(&str, &str, &str); 8] = [
    (
        "crates/ulpwise-absint/src/outside.rs",
        "functions_are_followed_as_their_effects_allow",
        "a list of names that a test expects",
    ),
    ("crates/ulpwise-absint/src/step.rs", "step", "an arm an instruction"),
    (
        "crates/ulpwise-interp/src/dispatch.rs",
        "run_until_transfer",
        "the interpreter's loop: an arm an instruction, in one function for speed",
    ),
    ("crates/ulpwise-ir/src/text/print_inst.rs", "print_inst", "an arm an instruction"),
    ("crates/ulpwise-ir/src/verify/operand_types.rs", "check_operand_types", "an arm an instruction"),
    ("crates/ulpwise-ir/tests/suite/bad_edits.rs", "bad_edits", "a list of edits, a line or two each"),
    ("crates/ulpwise-llvm/src/error/sentence.rs", "sentence", "an arm an error"),
    ("crates/ulpwise-symex/src/step/data.rs", "computed", "an arm an instruction"),
];

/// Names that say nothing: a verb and an object do.
const EMPTY_NAMES: [&str; 4] = ["of", "had", "reported", "wrong"];

/// A function of a file.
#[derive(Debug, PartialEq, Eq)]
struct FoundFunction<'t> {
    name: &'t str,
    /// Of the signature, counted from zero.
    line: usize,
    lines: usize,
}

pub(super) fn check_length(tree: &Tree) -> Vec<Problem> {
    let mut problems = Vec::new();
    for (path, text) in tree.rust_files() {
        for function in functions(&code_only(text)) {
            let is_table = TABLES.iter().any(|(file, name, _)| *file == path && *name == function.name);
            if function.lines > MOST_LINES && !is_table {
                let message = format!(
                    "`{}` has {} lines: split it (at most {MOST_LINES})",
                    function.name, function.lines
                );
                problems.push(Problem::in_line(path, function.line, message));
            }
        }
    }
    for (file, name, _) in TABLES {
        let Some(text) = tree.files.get(file) else { continue };
        let code = code_only(text);
        if !functions(&code).iter().any(|function| function.name == name && function.lines > MOST_LINES) {
            let message = format!("`{name}` is listed as a long dispatch table and is none");
            problems.push(Problem::in_file(file, message));
        }
    }
    problems
}

pub(super) fn check_names(tree: &Tree) -> Vec<Problem> {
    let mut problems = Vec::new();
    for (path, text) in tree.rust_files() {
        for function in
            functions(&code_only(text)).iter().filter(|function| EMPTY_NAMES.contains(&function.name))
        {
            let message = format!("`fn {}`: name it by a verb and an object", function.name);
            problems.push(Problem::in_line(path, function.line, message));
        }
    }
    problems
}

/// All functions of Rust text without comments and strings, nested ones too.
fn functions(code: &str) -> Vec<FoundFunction<'_>> {
    let mut found = Vec::new();
    for (at, _) in code.match_indices("fn ") {
        let is_word = !code[..at].chars().next_back().is_some_and(|c| c.is_alphanumeric() || c == '_');
        let rest = &code[at + 3..];
        let name = &rest[..rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len())];
        if is_word && !name.is_empty() {
            let lines = rest[..length(rest)].matches('\n').count() + 1;
            found.push(FoundFunction { name, line: code[..at].matches('\n').count(), lines });
        }
    }
    found
}

/// How many bytes a function has from its name to the end of its body, or of its signature if it
/// has none.
fn length(rest: &str) -> usize {
    let (mut braces, mut others) = (0_usize, 0_i32);
    for (at, c) in rest.char_indices() {
        match c {
            '(' | '[' => others += 1,
            ')' | ']' => others -= 1,
            '{' => braces += 1,
            '}' if braces <= 1 => return at,
            '}' => braces -= 1,
            ';' if braces == 0 && others == 0 => return at,
            _ => {}
        }
    }
    rest.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(name: &str, lines: usize) -> Tree {
        let text = format!("fn {name}(x: [u8; 2]) {{\n{}}}\n", "    x();\n".repeat(lines - 2));
        Tree::from_files(&[("crates/a/src/lib.rs", &text)])
    }

    #[test]
    fn long_functions_are_found() {
        assert_eq!(check_length(&sample("f", MOST_LINES)).len(), 0);
        assert_eq!(check_length(&sample("f", MOST_LINES + 1)).len(), 1);
    }

    #[test]
    fn bodies_end_where_they_end() {
        let code = "trait T {\n fn a(&self);\n fn b() {\n if x { y }\n }\n}\nfn c() {}";
        let found: Vec<_> = functions(code).iter().map(|one| (one.name, one.line, one.lines)).collect();
        assert_eq!(found, [("a", 1, 1), ("b", 2, 3), ("c", 6, 1)]);
    }

    #[test]
    fn names_that_say_nothing_are_found() {
        assert_eq!(check_names(&sample("of", 3)).len(), 1);
        assert_eq!(check_names(&sample("offset_of", 3)).len(), 0);
    }
}
