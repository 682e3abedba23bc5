//! The sources of the matrix library Meschach, as Debian has them, in the user's cache folder.

use anyhow::Result;
use std::fs;
use std::path::PathBuf;
use xtask::gsl::{WorkFolder, cache_folder, source};

/// The folder of the sources; fetched the first time.
pub(crate) fn locate_or_fetch() -> Result<PathBuf> {
    let cache = cache_folder()?;
    fs::create_dir_all(&cache)?;
    let folder = cache.join("meschach");
    if !folder.exists() {
        let work = WorkFolder::new(&cache)?;
        source::fetch(&work.0, "meschach")?;
        fs::rename(work.0.join("unpacked"), &folder)?;
    }
    Ok(folder)
}
