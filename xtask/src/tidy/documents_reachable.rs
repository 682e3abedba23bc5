//! Every page under `docs/` is linked from another document, so that a reader can find it.

use super::{Problem, Tree};

pub(super) fn check(tree: &Tree) -> Vec<Problem> {
    let mut problems = Vec::new();
    for (path, _) in tree.files_ending(".md").filter(|(path, _)| path.starts_with("docs/")) {
        let name = path.rsplit('/').next().unwrap_or(path);
        // That the link leads here is for the check of links; here only that there is one.
        let is_linked = |text: &str| text.contains(&format!("{name})")) || text.contains(&format!("{name}#"));
        if !tree.files_ending(".md").any(|(other, text)| other != path && is_linked(text)) {
            problems.push(Problem::in_file(path, "no other document links to this page"));
        }
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems(readme: &str) -> usize {
        check(&Tree::from_files(&[("docs/howto/a.md", "[self](a.md)"), ("README.md", readme)])).len()
    }

    #[test]
    fn a_page_without_a_link_is_found() {
        assert_eq!(problems("a.md is a page"), 1);
    }

    #[test]
    fn a_linked_page_is_fine() {
        assert_eq!(problems("[a](docs/howto/a.md)"), 0);
        assert_eq!(problems("[a](docs/howto/a.md#steps)"), 0);
    }
}
