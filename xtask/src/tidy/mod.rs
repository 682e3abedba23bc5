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
    /// Whether its complaints fail the task. One that does not is counted, until its count is zero.
    fails: bool,
}

const CHECKS: &[TidyCheck] = &[
    TidyCheck { id: "code-map", run: code_map::check, fails: true },
    TidyCheck { id: "command-line-lines", run: crate_lines::check, fails: true },
    TidyCheck { id: "dependencies", run: dependencies::check, fails: true },
    TidyCheck { id: "document-links", run: document_links::check, fails: true },
    TidyCheck { id: "documents-reachable", run: documents_reachable::check, fails: true },
    TidyCheck { id: "file-length", run: file_length::check, fails: true },
    TidyCheck { id: "function-length", run: functions::check_length, fails: true },
    TidyCheck { id: "function-names", run: functions::check_names, fails: false },
    TidyCheck { id: "module-docs", run: module_docs::check, fails: true },
    TidyCheck { id: "places", run: places::check, fails: true },
    TidyCheck { id: "retired-words", run: retired_words::check, fails: true },
    TidyCheck { id: "shared-names", run: shared_names::check, fails: false },
    TidyCheck { id: "string-errors", run: string_errors::check, fails: false },
    TidyCheck { id: "unfinished", run: unfinished::check, fails: true },
    TidyCheck { id: "unsafe-code", run: unsafe_code::check, fails: true },
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
        for problem in problems.iter().filter(|_| check.fails || !arguments.is_empty()) {
            println!("{problem} [{}]", check.id);
        }
        let serious = problems.iter().filter(|problem| !problem.only_a_remark).count();
        errors += if check.fails { serious } else { 0 };
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
