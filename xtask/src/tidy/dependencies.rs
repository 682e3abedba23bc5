//! Crates of the workspace depend on each other as the code map of `ARCHITECTURE.md` says.
//!
//! Dependencies of tests are free, because a test may use any crate as its oracle; only `xtask`
//! needs the row to name it.

use serde_json::Value;

use super::code_map::{DOCUMENT, MapRow, rows};
use super::{Problem, Tree};

pub(super) fn check(tree: &Tree) -> Vec<Problem> {
    let rows = rows(tree);
    let packages = list(&tree.metadata, "packages");
    let names: Vec<&str> = packages.iter().map(|package| text(package, "name")).collect();
    let mut problems = Vec::new();
    for package in packages {
        let name = text(package, "name");
        for dependency in list(package, "dependencies") {
            let on = text(dependency, "name");
            if names.contains(&on) && !is_allowed(&rows, name, dependency) {
                let message =
                    format!("`{name}` depends on `{on}`, which its row in the code map does not allow");
                problems.push(Problem::in_file(DOCUMENT, message));
            }
        }
    }
    problems
}

fn is_allowed(rows: &[MapRow], from: &str, dependency: &Value) -> bool {
    let on = text(dependency, "name");
    let only_for_tests = text(dependency, "kind") == "dev";
    let row = rows.iter().find(|row| row.crate_name() == from);
    let is_named = row.is_some_and(|row| row.may_depend_on.iter().any(|name| name == on));
    is_named || only_for_tests && on != "xtask"
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_default()
}

fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value[key].as_array().map_or(&[], Vec::as_slice)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const MAP: &str = "## Code map\n| `crates/a` | x | – |\n| `crates/b` | y | `a` |\n| `xtask` | z | – |\n";

    /// How many problems there are when `from` depends on `on` in the given way (`null` is the
    /// normal one).
    fn problems(from: &str, on: &str, kind: &Value) -> usize {
        let package = |name: &str| {
            let dependencies = if name == from { json!([{ "name": on, "kind": kind }]) } else { json!([]) };
            json!({ "name": name, "dependencies": dependencies })
        };
        let mut tree = Tree::from_files(&[(DOCUMENT, MAP)]);
        let packages = ["a", "b", "xtask"].map(package);
        tree.metadata = json!({ "packages": packages });
        check(&tree).len()
    }

    #[test]
    fn what_the_map_allows_is_fine() {
        assert_eq!(problems("b", "a", &Value::Null), 0);
        assert_eq!(problems("a", "a-crate-from-elsewhere", &Value::Null), 0);
    }

    #[test]
    fn what_the_map_does_not_allow_is_found() {
        assert_eq!(problems("a", "b", &Value::Null), 1);
        assert_eq!(problems("a", "b", &json!("build")), 1);
    }

    #[test]
    fn tests_may_use_anything_but_xtask() {
        assert_eq!(problems("a", "b", &json!("dev")), 0);
        assert_eq!(problems("a", "xtask", &json!("dev")), 1);
    }
}
