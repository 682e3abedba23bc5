//! Checks for programs that use this crate as a library. A check is built of the options of `ulpwise check`, and read by the reader of the command line.

use crate::args;
use crate::check::{Manner, examine};
use crate::failure::Failure;
use crate::{STACK_SIZE, finding::Run};
use std::ffi::OsString;
use std::fmt;
use std::path::Path;

/// A check that can be made.
///
/// ```no_run
/// let run = ulpwise::Check::of(["kernel.c"]).option("fn", "norm").option("range", "x=0..1").switch("non-finite").run()?;
/// println!("{}", ulpwise::report::sarif::sarif(&run));
/// # Ok::<(), ulpwise::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Check {
    words: Vec<OsString>,
}

impl Check {
    /// A check of the program that these files make together, with all functions that other files can call.
    pub fn of<P: AsRef<Path>>(files: impl IntoIterator<Item = P>) -> Check {
        let words = files.into_iter().map(|file| file.as_ref().as_os_str().to_owned());
        Check { words: words.collect() }
    }

    /// The same with an option of `ulpwise check`, by its name without hyphens: `fn`, `timeout`, `property`, `range`, `len`, … Some may be repeated.
    #[must_use]
    pub fn option(mut self, name: &str, value: &str) -> Check {
        self.words.push(format!("--{name}={value}").into());
        self
    }

    /// The same with an option that takes no value: `non-finite`, `stop-at-exception`.
    #[must_use]
    pub fn switch(mut self, name: &str) -> Check {
        self.words.push(format!("--{name}").into());
        self
    }

    /// Makes the check. What the options ask to be written is written; `ulpwise.toml` is not read.
    ///
    /// # Errors
    /// The program does not load, an option is wrong, or ulpwise has a bug; one sentence says which.
    pub fn run(&self) -> Result<Run, Error> {
        let start = ["ulpwise", "check"].map(OsString::from);
        let words: Vec<OsString> = start.into_iter().chain(self.words.iter().cloned()).collect();
        let arguments = args::check_from(words).map_err(|why| Error(Failure::bad_input(why)))?;
        let command = std::iter::once("check".to_owned())
            .chain(self.words.iter().map(|word| word.to_string_lossy().into_owned()));
        let manner = Manner::library(command.collect());
        // Models of library functions that call back are recursive.
        let worker = std::thread::Builder::new()
            .stack_size(STACK_SIZE)
            .spawn(move || examine(&arguments, &manner).map(|(run, _)| run));
        let worker = worker
            .map_err(|error| Error(Failure::bad_input(format!("no thread can be started: {error}"))))?;
        worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)).map_err(Error)
    }
}

/// Why a check could not be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error(Failure);

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.message())
    }
}

impl std::error::Error for Error {}
