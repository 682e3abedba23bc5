//! The functions of `corpus/exact-results`: what each means over the reals, and on which inputs.
//!
//! A comment stands before each: `meaning: FORMULA; RANGES`, and `; len NAME=COUNT` for an array. The
//! formula is `none` where there is no function of the reals that the code computes.

use crate::spec::root;
use std::path::PathBuf;

/// Where they are, from the root of the repository.
pub const EXACT_RESULTS: &str = "corpus/exact-results";

/// A function and what it means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MeantFunction {
    /// Its source.
    pub file: PathBuf,
    /// Its name.
    pub name: String,
    /// The formula of what it computes; nothing where there is none.
    pub meaning: Option<String>,
    /// The ranges of its inputs, `NAME=LOW..HIGH` each.
    pub ranges: Vec<String>,
    /// The lengths of arrays.
    pub lengths: Vec<(String, u64)>,
    /// Whether it is a plain formula, so that its exact result has to be given.
    pub is_plain: bool,
}

/// All of them, by files and in their order.
///
/// # Panics
/// A file is missing, or a comment in it has another form.
pub fn meant_functions() -> Vec<MeantFunction> {
    let folder = root().join(EXACT_RESULTS);
    let entries = std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.sort();
    files.iter().flat_map(functions_in).collect()
}

fn functions_in(file: &PathBuf) -> Vec<MeantFunction> {
    let text = std::fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let is_plain = file.file_stem().is_some_and(|stem| stem == "plain");
    let mut found = Vec::new();
    let mut lines = (1..).zip(text.lines());
    while let Some((number, line)) = lines.next() {
        let comment = line.strip_prefix("/* ").and_then(|line| line.strip_suffix(" */"));
        let comment = comment.or_else(|| line.strip_prefix("! "));
        let Some(said) = comment.and_then(|comment| comment.strip_prefix("meaning: ")) else { continue };
        let declared = lines.next().map_or("", |(_, line)| line);
        let function = described(said, declared);
        let (name, meaning, ranges, lengths) =
            function.unwrap_or_else(|| panic!("{}:{number}: {line}", file.display()));
        found.push(MeantFunction { file: file.clone(), name, meaning, ranges, lengths, is_plain });
    }
    found
}

type Described = (String, Option<String>, Vec<String>, Vec<(String, u64)>);

fn described(said: &str, declared: &str) -> Option<Described> {
    let mut parts = said.split(';').map(str::trim);
    let meaning = parts.next()?.to_owned();
    let ranges = parts.next()?.split_whitespace().map(str::to_owned).collect();
    let mut lengths = Vec::new();
    for part in parts {
        let (name, count) = part.strip_prefix("len ")?.split_once('=')?;
        lengths.push((name.to_owned(), count.parse().ok()?));
    }
    let name = name_before_parameters(declared)?;
    Some((name.to_owned(), Some(meaning).filter(|meaning| meaning != "none"), ranges, lengths))
}

/// The name in a declaration, which stands before the parenthesis of its parameters.
fn name_before_parameters(declared: &str) -> Option<&str> {
    // Attributes of Rust and kinds of Fortran have parentheses of their own, after which a space or a
    // bracket stands instead of parameters.
    let positions = declared.match_indices('(').map(|(at, _)| at);
    let name = |at: usize| {
        let before = &declared[..at];
        let start =
            before.rfind(|sign: char| !sign.is_ascii_alphanumeric() && sign != '_').map_or(0, |at| at + 1);
        &before[start..]
    };
    let is_other = |name: &&str| !["", "unsafe", "real", "bind"].contains(name);
    positions.into_iter().map(name).find(is_other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_have_names() {
        for (declared, name) in [
            ("double f(double x) { return g(x); }", "f"),
            ("extern \"C\" float g_2(float a) { return a; }", "g_2"),
            ("#[unsafe(no_mangle)] pub extern \"C\" fn h(x: f64) -> f64 { x }", "h"),
            ("real(8) function k(a, b) bind(c)", "k"),
        ] {
            assert_eq!(name_before_parameters(declared), Some(name));
        }
    }

    #[test]
    fn there_are_enough_of_them() {
        let all = meant_functions();
        let plain = all.iter().filter(|function| function.is_plain).count();
        assert!(plain >= 50 && all.len() - plain >= 200, "{plain} of {}", all.len());
        assert!(all.iter().filter(|function| function.is_plain).all(|function| function.meaning.is_some()));
        let mut names: Vec<&str> = all.iter().map(|function| function.name.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all.len());
    }
}
