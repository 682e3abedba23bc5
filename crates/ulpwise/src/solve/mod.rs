//! `ulpwise solve`: executes an SMT-LIB script.
//!
//! The answers are written as they come, not at the end, because whoever writes a script into the standard input may wait
//! for one before the next command.

mod engine;
mod told;

use crate::args::SolveArguments;
use crate::failure::Failure;
use crate::interrupt::{GRACE, Interrupt, Patience};
use crate::output::{ExitStatus, Report};
use crate::progress::{self, Progress};
use std::io::{BufRead, ErrorKind, Write};
use std::path::Path;
use std::time::{Duration, Instant};
use told::Beside;
use ulpwise_base::Budget;
use ulpwise_smtlib::{CommandEnds, Flow, ScriptSource, Session, query_count};

/// Executes the script.
pub(crate) fn solve(arguments: &SolveArguments) -> Result<Report, Failure> {
    let start = Instant::now();
    let interrupt = Interrupt::watch(Patience::Limited(GRACE));
    let progress = Progress::new("reading the script");
    progress.leave_signals();
    let mut budget = Budget::unlimited().with_cancel(interrupt.flag());
    if let Some(limit) = arguments.timeout {
        budget = budget.with_time(limit);
        progress.at_most(limit);
        // For what asks nobody: reading, one operation on enormous numbers, input that does not come.
        end_after(limit.saturating_add(GRACE));
    }
    let text = if arguments.file == Path::new("-") {
        // Whoever types wants the terminal for that.
        progress.hide();
        None
    } else {
        Some(std::fs::read(&arguments.file).map_err(|error| unreadable(&arguments.file, &error))?)
    };
    let all = text.as_ref().filter(|_| progress.is_watched()).map(|text| query_count(text));
    let mut engine = engine::engine(arguments, &progress, all)?;
    if arguments.explain {
        engine.explain();
    }
    let mut session = Session::new(&mut engine, budget);
    if arguments.model {
        session = session.writing_models();
    }
    let mut out = Beside { output: std::io::stdout(), teller: progress.teller() };
    let written = match text {
        None => run_interactively(&mut session, &mut std::io::stdin().lock(), &mut out)?,
        Some(text) => session.run(&mut ScriptSource::new(&text), &mut out).map(|_| ()),
    };
    let statistics = session.statistics();
    let written = written.and_then(|()| {
        for line in engine.explanations() {
            writeln!(out, "{line}")?;
        }
        if arguments.stats {
            let seconds = start.elapsed().as_secs_f64();
            writeln!(out, "{statistics}\n{}\n(:seconds {seconds:.3})", engine.statistics())?;
        }
        out.flush()
    });
    if let Some(status) = interrupt.status() {
        return Ok(Report { output: String::new(), errors: String::new(), status });
    }
    match written {
        // A reader that went away has seen what it wanted.
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            return Err(Failure::bad_input(format!("the output cannot be written: {error}")));
        }
        _ => {}
    }
    if let Some(fault) = engine.fault() {
        return Err(Failure::internal(&format!("no answer of this run counts: {fault}")));
    }
    let status = if statistics.errors == 0 { ExitStatus::Success } else { ExitStatus::ProgramFailed };
    Ok(Report { output: String::new(), errors: String::new(), status })
}

/// Ends the process when the time has passed, as solvers do: with the word `timeout` and exit code 0.
fn end_after(limit: Duration) {
    std::thread::spawn(move || {
        std::thread::sleep(limit);
        let _last = progress::cleared();
        // If nobody reads that, nobody misses it.
        let _ = writeln!(std::io::stdout(), "timeout");
        std::process::exit(ExitStatus::Success.code().into());
    });
}

fn unreadable(file: &Path, error: &std::io::Error) -> Failure {
    Failure::bad_input(format!("{} cannot be read: {error}", file.display()))
}

/// Executes each command as soon as it is complete. The inner error is that of writing.
fn run_interactively(
    session: &mut Session<'_>,
    input: &mut dyn BufRead,
    out: &mut dyn Write,
) -> Result<std::io::Result<()>, Failure> {
    let mut ends = CommandEnds::default();
    let mut pending: Vec<u8> = Vec::new();
    let mut line = 1;
    loop {
        let before = pending.len();
        let length = input.read_until(b'\n', &mut pending);
        let length = length.map_err(|error| unreadable(Path::new("the standard input"), &error))?;
        let is_complete = ends.ends_with(&pending[before..]);
        if !is_complete && length > 0 {
            continue;
        }
        let executed = session
            .run(&mut ScriptSource::starting_on_line(&pending, line), out)
            .and_then(|flow| out.flush().map(|()| flow));
        match executed {
            Ok(Flow::Continue) if length > 0 => {}
            Ok(_) => return Ok(Ok(())),
            Err(error) => return Ok(Err(error)),
        }
        line += pending.iter().filter(|&&byte| byte == b'\n').count() as u32;
        pending.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ulpwise_smtlib::fold;

    /// What is answered to a script on the standard input.
    fn answer(script: &str) -> String {
        let mut engine = fold;
        let mut session = Session::new(&mut engine, Budget::unlimited());
        let mut out = Vec::new();
        run_interactively(&mut session, &mut script.as_bytes(), &mut out).unwrap().unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn commands_may_span_lines_and_share_them() {
        assert_eq!(
            answer("(declare-const p\n ; (\n Bool) (assert p)\n(check-sat) (get-value\n(p))"),
            "sat\n((p true))\n"
        );
    }

    #[test]
    fn errors_are_found_on_their_line() {
        assert_eq!(
            answer("\n(check-sat)\n\n(assert\n p)\n(check-sat)\n"),
            "sat\n(error \"line 5 column 2: unknown symbol p\")\n"
        );
        assert_eq!(answer("(check-sat"), "(error \"line 1 column 11: expected ), but the script ends\")\n");
        assert_eq!(answer("(exit)\n(check-sat)\n"), "");
    }
}
