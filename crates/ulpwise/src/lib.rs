//! ulpwise as a library: checks a program and gives what it found as plain data, [`finding::Run`], for which [`report`] has renderers. The command line, `ulpwise`, is made of
//! this crate, too; its options are those of [`Check`].
//!
//! Programs are loaded and run in processes of their own, which are started from the program that uses this library: it has to ask [`child`] before anything else.
//!
//! ```standalone_crate
//! use std::process::ExitCode;
//! use ulpwise::Check;
//! use ulpwise::finding::Verdict;
//!
//! fn main() -> ExitCode {
//!     if let Some(code) = ulpwise::child() {
//!         return code;
//!     }
//!     let folder = tempfile::tempdir().unwrap();
//!     let file = folder.path().join("mean.c");
//!     std::fs::write(&file, "double mean(double x, double y) { return (x + y) / 2; }").unwrap();
//!
//!     let run = Check::of([&file]).option("property", "overflow").run().unwrap();
//!     let mean = &run.functions[0];
//!     for entry in &mean.ledger {
//!         match &entry.verdict {
//!             Verdict::Witness(finding) => println!("{:?} happens in {:?}", entry.property, finding.call),
//!             Verdict::Proven(by) => println!("{:?} never happens ({by})", entry.property),
//!             Verdict::Unknown(why) => println!("{:?}: nobody knows, {why}", entry.property),
//!         }
//!     }
//!     assert_eq!((mean.count().witnesses, mean.count().proven), (1, 1));
//!     let page = ulpwise::report::html::html(&run);
//!     assert!(page.starts_with("<!DOCTYPE html>"));
//!     ExitCode::SUCCESS
//! }
//! ```

mod accuracy;
mod args;
mod check;
mod coverage;
mod export;
mod failure;
mod generate;
mod internal_error;
mod interrupt;
mod json;
mod library;
mod list;
mod load;
mod output;
mod progress;
mod render;
mod replay;
mod reports;
mod run;
mod search;
mod solve;
mod solvers;
mod stability;
mod test;
mod witness;

pub use library::{Check, Error};
pub use ulpwise_finding as finding;
pub use ulpwise_report as report;

use args::Command;
use output::ExitStatus;
use std::process::ExitCode;

/// Models of library functions that call back, and the reader of the IR's text form, are recursive:
/// they get more stack than a main thread may have.
pub(crate) const STACK_SIZE: usize = 256 << 20;

/// Does the work of a child process, if this process was started as one by ulpwise; its exit code. A program that uses this library asks before it does anything else, and
/// ends with the code.
pub fn child() -> Option<ExitCode> {
    // The loading process is this program too; its arguments are nobody's business.
    let command = std::env::args_os().nth(1)?;
    match command.to_str()? {
        ulpwise_llvm::CHILD_COMMAND => Some(ulpwise_llvm::child_main()),
        ulpwise_native::CHILD_COMMAND => Some(ulpwise_native::child_main()),
        ulpwise_native::CONFINED_COMMAND => Some(ulpwise_native::confined_main()),
        _ => None,
    }
}

/// The program `ulpwise`.
pub fn command_line() -> ExitCode {
    if let Some(code) = child() {
        return code;
    }
    internal_error::install_hook();
    let worker = std::thread::Builder::new().stack_size(STACK_SIZE).spawn(command);
    match worker.map(std::thread::JoinHandle::join) {
        Ok(Ok(code)) => code.into(),
        // The hook has said its sentence.
        Ok(Err(_)) => ExitStatus::InternalError.into(),
        Err(error) => internal_error::cannot_start_thread(&error).into(),
    }
}

/// Does what was asked for.
fn command() -> ExitStatus {
    let arguments = args::parse();
    let report = match &arguments.command {
        Command::Accuracy(accuracy) => accuracy::accuracy(accuracy),
        Command::Check(check) => check::check(check),
        Command::Completions(completions) => Ok(generate::completions(completions)),
        Command::Coverage(coverage) => coverage::coverage(coverage),
        Command::Export(export) => export::export(export),
        Command::List(list) => list::list(list),
        Command::Man(man) => generate::man(man),
        Command::Replay(replay) => replay::replay(replay),
        Command::Run(run) => run::run(run),
        Command::Search(search) => search::search(search),
        Command::Solve(solve) => solve::solve(solve),
        Command::Stability(stability) => stability::stability(stability),
        Command::Test(test) => test::test(test),
    };
    report.unwrap_or_else(|failure| failure.report()).write(arguments.color)
}
