//! `cargo xtask tidy`: what holds for the tree as a whole and no compiler looks at.
//!
//! One file a check, listed in [`CHECKS`]; each is a function from the tree to its complaints, with
//! a test that it complains about a bad sample. A complaint fails the task, a remark is only
//! printed. The checks read text, not syntax trees: they are meant to catch slips, not to stop a
//! determined author.

mod code_map;
mod crate_lines;
mod dependencies;
mod document_links;
mod documents_reachable;
mod fail_closed;
mod file_length;
mod functions;
mod module_docs;
mod places;
mod retired_words;
mod rust_text;
mod shared_names;
mod string_errors;
mod tree;
mod unfinished;
mod unsafe_code;

use std::fmt;

use anyhow::{Result, bail};

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
struct TidyCheck {
    id: &'static str,
    run: fn(&Tree) -> Vec<Problem>,
}

const CHECKS: &[TidyCheck] = &[
    TidyCheck { id: "code-map", run: code_map::check },
    TidyCheck { id: "command-line-lines", run: crate_lines::check },
    TidyCheck { id: "dependencies", run: dependencies::check },
    TidyCheck { id: "document-links", run: document_links::check },
    TidyCheck { id: "documents-reachable", run: documents_reachable::check },
    TidyCheck { id: "fail-closed", run: fail_closed::check },
    TidyCheck { id: "file-length", run: file_length::check },
    TidyCheck { id: "function-length", run: functions::check_length },
    TidyCheck { id: "function-names", run: functions::check_names },
    TidyCheck { id: "module-docs", run: module_docs::check },
    TidyCheck { id: "places", run: places::check },
    TidyCheck { id: "retired-words", run: retired_words::check },
    TidyCheck { id: "shared-names", run: shared_names::check },
    TidyCheck { id: "string-errors", run: string_errors::check },
    TidyCheck { id: "unfinished", run: unfinished::check },
    TidyCheck { id: "unsafe-code", run: unsafe_code::check },
];

/// Entry point of the task. A name of a check runs it alone and lists all that it has to say.
#[expect(clippy::print_stdout, reason = "the complaints are the task's result")]
pub(crate) fn run(arguments: &[String]) -> Result<()> {
    let is_chosen = |check: &TidyCheck| arguments.is_empty() || arguments.iter().any(|name| name == check.id);
    let unknown = arguments.iter().find(|name| !CHECKS.iter().any(|check| check.id == **name));
    if let Some(unknown) = unknown {
        let known: Vec<&str> = CHECKS.iter().map(|check| check.id).collect();
        bail!("there is no check `{unknown}`; there are: {}", known.join(", "));
    }
    let tree = Tree::read()?;
    let (mut errors, mut counts) = (0_usize, Vec::new());
    for check in CHECKS.iter().filter(|check| is_chosen(check)) {
        let problems = (check.run)(&tree);
        for problem in &problems {
            println!("{problem} [{}]", check.id);
        }
        let serious = problems.iter().filter(|problem| !problem.only_a_remark).count();
        errors += serious;
        counts.push(format!("{:<32}{serious:>9}", check.id));
    }
    if arguments.is_empty() {
        println!("{}", crate_lines::table(&tree));
    }
    println!("{:<32}{:>9}\n{}", "check", "found", counts.join("\n"));
    if errors > 0 {
        bail!("{errors} errors");
    }
    println!("tidy: {} files, no errors", tree.files.len());
    Ok(())
}
