//! Files stay short enough to be read in one go.

use super::{Problem, Tree};

/// From here on a file is worth a thought.
const LONG: usize = 400;

/// Beyond this a file has more than one concern.
const TOO_LONG: usize = 700;

pub(super) fn check(tree: &Tree) -> Vec<Problem> {
    let mut problems = Vec::new();
    for (path, text) in tree.rust_files() {
        let lines = text.lines().count();
        if lines >= LONG {
            let only_a_remark = lines <= TOO_LONG;
            let message =
                format!("{lines} lines: split it by concern (aim at 100 to 300; over {TOO_LONG} fails)");
            problems.push(Problem { only_a_remark, ..Problem::in_file(path, message) });
        }
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether a file of that many lines is an error, or only remarked on, or neither.
    fn is_error(lines: usize) -> Option<bool> {
        let problems = check(&Tree::from_files(&[("crates/a/src/b.rs", &"\n".repeat(lines))]));
        problems.first().map(|problem| !problem.only_a_remark)
    }

    #[test]
    fn the_limits_hold() {
        assert_eq!(is_error(LONG - 1), None);
        assert_eq!(is_error(LONG), Some(false));
        assert_eq!(is_error(TOO_LONG), Some(false));
        assert_eq!(is_error(TOO_LONG + 1), Some(true));
    }
}
