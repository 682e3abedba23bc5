//! Words of our own that the field has words for do not come back, in code, comments and documents.
//!
//! Words count within names too: `twin_of` and `TwinState` have the word in them. What was measured
//! (docs/results) is left as it was written.

use super::{Problem, Tree};

/// A word that is not used any more, and what is said instead.
const RETIRED: [(&str, &str); 17] = [
    ("twin", "shadow value"),
    ("twins", "shadow values"),
    ("wave", "analysis"),
    ("waves", "analyses"),
    ("champion", "incumbent"),
    ("champions", "incumbents"),
    ("sighting", "candidate"),
    ("sightings", "candidates"),
    ("doubt", "undecided query"),
    ("doubts", "undecided queries"),
    ("prospects", "reachability"),
    ("watcher", "progress sink"),
    ("somebody", "a plain subject, such as the user or the caller"),
    ("nobody", "a plain sentence, such as \"is not analysed\""),
    ("anybody", "a plain subject, such as the user or the caller"),
    ("whoever", "a plain subject, such as the analysis that"),
    ("told", "reported"),
];

/// Where the words may stand: what was measured, this list, and names that other programs rely on.
const LEFT_ALONE: [&str; 2] = ["docs/results/", "xtask/src/tidy/retired_words.rs"];

/// Fields of JSON and former names of options, which stay as they are.
const STABLE_NAMES: [(&str, &str); 4] = [
    ("crates/ulpwise-report/src/json/check.rs", "wave"),
    ("crates/ulpwise-report/src/json/search.rs", "doubt"),
    ("crates/ulpwise/src/args/former_names.rs", "wave"),
    ("docs/commands/check.md", "wave"),
];

pub(super) fn check(tree: &Tree) -> Vec<Problem> {
    let files = tree.files_ending(".rs").chain(tree.files_ending(".md"));
    let mut problems = Vec::new();
    for (path, text) in files.filter(|(path, _)| !LEFT_ALONE.iter().any(|alone| path.starts_with(alone))) {
        for (number, line) in text.lines().enumerate() {
            for word in words(line) {
                let word = word.to_lowercase();
                let is_stable = STABLE_NAMES.contains(&(path, word.as_str()));
                let retired = RETIRED.iter().find(|(retired, _)| *retired == word);
                if let Some((_, instead)) = retired.filter(|_| !is_stable) {
                    problems.push(Problem::in_line(path, number, format!("`{word}`: the word is {instead}")));
                }
            }
        }
    }
    problems
}

/// The words of a line; names in snake case and camel case are several.
fn words(line: &str) -> impl Iterator<Item = &str> {
    let runs = line.split(|c: char| !c.is_alphanumeric()).filter(|run| !run.is_empty());
    runs.flat_map(|run| {
        let is_start = |at: usize| {
            at == 0 || run[at..].starts_with(char::is_uppercase) && run[..at].ends_with(char::is_lowercase)
        };
        let starts: Vec<usize> = run.char_indices().map(|(at, _)| at).filter(|&at| is_start(at)).collect();
        let ends: Vec<usize> = starts.iter().skip(1).copied().chain([run.len()]).collect();
        starts.into_iter().zip(ends).map(move |(start, end)| &run[start..end]).collect::<Vec<_>>()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems(path: &str, text: &str) -> usize {
        check(&Tree::from_files(&[(path, text)])).len()
    }

    #[test]
    fn retired_words_are_found_in_names_too() {
        assert_eq!(problems("crates/a/src/lib.rs", "struct TwinState; fn twin_of() {} // Twins of it"), 3);
        assert_eq!(problems("docs/a.md", "Nobody has looked."), 1);
    }

    #[test]
    fn other_words_and_results_are_fine() {
        assert_eq!(problems("docs/a.md", "between, twine, wavelet, doubtful, intwined"), 0);
        assert_eq!(problems("docs/results/a.md", "nobody"), 0);
        assert_eq!(problems("examples/a.c", "nobody"), 0);
    }
}
