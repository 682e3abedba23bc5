//! Checks files and writes tests, one after the other, beside the thread that answers the editor.

use crate::MakeOptions;
use crate::document::{Declared, Outcome};
use crossbeam_channel::{Receiver, Sender};
use std::path::{Path, PathBuf};
use ulpwise_base::CancelFlag;
use ulpwise_driver::{
    CheckOptions, DriverError, ExportOptions, RunContext, TestFramework, TestLanguage, check, export,
};

/// What is to be done.
#[derive(Debug)]
pub(crate) enum Job {
    /// Check a file.
    Check {
        path: PathBuf,
        /// Ends the check early: the file was saved again.
        cancel: CancelFlag,
    },
    /// Write a regression test of a witness.
    Export {
        /// The file that the witness is about.
        path: PathBuf,
        /// The witness, as its file has it.
        witness: String,
        /// The file of the test.
        to: PathBuf,
    },
}

/// What came of it.
#[derive(Debug)]
pub(crate) enum Done {
    Checked { path: PathBuf, outcome: Outcome, is_cancelled: bool },
    Exported { to: PathBuf, text: Result<String, NoTest> },
}

/// Does jobs until there are no more.
pub(crate) fn work(jobs: &Receiver<Job>, done: &Sender<Done>, make_options: &MakeOptions) {
    for job in jobs {
        let result = match job {
            Job::Check { path, cancel } if cancel.is_cancelled() => {
                let outcome = Outcome::Failed { message: String::new(), output: String::new() };
                Done::Checked { path, outcome, is_cancelled: true }
            }
            Job::Check { path, cancel } => {
                let outcome = match make_options(&path) {
                    Ok(Some(options)) => check_file(&options, &cancel),
                    Ok(None) => Outcome::Checked { run: Box::default(), declared: Declared::new() },
                    Err(why) => Outcome::Failed { message: why.to_string(), output: String::new() },
                };
                Done::Checked { path, outcome, is_cancelled: cancel.is_cancelled() }
            }
            Job::Export { path, witness, to } => {
                let text = write_test(&path, &witness);
                Done::Exported { to, text }
            }
        };
        if done.send(result).is_err() {
            return;
        }
    }
}

fn check_file(options: &CheckOptions, cancel: &CancelFlag) -> Outcome {
    let context = RunContext { cancel: cancel.clone(), ..RunContext::default() };
    match check(options, &context) {
        Ok(report) => {
            let declared: Declared = report.declared;
            Outcome::Checked { run: Box::new(report.run), declared }
        }
        Err(error) => {
            Outcome::Failed { message: sentence(&error), output: error.compiler_output().to_owned() }
        }
    }
}

/// An error with what to do about it.
fn sentence(error: &DriverError) -> String {
    let help = error.help();
    let all: Vec<String> = std::iter::once(error.to_string()).chain(help).collect();
    all.join("; ")
}

/// Why no test is written.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NoTest {
    /// No folder for temporary files.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// The program cannot be built, or the test cannot be made.
    #[error("{0}")]
    Refused(String),
}

fn write_test(path: &Path, witness: &str) -> Result<String, NoTest> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("witness.json");
    std::fs::write(&file, witness)?;
    let options = ExportOptions {
        witnesses: vec![file],
        language: language(path),
        framework: TestFramework::Plain,
        trusts_witnesses: true,
    };
    let report =
        export(&options, &RunContext::default()).map_err(|error| NoTest::Refused(sentence(&error)))?;
    match (report.tests, report.left_out.first()) {
        (0, Some(left_out)) => Err(NoTest::Refused(left_out.reason.to_string())),
        _ => Ok(report.text),
    }
}

/// The language of a test for a file.
pub(crate) fn language(path: &Path) -> TestLanguage {
    let end = path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    match end.as_str() {
        "rs" => TestLanguage::Rust,
        "cc" | "cpp" | "cxx" | "c++" => TestLanguage::Cpp,
        "f" | "for" | "f90" | "f95" | "f03" | "f08" => TestLanguage::Fortran,
        _ => TestLanguage::C,
    }
}
