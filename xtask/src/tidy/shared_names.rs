//! A type is named by what it is in full: at most three types of the workspace share a bare name.
//!
//! Associated types of traits do not count.

use super::rust_text::code_only;
use super::{Problem, Tree};
use std::collections::BTreeMap;

/// How many types may share a name.
const MOST_OF_A_NAME: usize = 3;

pub(super) fn check(tree: &Tree) -> Vec<Problem> {
    let mut types: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for (path, text) in tree.rust_files() {
        for line in code_only(text).lines() {
            types.entry(defined_type(line).unwrap_or_default().to_owned()).or_default().push(path);
        }
    }
    let shared = types.into_iter().filter(|(name, files)| !name.is_empty() && files.len() > MOST_OF_A_NAME);
    shared
        .map(|(name, files)| {
            let message =
                format!("{} types are called `{name}`: say which ({})", files.len(), files.join(", "));
            Problem::in_file(files[0], message)
        })
        .collect()
}

/// The type that a line begins to define.
fn defined_type(line: &str) -> Option<&str> {
    let unindented = line.trim_start();
    let without_visibility = match unindented.strip_prefix("pub") {
        Some(rest) if rest.starts_with('(') => rest.split_once(") ")?.1,
        Some(rest) => rest.trim_start(),
        None => unindented,
    };
    let (keyword, rest) = without_visibility.split_once(' ')?;
    let is_alias = keyword == "type" && unindented.len() == line.len();
    let is_type = is_alias || ["struct", "enum", "union", "trait"].contains(&keyword);
    let name = &rest[..rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len())];
    (is_type && !name.is_empty()).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_of_four_types_is_found() {
        let texts = [
            "pub struct Options {",
            "enum Options {",
            "    pub(in a::b) struct Options;",
            "type Options = u8;",
        ];
        let paths: Vec<String> = (0..4).map(|number| format!("crates/a{number}/src/lib.rs")).collect();
        let files: Vec<(&str, &str)> = paths.iter().map(String::as_str).zip(texts).collect();
        assert_eq!(check(&Tree::from_files(&files)).len(), 1);
        assert_eq!(check(&Tree::from_files(&files[..3])).len(), 0);
    }

    #[test]
    fn associated_types_and_uses_do_not_count() {
        for line in ["    type Item = u8;", "let enum_ = struct_;", "use a::Options;", "fn f() -> Options {"]
        {
            assert_eq!(defined_type(line), None, "{line}");
        }
    }
}
