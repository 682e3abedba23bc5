//! Results kept by content, in a folder of a project: an entry is a file whose name is a digest of
//! everything that its content depends on.
//!
//! What holds: an entry is written under another name and renamed, so that runs at the same time
//! read whole entries only. Each is signed with a secret of the user, which is not in the folder: a
//! damaged entry, or one that came with the sources, is discarded and never believed. Nothing is
//! written through symbolic links, and nothing is removed that is not an entry.

mod entries;
mod location;
mod secret;

pub use entries::{CacheState, Trimmed};
pub use location::{FOLDER, existing_folder, project_folder};

use crate::error::DriverError;
use secret::Secret;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::SystemTime;
use ulpwise_verify::sha256;

/// The folder of the entries within that of the cache.
const ENTRIES: &str = "entries";

/// The first line of an entry.
const FORMAT: &str = "ulpwise cache 1";

/// How many bytes the entries of a cache may have when a run is done; the oldest ones go first.
pub const MOST_BYTES: u64 = 1 << 30;

/// A folder of results by content.
#[derive(Debug)]
pub struct Cache {
    folder: PathBuf,
    secret: Secret,
    found: AtomicUsize,
    discarded: AtomicUsize,
}

impl Cache {
    /// Opens a cache, or makes its folder.
    ///
    /// # Errors
    /// The folder cannot be made, is a link, or there is no place for the user's secret.
    pub fn open(folder: &Path) -> Result<Cache, DriverError> {
        let unusable = |error| DriverError::FolderNotMade { path: folder.to_owned(), error };
        make_folder(folder).map_err(unusable)?;
        make_folder(&folder.join(ENTRIES)).map_err(unusable)?;
        let ignore = folder.join(".gitignore");
        if !ignore.exists() {
            write_whole(&ignore, b"*\n").map_err(unusable)?;
        }
        let secret = Secret::find()?;
        Ok(Cache {
            folder: folder.to_owned(),
            secret,
            found: AtomicUsize::new(0),
            discarded: AtomicUsize::new(0),
        })
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// How many entries were found that were asked for.
    pub fn found(&self) -> usize {
        self.found.load(Ordering::Relaxed)
    }

    /// How many of them were damaged or not this user's.
    pub fn discarded(&self) -> usize {
        self.discarded.load(Ordering::Relaxed)
    }

    /// The entry of a key, if there is one and it is sound.
    pub fn read(&self, key: &str) -> Option<String> {
        let path = self.path(key);
        let text = std::fs::read(&path).ok()?;
        let Some(payload) = self.payload(key, &text) else {
            self.discard();
            return None;
        };
        self.found.fetch_add(1, Ordering::Relaxed);
        // What is used is trimmed last. That it cannot be said does no harm.
        if let Ok(file) = std::fs::File::options().append(true).open(&path) {
            let _ = file.set_modified(SystemTime::now());
        }
        Some(payload)
    }

    /// An entry that was read does not say what it should: it was none.
    pub fn discard_read(&self) {
        self.found.fetch_sub(1, Ordering::Relaxed);
        self.discard();
    }

    fn discard(&self) {
        self.discarded.fetch_add(1, Ordering::Relaxed);
    }

    /// Writes an entry. A cache that cannot be written costs time and nothing else.
    pub fn write(&self, key: &str, payload: &str) -> std::io::Result<()> {
        let path = self.path(key);
        make_folder(path.parent().unwrap_or(&self.folder))?;
        let signature = self.secret.sign(&signed(key, payload));
        write_whole(&path, format!("{FORMAT}\n{signature}\n{payload}").as_bytes())
    }

    /// The text behind the signature, if that is right.
    fn payload(&self, key: &str, text: &[u8]) -> Option<String> {
        let text = std::str::from_utf8(text).ok()?;
        let (signature, payload) = text.strip_prefix(FORMAT)?.strip_prefix('\n')?.split_once('\n')?;
        (self.secret.sign(&signed(key, payload)) == signature).then(|| payload.to_owned())
    }

    fn path(&self, key: &str) -> PathBuf {
        let digest = sha256(key.as_bytes());
        let (start, rest) = digest.split_at(2);
        self.folder.join(ENTRIES).join(start).join(rest)
    }
}

fn signed(key: &str, payload: &str) -> String {
    format!("{}\n{payload}", sha256(key.as_bytes()))
}

/// Makes a folder that is none yet; a link in its place is refused.
fn make_folder(folder: &Path) -> std::io::Result<()> {
    match std::fs::symlink_metadata(folder) {
        Ok(metadata) if metadata.is_dir() => Ok(()),
        Ok(_) => Err(std::io::Error::new(std::io::ErrorKind::AlreadyExists, "it is not a folder")),
        Err(_) => match std::fs::create_dir_all(folder) {
            // Another run may have been faster.
            Err(error) if !folder.is_dir() => Err(error),
            _ => Ok(()),
        },
    }
}

/// Writes a file as a whole: a reader sees all of it, or what was there before.
fn write_whole(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    std::io::Write::write_all(&mut file, bytes)?;
    file.persist(path).map(drop).map_err(|error| error.error)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cache(folder: &Path, secret: &str) -> Cache {
        make_folder(&folder.join(ENTRIES)).unwrap();
        let secret = Secret::from_text(secret);
        Cache {
            folder: folder.to_owned(),
            secret,
            found: AtomicUsize::new(0),
            discarded: AtomicUsize::new(0),
        }
    }

    #[test]
    fn what_was_written_is_read_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let own = cache(folder.path(), "mine");
        own.write("a", "1\n2\n").unwrap();
        assert_eq!(own.read("a").as_deref(), Some("1\n2\n"));
        assert_eq!((own.read("b"), own.found(), own.discarded()), (None, 1, 0));
        // The entry of one key is none of another, and no other user's.
        std::fs::create_dir_all(own.path("b").parent().unwrap()).unwrap();
        std::fs::copy(own.path("a"), own.path("b")).unwrap();
        assert_eq!((own.read("b"), own.discarded()), (None, 1));
        let other = cache(folder.path(), "another's");
        assert_eq!((other.read("a"), other.discarded()), (None, 1));
    }

    #[test]
    fn any_damage_is_noticed() {
        let folder = tempfile::tempdir().unwrap();
        let own = cache(folder.path(), "mine");
        own.write("a", "proven").unwrap();
        let whole = std::fs::read(own.path("a")).unwrap();
        for at in 0..whole.len() {
            let mut bytes = whole.clone();
            bytes[at] ^= 1;
            std::fs::write(own.path("a"), &bytes).unwrap();
            assert_eq!(own.read("a"), None, "byte {at}");
            std::fs::write(own.path("a"), &whole[..at]).unwrap();
            assert_eq!(own.read("a"), None, "the first {at} bytes");
        }
    }

    #[test]
    fn nothing_is_written_through_links() {
        let (folder, elsewhere) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let own = cache(folder.path(), "mine");
        let start = own.path("a").parent().unwrap().to_owned();
        std::os::unix::fs::symlink(elsewhere.path(), &start).unwrap();
        assert!(own.write("a", "1").is_err());
        assert_eq!(std::fs::read_dir(elsewhere.path()).unwrap().count(), 0);
    }
}
