//! The entries of a cache together: counted, trimmed and removed.

use super::{Cache, ENTRIES};
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

/// How much a cache holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CacheState {
    /// How many entries.
    pub entries: usize,
    /// How many bytes they have.
    pub bytes: u64,
    /// How long ago the least recently used one was used.
    pub oldest: Option<Duration>,
}

/// What was removed of a cache.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Trimmed {
    /// How many entries.
    pub entries: usize,
    /// How many bytes they had.
    pub bytes: u64,
}

struct Entry {
    path: PathBuf,
    bytes: u64,
    used: SystemTime,
}

impl Cache {
    /// How much there is.
    pub fn state(&self) -> CacheState {
        let entries = self.entries();
        let now = SystemTime::now();
        CacheState {
            entries: entries.len(),
            bytes: entries.iter().map(|entry| entry.bytes).sum(),
            oldest: entries.first().map(|entry| now.duration_since(entry.used).unwrap_or_default()),
        }
    }

    /// Removes entries, those first that were not used for the longest time, until all together have
    /// no more bytes, and all those that were not used for so long.
    pub fn trim(&self, most_bytes: u64, longest: Option<Duration>) -> Trimmed {
        let entries = self.entries();
        let mut left: u64 = entries.iter().map(|entry| entry.bytes).sum();
        let now = SystemTime::now();
        let mut trimmed = Trimmed::default();
        for entry in entries {
            let age = now.duration_since(entry.used).unwrap_or_default();
            if left <= most_bytes && longest.is_none_or(|longest| age <= longest) {
                continue;
            }
            if std::fs::remove_file(&entry.path).is_ok() {
                left -= entry.bytes;
                trimmed = Trimmed { entries: trimmed.entries + 1, bytes: trimmed.bytes + entry.bytes };
            }
        }
        trimmed
    }

    /// Removes all entries.
    pub fn clear(&self) -> Trimmed {
        self.trim(0, Some(Duration::ZERO))
    }

    /// The entries, those first that were not used for the longest time. Whatever else lies in the
    /// folder is none.
    fn entries(&self) -> Vec<Entry> {
        let listed = |folder: PathBuf| std::fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
        let mut entries = Vec::new();
        for start in listed(self.folder.join(ENTRIES)) {
            let is_start = is_digest(&start.file_name().to_string_lossy(), 2);
            if !is_start || !start.file_type().is_ok_and(|kind| kind.is_dir()) {
                continue;
            }
            for entry in listed(start.path()) {
                let Ok(metadata) = entry.metadata() else { continue };
                if metadata.is_file() && is_digest(&entry.file_name().to_string_lossy(), 62) {
                    let used = metadata.modified().unwrap_or(SystemTime::UNIX_EPOCH);
                    entries.push(Entry { path: entry.path(), bytes: metadata.len(), used });
                }
            }
        }
        entries.sort_by(|one, other| (one.used, &one.path).cmp(&(other.used, &other.path)));
        entries
    }
}

fn is_digest(name: &str, digits: usize) -> bool {
    name.len() == digits && name.bytes().all(|byte| byte.is_ascii_hexdigit())
}
