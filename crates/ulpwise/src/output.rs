//! What a command has to say, written at its end: to standard output, to standard error, and as an
//! exit code.
//!
//! The texts may hold terminal styles; they are taken out where they would not be seen. A reader
//! that went away (`| head`) is no error.

use crate::args::Color;
use anstream::AutoStream;
use std::io::{ErrorKind, Write};
use std::process::ExitCode;
use ulpwise_finding::Run;
use ulpwise_report::json::json;
use ulpwise_report::terminal::{Detail, TerminalOptions, terminal};

/// How the command ended. The numbers are documented in `--help` and in `docs/commands/`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ExitStatus {
    /// What was asked for was done.
    Success,
    /// The user's program failed, or the user's script has an error.
    ProgramFailed,
    /// The arguments, the files or the machine's set-up do not do.
    BadInput,
    /// A bug of ours.
    InternalError,
    /// This signal asked the command to stop, and it reported what it had by then.
    Interrupted(i32),
}

impl ExitStatus {
    /// The number that the system gets.
    pub(crate) const fn code(self) -> u8 {
        match self {
            Self::Success => 0,
            Self::ProgramFailed => 1,
            Self::BadInput => 2,
            Self::InternalError => 3,
            // What shells say of a program that the signal killed. Signals have numbers below 65.
            Self::Interrupted(signal) => 128 | signal as u8,
        }
    }
}

impl From<ExitStatus> for ExitCode {
    fn from(status: ExitStatus) -> Self {
        Self::from(status.code())
    }
}

/// How many columns the terminal has that standard output is shown on, if it is one.
pub(crate) fn terminal_width() -> Option<usize> {
    let terminal_size::Width(columns) = terminal_size::terminal_size_of(std::io::stdout())?.0;
    (columns > 0).then_some(columns.into())
}

/// Everything a command has to say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Report {
    /// For standard output.
    pub(crate) output: String,
    /// For standard error, after that.
    pub(crate) errors: String,
    /// How the command ended.
    pub(crate) status: ExitStatus,
}

impl Report {
    /// A report of success.
    pub(crate) fn success(output: String) -> Self {
        Self { output, errors: String::new(), status: ExitStatus::Success }
    }

    /// The report of a run, as JSON or as text that shows `limit` things of each kind; 0 shows all.
    pub(crate) fn of_run(run: &Run, as_json: bool, limit: usize, status: ExitStatus) -> Self {
        if as_json {
            return Self { output: json(run), errors: String::new(), status };
        }
        let limit = if limit == 0 { usize::MAX } else { limit };
        let options =
            TerminalOptions { limit, detail: Detail::Normal, notes: false, width: terminal_width() };
        let text = terminal(run, options);
        Self { output: text.output, errors: text.errors, status }
    }

    /// Writes the report.
    pub(crate) fn write(&self, color: Color) -> ExitStatus {
        let mut output = AutoStream::new(std::io::stdout(), color.choice());
        let mut status = self.status;
        let written = output.write_all(self.output.as_bytes()).and_then(|()| output.flush());
        let mut errors = AutoStream::new(std::io::stderr(), color.choice());
        if let Err(error) = written
            && error.kind() != ErrorKind::BrokenPipe
        {
            // If standard error is gone too, the exit code is all that is left to say it.
            let _ = writeln!(errors, "error: the output cannot be written: {error}");
            status = ExitStatus::BadInput;
        }
        let _ = errors.write_all(self.errors.as_bytes());
        status
    }
}
