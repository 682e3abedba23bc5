//! What a witness may say of how its program is compiled: it may have come from elsewhere, as a file
//! in a report of a defect does.

use super::{Flaw, Witness};
use crate::error::DriverError;
use std::path::Path;
use ulpwise_llvm::{refused_compiler_flag, refused_rustc_flag};

impl Witness {
    /// Refuses compiler flags, and libraries that would be loaded outside of the sandbox, by which
    /// other code could run. Flags that the user gives replace those of the file.
    pub(crate) fn check_flags(&self, file: &Path, own_cflags: Option<&str>) -> Result<(), DriverError> {
        let refused = |what: String| {
            DriverError::refused(format!("{} {what}", file.display()))
                .with_help("--trust-config allows it, if you trust the file")
        };
        let cflags = if own_cflags.is_some() { "" } else { &self.cflags };
        let flags = [refused_compiler_flag(cflags)?, refused_rustc_flag(&self.rustflags)?];
        if let Some(flag) = flags.into_iter().flatten().next() {
            return Err(refused(format!("gives the compiler `{flag}`, by which it may run other code")));
        }
        // A program of its own runs libraries in its sandbox; shadow values need them loaded.
        if matches!(self.flaw, Flaw::Unstable(_)) && !self.link.is_empty() {
            return Err(refused("loads a library, whose code would run outside of the sandbox".to_owned()));
        }
        Ok(())
    }
}
