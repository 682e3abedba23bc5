//! The command line: `ulpwise check` gives every floating-point operation a verdict, `ulpwise accuracy` looks for the largest error, `ulpwise list` says what a program has, `ulpwise run` runs one of its functions,
//! `ulpwise search` looks for inputs that raise exceptions, `ulpwise replay` makes such a call again, `ulpwise coverage` counts
//! which lines and branches calls run, `ulpwise export` writes such calls as regression tests, `ulpwise test` follows all paths of a program, `ulpwise solve` answers an SMT-LIB script, `ulpwise stability` bounds the loss of precision.
//!
//! Everything a user can get wrong ends in one message and exit code 2, everything the user's program
//! or script does wrong in exit code 1. A bug of ours is caught here and ends in exit code 3.

mod accuracy;
mod args;
mod check;
mod coverage;
mod export;
mod failure;
mod generate;
mod glob;
mod internal_error;
mod interrupt;
mod json;
mod layout;
mod list;
mod load;
mod marshal;
mod names;
mod number_syntax;
mod output;
mod ownership;
mod parameter_kind;
mod progress;
mod render;
mod replay;
mod resolve;
mod run;
mod search;
mod signature;
mod solve;
mod stability;
mod test;
mod value_syntax;
mod witness;

use args::Command;
use output::ExitStatus;
use std::process::ExitCode;

/// Models of library functions that call back, and the reader of the IR's text form, are recursive:
/// they get more stack than a main thread may have.
const STACK_SIZE: usize = 256 << 20;

fn main() -> ExitCode {
    // The loading process is this program too; its arguments are nobody's business.
    if std::env::args_os().nth(1).is_some_and(|argument| argument == ulpwise_llvm::CHILD_COMMAND) {
        return ulpwise_llvm::child_main();
    }
    if std::env::args_os().nth(1).is_some_and(|argument| argument == ulpwise_native::CHILD_COMMAND) {
        return ulpwise_native::child_main();
    }
    if std::env::args_os().nth(1).is_some_and(|argument| argument == ulpwise_native::CONFINED_COMMAND) {
        return ulpwise_native::confined_main();
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
