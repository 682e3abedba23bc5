//! `cargo xtask tidy`: what holds for the tree as a whole and no compiler looks at.
//!
//! One file a check, listed in [`CHECKS`]; each is a function from the tree to its complaints, with a test
//! that it complains about a bad sample. A complaint fails the task, a remark is only printed. The checks
//! read text, not syntax trees: they are meant to catch slips, not to stop somebody who means it.

mod code_map;
mod dependencies;
mod document_links;
mod documents_reachable;
mod file_length;
mod module_docs;
mod places;
mod rust_text;
mod tree;
mod unfinished;
mod unsafe_code;

use std::fmt;

use anyhow::{Result, bail, ensure};

use tree::Tree;

/// One thing that a check has to say.
#[derive(Debug)]
struct Problem {
    place: String,
    message: String,
    only_a_remark: bool,
}

impl Problem {
    fn in_file(path: &str, message: impl Into<String>) -> Self {
        Self { place: path.to_owned(), message: message.into(), only_a_remark: false }
    }

    /// `line` counts from zero, as an iterator does; it is shown counting from one.
    fn in_line(path: &str, line: usize, message: impl Into<String>) -> Self {
        Self::in_file(&format!("{path}:{}", line + 1), message)
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = if self.only_a_remark { "remark" } else { "error" };
        write!(f, "{}: {kind}: {}", self.place, self.message)
    }
}

/// A check: its stable name, which is printed with each complaint, and what it does.
struct Check {
    id: &'static str,
    run: fn(&Tree) -> Vec<Problem>,
}

const CHECKS: &[Check] = &[
    Check { id: "code-map", run: code_map::check },
    Check { id: "dependencies", run: dependencies::check },
    Check { id: "document-links", run: document_links::check },
    Check { id: "documents-reachable", run: documents_reachable::check },
    Check { id: "file-length", run: file_length::check },
    Check { id: "module-docs", run: module_docs::check },
    Check { id: "places", run: places::check },
    Check { id: "unfinished", run: unfinished::check },
    Check { id: "unsafe-code", run: unsafe_code::check },
];

/// Entry point of the task.
#[expect(clippy::print_stdout, reason = "the complaints are the task's result")]
pub(crate) fn run(arguments: &[String]) -> Result<()> {
    ensure!(arguments.is_empty(), "no arguments are understood, but got: {}", arguments.join(" "));
    let tree = Tree::read()?;
    let mut errors = 0_usize;
    for check in CHECKS {
        for problem in (check.run)(&tree) {
            errors += usize::from(!problem.only_a_remark);
            println!("{problem} [{}]", check.id);
        }
    }
    if errors > 0 {
        bail!("{errors} errors");
    }
    println!("tidy: {} files, {} checks, no errors", tree.files.len(), CHECKS.len());
    Ok(())
}
