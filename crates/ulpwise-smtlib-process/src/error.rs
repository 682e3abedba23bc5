//! Why an outside solver cannot be named.

use thiserror::Error;

/// Why an outside solver cannot be named.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SmtlibProcessError {
    /// A command line without words, or with an open quote.
    #[error("'{0}' is no command: nothing is named, or a quote is open")]
    NotACommand(String),
}
