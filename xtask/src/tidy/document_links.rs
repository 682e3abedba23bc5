//! Every file that a document points to is there.
//!
//! Two kinds count: the target of a Markdown link, relative to the document; and any word that
//! starts with a top-level folder of the repository, relative to its root, in commands as well. A
//! word with a part in capitals (`docs/adr/NNNN-title.md`) or with a sign that no file name has is
//! a pattern and left alone.

use super::{Problem, Tree};

pub(super) fn check(tree: &Tree) -> Vec<Problem> {
    let mut problems = Vec::new();
    for (path, text) in tree.files_ending(".md") {
        for (number, line) in text.lines().enumerate() {
            let links = link_targets(line).map(|target| relative_to(path, target));
            let words = line.split(is_around_a_path).filter_map(|word| repository_path(tree, word));
            for target in links.chain(words.map(str::to_owned)) {
                if !tree.has(&target) {
                    problems.push(Problem::in_line(path, number, format!("there is no `{target}`")));
                }
            }
        }
    }
    problems
}

/// The targets of links in this line that point into the repository, without the part after `#`.
fn link_targets(line: &str) -> impl Iterator<Item = &str> {
    let targets = line.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(target, _)| target);
    let inside = targets.filter(|target| !target.contains("://") && !target.starts_with(['#', '<']));
    inside.map(|target| target.split_once('#').map_or(target, |(file, _)| file))
}

/// `target` as seen from the folder of `document`, with `.` and `..` resolved.
fn relative_to(document: &str, target: &str) -> String {
    let folder = document.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in target.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            _ => parts.push(part),
        }
    }
    parts.join("/")
}

/// The word as a path from the root, if it looks like one.
fn repository_path<'a>(tree: &Tree, word: &'a str) -> Option<&'a str> {
    let path = word.trim_start_matches("./").trim_end_matches(['.', ':', '/']);
    let (top, _) = path.split_once('/')?;
    let is_pattern = path.split('/').any(has_a_part_in_capitals)
        || !path.chars().all(|c| c.is_ascii_alphanumeric() || "._-/".contains(c));
    (!is_pattern && !top.is_empty() && tree.has(top)).then_some(path)
}

fn has_a_part_in_capitals(name: &str) -> bool {
    let mut parts = name.split(['.', '-', '_']);
    parts.any(|part| part.len() > 1 && part.chars().all(|c| c.is_ascii_uppercase()))
}

fn is_around_a_path(c: char) -> bool {
    c.is_whitespace() || "`'\"()[],;|".contains(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems(document: &str, text: &str) -> usize {
        check(&Tree::from_files(&[
            (document, text),
            ("docs/adr/0001-a.md", ""),
            ("README.md", ""),
            ("x", ""),
        ]))
        .len()
    }

    #[test]
    fn broken_links_are_found() {
        assert_eq!(problems("A.md", "see [this](docs/adr/0002-b.md)"), 2, "as a link and as a word");
        assert_eq!(problems("docs/B.md", "see [this](README.md#top) and [that](adr/0001-a.md)"), 1);
    }

    #[test]
    fn broken_paths_are_found() {
        assert_eq!(problems("A.md", "look at `docs/nothing.md`."), 1);
        assert_eq!(problems("A.md", "```\n./x run docs/nothing.c --fn f\n```"), 1);
    }

    #[test]
    fn true_ones_patterns_and_addresses_are_fine() {
        let text = "[a](docs/adr/0001-a.md#why) [b](https://example.org/docs/x) [c](#here) `docs/adr/` \
            `docs/adr/NNNN-title.md` `docs/*.md` `nowhere/else` ./x docs/adr/0001-a.md";
        assert_eq!(problems("A.md", text), 0);
        assert_eq!(problems("docs/B.md", "[up](../README.md)"), 0);
    }
}
