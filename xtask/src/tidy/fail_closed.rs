//! Code that decides what is proven fails closed: what it does not name is not harmless.
//!
//! SOUNDNESS.md lists that code, a file or folder a line, under its own heading. There, an arm for
//! everything else, `matches!` and `unwrap_or(false)` need a comment `// fail-closed: …` on their
//! line or right above it, which says why the rest is the careful side. A new kind of instruction, path
//! end or effect then asks for a decision instead of getting one.

use super::rust_text::code_only;
use super::{Problem, Tree};

const PAGE: &str = "SOUNDNESS.md";
const HEADING: &str = "## Code that decides";
const REASON: &str = "// fail-closed: ";

pub(super) fn check(tree: &Tree) -> Vec<Problem> {
    let Some(page) = tree.files.get(PAGE) else {
        return vec![Problem::in_file(PAGE, "the page is missing that lists the code that decides")];
    };
    let listed = listed_paths(page);
    if listed.is_empty() {
        return vec![Problem::in_file(PAGE, format!("no code is listed under `{HEADING}`"))];
    }
    let missing = listed.iter().filter(|path| !tree.has(path));
    let mut problems: Vec<Problem> =
        missing.map(|path| Problem::in_file(PAGE, format!("`{path}` is listed and not there"))).collect();
    for (path, text) in tree.rust_files() {
        if listed
            .iter()
            .any(|one| path == one || path.starts_with(&format!("{}/", one.trim_end_matches('/'))))
        {
            problems.extend(open_defaults(path, text));
        }
    }
    problems
}

/// The paths in the items of the list.
fn listed_paths(page: &str) -> Vec<String> {
    let lines = page.lines().skip_while(|line| *line != HEADING).skip(1);
    let section = lines.take_while(|line| !line.starts_with("## "));
    let items = section.filter_map(|line| line.strip_prefix("- `")?.split_once('`'));
    items.map(|(path, _)| path.to_owned()).collect()
}

/// The defaults of a file that nothing justifies. Its tests may have any.
fn open_defaults(path: &str, text: &str) -> Vec<Problem> {
    let lines: Vec<&str> = text.lines().collect();
    let code = code_only(text);
    let counted = code.lines().take_while(|line| line.trim() != "#[cfg(test)]").enumerate();
    let is_justified = |line: usize| {
        let has_reason = |line: &&str| line.split_once(REASON).is_some_and(|(_, why)| !why.trim().is_empty());
        let above = lines[..line].iter().rev().take_while(|line| line.trim_start().starts_with("//"));
        lines.get(line).into_iter().chain(above).any(has_reason)
    };
    let open = counted.filter_map(|(line, code)| Some((line, default_in(code)?)));
    open.filter(|&(line, _)| !is_justified(line))
        .map(|(line, what)| {
            let message = format!("{what}: name every case, or say why the rest is careful in `{REASON}…`");
            Problem::in_line(path, line, message)
        })
        .collect()
}

/// What a line decides without naming the cases, if it does.
fn default_in(code: &str) -> Option<&'static str> {
    let trimmed = code.trim_start();
    let starts = ["_ =>", "(_, _) =>", "(_, _, _) =>", "Some(_) | None =>"];
    if starts.iter().any(|start| trimmed.starts_with(start))
        || [", _ =>", "{ _ =>"].iter().any(|arm| code.contains(arm))
    {
        return Some("an arm for everything else");
    }
    if code.contains("matches!(") {
        return Some("`matches!`");
    }
    code.contains(".unwrap_or(false)").then_some("`unwrap_or(false)`")
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: &str = "# Soundness\n\n## Code that decides\n\n- `crates/a/src/one.rs`: one.\n- `crates/b/src`: all.\n\n## More\n\n- `crates/c/src/lib.rs`\n";

    fn problems(files: &[(&str, &str)]) -> Vec<String> {
        let mut all = vec![("SOUNDNESS.md", LIST), ("crates/a/src/one.rs", ""), ("crates/b/src/lib.rs", "")];
        all.extend(files);
        check(&Tree::from_files(&all)).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn defaults_without_a_reason_are_found() {
        for default in
            ["        _ => false,", "match x { A => 1, _ => 2 }", "(_, _) => {}", "!matches!(x, A | B)"]
        {
            let text = format!("fn f() {{\n{default}\n}}");
            assert_eq!(problems(&[("crates/a/src/one.rs", &text)]).len(), 1, "{default}");
            assert_eq!(problems(&[("crates/b/src/deep/two.rs", &text)]).len(), 1, "{default}");
            assert!(problems(&[("crates/c/src/lib.rs", &text)]).is_empty(), "{default}");
        }
        assert_eq!(problems(&[("crates/a/src/one.rs", "x.get(0).copied().unwrap_or(false)")]).len(), 1);
    }

    #[test]
    fn a_reason_is_enough_and_an_empty_one_is_not() {
        let with = |comment: &str| {
            problems(&[("crates/a/src/one.rs", &format!("match x {{\n    {comment}\n    _ => Unknown,\n}}"))])
                .len()
        };
        assert_eq!(with("// fail-closed: unknown proves nothing."), 0);
        assert_eq!(with("// fail-closed: unknown proves nothing,\n    // and that for long."), 0);
        assert_eq!((with("// fail-closed: "), with("// Everything else.")), (1, 1));
        assert!(problems(&[("crates/a/src/one.rs", "_ => Unknown, // fail-closed: it is.")]).is_empty());
    }

    #[test]
    fn guards_names_and_tests_are_fine() {
        let text = "match x {\n    _ if a => 1,\n    Some(_) => 2,\n    None => 3,\n}\n#[cfg(test)]\nmod t { _ => 1 }";
        assert!(problems(&[("crates/a/src/one.rs", text)]).is_empty());
    }

    #[test]
    fn a_list_that_is_gone_or_names_what_is_not_there_is_found() {
        let gone = check(&Tree::from_files(&[("SOUNDNESS.md", "# Soundness\n")]));
        assert_eq!(gone.len(), 1);
        assert_eq!(check(&Tree::from_files(&[("SOUNDNESS.md", LIST)])).len(), 2);
        assert_eq!(check(&Tree::from_files(&[])).len(), 1);
    }
}
