//! `ulpwise solve`: executes an SMT-LIB script.
//!
//! Answers are written as they come, not at the end: a program that writes a script into the
//! standard input may wait for one before it sends the next command.

use crate::args::SolveArguments;
use crate::failure::Failure;
use crate::interrupt::{GRACE, Patience};
use crate::output::{ExitStatus, Report};
use crate::progress::{self, Watched};
use std::io::Write;
use std::path::Path;
use std::time::Duration;
use ulpwise_driver::{Progress, SolveInput};

/// Runs the command.
pub(crate) fn solve(arguments: &SolveArguments) -> Result<Report, Failure> {
    let watched = Watched::new(Patience::Limited(GRACE));
    if let Some(limit) = arguments.timeout {
        // For work that does not ask its budget: reading, one operation on enormous numbers, input
        // that does not come.
        end_after(limit.saturating_add(GRACE));
    }
    let context = watched.context();
    let mut output = Beside { output: std::io::stdout(), progress: context.progress.clone() };
    let options = arguments.options();
    let solved = if arguments.file == Path::new("-") {
        let mut input = std::io::stdin().lock();
        ulpwise_driver::solve(&options, SolveInput::Interactive(&mut input), &mut output, context)
    } else {
        let file = &arguments.file;
        let text = std::fs::read(file)
            .map_err(|error| Failure::bad_input(format!("{} cannot be read: {error}", file.display())))?;
        ulpwise_driver::solve(&options, SolveInput::Script(&text), &mut output, context)
    };
    // An interrupted run gives no verdict on what it wrote.
    let status = match (watched.interrupted(), solved) {
        (Some(status), _) => status,
        (None, Err(error)) => return Err(error.into()),
        (None, Ok(report)) if report.errors == 0 => ExitStatus::Success,
        (None, Ok(_)) => ExitStatus::ProgramFailed,
    };
    Ok(Report { output: String::new(), errors: String::new(), status })
}

/// Ends the process when the time has passed, as solvers do: with the word `timeout` and exit code
/// 0.
fn end_after(limit: Duration) {
    std::thread::spawn(move || {
        std::thread::sleep(limit);
        let _last = progress::cleared();
        // The exit code says the same if the output is closed.
        let _ = writeln!(std::io::stdout(), "timeout");
        std::process::exit(ExitStatus::Success.code().into());
    });
}

/// Standard output, from which the line of progress is taken away before something is written.
struct Beside<W> {
    output: W,
    progress: Progress,
}

impl<W: Write> Write for Beside<W> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.progress.pause();
        self.output.write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.progress.pause();
        self.output.flush()
    }
}
