//! The command line, `ulpwise`: arguments become options of `ulpwise-driver`, and what it finds
//! becomes text, files and an exit code.

mod accuracy;
mod args;
mod cache;
mod campaign;
mod capture;
mod check;
mod coverage;
mod diff;
mod export;
mod failure;
mod fix;
mod generate;
mod internal_error;
mod interrupt;
mod list;
mod lsp;
mod output;
mod progress;
mod replay;
mod reports;
mod run;
mod search;
mod settings;
mod solve;
mod stability;
mod suggest;
mod test;
mod verify;

use args::Command;
use output::ExitStatus;
use std::process::ExitCode;

/// The program `ulpwise`.
pub fn command_line() -> ExitCode {
    if let Some(code) = ulpwise_driver::child() {
        return code;
    }
    internal_error::install_hook();
    let worker = std::thread::Builder::new().stack_size(ulpwise_driver::STACK_SIZE).spawn(command);
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
        Command::Cache(cache) => cache::cache(cache),
        Command::Capture(capture) => capture::capture(capture),
        Command::Campaign(campaign) => campaign::campaign(campaign),
        Command::Check(check) => check::check(check),
        Command::Completions(completions) => Ok(generate::completions(completions)),
        Command::Coverage(coverage) => coverage::coverage(coverage),
        Command::Diff(diff) => diff::diff(diff),
        Command::Export(export) => export::export(export),
        Command::Fix(fix) => fix::fix(fix),
        Command::List(list) => list::list(list),
        Command::Lsp(lsp) => lsp::lsp(lsp),
        Command::Man(man) => generate::man(man),
        Command::Replay(replay) => replay::replay(replay),
        Command::Run(run) => run::run(run),
        Command::Search(search) => search::search(search),
        Command::Solve(solve) => solve::solve(solve),
        Command::Stability(stability) => stability::stability(stability),
        Command::Suggest(suggest) => suggest::suggest(suggest),
        Command::Test(test) => test::test(test),
        Command::Verify(verify) => verify::verify(verify),
    };
    report.unwrap_or_else(|failure| failure.report()).write(arguments.color)
}
