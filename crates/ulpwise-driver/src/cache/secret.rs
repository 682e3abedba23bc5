//! The user's secret, with which entries are signed. It lies in the user's own folder, or is given by
//! the environment where runs of several machines share a cache.

use crate::error::DriverError;
use std::fmt;
use std::io::{Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use ulpwise_verify::sha256;

/// The variable that gives the secret.
const VARIABLE: &str = "ULPWISE_CACHE_KEY";

/// The secret's file in the user's folder of data.
const FILE: &str = "ulpwise/cache-key";

/// A secret, as what HMAC mixes with the inner and the outer text (RFC 2104).
pub(super) struct Secret {
    inner: String,
    outer: String,
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}

impl Secret {
    /// The secret of the environment, or of the user; that is made if there is none yet.
    pub(super) fn find() -> Result<Secret, DriverError> {
        if let Some(text) = std::env::var_os(VARIABLE).filter(|text| !text.is_empty()) {
            return Ok(Secret::from_text(&text.to_string_lossy()));
        }
        let Some(file) = user_file() else {
            return Err(DriverError::refused(
                "a cache needs a place for its secret, and there is no home folder",
            )
            .with_help("set HOME, or ULPWISE_CACHE_KEY to a secret of your own"));
        };
        let wrong = |error| DriverError::FolderNotMade { path: file.clone(), error };
        read_or_make(&file).map(|text| Secret::from_text(&text)).map_err(wrong)
    }

    /// The secret that a text is.
    pub(super) fn from_text(text: &str) -> Secret {
        // The digest has 64 characters, the block of SHA-256: as a key it needs no padding.
        let key = sha256(text.as_bytes());
        let mixed = |with: u8| key.bytes().map(|byte| char::from(byte ^ with)).collect();
        Secret { inner: mixed(0x36), outer: mixed(0x5c) }
    }

    /// The signature of a text.
    pub(super) fn sign(&self, text: &str) -> String {
        let inner = sha256(format!("{}{text}", self.inner).as_bytes());
        sha256(format!("{}{inner}", self.outer).as_bytes())
    }
}

/// The secret's file: nothing if the user has no folder.
fn user_file() -> Option<PathBuf> {
    let named = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let data = named("XDG_DATA_HOME").or_else(|| Some(named("HOME")?.join(".local/share")))?;
    Some(data.join(FILE))
}

fn read_or_make(file: &Path) -> std::io::Result<String> {
    if let Ok(text) = std::fs::read_to_string(file)
        && !text.trim().is_empty()
    {
        return Ok(text);
    }
    let folder = file.parent().unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder)?;
    let mut random = [0_u8; 32];
    std::fs::File::open("/dev/urandom")?.read_exact(&mut random)?;
    let text = sha256(&random);
    let mut options = std::fs::OpenOptions::new();
    let own = folder.join(format!(".cache-key-{}", std::process::id()));
    options.write(true).create(true).truncate(true).mode(0o600).open(&own)?.write_all(text.as_bytes())?;
    // Of two runs that make it at once one wins, and both use its secret.
    let linked = std::fs::hard_link(&own, file);
    std::fs::remove_file(&own)?;
    match linked {
        Err(error) if error.kind() != std::io::ErrorKind::AlreadyExists => Err(error),
        _ => std::fs::read_to_string(file),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_made_once() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("data/cache-key");
        let first = read_or_make(&file).unwrap();
        assert_eq!((read_or_make(&file).unwrap(), first.len()), (first, 64));
        let of = |text: &str| Secret::from_text(text).sign("a");
        assert_ne!(of("one"), of("other"));
        assert_ne!(Secret::from_text("one").sign("b"), of("one"));
    }
}
