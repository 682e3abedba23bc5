//! What keeps a fix from being looked for.

use std::fmt;
use ulpwise_driver::DriverError;

/// Why no fix was looked for. `Display` gives one sentence, [`FixError::help`] what to do.
#[derive(Debug)]
pub enum FixError {
    /// The program does not load, or an analysis fails.
    Driver(DriverError),
    /// A file cannot be read or written.
    File {
        /// Its path.
        path: std::path::PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// What was asked for cannot be done: the sentence, and what to do about it.
    Refused {
        /// The sentence.
        message: String,
        /// What to do about it.
        help: Option<String>,
    },
}

impl FixError {
    pub(crate) fn refused(message: impl Into<String>) -> Self {
        Self::Refused { message: message.into(), help: None }
    }

    /// What to do about it, a line each.
    pub fn help(&self) -> Vec<String> {
        match self {
            Self::Driver(error) => error.help(),
            Self::File { .. } => Vec::new(),
            Self::Refused { help, .. } => help.iter().cloned().collect(),
        }
    }

    /// Whether it is a bug of ulpwise rather than something that the user can change.
    pub fn is_internal(&self) -> bool {
        match self {
            Self::Driver(error) => error.is_internal(),
            Self::File { .. } | Self::Refused { .. } => false,
        }
    }
}

impl fmt::Display for FixError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Driver(error) => error.fmt(f),
            Self::File { path, error } => write!(f, "{}: {error}", path.display()),
            Self::Refused { message, .. } => f.write_str(message),
        }
    }
}

impl std::error::Error for FixError {}

impl From<DriverError> for FixError {
    fn from(error: DriverError) -> Self {
        Self::Driver(error)
    }
}
