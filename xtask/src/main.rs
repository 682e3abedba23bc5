//! Developer tasks, run as `cargo xtask TASK`.
//!
//! One file or folder a task, listed in [`TASKS`]. Nothing here is part of what a user runs: a task
//! may fetch, write to the user's cache folder, and take minutes.

mod book;
mod measure;
mod quick;
mod source;
mod tidy;

use std::process::ExitCode;

/// A task: what is typed, what `cargo xtask` says about it, and what it does with its arguments.
struct Task {
    name: &'static str,
    about: &'static str,
    run: fn(&[String]) -> anyhow::Result<()>,
}

const TASKS: &[Task] = &[
    Task {
        name: "tidy",
        about: "checks of the tree as a whole: documents, boundaries, habits",
        run: tidy::run,
    },
    Task {
        name: "quick",
        about: "formatting, clippy and unit tests of the crates that were changed",
        run: quick::run,
    },
    Task {
        name: "gsl",
        about: "GSL's special functions as bitcode, library and list, in the cache",
        run: xtask::gsl::run,
    },
    Task { name: "source", about: "the source of a Debian package, in a new folder", run: source::run },
    Task { name: "book", about: "the book of docs/, made with mdBook, every link followed", run: book::run },
    Task {
        name: "bench",
        about: "speed against a peer in the same run, and long campaigns",
        run: |arguments| measure::run("bench", arguments),
    },
    Task {
        name: "fuzz",
        about: "damaged input in great numbers; nothing may crash or hang",
        run: |arguments| measure::run("fuzz", arguments),
    },
];

#[expect(clippy::print_stderr, reason = "the one place that reports what went wrong")]
fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some(task) = arguments.first().and_then(|name| TASKS.iter().find(|task| task.name == name)) else {
        eprintln!("usage: cargo xtask TASK [ARGUMENTS]");
        for task in TASKS {
            eprintln!("  {:<8}{}", task.name, task.about);
        }
        return ExitCode::from(2);
    };
    match (task.run)(&arguments[1..]) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask {}: {error:#}", task.name);
            ExitCode::FAILURE
        }
    }
}
