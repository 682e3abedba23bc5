//! `ulpwise-solve`: answers an SMT-LIB script, as `ulpwise solve` does, without LLVM and the rest
//! of ulpwise.
//!
//! Answers are written as they come: a program that writes a script into the standard input may
//! wait for one before it sends the next command. Exit codes are those of `ulpwise`: 1 if the script
//! has an error, 2 for wrong arguments and files, 3 for a bug of ulpwise.

use clap::Parser;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;
use ulpwise_script::{RunContext, ScriptError, SolveInput, SolveReport};
use ulpwise_solve::SolveArguments;

/// The stack of the thread that works: SAT solvers and exact arithmetic recurse a little.
const STACK_SIZE: usize = 256 << 20;

/// How long work may take to stop that asks for it often.
const GRACE: Duration = Duration::from_millis(500);

/// Decide whether floating-point formulas have a solution: SMT-LIB scripts, from a file or command
/// by command.
#[derive(Debug, Parser)]
#[command(name = "ulpwise-solve", version)]
#[command(after_help = "\
Examples:
  ulpwise-solve query.smt2
  ulpwise-solve < query.smt2
  ulpwise-solve --model --timeout 60s query.smt2

Exit codes: 0 answered, 1 the script has an error, 2 wrong arguments or files, 3 a bug of ulpwise.")]
struct Invocation {
    #[command(flatten)]
    solve: SolveArguments,
}

fn main() -> ExitCode {
    let arguments = Invocation::parse().solve;
    std::panic::set_hook(Box::new(|info| {
        let message = info.to_string();
        let message = message.split_whitespace().collect::<Vec<_>>().join(" ");
        report(&format!("internal error: {message}; this is a bug of ulpwise, please report it"));
    }));
    let worker = std::thread::Builder::new().stack_size(STACK_SIZE).spawn(move || execute(&arguments));
    match worker.map(std::thread::JoinHandle::join) {
        Ok(Ok(code)) => ExitCode::from(code),
        // The hook has said its sentence.
        Ok(Err(_)) => ExitCode::from(3),
        Err(error) => {
            report(&format!("the system refused a thread: {error}"));
            ExitCode::from(3)
        }
    }
}

/// Executes the script; returns the exit code.
fn execute(arguments: &SolveArguments) -> u8 {
    if let Some(limit) = arguments.timeout {
        end_after(limit.saturating_add(GRACE));
    }
    let context = RunContext::default();
    let options = arguments.options();
    let mut output = std::io::stdout();
    let solved = if arguments.file == Path::new("-") {
        let mut input = std::io::stdin().lock();
        ulpwise_script::solve(&options, SolveInput::Interactive(&mut input), &mut output, &context)
    } else {
        match std::fs::read(&arguments.file) {
            Ok(text) => ulpwise_script::solve(&options, SolveInput::Script(&text), &mut output, &context),
            Err(error) => {
                report(&format!("error: {} cannot be read: {error}", arguments.file.display()));
                return 2;
            }
        }
    };
    match solved {
        Ok(SolveReport { errors: 0 }) => 0,
        Ok(_) => 1,
        Err(ScriptError::Internal(what)) => {
            report(&format!("internal error: {what}; this is a bug of ulpwise, please report it"));
            3
        }
        Err(error) => {
            report(&format!("error: {error}"));
            2
        }
    }
}

/// A sentence on the standard error; without one it is lost, and the exit code still says it.
fn report(sentence: &str) {
    let _ = writeln!(std::io::stderr(), "{sentence}");
}

/// Ends the process when the time has passed, as solvers do: with the word `timeout` and exit code
/// 0. For work that does not ask its budget: reading, input that does not come.
fn end_after(limit: Duration) {
    std::thread::spawn(move || {
        std::thread::sleep(limit);
        let _ = writeln!(std::io::stdout(), "timeout");
        std::process::exit(0);
    });
}
