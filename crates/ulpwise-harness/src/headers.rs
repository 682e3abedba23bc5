//! The headers that programs under test include, written where the compiler finds them.

use crate::error::HarnessError;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// The headers: where they stand in the folder, and their text.
const HEADERS: [(&str, &str); 2] = [
    ("klee/klee.h", include_str!("../include/klee/klee.h")),
    ("ulpwise.h", include_str!("../include/ulpwise.h")),
];

/// A folder with the headers, which is gone when this is.
pub struct Headers {
    folder: TempDir,
}

impl Headers {
    /// Writes them.
    pub fn write() -> Result<Headers, HarnessError> {
        let unwritable = |error: std::io::Error| HarnessError::Headers(error.to_string());
        let folder = tempfile::Builder::new().prefix("ulpwise-").tempdir().map_err(unwritable)?;
        for (name, text) in HEADERS {
            let file = folder.path().join(name);
            std::fs::create_dir_all(file.parent().unwrap_or(Path::new("."))).map_err(unwritable)?;
            std::fs::write(file, text).map_err(unwritable)?;
        }
        Ok(Headers { folder })
    }

    /// Writes another file beside them.
    pub fn add(&self, name: &str, text: &str) -> Result<PathBuf, HarnessError> {
        let file = self.folder.path().join(name);
        std::fs::write(&file, text).map_err(|error| HarnessError::File {
            file: file.display().to_string(),
            problem: error.to_string(),
        })?;
        Ok(file)
    }

    /// Flags by which clang lets other files call a function, though it may be `static`.
    pub fn exporting(&self, function: &str) -> Result<String, HarnessError> {
        let name = function.replace(['\\', '"'], "");
        let file = self.add("exported.h", &format!("__asm__(\".globl \\\"{name}\\\"\");\n"))?;
        Ok(format!(" -include '{}'", file.to_string_lossy().replace('\'', "'\\''")))
    }

    /// Flags by which a compiler finds them, after the user's own, whose headers of these names
    /// come first.
    pub fn flags(&self, user: &str) -> String {
        let folder = self.folder.path().to_string_lossy().replace('\'', "'\\''");
        format!("{user} '-I{folder}'")
    }
}
