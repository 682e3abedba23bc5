//! The code map of `ARCHITECTURE.md` names the crates that are there, all of them and no others.
//!
//! The map is the table under the heading "Code map": folder, purpose, and the workspace crates
//! that the crate may depend on, which is for [`super::dependencies`]. A crate may only name crates
//! that stand above it, so that the table itself cannot describe a circle.

use super::{Problem, Tree};

/// The document that holds the map.
pub(super) const DOCUMENT: &str = "ARCHITECTURE.md";

/// A row of the map.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct MapRow {
    /// Such as `crates/ulpwise-ir`.
    pub(super) folder: String,
    /// The names of crates, such as `ulpwise-base`.
    pub(super) may_depend_on: Vec<String>,
    line: usize,
}

impl MapRow {
    /// The crate's name is its folder's.
    pub(super) fn crate_name(&self) -> &str {
        self.folder.rsplit('/').next().unwrap_or(&self.folder)
    }
}

pub(super) fn check(tree: &Tree) -> Vec<Problem> {
    let rows = rows(tree);
    let mut problems = Vec::new();
    for folder in tree.crate_folders() {
        if !rows.iter().any(|row| row.folder == folder) {
            problems.push(Problem::in_file(DOCUMENT, format!("the code map lacks a row for `{folder}`")));
        }
    }
    for (index, row) in rows.iter().enumerate() {
        if !tree.crate_folders().any(|folder| folder == row.folder) {
            problems.push(Problem::in_line(
                DOCUMENT,
                row.line,
                format!("there is no crate `{}`", row.folder),
            ));
        }
        for name in &row.may_depend_on {
            if !rows[..index].iter().any(|above| above.crate_name() == name) {
                let message = format!("`{name}` is no crate in a row above `{}`", row.crate_name());
                problems.push(Problem::in_line(DOCUMENT, row.line, message));
            }
        }
    }
    problems
}

/// The map's rows, in order; none when the document or the heading is missing.
pub(super) fn rows(tree: &Tree) -> Vec<MapRow> {
    let text = tree.files.get(DOCUMENT).map_or("", String::as_str);
    let lines = text.lines().enumerate().skip_while(|(_, line)| *line != "## Code map").skip(1);
    let section = lines.take_while(|(_, line)| !line.starts_with("## "));
    section.filter_map(|(number, line)| row(number, line)).collect()
}

/// A table's line whose first cell is a folder in backticks; the heading has none.
fn row(line: usize, text: &str) -> Option<MapRow> {
    let cells: Vec<&str> = text.strip_prefix('|')?.split('|').map(str::trim).collect();
    let folder = in_backticks(cells.first()?).into_iter().next()?;
    Some(MapRow { folder, may_depend_on: in_backticks(cells.get(2)?), line })
}

fn in_backticks(cell: &str) -> Vec<String> {
    cell.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAP: &str = "# A\n## Code map\n| folder | purpose | may depend on |\n|---|---|---|\n\
        | `crates/a` | `x` | – |\n| `crates/b` | y | `a` |\n\n## Next\n| `crates/c` | not here | – |\n";

    fn problems(map: &str, crates: &[&str]) -> Vec<String> {
        let manifests: Vec<String> = crates.iter().map(|name| format!("crates/{name}/Cargo.toml")).collect();
        let mut files = vec![(DOCUMENT, map)];
        files.extend(manifests.iter().map(|path| (path.as_str(), "")));
        check(&Tree::from_files(&files)).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_true_map_is_fine() {
        assert_eq!(problems(MAP, &["a", "b"]), Vec::<String>::new());
    }

    #[test]
    fn a_crate_without_a_row_is_found() {
        assert_eq!(problems(MAP, &["a", "b", "c"]).len(), 1);
        assert_eq!(problems("no map at all", &["a"]).len(), 1);
    }

    #[test]
    fn a_row_without_a_crate_is_found() {
        let found = problems(MAP, &["a"]);
        assert!(found.len() == 1 && found[0].starts_with("ARCHITECTURE.md:6:"), "{found:?}");
    }

    #[test]
    fn a_row_that_points_downwards_is_found() {
        let turned = MAP.replace("| `x` | – |", "| x | `b` |");
        assert_eq!(problems(&turned, &["a", "b"]).len(), 1);
    }
}
