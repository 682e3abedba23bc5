//! Why a script is not executed to its end.

use std::path::PathBuf;

/// Why a script is not executed to its end.
#[derive(Debug, thiserror::Error)]
pub enum ScriptError {
    /// The engines that the options name do not go together.
    #[error("{0}")]
    Engine(String),
    /// A folder that an option names cannot be made.
    #[error("the folder {} cannot be made: {error}", path.display())]
    FolderNotMade {
        /// Its path.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// The input fails.
    #[error("the standard input cannot be read: {0}")]
    Input(std::io::Error),
    /// The output fails.
    #[error("the output cannot be written: {0}")]
    Output(std::io::Error),
    /// A bug of ulpwise.
    #[error("{0}")]
    Internal(String),
}
