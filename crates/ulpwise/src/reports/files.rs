//! The files that a run writes at its end. Whether they can be written is known before the work
//! begins. A file is written beside its final path and moved there, so that half of one is never
//! seen.

use crate::failure::Failure;
use std::fs::{File, OpenOptions, Permissions};
use std::io::{ErrorKind, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// A file that will be written.
pub(crate) struct Planned {
    option: &'static str,
    path: PathBuf,
    way: Way,
}

enum Way {
    /// Beside its place first.
    Moved(NamedTempFile),
    /// A pipe or a device.
    Direct(File),
}

impl Planned {
    /// Makes sure that the file of an option can be written.
    pub(crate) fn new(option: &'static str, path: &Path) -> Result<Planned, Failure> {
        let wrong = |error: std::io::Error| unwritable(option, path, &error);
        if path.is_dir() {
            return Err(Failure::bad_input(format!("{option} {}: that is a folder", path.display()))
                .help("name a file"));
        }
        let way = if path.exists() && !path.is_file() {
            Way::Direct(OpenOptions::new().write(true).open(path).map_err(wrong)?)
        } else {
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
            // The file gets the permissions that any new file gets.
            let file = tempfile::Builder::new()
                .prefix(".ulpwise-")
                .permissions(Permissions::from_mode(0o666))
                .tempfile_in(folder.unwrap_or(Path::new(".")));
            Way::Moved(file.map_err(wrong)?)
        };
        Ok(Planned { option, path: path.to_owned(), way })
    }

    /// Where it will be.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Writes it.
    pub(crate) fn write(self, text: &str) -> Result<(), Failure> {
        let Planned { option, path, way } = self;
        let written = match way {
            Way::Direct(mut file) => file.write_all(text.as_bytes()),
            Way::Moved(mut file) => file
                .write_all(text.as_bytes())
                .and_then(|()| file.persist(&path).map(drop).map_err(|error| error.error)),
        };
        written.map_err(|error| unwritable(option, &path, &error))
    }
}

fn unwritable(option: &str, path: &Path, error: &std::io::Error) -> Failure {
    // Only what the system said; the path of a file that the user did not name would confuse.
    let why = match (error.kind(), error.raw_os_error()) {
        (ErrorKind::NotFound, _) => "its folder does not exist".to_owned(),
        (_, Some(code)) => std::io::Error::from_raw_os_error(code).to_string(),
        (kind, None) => kind.to_string(),
    };
    Failure::bad_input(format!("{option} {} cannot be written: {why}", path.display()))
}
