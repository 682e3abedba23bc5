//! The options of `verify`.

use std::path::PathBuf;

/// The options of `verify`: certificates are checked.
#[derive(Clone, Debug, Default)]
pub struct VerifyOptions {
    /// The folder that `check` wrote certificates into.
    pub folder: PathBuf,
}
