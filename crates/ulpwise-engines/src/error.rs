//! Why a name or a command does not give an engine.

use crate::choice::PROCESS;
use crate::registry::ENGINES;
use thiserror::Error;
use ulpwise_smtlib_process::SmtlibProcessError;

/// Why a name or a command does not give an engine.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EngineError {
    /// There is no engine of this name.
    #[error(
        "there is no such engine; there are: {}, and {PROCESS}\"COMMAND\" (any SMT-LIB solver that reads its standard input)",
        known_engines()
    )]
    Unknown,
    /// A command that does not name a program.
    #[error(transparent)]
    Process(#[from] SmtlibProcessError),
    /// Further engines for an engine that is not the portfolio.
    #[error("only the portfolio takes further engines")]
    NotPortfolio,
    /// A further engine of the portfolio that is not an outside program.
    #[error("the portfolio takes further engines of the form {PROCESS}\"COMMAND\"")]
    NotProcess,
}

/// The engines that have names, with what they do.
fn known_engines() -> String {
    let known: Vec<String> = ENGINES.iter().map(|entry| format!("{} ({})", entry.name, entry.what)).collect();
    known.join(", ")
}
