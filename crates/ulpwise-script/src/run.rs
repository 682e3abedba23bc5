//! Executes SMT-LIB scripts.

use crate::context::RunContext;
use crate::error::ScriptError;
use crate::options::SolveOptions;
use crate::script_engine;
use std::io::{BufRead, ErrorKind, Write};
use std::time::Instant;
use ulpwise_base::Budget;
use ulpwise_smtlib::{CommandEnds, Flow, ScriptSource, Session, query_count};

/// Where commands come from.
pub enum SolveInput<'a> {
    /// A whole script.
    Script(&'a [u8]),
    /// A program or a person that may wait for an answer before the next command.
    Interactive(&'a mut dyn BufRead),
}

/// How a script ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolveReport {
    /// How many commands were answered with an error.
    pub errors: u64,
}

/// Executes a script, and writes each answer as soon as it is known.
///
/// # Errors
/// An option is wrong, input or output fails, or ulpwise has a bug; then no answer counts.
pub fn solve(
    options: &SolveOptions,
    input: SolveInput<'_>,
    output: &mut dyn Write,
    context: &RunContext,
) -> Result<SolveReport, ScriptError> {
    let start = Instant::now();
    let progress = &context.progress;
    progress.phase("reading the script");
    progress.cancellable();
    let mut budget = Budget::unlimited().with_cancel(context.cancel.clone());
    if let Some(limit) = options.timeout {
        budget = budget.with_time(limit);
        progress.at_most(limit);
    }
    let all = match &input {
        SolveInput::Script(text) if progress.is_shown() => Some(query_count(text)),
        SolveInput::Script(_) => None,
        SolveInput::Interactive(_) => {
            // A person types there.
            progress.pause();
            None
        }
    };
    let mut engine = script_engine::script_engine(options, progress, all)?;
    let mut session = Session::new(&mut engine, budget);
    if options.models {
        session = session.writing_models();
    }
    let written = match input {
        SolveInput::Interactive(lines) => run_interactively(&mut session, lines, output)?,
        SolveInput::Script(text) => session.run(&mut ScriptSource::new(text), output).map(|_| ()),
    };
    let statistics = session.statistics();
    let written = written.and_then(|()| {
        for line in engine.explanations() {
            writeln!(output, "{line}")?;
        }
        if options.statistics {
            let seconds = start.elapsed().as_secs_f64();
            writeln!(output, "{statistics}\n{}\n(:seconds {seconds:.3})", engine.statistics())?;
        }
        output.flush()
    });
    match written {
        // A reader that closed its end has read what it wanted.
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            return Err(ScriptError::Output(error));
        }
        _ => {}
    }
    if let Some(fault) = engine.fault() {
        return Err(ScriptError::Internal(format!("no answer of this run counts: {fault}")));
    }
    Ok(SolveReport { errors: statistics.errors })
}

/// Executes each command as soon as it is complete. The inner error is that of writing.
fn run_interactively(
    session: &mut Session<'_>,
    input: &mut dyn BufRead,
    out: &mut dyn Write,
) -> Result<std::io::Result<()>, ScriptError> {
    let mut ends = CommandEnds::default();
    let mut pending: Vec<u8> = Vec::new();
    let mut line = 1;
    loop {
        let before = pending.len();
        let length = input.read_until(b'\n', &mut pending);
        let length = length.map_err(ScriptError::Input)?;
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
