//! ulpwise as a library: loads a program once, analyses it, confirms and ranks what was found,
//! keeps it, and goes on with it later. Options are plain data, nothing is printed, and results are
//! plain data too, [`finding::Run`], for which [`report`] has renderers.
//!
//! ```standalone_crate
//! use std::process::ExitCode;
//! use ulpwise_driver::finding::Verdict;
//! use ulpwise_driver::{CheckOptions, Exception, RunContext, check, report};
//!
//! fn main() -> ExitCode {
//!     if let Some(code) = ulpwise_driver::child() {
//!         return code;
//!     }
//!     let folder = tempfile::tempdir().unwrap();
//!     let file = folder.path().join("mean.c");
//!     std::fs::write(&file, "double mean(double x, double y) { return (x + y) / 2; }").unwrap();
//!
//!     let options = CheckOptions {
//!         functions: vec!["mean".into()],
//!         properties: vec![Exception::Overflow],
//!         ..CheckOptions::new([file])
//!     };
//!     let run = check(&options, &RunContext::default()).unwrap().run;
//!     let mean = &run.functions[0];
//!     for entry in &mean.ledger {
//!         match &entry.verdict {
//!             Verdict::Witness(finding) => println!("{:?} happens in {:?}", entry.property, finding.call),
//!             Verdict::Proven(by) => println!("{:?} never happens ({by})", entry.property),
//!             Verdict::Unknown(why) => println!("{:?} is not decided: {why}", entry.property),
//!         }
//!     }
//!     assert_eq!((mean.count().witnesses, mean.count().proven), (1, 1));
//!     assert!(report::html::html(&run).starts_with("<!DOCTYPE html>"));
//!     ExitCode::SUCCESS
//! }
//! ```
//!
//! Programs are loaded and run in processes of their own, which are started from the program that
//! uses this library: it has to ask [`child`] before anything else.
//!
//! # What is stable
//!
//! Everything that this page shows stays as it is within a version 0.x: the entry points such as
//! [`check`], their options and reports, [`RunContext`], [`DriverError`], [`child`], and the types
//! of [`finding`]. Structures get new fields: build options with `..CheckOptions::new(files)`, and
//! match [`DriverError`] with a last arm. The texts of messages and of reasons may change.
//!
//! # Inside
//!
//! * `options`: what is asked for, a structure for each command; `context`: what surrounds a run;
//!   `error`: why it cannot be made.
//! * `load`: from files to a module and its bitcode; `solvers`: the engines that a run uses.
//! * `check`: verdicts for every floating-point operation; `check::store` keeps them, `check::work`
//!   shares the time among functions, `check::time_slices` what is left of it.
//! * `cache`: results kept by content; `check::cached` keeps verdicts there.
//! * `accuracy`: how far results are from exact ones; `stability`: which inputs and operations lose
//!   precision.
//! * `test`: follows every path of a program; `run`: makes one call; `search`: makes native calls
//!   that raise exceptions; `coverage`: counts the lines that calls run; `list`: the functions of a
//!   program.
//! * `contracts`: what comments in the source say of inputs.
//! * `diff`: whether two functions give the same results.
//! * `witness`: calls as files, with all that is needed to make them again.
//! * `replay`: makes the call of a witness again, in a program of its own; `export`: writes it as a
//!   regression test.
//! * `verify`: checks certificates of proofs again.
//! * `describe` and `site_table`: values, operations and source locations in the words that reports
//!   use.
//!
//! Every command has one entry point of the same form,
//! `check(&CheckOptions, &RunContext) -> Result<CheckReport, DriverError>`: it validates the
//! options, loads, calls [`Progress::cancellable`], analyses within the budget, and makes plain
//! data of `ulpwise-finding` out of what it knows. The command line builds options from arguments,
//! renders, and chooses exit codes.

mod accuracy;
mod assume_nothing;
pub mod cache;
mod capture;
mod check;
mod compiled;
mod context;
mod contracts;
mod coverage;
mod describe;
mod diff;
mod error;
mod export;
mod formulas;
mod list;
mod load;
mod memory;
mod missing;
mod neighbours;
mod options;
mod project;
mod replay;
mod run;
mod search;
mod site_table;
mod solvers;
mod stability;
mod suggest;
mod test;
mod verify;
mod witness;

pub use accuracy::{
    ErrorProfile, LibraryOptions, LibraryProgress, NothingMeasured, accuracy, accuracy_gappa,
    accuracy_library, function_of_file, kept_library,
};
pub use capture::{CaptureReport, capture};
pub use check::{
    CheckReport, CompiledFunction, StoredCall, StoredEntry, StoredFunction, StoredVerdict, check,
    compile_check, kept_finding, stored_functions,
};
pub use compiled::{file_fingerprint, read_sources};
pub use context::{Progress, ProgressView, RunContext};
pub use contracts::ProgramContracts;
pub use coverage::{CoverageReport, coverage};
pub use diff::diff;
pub use error::DriverError;
pub use export::{ExportReport, LeftOutWitness, NotExported, export};
pub use list::list;
pub use options::{
    AccuracyOptions, BuiltProject, CallSeed, CaptureOptions, CargoRequest, CheckOptions, CheckPart,
    ComparedAspect, CoverageOptions, DiffOptions, ExportOptions, FunctionOverride, InputDomain, ListOptions,
    LoopOptions, ProgramFiles, ProjectOptions, ReplayOptions, RoundingModes, RunOptions, SearchOptions,
    StabilityOptions, StabilityScope, TestFramework, TestLanguage, TestOptions, VerifyOptions,
};
pub use replay::{NotReplayable, replay};
pub use run::{RunEnd, RunReport, run};
pub use search::search;
pub use stability::{iterate, stability};
pub use suggest::suggest;
pub use test::test;
pub use ulpwise_base::CancelFlag;
pub use ulpwise_engines::EngineChoice;
pub use ulpwise_equivalence::Criterion;
pub use ulpwise_exceptions::Analysis;
pub use ulpwise_finding as finding;
pub use ulpwise_interp::Exception;
pub use ulpwise_report as report;
pub use ulpwise_script::{ScriptError, SolveInput, SolveOptions, SolveReport, solve};
pub use verify::{CertificateReport, VerifyReport, verify};

use std::process::ExitCode;

/// Which sources this library was made from: what another one gave is not gone on with.
pub const SOURCES: &str = env!("ULPWISE_SOURCES");

/// Models of library functions that call back, and the reader of the IR's text form, are recursive:
/// they get more stack than a main thread may have.
pub const STACK_SIZE: usize = 256 << 20;

/// Does the work of a child process, if this process was started as one by ulpwise; its exit code.
/// A program that uses this library asks before it does anything else, and ends with the code.
pub fn child() -> Option<ExitCode> {
    // The loading process is this program too; it does not parse its arguments.
    let command = std::env::args_os().nth(1)?;
    match command.to_str()? {
        ulpwise_project::TRACED_COMMAND => Some(ulpwise_project::traced_main(std::env::args_os().skip(2))),
        ulpwise_llvm::CHILD_COMMAND => Some(ulpwise_llvm::child_main()),
        ulpwise_native::CHILD_COMMAND => Some(ulpwise_native::child_main()),
        ulpwise_native::CONFINED_COMMAND => Some(ulpwise_native::confined_main()),
        _ => None,
    }
}

/// Works on a thread with a stack of [`STACK_SIZE`].
pub(crate) fn on_large_stack<T: Send>(
    work: impl FnOnce() -> Result<T, DriverError> + Send,
) -> Result<T, DriverError> {
    std::thread::scope(|scope| {
        let worker = std::thread::Builder::new().stack_size(STACK_SIZE).spawn_scoped(scope, work);
        let worker = worker.map_err(DriverError::NoThread)?;
        worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}
