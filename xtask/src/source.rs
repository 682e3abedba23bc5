//! The source of a Debian package, for campaigns on whole projects.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use xtask::gsl::{WorkFolder, source};

/// `cargo xtask source PACKAGE FOLDER`.
#[expect(clippy::print_stderr, reason = "what was fetched, for the log of a campaign")]
pub(crate) fn run(arguments: &[String]) -> Result<()> {
    let [package, folder] = arguments else { bail!("usage: cargo xtask source PACKAGE FOLDER") };
    let folder = Path::new(folder);
    ensure!(!folder.exists(), "{} is there already: name a new folder", folder.display());
    let parent = folder.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    // apt-get and dpkg-source run in the work folder: a relative path would mean another one there.
    let parent = parent.canonicalize().with_context(|| format!("no folder {}", parent.display()))?;
    let work = WorkFolder::new(&parent)?;
    let version = source::fetch(&work.0, package)?;
    fs::rename(work.0.join("unpacked"), folder)?;
    eprintln!("xtask source: {package} {version} is in {}", folder.display());
    Ok(())
}
